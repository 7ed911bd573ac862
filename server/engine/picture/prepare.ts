import type { Box } from '../page.ts';
import type { PassRun } from '../pass-run.ts';
import type { PassName } from '../passes.ts';
import { type Block, blocksOf } from './blocks.ts';
import { takeOutBlots } from './blots.ts';
import { binarise, type Component, componentsOf, takeOutSpecks } from './connected-components.ts';
import { takeOutDashes } from './dashes.ts';
import { type Deskewing, goodLetterHeight, upsideDown } from './deskew.ts';
import { dewarp, findCurvature } from './dewarp.ts';
import { darkenFaint, printLevel as levelOfPrint } from './faint.ts';
import { type Grey, shrink, warp } from './grey.ts';
import { compose, scaling } from './homography.ts';
import { flattenLight } from './light.ts';
import { turnDarkGrounds, turnNegatives } from './negative.ts';
import { takeOutRoundStamps } from './round-stamps.ts';
import { type ScanRule, takeOutRules } from './scan-rules.ts';
import { removeScreens } from './screens.ts';
import { partSideways } from './sideways.ts';
import { lettersOf, median } from './skew.ts';
import { whitenTints } from './tints.ts';

/** A straight page, ready to be read. */
export interface Prepared {
  page: Deskewing;
  grey: Grey;
  /** What its blocks are made of. */
  marks: Component[];
  /** What seems to run up or down the page, which is in no block. */
  strips: Component[][];
  blocks: Block[];
  rules: ScanRule[];
  letterHeight: number;
  dpi: number;
  /** How dark its print was before anything was darkened, 0 to 255. */
  printLevel: number;
}

/** Height of letters where none are found, in pixels. */
const unknownHeight = 20;
/**
 * Pixels an inch for each pixel of a letter's height, because usual print has letters of about 5.5 points; and what
 * pages are scanned at.
 */
const dpiOfLetter = 13;
const resolutions = { least: 70, most: 600 };

/** Straightens a picture, evens out its light, takes out what is no print, and cuts it into blocks. */
export function prepare(picture: Grey, page: Deskewing, run: PassRun): Prepared {
  let grey = look(picture, page);
  const pass = <T>(name: PassName, make: () => T): T | undefined => run.picture(name, () => grey, make);
  pass('invert_negatives', () => turnDarkGrounds(grey, goodLetterHeight));
  pass('even_light', () => flattenLight(grey));
  pass('remove_screens', () => removeScreens(grey));
  pass('whiten_tints', () => whitenTints(grey));
  const printLevel = levelOfPrint(grey);
  pass('darken_faint', () => darkenFaint(grey, printLevel));
  let ink = binarise(grey);
  let components = componentsOf(ink);
  const letterHeight = median(lettersOf(components).map((component) => component.height)) || unknownHeight;
  const curvature = findCurvature(components, letterHeight, page.width, page.height);
  if (curvature) {
    pass('dewarp', () => {
      grey = dewarp(grey, curvature);
    });
    ink = binarise(grey);
    components = componentsOf(ink);
  }
  const dpi = Math.min(resolutions.most, Math.max(resolutions.least, letterHeight * dpiOfLetter));
  const invert = (): boolean => turnNegatives(grey, ink, components, letterHeight);
  if (pass('invert_negatives', invert)) {
    ink = binarise(grey);
    components = componentsOf(ink);
  }
  components = pass('remove_specks', () => takeOutSpecks(components, ink, grey, letterHeight)) ?? components;
  const dashed = pass('remove_dashes', () => takeOutDashes(components, ink, grey, dpi)) ?? [];
  const rules = [...(pass('remove_rules', () => takeOutRules(ink, grey, dpi)) ?? []), ...dashed];
  components = componentsOf(ink);
  // Only now the table's frame does not hold its head any more.
  if (pass('invert_negatives', invert)) {
    ink = binarise(grey);
    components = componentsOf(ink);
  }
  if (pass('remove_blots', () => takeOutBlots(components, ink, grey, letterHeight))) components = componentsOf(ink);
  const stamps = (): boolean => takeOutRoundStamps(components, ink, grey, letterHeight, printLevel);
  if (pass('remove_round_stamps', stamps)) components = componentsOf(ink);
  const parted = pass('read_sideways', () => partSideways(components, letterHeight));
  const { upright: marks, strips } = parted ?? { upright: components, strips: [] };
  return { page, grey, marks, strips, blocks: blocksOf(marks, letterHeight), rules, letterHeight, dpi, printLevel };
}

/** The prepared page turned by half, without preparing it anew. */
export function onItsHead(prepared: Prepared): Prepared {
  const { width, height, data } = prepared.grey;
  const turned = <T extends Box>(box: T): T => ({
    ...box,
    x: width - box.x - box.width,
    y: height - box.y - box.height,
  });
  const grey: Grey = { width, height, data: data.slice().reverse() };
  const marks = prepared.marks.map(turned);
  const blocks = blocksOf(marks, prepared.letterHeight);
  const rules = prepared.rules.map(turned);
  const strips = prepared.strips.map((strip) => strip.map(turned));
  return { ...prepared, page: upsideDown(prepared.page), grey, marks, strips, blocks, rules };
}

/** So many times smaller is much smaller. */
const muchSmaller = 1.5;

/** The straight page. A picture that gets much smaller is averaged first, so that thin strokes are not skipped. */
function look(picture: Grey, page: Deskewing): Grey {
  const [a, b, , d, e] = page.toSource;
  const reduction = Math.max(Math.hypot(a, d), Math.hypot(b, e));
  if (reduction < muchSmaller) return warp(picture, page.toSource, page.width, page.height);
  const smaller = shrink(picture, Math.max(picture.width, picture.height) / reduction);
  const factor = smaller.width / picture.width;
  return warp(
    smaller,
    compose(scaling(factor, smaller.height / picture.height), page.toSource),
    page.width,
    page.height,
  );
}
