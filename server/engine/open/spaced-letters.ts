import type { Run } from './pdf-run.ts';

/** Gaps between letters that are set apart stay below this part of the font size. */
const letterGap = 0.4;
/** With a painted space between they may be this far apart. */
const spaceGap = 1;
/** So many breaks with a space and so many without show that both are meant. */
const fewestBreaks = 12;
/** Pieces of words that are torn between their letters are shorter than words. */
const longestPieces = 3;
/** What stands in one line and is of one print differs by less in baseline and size; parts of the font size. */
const alike = 0.1;
/**
 * Capitals of a spaced word are less far apart, their gaps differ by less, in parts of the font size, and they are so
 * many: three may be initials.
 */
const spacedWord = { gap: 0.9, uneven: 0.15, fewest: 4 };

/**
 * On a page whose spaces are all painted, what is set apart without one is one word: letters that the program places one
 * by one, at distances as wide as another's spaces.
 */
export function joinLetterSpaced(runs: Run[]): Run[] {
  const breaks = runs.flatMap((run, at) => {
    const last = runs[at - 1];
    return last && isNextInLine(last, run, run.afterSpace ? spaceGap : letterGap) ? [{ last, run }] : [];
  });
  const torn = breaks.filter(({ run }) => !run.afterSpace);
  const pieces = new Set(torn.flatMap(({ last, run }) => [last, run]));
  const letters = [...pieces].reduce((sum, { characters }) => sum + characters, 0);
  const isSpaced = Math.min(torn.length, breaks.length - torn.length) >= fewestBreaks;
  if (!isSpaced || letters >= longestPieces * pieces.size) return runs;
  const follows = new Set(torn.map(({ run }) => run));
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && follows.has(run))
      joined.splice(-1, 1, {
        ...last,
        text: last.text + run.text,
        end: run.end,
        characters: last.characters + run.characters,
      });
    else joined.push(run);
  }
  return joined;
}

/** Behind the other one in its line and print, with less than that part of its size between. */
function isNextInLine(last: Run, run: Run, reach: number): boolean {
  const gap = run.u - last.end;
  return (
    last.turn === run.turn &&
    last.hidden === run.hidden &&
    Math.abs(last.v - run.v) < alike * run.size &&
    Math.abs(last.size - run.size) < alike * run.size &&
    gap > 0 &&
    gap < reach * run.size
  );
}

/** Joins a word set in spaced capitals (F A C T U R A): four or more single letters at even distances. */
export function joinSpacedLetters(runs: Run[]): Run[] {
  const isLetter = (run: Run): boolean => run.characters === 1 && /^\p{Lu}$/u.test(run.text);
  const joined: Run[] = [];
  let chain: Run[] = [];
  const close = (): void => {
    if (chain.length >= spacedWord.fewest) {
      const first = chain[0]!;
      joined.push({ ...first, text: chain.map((run) => run.text).join(''), end: chain.at(-1)!.end, characters: 2 });
    } else joined.push(...chain);
    chain = [];
  };
  for (const run of runs) {
    const last = chain.at(-1);
    const previous = chain.at(-2);
    const gap = last ? run.u - last.end : 0;
    const even = !last || !previous || Math.abs(gap - (last.u - previous.end)) < spacedWord.uneven * run.size;
    const follows = last && isNextInLine(last, run, spacedWord.gap) && even;
    if (!isLetter(run) || (last && !follows)) close();
    if (isLetter(run)) chain.push(run);
    else joined.push(run);
  }
  close();
  return joined;
}
