import type { PageText, PageWord } from '../contract/window-review.ts';
import { currencyOf, decideNumberStyle, type NumberStyle, parseNumber } from './amounts.ts';
import { findDates } from './dates.ts';
import { findIbans } from './iban.ts';
import { monthNamed } from './month-names.ts';
import { checkVatNumber } from './vat-numbers.ts';
import { withoutEnd } from './without-end.ts';

/** Kinds of values that can be told from other print by themselves. */
export type PrintedKind = 'date' | 'amount' | 'number' | 'vat' | 'iban' | 'currency';

export interface PrintedValue {
  value: string | number;
  /** The words it was printed with. */
  words: PageWord[];
}

/** How one document prints numbers and dates. */
export interface PrintHabit {
  numbers: NumberStyle;
  monthFirst: boolean;
}

/** A number in groups of three, a VAT number or an IBAN in groups of four: a value takes in at most so many words. */
const MOST_WORDS = 9;

export function habitOf(pages: readonly PageText[]): PrintHabit {
  const runs = pages.flat();
  const dates = runs.flatMap((run) => findDates(textOf(run), monthNamed));
  return {
    numbers: decideNumberStyle(runs.flatMap((run) => run.map(([text]) => text))),
    monthFirst: dates.some(({ dmy }) => dmy === null) && dates.every(({ mdy }) => mdy !== null),
  };
}

/**
 * The values of a kind among words that follow each other, from left to right, not overlapping.
 * @param sure leave out what is printed like many other things: whole numbers without a currency as amounts
 */
export function valuesIn(
  words: readonly PageWord[],
  kind: PrintedKind,
  habit: PrintHabit,
  sure: boolean,
): PrintedValue[] {
  const found: PrintedValue[] = [];
  for (let start = 0; start < words.length; ) {
    const value = longestAt(words, start, kind, habit, sure);
    if (value) found.push({ value: value.value, words: value.words });
    start += value?.taken ?? 1;
  }
  return found;
}

function longestAt(
  words: readonly PageWord[],
  start: number,
  kind: PrintedKind,
  habit: PrintHabit,
  sure: boolean,
): (PrintedValue & { taken: number }) | null {
  for (let count = Math.min(MOST_WORDS, words.length - start); count > 0; count -= 1) {
    let taken = words.slice(start, start + count);
    const value = valueIn(textOf(taken), kind, habit, sure);
    if (value === null) continue;
    // A label in front is no part of the value.
    while (taken.length > 1 && valueIn(textOf(taken.slice(1)), kind, habit, sure) === value) taken = taken.slice(1);
    return { value, words: taken, taken: count };
  }
  return null;
}

/** The value that a text is, apart from a label and punctuation around it; null where it is none, or more than that. */
function valueIn(printed: string, kind: PrintedKind, habit: PrintHabit, sure: boolean): string | number | null {
  const text = withoutEnd(printed.replace(/^[^\d\s]*[:(]\s*/u, ''), /[\s,;:)]/u);
  switch (kind) {
    case 'date': {
      const [date] = findDates(text, monthNamed);
      if (!date || date.start > 0 || date.end < text.length || (sure && date.compact)) return null;
      return habit.monthFirst ? (date.mdy ?? date.dmy) : (date.dmy ?? date.mdy);
    }
    case 'amount':
    case 'number': {
      const number = parseNumber(text, habit.numbers);
      // A figure that ends a clause and the one that begins the next are two.
      if (!number || /[.,;:]\s/u.test(text) || (kind === 'amount' && number.percent)) return null;
      if (sure && kind === 'amount' && number.decimals === 0 && number.currency === null) return null;
      return number.value.toNumber();
    }
    case 'vat': {
      const check = /^[\p{Lu}\d\s.\-+*]+$/u.test(text) ? checkVatNumber(text, 'RO') : null;
      if (!check?.shapeOk) return null;
      // Many short numbers have a check digit that fits by chance, or stand behind two letters.
      const certain = check.body.length >= 6 && (check.prefixed || check.checkDigitOk);
      return sure && !certain ? null : check.normalised;
    }
    case 'iban': {
      const [iban] = findIbans(text);
      return iban && iban.start === 0 && iban.end === text.length ? iban.iban : null;
    }
    case 'currency':
      return currencyOf(text);
  }
}

function textOf(words: readonly PageWord[]): string {
  return words.map(([text]) => text).join(' ');
}
