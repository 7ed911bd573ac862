import { isWithinEdits } from '../checks/edit-distance.ts';
import { fold } from '../checks/fold.ts';
import { habitOf, type PrintedKind, type PrintedValue, valuesIn } from '../checks/printed-values.ts';
import type { FieldKind } from '../contract/fields.ts';
import type { Extraction } from '../contract/invoice.ts';
import type { PageText, PageWord } from '../contract/window-review.ts';

/** A value where it is printed. */
export interface Printed {
  /** From 1. */
  page: number;
  words: readonly PageWord[];
  /** The run of words that it stands in, and at which of them it begins. */
  run: readonly PageWord[];
  start: number;
}

/** A name or an address wraps at most so often. */
const mostRuns = 6;
/** In points, between the lines of an address. */
const lineGap = 18;
/** What a value of a kind is found by in print; the others are compared as they are written. */
export const parsed: Partial<Record<FieldKind, PrintedKind>> = {
  date: 'date',
  amount: 'amount',
  number: 'number',
  vat: 'vat',
  iban: 'iban',
  currency: 'currency',
};

/** OCR changes, adds or leaves out at most one letter in so many, and no more of them, for a text to be the one it read. */
const lettersAnError = 8;
const mostErrors = 4;

/** Pages that values are looked for on, again and again: what a run of words says is made out once. */
export interface Prints {
  texts: readonly PageText[];
  /** Whether the words of a page, from 1, were recognised in a picture. */
  isRecognised(page: number): boolean;
  /** Its values of a kind, from left to right. */
  values(run: PageWord[], kind: PrintedKind): PrintedValue[];
  /** Its words, folded. */
  folded(run: PageWord[]): string[];
  /** As a label; null where it is none. */
  label(run: PageWord[]): string | null;
  /** What is looked for on these pages, under a name, is looked for once: many invoices have the same to ask. */
  once<T>(name: string, look: () => T): T;
}

/** @param fields of the extraction: they say which pages OCR read */
export function printsOf(texts: readonly PageText[], fields: Extraction['fields'] = {}): Prints {
  const recognised = new Set(Object.values(fields).flatMap(({ page, source }) => (source === 'ocr' ? page : [])));
  const habit = habitOf(texts);
  const once = <T>(make: (run: PageWord[], kind: string) => T) => {
    const made = new Map<PageWord[], Map<string, T>>();
    return (run: PageWord[], kind = ''): T => {
      const ofRun = made.get(run) ?? new Map<string, T>();
      made.set(run, ofRun);
      if (!ofRun.has(kind)) ofRun.set(kind, make(run, kind));
      return ofRun.get(kind) as T;
    };
  };
  const looked = new Map<string, unknown>();
  return {
    texts,
    isRecognised: (page) => recognised.has(page),
    label: once((run) => labelOf(run)),
    once<T>(name: string, look: () => T): T {
      if (!looked.has(name)) looked.set(name, look());
      return looked.get(name) as T;
    },
    values: once((run, kind) => (mayHold(run, kind) ? valuesIn(run, kind as PrintedKind, habit, false) : [])),
    folded: once((run) => run.map(([text]) => fold(text))),
  };
}

/** Every value but a currency has a figure in it. */
const mayHold = (run: PageWord[], kind: string): boolean =>
  kind === 'currency' || run.some(([text]) => /\d/.test(text));

/**
 * Where a text, or a VAT number, is printed as OCR may have misread it: nearly all of its letters are there. An account is not
 * looked for so, because where money goes is taken from the page alone.
 */
export function nearly(prints: Prints, kind: FieldKind, value: string | number): Printed[] {
  if (kind !== 'vat' && parsed[kind]) return [];
  const wanted = fold(String(value));
  const errors = kind === 'vat' ? 1 : Math.min(mostErrors, Math.floor(wanted.length / lettersAnError));
  if (errors === 0) return [];
  return prints.once(`nearly ${kind} ${value}`, () =>
    prints.texts.flatMap((runs, index) =>
      prints.isRecognised(index + 1)
        ? runs.flatMap((run, at) =>
            run.flatMap((_, start): Printed[] => {
              const words = followNearly(prints, runs, { at, start }, wanted, errors);
              return words ? [{ page: index + 1, words, run, start }] : [];
            }),
          )
        : [],
    ),
  );
}

function followNearly(
  prints: Prints,
  runs: PageText,
  { at, start }: { at: number; start: number },
  wanted: string,
  errors: number,
): PageWord[] | null {
  let run = runs[at]!;
  const first = prints.folded(run)[start]!;
  // To compare every few words of a page takes longer than a document may.
  if (first === '' || !isWithinEdits(first, wanted.slice(0, first.length), Math.min(2, errors))) return null;
  const taken: PageWord[] = [];
  let text = '';
  for (let lines = 0, from = start; lines < mostRuns; lines += 1, from = 0) {
    const words = prints.folded(run);
    for (let index = from; index < words.length; index += 1) {
      taken.push(run[index]!);
      text += words[index]!;
      if (text.length > wanted.length + errors) return null;
      if (text.length >= wanted.length - errors && isWithinEdits(text, wanted, errors)) return taken;
    }
    const next = below(runs, run.slice(from), () => true);
    if (!next) return null;
    run = next;
  }
  return null;
}

/** Every place where a value of a kind is printed. */
export function occurrences(prints: Prints, kind: FieldKind, value: string | number): Printed[] {
  return prints.once(`value ${kind} ${value}`, () => printedAs(prints, kind, value));
}

function printedAs(prints: Prints, kind: FieldKind, value: string | number): Printed[] {
  const found: Printed[] = [];
  const type = parsed[kind];
  const wanted = fold(String(value));
  // However a number is parted, its longest row of figures is there; to look closer at every run takes milliseconds.
  const figures = type === 'vat' || type === 'iban' ? longestFigures(wanted) : '';
  for (const [index, runs] of prints.texts.entries()) {
    for (const [at, run] of runs.entries()) {
      if (figures !== '' && !prints.folded(run).join('').includes(figures)) continue;
      const words = type
        ? prints
            .values(run, type)
            .filter((each) => each.value === value)
            .map((each) => each.words)
        : textAt(prints, runs, at, wanted);
      for (const each of words) found.push({ page: index + 1, words: each, run, start: run.indexOf(each[0]!) });
    }
  }
  return found;
}

const longestFigures = (text: string): string =>
  (text.match(/\d+/g) ?? []).reduce((longest, each) => (each.length > longest.length ? each : longest), '');

/** A text that begins in a run, and may go on in the lines below. */
function textAt(prints: Prints, runs: PageText, at: number, wanted: string): PageWord[][] {
  if (wanted === '') return [];
  const words = prints.folded(runs[at]!);
  for (let start = 0; start < words.length; start += 1) {
    const taken =
      words[start] !== '' && wanted.startsWith(words[start]!) ? follow(prints, runs, at, start, wanted) : null;
    if (taken) return [taken];
  }
  return [];
}

function follow(prints: Prints, runs: PageText, at: number, start: number, wanted: string): PageWord[] | null {
  const taken: PageWord[] = [];
  let left = wanted;
  let run = runs[at]!;
  for (let lines = 0, from = start; lines < mostRuns; lines += 1, from = 0) {
    const words = prints.folded(run);
    for (let index = from; index < words.length; index += 1) {
      const text = words[index]!;
      if (text === '') continue;
      if (!left.startsWith(text)) return null;
      taken.push(run[index]!);
      left = left.slice(text.length);
      if (left === '') return taken;
    }
    const next = below(runs, run.slice(from), (word) => word !== '' && left.startsWith(word));
    if (!next) return null;
    run = next;
  }
  return null;
}

/** The next line of a text: right below the line before, at the same left or right edge or in its middle. */
function below(runs: PageText, line: readonly PageWord[], goesOn: (folded: string) => boolean): PageWord[] | null {
  const bottom = Math.max(...line.map(([, , y, , height]) => y + height));
  const above = edgesOf(line);
  const isBelow = (run: readonly PageWord[]): boolean => {
    const [text, , y, , height] = run[0]!;
    if (y <= bottom - height / 2 || y - bottom >= lineGap || !goesOn(fold(text))) return false;
    const own = edgesOf(run);
    const middles = [above, own].map(({ left, right }) => (left + right) / 2) as [number, number];
    return [own.left - above.left, own.right - above.right, middles[0] - middles[1]].some(
      (distance) => Math.abs(distance) < height,
    );
  };
  return runs.find((run) => run.length > 0 && isBelow(run)) ?? null;
}

/** Of a run, in points. */
export const edgesOf = (run: readonly PageWord[]): { left: number; right: number; top: number } => {
  const [, left, top] = run[0]!;
  const [, last, , width] = run.at(-1)!;
  return { left, right: last + width, top };
};

export function isSame(one: string | number, other: string | number): boolean {
  return typeof one === 'number' || typeof other === 'number' ? one === other : fold(one) === fold(other);
}

/** A label as it is compared: its letters, folded; null where there are hardly any. */
export function labelOf(words: readonly PageWord[]): string | null {
  const text = words
    .map(([word]) => (/\d/.test(word) ? '' : fold(word)))
    .filter((word) => word !== '')
    .join(' ');
  return /\p{L}{2}/u.test(text) && text.length <= 60 ? text : null;
}
