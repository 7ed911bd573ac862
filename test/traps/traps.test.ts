import { beforeAll, expect, test } from 'vitest';
import type { Verdict } from './judge.ts';
import { readTraps } from './read-traps.ts';
import { trapsOf } from './suite.ts';

let open: Verdict[];
let held: Verdict[];
beforeAll(async () => {
  open = await readTraps('open', trapsOf('open'));
  held = await readTraps('held', trapsOf('held'));
}, 900_000);

test('nothing that tempts the reader is high and wrong', () => {
  const wrong = open.flatMap(({ trap, wrong }) =>
    wrong.map(
      ({ path, value, truth }) => `${trap.name} ${path} ${JSON.stringify(value)}, truth ${JSON.stringify(truth)}`,
    ),
  );
  expect(wrong).toEqual([]);
});

/** Of the values that are high in words and looks that no mending was made from. */
const mostWrong = 1 / 1000;

test('nor more than one in a thousand in words and looks that no mending was made from', () => {
  const sum = (of: (verdict: Verdict) => number): number => held.reduce((all, verdict) => all + of(verdict), 0);
  expect(sum(({ wrong }) => wrong.length) / sum(({ high }) => high)).toBeLessThanOrEqual(mostWrong);
});

test('of the right core values of invoices without a trap most are high', () => {
  for (const verdicts of [open, held]) {
    const controls = verdicts.filter(({ trap }) => trap.cause === 'control');
    const right = controls.reduce((sum, { core }) => sum + core.right, 0);
    const high = controls.reduce((sum, { core }) => sum + core.high, 0);
    expect(high / right).toBeGreaterThanOrEqual(0.6);
  }
});
