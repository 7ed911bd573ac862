import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Choice, choices, type Weights, weights } from '../../server/engine/weights.ts';
import { packageRoot, resource } from '../../server/resources.ts';
import { corpusRows } from './corpus-index.ts';
import { type Example, examplesOf } from './examples.ts';
import { choosesRight, fitWeights } from './fit.ts';

/**
 * npm run learn -- [DIR]
 * Learns the weights of `resources/weights.json` from a labelled folder (the shape of ../shared/corpus). Each family of
 * layouts is judged by weights learnt from the other families alone. The file is written only for choices where the
 * learnt weights do better on families that they have not seen; the same folder gives the same file.
 */
const corpus = resolve(process.argv[2] ?? resolve(packageRoot, '../shared/corpus'));

/** The margins below which the engine calls two candidates close. */
const margins: Record<Choice, number> = { vendor: 0.8, vendor_vat: 0.8, reference: 0.12, date: 0.1 };
const holds = [0.3, 0.03, 0.003];

interface Judged {
  right: number;
  /** Mean share of right choices over families, each counted alike. */
  byFamily: number;
}

/** Parts of the families, the same in each run. */
function parts(examples: readonly Example[], count: number): Example[][] {
  const families = [...new Set(examples.map((example) => example.family))].sort();
  return Array.from({ length: count }, (_, part) =>
    examples.filter((example) => families.indexOf(example.family) % count === part),
  ).filter((part) => part.length > 0);
}

function judge(examples: readonly Example[], chooses: (example: Example) => boolean): Judged {
  const byFamily = [...Map.groupBy(examples, (example) => example.family).values()];
  const share = (own: readonly Example[]) => own.filter(chooses).length / own.length;
  return {
    right: examples.filter(chooses).length,
    byFamily: byFamily.reduce((sum, own) => sum + share(own), 0) / byFamily.length,
  };
}

/** How strongly to hold the weights: what does best on parts of the families that were left out. */
function bestHold(examples: readonly Example[], start: Weights[Choice], margin: number): number {
  const folds = parts(examples, 3);
  const marks = holds.map((hold) => {
    const right = folds.map((left) => {
      const learnt = fitWeights(
        examples.filter((example) => !left.includes(example)),
        start,
        { margin, hold },
      );
      return judge(left, (example) => choosesRight(example, learnt)).byFamily * left.length;
    });
    return right.reduce((sum, mark) => sum + mark, 0);
  });
  return holds[marks.indexOf(Math.max(...marks))]!;
}

const rounded = (learnt: Weights[Choice]): Record<string, number> =>
  Object.fromEntries(Object.entries(learnt).map(([name, weight]) => [name, Number(weight.toFixed(3))]));

const rows = corpusRows(corpus);
const all = await examplesOf(corpus, rows);
const hand = weights();
const next: Record<string, Record<string, number>> = {};
for (const choice of choices) {
  const examples = all.filter((example) => example.choice === choice);
  const start = hand[choice];
  const margin = margins[choice];
  const before = judge(examples, (example) => choosesRight(example, start));
  const verdicts = new Map<Example, boolean>();
  for (const [family, left] of Map.groupBy(examples, (example) => example.family)) {
    const others = examples.filter((example) => example.family !== family);
    const learnt = fitWeights(others, start, { margin, hold: bestHold(others, start, margin) });
    for (const example of left) verdicts.set(example, choosesRight(example, learnt));
  }
  const after = judge(examples, (example) => verdicts.get(example)!);
  const better = after.right >= before.right && after.byFamily > before.byFamily;
  const families = new Set(examples.map((example) => example.family)).size;
  const show = ({ right, byFamily }: Judged) =>
    `${right}/${examples.length} (${(100 * byFamily).toFixed(1)} % by family)`;
  console.log(
    `${choice.padEnd(12)} ${families} families; right on families not seen: as it stands ${show(before)}, learnt ${show(after)}: ${better ? 'learnt is kept' : 'stays'}`,
  );
  next[choice] = better
    ? rounded(fitWeights(examples, start, { margin, hold: bestHold(examples, start, margin) }))
    : { ...start };
}
writeFileSync(resource('weights.json'), `${JSON.stringify(next, null, 2)}\n`);
