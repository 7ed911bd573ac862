import { Decimal } from 'decimal.js';
import { currencyOf } from '../../checks/amounts.ts';
import { fold } from '../../checks/fold.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { covered, type Match } from '../lexicon/matcher.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { type ColumnKind, qualifierPhrases } from '../lines/column-words.ts';
import { type TotalKind, totalPhrases } from './total-words.ts';

/** What the words beside or over an amount say of it. */
export interface EntryLabel {
  kinds: TotalKind[];
  clarity: number;
  rates: Decimal[];
  /** Nothing in it is left that no phrase accounts for, and it names one kind of sum. */
  explained: boolean;
  /** The label ends by naming what the next figure is counted on ("VAT 19% on"). */
  base?: boolean;
}

/** "1.V.A.": what is no figure before the amount. */
const misreadI = /(?<![\p{L}\d.])1\.(?=\p{L}\.)/gu;

/** A percentage alone says as little of what it is beside; in clarity, of 1. */
const byPercentage = 0.35;

/** Reads the words of a label; null where none of them is about sums. */
export function readLabel(text: string, ocr: boolean): EntryLabel | null {
  // "VAT 19% (3 = 2 x 19%)" names one rate.
  const rates = [...text.matchAll(/(\d{1,2}(?:[.,]\d{1,4})?)\s?%/g)]
    .map((match) => new Decimal(match[1]!.replace(',', '.')))
    .filter((rate, i, all) => all.findIndex((other) => other.eq(rate)) === i);
  const bare = text.replace(misreadI, 'I.').replace(/[\d.,]+\s?%?/g, ' ');
  const tokens = tokensOf(bare);
  const words = tokens.map((token) => token.folded);
  if (words.length === 0) return null;
  const hits = totalPhrases().find(bare, ocr);
  const main = hits.find((hit) => hit.kinds.some((kind) => !weakKinds.has(kind)));
  const last = hits.at(-1);
  const base =
    last?.kinds.includes('base') === true &&
    last !== hits[0] &&
    last.to === words.length &&
    !/\p{Nd}$/u.test(withoutEnd(text, /[^\p{Nd}\w]/u));
  const only = main ?? hits[0];
  // A percentage beside a sum is the mark of VAT even where its name is not known.
  if (!only)
    return rates.length === 1 && words.length <= 4 && words.some((word) => word.length > 2)
      ? { kinds: ['vat'], clarity: byPercentage, rates, explained: false }
      : null;
  let kinds = [...only.kinds];
  // A word within the phrase is of it: "total ilíquido" is known as a whole.
  const allQualifiers = qualifierPhrases().find(bare, ocr);
  const qualifiers = allQualifiers
    .filter((hit) => hit.from < only.from || hit.to > only.to)
    .flatMap((hit) => hit.kinds);
  if (kinds[0] === 'vat' && endsWithoutVat(words, allQualifiers, only.from)) kinds = ['net'];
  const others = hits.filter((hit) => hit !== only).flatMap((hit) => hit.kinds);
  if (kinds.includes('total') || kinds.includes('gross') || kinds.includes('net')) {
    const [net, gross] = [qualifiers.includes('net_word'), qualifiers.includes('gross_word')];
    if (net && !gross) kinds = ['net', ...kinds.filter((kind) => kind !== 'gross' && kind !== 'net')];
    if (gross && !net) kinds = ['gross', ...kinds.filter((kind) => kind !== 'gross' && kind !== 'net')];
  }
  for (const kind of ['ignore', 'equivalent', 'previous', 'tendered', 'change', 'deposit'] as const) {
    if (others.includes(kind)) kinds.unshift(kind);
  }
  // "Change (cash)": whatever it was given back in.
  if (kinds.includes('change')) kinds.unshift('change');
  // "Amount invoiced (exempt under § 4 no. 14)": what a bracket adds makes its label no less clear.
  const bracket = tokens.findIndex(({ start }) => start > bare.indexOf('('));
  const named = bare.includes('(') && bracket >= only.to ? bracket : words.length;
  const naming = hits.filter((hit) => hit.to <= named);
  const uncovered = words.slice(0, named).filter((_, at) => !naming.some((hit) => hit.from <= at && at < hit.to));
  const currencies = uncovered.filter((word) => currencyOf(word) !== null).length;
  const unaccounted = words.filter(
    (word, at) =>
      ![...hits, ...allQualifiers].some((hit) => hit.from <= at && at < hit.to) &&
      currencyOf(word) === null &&
      !joiningWords().has(word),
  );
  const own = only.kinds[0]!;
  const isOne = hits.every(
    (hit) =>
      hit === only ||
      goesWith(own, hit.kinds[0]!) ||
      allQualifiers.some((other) => other.from < hit.to && hit.from < other.to),
  );
  return {
    kinds: [...new Set(kinds)],
    clarity: Math.min(1, covered(naming) / (named - currencies)),
    rates,
    explained: unaccounted.length === 0 && isOne,
    base: base && kinds.includes('vat'),
  };
}

/**
 * Reads the words over a column of sums. "Excl. VAT" and "incl. VAT" are heads of their own there; beside one sum they say
 * what VAT it is ("incl. VAT 19.00").
 */
export function readHead(text: string, ocr: boolean): EntryLabel | null {
  const label = readLabel(text, ocr);
  const words = tokensOf(text).filter(({ folded }) => currencyOf(folded) === null);
  const [only, ...others] = qualifierPhrases().find(text, ocr);
  const isWhole = only !== undefined && others.length === 0 && only.to - only.from === words.length;
  if (!isWhole || only.kinds.length !== 1 || totalPhrases().whole(text, ocr)) return label;
  return { kinds: [only.kinds[0] === 'net_word' ? 'net' : 'gross'], clarity: 1, rates: [], explained: true };
}

/** Words of another kind that a label may hold beside its own: what VAT is counted on, and the other names of a total. */
function goesWith(own: TotalKind, other: TotalKind): boolean {
  if (own === other) return true;
  if (own === 'vat') return ['base', 'net', 'total', 'gross'].includes(other);
  return totalNames.has(own) && totalNames.has(other);
}

const totalNames = new Set<TotalKind>(['gross', 'total', 'due']);

let joining: ReadonlySet<string> | null = null;

/** Short words that only join others, in all languages ("of", "de", "in"), and what an invoice is called. */
function joiningWords(): ReadonlySet<string> {
  joining ??= new Set(
    lexicon().flatMap(({ words, documents }) => [
      ...words.map(fold).filter((word) => word.length <= 3),
      ...documents.invoice.flatMap((title) => tokensOf(title).map((token) => token.folded)),
    ]),
  );
  return joining;
}

/** "Valoare lucrări fără TVA": whatever the sum is of, its label ends by saying that VAT is left out. */
const endsWithoutVat = (words: readonly string[], qualifiers: readonly Match<ColumnKind>[], vat: number): boolean =>
  qualifiers.some(
    (hit) =>
      hit.kinds.includes('net_word') &&
      hit.from > 0 &&
      hit.from < vat &&
      words.slice(hit.to).every((word) => currencyOf(word) !== null),
  );

/** "%IVA" over a figure says that it is a rate, and no amount. */
export const isOfRates = (text: string): boolean => /(?<!\p{Nd}\s?)%/u.test(text);

/** A text with a smaller part of words for sums only touches on them, and is no label of one. */
export const leastOfLabel = 0.34;

/** Kinds that say of no figure that it is a sum. */
export const weakKinds: ReadonlySet<TotalKind> = new Set(['base', 'reason', 'cash_accounting', 'ignore']);
