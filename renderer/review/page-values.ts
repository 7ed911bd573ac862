import { type FieldValue, fieldValues, withField } from '../../server/checks/field-paths.ts';
import {
  habitOf,
  type PrintedKind,
  type PrintedValue,
  type PrintHabit,
  valuesIn,
} from '../../server/checks/printed-values.ts';
import { sumsOf } from '../../server/checks/sums.ts';
import type { Invoice } from '../../server/contract/invoice.ts';
import type { PageText, PageWord, Place } from '../../server/contract/window.ts';
import { kindOf } from './field-groups.ts';
import { type SumName, sumName } from './sum-names.ts';

/** A value that stands on the page, to be taken for a field. */
export interface Candidate {
  value: string | number;
  place: Place;
  /** The print in front of it, which says what it is. */
  before: string;
  /** The sums that it would make hold. */
  sums: SumName[];
}

/** So many are looked through at a glance. */
const MOST_CANDIDATES = 9;
const kindsOnPage: readonly PrintedKind[] = ['date', 'amount', 'number', 'vat', 'iban', 'currency'];

function printedKind(path: string): PrintedKind | null {
  const kind = kindOf(path);
  return kindsOnPage.find((one) => one === kind) ?? null;
}

/**
 * Other values of a field's kind on the pages: amounts that make sums hold first, then the larger ones; the rest as they
 * stand. References are whatever holds a digit and is nothing else.
 */
export function candidatesFor(path: string, invoice: Invoice, pages: readonly PageText[]): Candidate[] {
  const kind = printedKind(path);
  const present = fieldValues(invoice).get(path);
  // A field of a line that was removed.
  if (present === undefined) return [];
  const habit = habitOf(pages);
  const taken = new Map<string | number, Candidate>();
  pages.forEach((runs, index) => {
    for (const run of runs) {
      const values = kind ? valuesIn(run, kind, habit, true) : referencesIn(run, path, habit);
      for (const { value, words } of values) {
        if (value === present || taken.has(value)) continue;
        const at = run.indexOf(words[0] as PageWord);
        const before = run.slice(Math.max(0, at - 4), at);
        taken.set(value, {
          value,
          place: placeOf(index + 1, words),
          before: label(textOf(before)) || label(textLeftOf(runs, words[0] as PageWord)),
          sums: [],
        });
      }
    }
  });
  const found = [...taken.values()];
  return (kind === 'amount' ? byArithmetic(found, path, invoice) : found).slice(0, MOST_CANDIDATES);
}

/** The value of a field that selected words make; null where they hold none of its kind. */
export function valueOfWords(
  path: string,
  words: readonly PageWord[],
  pages: readonly PageText[],
): { value: FieldValue; words: readonly PageWord[] } | null {
  const kind = printedKind(path);
  if (!kind) return { value: textOf(words), words };
  return valuesIn(words, kind, habitOf(pages), false)[0] ?? null;
}

/** The smallest box around words of a page. */
export function placeOf(page: number, words: readonly PageWord[]): Place {
  const left = Math.min(...words.map(([, x]) => x));
  const top = Math.min(...words.map(([, , y]) => y));
  const right = Math.max(...words.map(([, x, , width]) => x + width));
  const bottom = Math.max(...words.map(([, , y, , height]) => y + height));
  return { page, box: [left, top, right - left, bottom - top] };
}

function textOf(words: readonly PageWord[]): string {
  return words.map(([text]) => text).join(' ');
}

/** Figures before a figure do not say what it is. */
function label(text: string): string {
  return /\p{L}{2}/u.test(text) ? text : '';
}

/** The nearest print to the left on the same line. */
function textLeftOf(runs: PageText, [, x, y, , height]: PageWord): string {
  let nearest: PageWord[] = [];
  let gap = Number.POSITIVE_INFINITY;
  for (const run of runs) {
    const [, , top, , high] = run[0] as PageWord;
    const [, lastX, , lastWidth] = run.at(-1) as PageWord;
    const apart = x - lastX - lastWidth;
    const level = Math.abs(top + high / 2 - y - height / 2) < height / 2;
    if (level && apart >= 0 && apart < gap) [nearest, gap] = [run, apart];
  }
  return textOf(nearest.slice(-4));
}

function byArithmetic(found: Candidate[], path: string, invoice: Invoice): Candidate[] {
  const judged = found.map((candidate) => {
    const sums = sumsOf(withField(invoice, path, candidate.value))
      .filter((sum) => sum.holds && sum.paths.includes(path))
      .map(({ paths }) => sumName(paths));
    return { ...candidate, sums };
  });
  return judged.sort((a, b) => b.sums.length - a.sums.length || Number(b.value) - Number(a.value));
}

const wantsReference = /^(invoice_number|po_reference|delivery_note_number)$/;

function referencesIn(run: readonly PageWord[], path: string, habit: PrintHabit): PrintedValue[] {
  if (path === 'vendor.email') return run.filter(([text]) => /^\S+@\S+\.\S+$/.test(text)).map(alone);
  if (!wantsReference.test(path)) return [];
  const other = kindsOnPage.flatMap((kind) => valuesIn(run, kind, habit, true)).flatMap(({ words }) => words);
  // A whole number alone is a number of the kind that is sought; one with decimals is an amount.
  return run
    .filter((word) => /\d/.test(word[0]) && word[0].length >= 3)
    .filter((word) => !other.includes(word) || /^\d+$/.test(word[0]))
    .map(alone);
}

function alone(word: PageWord): PrintedValue {
  return { value: word[0].replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, ''), words: [word] };
}
