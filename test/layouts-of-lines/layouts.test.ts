import { beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, printLayouts, readLayout } from './layouts.ts';

/** Measured when this was written; a change may raise them, never lower them. In percent. */
const floors = { cells: 99, wholeLines: 99 };

describe('line tables of many layouts, printed by a browser', () => {
  let outcomes: Outcome[];
  const sum = (value: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + value(outcome), 0);
  const misses = () => outcomes.flatMap(({ name, misses: own }) => own.map((miss) => `${name}, ${miss}`)).join('\n');

  beforeAll(async () => {
    outcomes = [];
    for (const layout of await printLayouts()) outcomes.push(await readLayout(layout));
  });

  it('reads the printed cells', () => {
    const share = (100 * sum(({ cells }) => cells.right)) / sum(({ cells }) => cells.printed);
    expect(share, misses()).toBeGreaterThanOrEqual(floors.cells);
  });

  it('reads lines whole, and no line that is none', () => {
    const both = sum(({ lines }) => lines.printed + lines.given);
    const f1 = (200 * sum(({ lines }) => lines.whole)) / both;
    expect(f1, misses()).toBeGreaterThanOrEqual(floors.wholeLines);
  });

  it('is never sure of what is wrong, and sure of something', () => {
    expect(outcomes.flatMap(({ name, wrongHigh }) => wrongHigh.map((what) => `${name}, ${what}`))).toEqual([]);
    expect(sum(({ high }) => high)).toBeGreaterThan(0);
  });
});
