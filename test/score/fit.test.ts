import { describe, expect, test } from 'vitest';
import type { Example } from './examples.ts';
import { choosesRight, fitWeights } from './fit.ts';

/** Three families whose right candidate is labelled, though the other stands higher. */
const examples: Example[] = ['one', 'two', 'three'].flatMap((family) =>
  [3, 5, 8].map((row) => ({
    choice: 'vendor' as const,
    family,
    candidates: [
      { features: { labelled: false, row: 0 }, right: false },
      { features: { labelled: true, row }, right: true },
    ],
  })),
);
const misled = { labelled: 0, row: -0.1 };

describe('weights learnt from labelled invoices', () => {
  test('choose what the weights that they start from do not', () => {
    expect(examples.filter((example) => choosesRight(example, misled))).toEqual([]);
    const learnt = fitWeights(examples, misled, { margin: 1, hold: 0.003 });
    expect(examples.filter((example) => choosesRight(example, learnt))).toEqual(examples);
    expect(learnt.labelled).toBeGreaterThan(0);
  });

  test('stay nearer to where they were the more strongly they are held', () => {
    const [loose, tight] = [0.003, 3].map((hold) => fitWeights(examples, misled, { margin: 1, hold }).labelled!);
    expect(tight).toBeLessThan(loose!);
  });

  test('are the same in each run', () => {
    const once = () => fitWeights(examples, misled, { margin: 1, hold: 0.03 });
    expect(once()).toEqual(once());
  });
});
