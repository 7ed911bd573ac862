import { type Component, componentsOf } from './connected-components.ts';
import { type Grey, shrink } from './grey.ts';
import { evenPaper } from './light.ts';
import { isSlip } from './sheet.ts';
import { median } from './skew.ts';

/** The page is looked at this small: its letters are some four cells high then, and most of its grain is gone. */
const cells = 600;
/** Levels of a ground, where paper is 250: darker is a negative or a picture, lighter is paper. */
interface Ground {
  darkest: number;
  lightest: number;
  /** So much of it is near its usual level, and of its box is filled: what is darker may be a shadow or a fold as well. */
  flat: number;
  filled: number;
  /** Print leaves so much of it bare: bold heads in a low row leave hardly more than half. */
  bare: number;
}
const pale: Ground = { darkest: 160, lightest: 242, flat: 0, filled: 0, bare: 0.7 };
const deep: Ground = { darkest: 105, lightest: 165, flat: 0.8, filled: 0.8, bare: 0.5 };
/** So near to its usual level a ground is flat; in levels of grey. */
const evenWithin = 15;
/** Smaller areas than this are no rows or boxes; in cells. */
const least = { width: 60, height: 4 };
/** So far from the ground is print; in levels of grey. */
const apart = 25;
/** So much of an area is lighter by chance. */
const someGrain = 0.01;
/** Of a ground's brightness: what is darker is print. */
const mostlyGround = 0.85;
/** How far from an area it is looked at what is around it, in cells; and how much of that is darker around light print. */
const beyond = [2, 3];
const mostlyDarker = 0.7;

/**
 * Makes the tinted ground under dark print white: rows and boxes in a pale colour, and heads of tables in a deep one. Its
 * grain would be taken for print, and print on it is read worse. Changes `grey`, whose light is even.
 */
export function whitenTints(grey: Grey): void {
  // Slips have no tinted rows.
  if (isSlip(grey)) return;
  let small = shrink(grey, cells);
  for (const kind of [pale, deep]) {
    if (!showsTint(small, kind)) continue;
    whitenGrounds(grey, small, kind);
    small = shrink(grey, cells);
  }
}

/** Makes the grounds of one kind white. @param small the same picture */
function whitenGrounds(grey: Grey, small: Grey, kind: Ground): void {
  const { width, height } = small;
  const ground = closed(small);
  const bare = new Uint8Array(width * height);
  for (let i = 0; i < bare.length; i++) {
    const level = ground[i]!;
    if (level > kind.darkest && level < kind.lightest && small.data[i]! > level - apart) bare[i] = 1;
  }
  const isGround = (area: Component): boolean => area.width >= least.width && area.height >= least.height;
  const pieces = componentsOf({ width, height, data: bare });
  const areas = pieces.filter(isGround);
  if (areas.length === 0) return;
  for (const { x, y, ...piece } of pieces)
    if (!isGround({ x, y, ...piece }))
      for (let row = y; row < y + piece.height; row++) bare.fill(0, row * width + x, row * width + x + piece.width);
  // With the print that stands on it.
  const tinted = closed({ width, height, data: bare });
  for (const area of areas)
    if (holdsDarkPrint(area, tinted, ground, small, kind) && !isAroundLightPrint(area, tinted, ground, small))
      whiten(area, tinted, ground, small, grey);
}

/** Whether there are places as flat as a tinted ground. Most pages have none, and the rest takes longer than this. */
function showsTint({ width, height, data }: Grey, { darkest, lightest }: Ground): boolean {
  let flat = 0;
  for (let y = 2; y < height - 2; y++)
    for (let at = y * width + 2, end = at + width - 4; at < end; at++) {
      const level = data[at]!;
      if (level <= darkest || level >= lightest) continue;
      const off = Math.abs(data[at - 2]! - level) + Math.abs(data[at + 2]! - level);
      if (off + Math.abs(data[at - width]! - level) + Math.abs(data[at + width]! - level) < 2 * apart) flat++;
    }
  return flat >= least.width * least.height;
}

/**
 * The page without its print: each cell as bright as the brightest of six and six, and that again as the darkest of
 * those. Strokes and the gaps between letters are narrower than that, rows of a table and the gaps between lines wider.
 */
function closed({ width, data }: Grey): Uint8Array {
  const result = data.slice();
  for (const by of [1, width]) for (const step of [by, 2 * by, 2 * by]) spread(result, step, true);
  for (const by of [1, width]) for (const step of [by, 2 * by, 2 * by]) spread(result, step, false);
  return result;
}

/** Each cell the brighter of itself and the one `step` cells further on, or the darker of itself and the one before. */
function spread(data: Uint8Array, step: number, brighter: boolean): void {
  if (brighter) {
    for (let at = 0; at < data.length - step; at++) if (data[at + step]! > data[at]!) data[at] = data[at + step]!;
  } else for (let at = data.length - 1; at >= step; at--) if (data[at - step]! < data[at]!) data[at] = data[at - step]!;
}

/**
 * Whether most of an area is bare and what stands on it is darker. Pale print close together is not bare, and light print is
 * for turning and needs its ground.
 */
function holdsDarkPrint(
  { x, y, width, height }: Component,
  tinted: Uint8Array,
  ground: Uint8Array,
  small: Grey,
  kind: Ground,
): boolean {
  const levels: number[] = [];
  const grounds: number[] = [];
  let bare = 0;
  for (let row = y; row < y + height; row++)
    for (let at = row * small.width + x, end = at + width; at < end; at++) {
      // Edges are lighter or darker without any print.
      const around = [at - 2, at + 2, at - 2 * small.width, at + 2 * small.width];
      if (tinted[at] !== 1 || around.some((near) => tinted[near] !== 1)) continue;
      levels.push(small.data[at]!);
      grounds.push(ground[at]!);
      if (small.data[at]! > ground[at]! - apart) bare++;
    }
  const usual = median(levels);
  const even = grounds.filter((level) => Math.abs(level - usual) < evenWithin).length;
  if (even < kind.flat * grounds.length || grounds.length < kind.filled * (width - 4) * (height - 4)) return false;
  const lighter = levels.filter((level) => level > usual + apart).length;
  const darker = levels.filter((level) => level < usual - apart).length;
  return bare > kind.bare * levels.length && lighter <= darker + someGrain * levels.length;
}

/** Whether an area is no ground but the light print on a darker one, whose letters are taken for it together. */
function isAroundLightPrint(
  { x, y, ...area }: Component,
  tinted: Uint8Array,
  ground: Uint8Array,
  small: Grey,
): boolean {
  const { width } = small;
  let around = 0;
  let darker = 0;
  for (let row = y; row < y + area.height; row++)
    for (let at = row * width + x, end = at + area.width; at < end; at++) {
      if (tinted[at] !== 1) continue;
      // Beyond a ruled line, which may frame a tinted box.
      for (const outside of beyond.flatMap((far) => [at - far, at + far, at - far * width, at + far * width])) {
        if (tinted[outside] !== 0) continue;
        around++;
        if (small.data[outside]! < ground[at]! - apart) darker++;
      }
    }
  return darker > mostlyDarker * around;
}

function whiten(area: Component, tinted: Uint8Array, ground: Uint8Array, small: Grey, grey: Grey): void {
  const across = small.width / grey.width;
  const down = small.height / grey.height;
  const bottom = Math.min(grey.height, Math.ceil((area.y + area.height + 1) / down));
  const right = Math.min(grey.width, Math.ceil((area.x + area.width + 1) / across));
  for (let y = Math.max(0, Math.floor((area.y - 1) / down)); y < bottom; y++) {
    const row = Math.min(small.height - 1, Math.floor(y * down)) * small.width;
    for (let x = Math.max(0, Math.floor((area.x - 1) / across)); x < right; x++) {
      const cell = row + Math.min(small.width - 1, Math.floor(x * across));
      const near = tinted[cell] === 1 ? cell : nextTo(cell, tinted, small.width);
      if (near === null) continue;
      const at = y * grey.width + x;
      const share = grey.data[at]! / ground[near]!;
      // The area's edge runs through cells that are paper for the most part.
      if (near === cell || share > mostlyGround) grey.data[at] = Math.min(255, share * evenPaper);
    }
  }
}

/** A tinted cell beside this one; null where there is none. */
function nextTo(cell: number, tinted: Uint8Array, width: number): number | null {
  if (tinted[cell - width] === 1) return cell - width;
  if (tinted[cell + width] === 1) return cell + width;
  if (tinted[cell - 1] === 1) return cell - 1;
  return tinted[cell + 1] === 1 ? cell + 1 : null;
}
