import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Choice, type Weights, weights } from '../../server/engine/weights.ts';
import { packageRoot, resource } from '../../server/resources.ts';
import { corpusRows } from './corpus-index.ts';
import { type Example, examplesOf } from './examples.ts';
import { choosesRight, fitWeights } from './fit.ts';

/**
 * npm run learn -- [DIR...]
 * Learns the weights of `resources/weights.json` from labelled folders (the shape of ../shared/corpus). Layouts are parted
 * in ten; each part is judged by weights learnt from the other nine. The learnt weights are written only for choices
 * where they are right more often on layouts that they have not seen, by a paired sign test; the same folders give the
 * same file.
 */
const given = process.argv.slice(2);
const corpora = (given.length > 0 ? given : ['../shared/corpus']).map((each) => resolve(packageRoot, each));

/**
 * How far apart two candidates' weights usually are where one is clearly the better. Truth does not say which block is the
 * letter's window, which rows head a table, which cell is under which label and where a loose address stands: these choices stay as they are.
 */
const margins = {
  vendor: 0.8,
  vendor_vat: 0.8,
  customer: 0.8,
  contact: 0.5,
  account: 0.3,
  reference: 0.12,
  date: 0.1,
  currency: 0.8,
  sums: 1,
  columns: 0.5,
} satisfies Partial<Record<Choice, number>>;
/** Parts that the layouts are judged in, and the chance at which a difference counts. */
const judgedParts = 10;
const significant = 0.05;
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

/** How likely a coin falls so unevenly, or more: `gained` heads and `lost` tails. */
function signTest(gained: number, lost: number): number {
  const thrown = gained + lost;
  let [chance, all] = [0.5 ** thrown, 0];
  for (let tails = 0; tails <= Math.min(gained, lost); tails++) {
    all += chance;
    chance *= (thrown - tails) / (tails + 1);
  }
  return Math.min(1, 2 * all);
}

const all: Example[] = [];
for (const corpus of corpora) all.push(...(await examplesOf(corpus, corpusRows(corpus))));
const hand = weights();
const next: Record<string, Record<string, number>> = { ...hand };
for (const [choice, margin] of Object.entries(margins) as [keyof typeof margins, number][]) {
  const examples = all.filter((example) => example.choice === choice);
  const start = hand[choice];
  const verdicts = new Map<Example, boolean>();
  for (const left of parts(examples, judgedParts)) {
    const others = examples.filter((example) => !left.includes(example));
    const learnt = fitWeights(others, start, { margin, hold: bestHold(others, start, margin) });
    for (const example of left) verdicts.set(example, choosesRight(example, learnt));
  }
  const now = new Map(examples.map((example) => [example, choosesRight(example, start)]));
  const gained = examples.filter((example) => verdicts.get(example) && !now.get(example)).length;
  const lost = examples.filter((example) => !verdicts.get(example) && now.get(example)).length;
  const chance = signTest(gained, lost);
  const better = gained > lost && chance < significant;
  const families = new Set(examples.map((example) => example.family)).size;
  const right = [...now.values()].filter(Boolean).length;
  console.log(
    `${choice.padEnd(12)} ${families} layouts, ${examples.length} choices; by hand ${right} right, learnt ${right + gained - lost} (${gained} gained, ${lost} lost, p ${chance.toFixed(3)}): ${better ? 'learnt is kept' : 'by hand stays'}`,
  );
  next[choice] = better
    ? rounded(fitWeights(examples, start, { margin, hold: bestHold(examples, start, margin) }))
    : { ...start };
}
writeFileSync(resource('weights.json'), `${JSON.stringify(next, null, 2)}\n`);
