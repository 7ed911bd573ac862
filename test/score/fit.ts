import type { Features } from '../../server/engine/weights.ts';
import type { Example } from './examples.ts';

type WeightsOfChoice = Readonly<Record<string, number>>;

export interface Fitting {
  /** How far apart two scores are when one is clearly the better: the margin that the engine calls close. */
  margin: number;
  /** How strongly weights are held where they were; they move only where many families pull. */
  hold: number;
}

const steps = 120;

/**
 * Weights that make the right candidates the likeliest: conditional logistic regression by gradient descent, held to the
 * weights it starts from. Each family of layouts counts alike, however many files it has. Deterministic.
 */
export function fitWeights(
  examples: readonly Example[],
  start: WeightsOfChoice,
  { margin, hold }: Fitting,
): WeightsOfChoice {
  const names = Object.keys(start);
  const from = names.map((name) => start[name]!);
  const families = Map.groupBy(examples, (example) => example.family);
  const rows = examples.map((example) => ({
    share: 1 / families.get(example.family)!.length / families.size,
    candidates: example.candidates.map(({ features, right }) => ({ right, values: vectorOf(features, names) })),
  }));
  const weights = [...from];
  for (let step = 0; step < steps; step++) {
    const slope = weights.map((weight, at) => (2 * hold * (weight - from[at]!)) / margin);
    for (const { share, candidates } of rows) {
      const powers = candidates.map(({ values }) => dot(values, weights) / margin);
      const most = Math.max(...powers);
      for (const [at, power] of powers.entries()) powers[at] = Math.exp(power - most);
      let [all, right] = [0, 0];
      for (const [at, candidate] of candidates.entries()) {
        all += powers[at]!;
        if (candidate.right) right += powers[at]!;
      }
      for (const [at, candidate] of candidates.entries()) {
        const pull = share * powers[at]! * ((candidate.right ? 1 / Math.max(right, 1e-12) : 0) - 1 / all);
        for (const [name, value] of candidate.values.entries()) if (value !== 0) slope[name]! -= pull * value;
      }
    }
    const rate = margin * (1 - step / steps);
    for (const at of weights.keys()) weights[at]! -= rate * slope[at]!;
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at]!]));
}

/** Whether the candidate with the highest score is right; the first of equals is taken, as the engine does. */
export function choosesRight(example: Example, weights: WeightsOfChoice): boolean {
  const names = Object.keys(weights);
  const values = names.map((name) => weights[name]!);
  const scores = example.candidates.map(({ features }) => dot(vectorOf(features, names), values));
  return example.candidates[scores.indexOf(Math.max(...scores))]!.right;
}

const vectorOf = (features: Features, names: readonly string[]): number[] =>
  names.map((name) => Number(features[name] ?? 0));

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
