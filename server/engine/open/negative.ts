import type { Grey } from './grey.ts';
import { type Blob, blobsOf, type Ink } from './ink.ts';

/**
 * Turns light print on dark areas (a table's coloured head) into dark print on light; changes `grey` in place.
 * @returns whether anything changed
 */
export function turnNegatives(grey: Grey, ink: Ink, blobs: Blob[], letterHeight: number): boolean {
  const areas = blobs.filter(
    ({ width, height, size }) =>
      height > 1.2 * letterHeight &&
      width > 3 * letterHeight &&
      height < 16 * letterHeight &&
      size > 0.55 * width * height,
  );
  const negatives = areas.filter((area) => isFramed(area, ink) && holdsPrint(area, ink, letterHeight));
  for (const area of negatives) invert(area, grey);
  return negatives.length > 0;
}

/** Whether ink goes all around. Letters that run together have gaps between their tops. */
function isFramed({ x, y, width, height }: Blob, ink: Ink): boolean {
  const inset = 2;
  let dark = 0;
  let total = 0;
  const look = (px: number, py: number): void => {
    total++;
    dark += ink.data[py * ink.width + px]!;
  };
  for (let px = x + inset; px < x + width - inset; px++) {
    look(px, y + inset);
    look(px, y + height - 1 - inset);
  }
  for (let py = y + inset; py < y + height - inset; py++) {
    look(x + inset, py);
    look(x + width - 1 - inset, py);
  }
  return dark > 0.8 * total;
}

/** Whether the light parts inside look like letters. A picture or a bar code has other holes. */
function holdsPrint(area: Blob, ink: Ink, letterHeight: number): boolean {
  const holes = new Uint8Array(area.width * area.height);
  for (let y = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++)
      holes[y * area.width + x] = 1 - ink.data[(area.y + y) * ink.width + area.x + x]!;
  const letters = blobsOf({ width: area.width, height: area.height, data: holes }).filter(
    ({ width, height }) => height > 0.4 * letterHeight && height < 2.5 * letterHeight && width < 3 * letterHeight,
  );
  return letters.length >= 3;
}

function invert(area: Blob, grey: Grey): void {
  // The dark ground becomes white, whatever its shade.
  const values: number[] = [];
  for (let y = area.y; y < area.y + area.height; y += 2)
    for (let x = area.x; x < area.x + area.width; x += 2) values.push(grey.data[y * grey.width + x]!);
  const ground = values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
  const span = Math.max(40, 255 - ground);
  for (let y = area.y - 1; y < area.y + area.height + 1; y++) {
    if (y < 0 || y >= grey.height) continue;
    for (let x = Math.max(0, area.x - 1); x < Math.min(grey.width, area.x + area.width + 1); x++) {
      const at = y * grey.width + x;
      grey.data[at] = Math.max(0, 255 - (Math.max(0, grey.data[at]! - ground) * 255) / span);
    }
  }
}
