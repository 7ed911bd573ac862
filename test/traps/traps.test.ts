import { beforeAll, expect, test } from 'vitest';
import type { Verdict } from './judge.ts';
import { readTraps } from './read-traps.ts';
import { turnsOf } from './suite.ts';

let open: Verdict[];
let held: Verdict[];
beforeAll(async () => {
  open = await readTraps('open', turnsOf('open'));
  held = await readTraps('held', turnsOf('held'));
}, 900_000);

test('nothing that tempts the reader is high and wrong, nor in words and looks that no recipe was mended with', () => {
  const wrong = [...open, ...held].flatMap(({ trap, wrong }) =>
    wrong.map(
      ({ path, value, truth }) =>
        `${trap.half} ${trap.name} ${path} ${JSON.stringify(value)}, truth ${JSON.stringify(truth)}`,
    ),
  );
  expect(wrong).toEqual([]);
});

test('of the right core values of invoices without a trap most are high', () => {
  for (const verdicts of [open, held]) {
    const controls = verdicts.filter(({ trap }) => trap.cause === 'control');
    const right = controls.reduce((sum, { core }) => sum + core.right, 0);
    const high = controls.reduce((sum, { core }) => sum + core.high, 0);
    expect(high / right).toBeGreaterThanOrEqual(0.6);
  }
});
