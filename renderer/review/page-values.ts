import { Decimal } from 'decimal.js';
import { type FieldValue, fieldValues, withField } from '../../server/checks/field-paths.ts';
import {
  habitOf,
  type PrintedKind,
  type PrintedValue,
  type PrintHabit,
  valuesIn,
} from '../../server/checks/printed-values.ts';
import { sumsOf } from '../../server/checks/sums.ts';
import { withoutEnd } from '../../server/checks/without-end.ts';
import { fieldOf, kindOf } from '../../server/contract/fields.ts';
import type { Invoice, Line } from '../../server/contract/invoice.ts';
import type { PageText, PageWord, Place } from '../../server/contract/window-review.ts';
import { emptyLine } from './edit-draft.ts';
import { indexedPath } from './field-groups.ts';
import { signOf } from './name-signs.ts';
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

/** What stands on the pages, with how it is printed; values of a kind are looked for once. */
export interface Print {
  pages: readonly PageText[];
  habit: PrintHabit;
  valuesOf(kind: PrintedKind): FoundValue[];
}

interface FoundValue extends PrintedValue {
  page: number;
  run: readonly PageWord[];
}

export function printOf(pages: readonly PageText[]): Print {
  const habit = habitOf(pages);
  const found = new Map<PrintedKind, FoundValue[]>();
  return {
    pages,
    habit,
    valuesOf(kind) {
      const known = found.get(kind) ?? onPages(pages, (run) => valuesIn(run, kind, habit, true));
      found.set(kind, known);
      return known;
    },
  };
}

function onPages(pages: readonly PageText[], valuesOf: (run: readonly PageWord[]) => PrintedValue[]): FoundValue[] {
  return pages.flatMap((runs, index) =>
    runs.flatMap((run) => valuesOf(run).map((value) => ({ ...value, page: index + 1, run }))),
  );
}

/**
 * Other values of a field's kind on the pages: amounts that make sums hold first, then the larger ones; the rest as they
 * stand. References are whatever holds a digit and is nothing else. `besideVat` as `sumsOf` has it.
 */
export function candidatesFor(path: string, invoice: Invoice, besideVat: number, print: Print): Candidate[] {
  const kind = printedKind(path);
  const present = fieldValues(invoice).get(path);
  // A field of a line that was removed.
  if (present === undefined) return [];
  const found = kind
    ? print.valuesOf(kind)
    : (namesAndAddresses(path, print.pages) ?? onPages(print.pages, (run) => referencesIn(run, path, print.habit)));
  const different = new Map<string | number, FoundValue>();
  for (const each of found) {
    // A part of an address is no other address.
    const same = each.value === present || (kindOf(path) === 'address' && String(present).includes(String(each.value)));
    if (!same && !different.has(each.value)) different.set(each.value, each);
  }
  const makes = kind === 'amount' ? sumsMadeBy(path, invoice, besideVat) : () => [];
  const judged = [...different.values()].map((each) => ({ ...each, sums: makes(Number(each.value)) }));
  if (kind === 'amount') judged.sort((a, b) => b.sums.length - a.sums.length || Number(b.value) - Number(a.value));
  return judged.slice(0, MOST_CANDIDATES).map(({ value, words, page, run, sums }) => ({
    value,
    place: placeOf(page, words),
    before: labelOf(words[0] as PageWord, run, print.pages[page - 1] ?? []),
    sums,
  }));
}

/** Which sums with the field in them would hold by a value. */
function sumsMadeBy(path: string, invoice: Invoice, besideVat: number): (value: number) => SumName[] {
  const line = indexedPath(path);
  // Of a line only its own sum is asked; of the header, that of all lines together is enough and quick.
  const small: Invoice =
    line?.list === 'line_items'
      ? { ...invoice, subtotal: null, line_items: invoice.line_items.slice(line.index, line.index + 1) }
      : { ...invoice, line_items: together(invoice.line_items) };
  const inSmall = line?.list === 'line_items' ? `line_items.0.${line.name}` : path;
  return (value) =>
    sumsOf(withField(small, inSmall, value), besideVat)
      .filter((sum) => sum.holds && sum.paths.includes(inSmall))
      .map(({ paths }) => sumName(paths));
}

/** One line of what all lines come to; none where a line has no amount. */
function together(lines: readonly Line[]): Line[] {
  if (lines.length === 0 || lines.some(({ total }) => total === null)) return [];
  const total = lines.reduce((sum, line) => sum.plus(line.total ?? 0), new Decimal(0)).toNumber();
  return [{ ...emptyLine, total }];
}

/** The value of a field that selected words make; null where they hold none of its kind. */
export function valueOfWords(
  path: string,
  words: readonly PageWord[],
  { habit }: Print,
): { value: FieldValue; words: readonly PageWord[] } | null {
  const kind = printedKind(path);
  if (!kind) return { value: textOf(words), words };
  return valuesIn(words, kind, habit, false)[0] ?? null;
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

/** The print before a word: in its own run, else to the left of it. Figures do not say what a figure is. */
function labelOf(word: PageWord, run: readonly PageWord[], runs: PageText): string {
  const at = run.indexOf(word);
  const texts = [textOf(run.slice(Math.max(0, at - 4), at)), textLeftOf(runs, word)];
  return texts.find((text) => /\p{L}{2}/u.test(text)) ?? '';
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

/** Lines that could be a name or an address, only the likely ones where there are some; null for a field that is neither. */
function namesAndAddresses(path: string, pages: readonly PageText[]): FoundValue[] | null {
  const isLikely = signOf(path);
  if (!isLikely) return null;
  const address = kindOf(path) === 'address';
  const found = pages.flatMap((runs, index) =>
    runs.flatMap((run) => {
      const behind = behindLabel(run);
      // Addresses often go on in the line below.
      const below = address && runs.find((one) => isBelow(run, one));
      return [...(below ? [[...behind, ...below]] : []), behind].map((words) => ({
        value: textOf(words),
        words: [...words],
        page: index + 1,
        run,
      }));
    }),
  );
  const fits = found.filter(({ value }) => {
    const digits = value.replace(/\D/g, '').length;
    const letters = value.replace(/\P{L}/gu, '').length;
    if (letters < 3 || value.length > (address ? 160 : 80)) return false;
    if (address)
      return (
        digits > 0 && !/[:@]/.test(value) && (isLikely(value) || (value.includes(',') && /\b\d{4,6}\b/.test(value)))
      );
    // A word alone is a heading more often than a name.
    const plain = digits === 0 && value.includes(' ') && !/[:@]/.test(value);
    return plain || (isLikely(value) && digits < letters / 2);
  });
  // One of them is what the field has now.
  const sure = fits.filter(({ value }) => isLikely(value));
  return sure.length > 1 ? sure : fits;
}

/** "Furnizor: Moara SRL" names Moara SRL. */
function behindLabel(run: readonly PageWord[]): readonly PageWord[] {
  const colon = run.findIndex(([text]) => text.endsWith(':'));
  return colon >= 0 && colon < run.length - 1 ? run.slice(colon + 1) : run;
}

function isBelow(run: readonly PageWord[], next: readonly PageWord[] | undefined): boolean {
  const [first, below] = [run[0], next?.[0]];
  if (!first || !below) return false;
  const [, x, y, , height] = first;
  return Math.abs(below[1] - x) < 2 * height && below[2] > y && below[2] - y < 2 * height;
}

function referencesIn(run: readonly PageWord[], path: string, habit: PrintHabit): PrintedValue[] {
  const { kind, group } = fieldOf(path);
  if (kind === 'email') return run.filter(([text]) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)).map(alone);
  if ((kind !== 'identifier' && kind !== 'register') || group === null) return [];
  const other = kindsOnPage.flatMap((kind) => valuesIn(run, kind, habit, true)).flatMap(({ words }) => words);
  // A whole number alone is a number of the kind that is sought; one with decimals is an amount.
  return run
    .filter((word) => /\d/.test(word[0]) && word[0].length >= 3)
    .filter((word) => !other.includes(word) || /^\d+$/.test(word[0]))
    .map(alone);
}

function alone(word: PageWord): PrintedValue {
  return { value: withoutEnd(word[0].replace(/^[^\p{L}\d]+/u, ''), /[^\p{L}\d]/u), words: [word] };
}
