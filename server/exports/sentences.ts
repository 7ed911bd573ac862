import type { Problem } from './target.ts';
import type { Words } from './words.ts';

/** So many are told at once; the first that are mended show what is left. */
const mostTold = 20;

/** A problem as a sentence, with the path of the field where it is about one. */
export function sentenceOf({ code, path }: Problem, words: Words): string {
  return `${words.of(`exportProblem.${code}`)}${path === null ? '' : ` (${path})`}.`;
}

/** Why something is left out. */
export function reasonsOf(problems: readonly Problem[], words: Words): string {
  const blocking = problems.filter((problem) => problem.blocking).slice(0, mostTold);
  return blocking.map((problem) => sentenceOf(problem, words)).join(' ');
}
