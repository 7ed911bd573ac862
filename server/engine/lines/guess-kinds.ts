import type { Item } from '../layout/numbers.ts';
import { textOf } from './cells.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import { areMost } from './most.ts';

/**
 * Gives columns whose label is missing or not known a meaning by what they hold: numbering, codes, units, and the
 * longest text as description. Figures are left to arithmetic.
 */
export function guessKinds(labelled: readonly Column[], rows: readonly (readonly Item[][])[]): Column[] {
  const columns = withNames(withCodesApart(labelled, rows), rows);
  const texts = columns.map((_, i) => rows.map((cells) => textOf(cells[i]!)).filter((text) => text !== ''));
  const has = (kind: ColumnKind) => columns.some((column) => column.kinds[0] === kind);
  const guesses = columns.map((column, i) => (column.kinds.length > 0 ? null : kindOf(texts[i]!, i)));
  // Labels of several things may be stacked over what is sold.
  if (!columns.some(({ kinds }) => kinds.includes('description'))) {
    // A code is what else there is; a table always says what was sold.
    const open = columns.map((_, i) => i).filter((i) => guesses[i] === 'description' || guesses[i] === 'code');
    const longest = open.sort((a, b) => meanLength(texts[b]!) - meanLength(texts[a]!))[0];
    if (longest !== undefined) guesses[longest] = 'description';
    for (const i of open) if (i !== longest) guesses[i] = guesses[i] === 'code' ? 'code' : null;
  } else for (const [i, guess] of guesses.entries()) if (guess === 'description') guesses[i] = null;
  return columns.map((column, i) => {
    const guess = guesses[i];
    return guess && !(guess !== 'description' && has(guess)) ? { ...column, kinds: [guess] } : column;
  });
}

/** Where more of a column's texts are codes, it is one of codes; sums below the lines may stand in the same column. */
const mostlyCodes = 0.7;

/** "Item" may head the article's number beside a column that describes it. */
function withCodesApart(columns: readonly Column[], rows: readonly (readonly Item[][])[]): readonly Column[] {
  const described = columns.map((_, i) => i).filter((i) => columns[i]!.kinds[0] === 'description');
  const coded = described.filter((i) => {
    const texts = rows.map((cells) => textOf(cells[i]!)).filter((text) => text !== '');
    const codes = texts.filter((text) => /^[\p{Lu}\p{Nd}./-]+$/u.test(text));
    return codes.length > mostlyCodes * texts.length && codes.some((text) => /\p{Nd}/u.test(text));
  });
  if (coded.length === 0 || coded.length === described.length) return columns;
  return columns.map((column, i) => (coded.includes(i) ? { ...column, kinds: ['code'] } : column));
}

/**
 * "Position" may head the names themselves, and so may a word for an article or the period that is billed, where nothing
 * stands in a column that is said to describe the goods. Few codes are of two words, and no date has two beside each other.
 */
function withNames(columns: readonly Column[], rows: readonly (readonly Item[][])[]): readonly Column[] {
  const isDescribed = ({ kinds }: Column, i: number) =>
    kinds.includes('description') && rows.some((cells) => cells[i]!.length > 0);
  if (columns.some(isDescribed)) return columns;
  const share = (i: number, test: (text: string) => boolean) =>
    rows.filter((cells) => test(textOf(cells[i]!))).length / Math.max(1, rows.length);
  const isOfWords = (text: string) => text.split(' ').filter((word) => /\p{L}{2}/u.test(word)).length > 1;
  const isNamed = ({ kinds: [kind] }: Column, i: number) =>
    (kind === 'position' && share(i, (text) => /\p{L}{3}/u.test(text)) === 1) ||
    (kind === 'code' && areMost(share(i, isOfWords))) ||
    (kind === 'date' && areMost(share(i, (text) => /\p{L}{3}\s\p{L}{3}/u.test(text))));
  const named = columns.findIndex(isNamed);
  if (named < 0) return columns;
  return columns.map((column, i) => {
    if (i === named) return { ...column, kinds: ['description'] };
    return column.kinds[0] === 'description' ? { ...column, kinds: ['other'] } : column;
  });
}

const meanLength = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + text.replace(/[^\p{L}]/gu, '').length, 0) / Math.max(1, texts.length);

/** More of the texts of a column without a label have to look like codes, long numbers, units or places in a list. */
const alike = { codes: 0.6, numbers: 0.8, units: 0.7, positions: 0.7 };

function kindOf(texts: readonly string[], index: number): ColumnKind | null {
  if (texts.length === 0) return null;
  const share = (test: (text: string) => boolean) => texts.filter(test).length / texts.length;
  if (index === 0 && texts.length > 1 && rising(texts)) return 'position';
  const isCode = (text: string): boolean =>
    /^[\p{L}\p{Nd}./-]+$/u.test(text) && /\p{L}/u.test(text) && /\p{Nd}{2}/u.test(text);
  if (share(isCode) > alike.codes) return 'code';
  if (share((text) => /^\p{Nd}{4,}$/u.test(text)) > alike.numbers) return 'code';
  if (share((text) => /^[\p{L}/²³.]{1,8}$/u.test(text)) > alike.units) return 'unit';
  return areMost(share((text) => /\p{L}{3}/u.test(text))) ? 'description' : null;
}

/** 1, 2, 3 …, or 10, 20, 30 … */
function rising(texts: readonly string[]): boolean {
  const numbers = texts.filter((text) => /^0{0,5}\p{Nd}{1,4}\.?$/u.test(text)).map((text) => Number.parseInt(text, 10));
  const steps = numbers.slice(1).filter((number, i) => number > numbers[i]! && number <= numbers[i]! + 10);
  return numbers.length > alike.positions * texts.length && steps.length >= numbers.length - 2;
}
