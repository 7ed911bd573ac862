import { layOut } from '../../server/engine/layout/layout.ts';
import { readLines } from '../../server/engine/lines/read-lines.ts';
import type { Page } from '../../server/engine/page.ts';
import { opened, type Place } from './printed-page.ts';

export const left = (x: number): Place => ({ x, align: 'left' });
export const right = (x: number): Place => ({ x, align: 'right' });

/** The labels of a usual table of lines, and where its columns stand. */
export const head = ['Pos', 'Description', 'Qty', 'Unit', 'Unit price', 'VAT %', 'Amount'];
export const usual = [left(40), left(70), right(300), left(310), right(400), right(440), right(540)];

/** The values of the lines that are read, without what is null. */
export const linesOf = (...pages: Page[]) =>
  readLines(layOut(opened(...pages))).lines.map((line) =>
    Object.fromEntries(Object.entries(line).flatMap(([key, found]) => (found ? [[key, found.value]] : []))),
  );
