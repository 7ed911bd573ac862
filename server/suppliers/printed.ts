import { fold } from '../checks/fold.ts';
import { habitOf, type PrintedKind, type PrintedValue, valuesIn } from '../checks/printed-values.ts';
import type { FieldKind } from '../contract/fields.ts';
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

/** Where a learnt value stands: behind its label in one run, right of its label, or below it. */
const sides = ['behind', 'right', 'below'] as const;
type Side = (typeof sides)[number];

/** How the value of a field is found on the next invoice of the same layout, without saying what it was. */
export interface LearntPlace {
  label: string;
  side: Side;
  /** Of an identifier: its letters as A, its figures as 9, and what is printed between them. */
  shape: string | null;
}

/** A name or an address wraps at most so often. */
const mostRuns = 6;
const mostWords = 12;
/** In points: from a label to its value on the same line, and between the lines of an address. */
const widestGap = 260;
const lineGap = 18;
const parsed: Partial<Record<FieldKind, PrintedKind>> = {
  date: 'date',
  amount: 'amount',
  number: 'number',
  vat: 'vat',
  iban: 'iban',
  currency: 'currency',
};

/** Pages that values are looked for on, again and again: what a run of words says is made out once. */
export interface Prints {
  texts: readonly PageText[];
  /** Its values of a kind, from left to right. */
  values(run: PageWord[], kind: PrintedKind): PrintedValue[];
  /** Its words, folded. */
  folded(run: PageWord[]): string[];
  /** As a label; null where it is none. */
  label(run: PageWord[]): string | null;
  /** What is looked for on these pages, under a name, is looked for once: many invoices have the same to ask. */
  once<T>(name: string, look: () => T): T;
}

export function printsOf(texts: readonly PageText[]): Prints {
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
  const first = runs[at]![start]!;
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
    const next = below(runs, first, run);
    if (!next) return null;
    run = next;
  }
  return null;
}

/** The next line of what begins at a word: at the same left edge, right below the line before. */
function below(runs: PageText, first: PageWord, line: readonly PageWord[]): PageWord[] | null {
  const bottom = Math.max(...line.map(([, , y, , height]) => y + height));
  const isBelow = ([, x, y, , height]: PageWord): boolean =>
    y > bottom - height / 2 && y - bottom < lineGap && Math.abs(x - first[1]) < height;
  return runs.find(([word]) => word && isBelow(word)) ?? null;
}

/** Which places would find this value again: those that find it, and nothing else, on the page it was learnt from. */
export function placeOf(
  prints: Prints,
  kind: FieldKind,
  value: string | number,
  printed: readonly Printed[],
): LearntPlace | null {
  for (const { page, words, run, start } of printed) {
    const shape = parsed[kind] ? null : shapeOf(String(value));
    for (const side of sides) {
      const label = labelAt(prints.texts[page - 1]!, { words, run, start }, side);
      if (label === null) continue;
      const place = { label, side, shape };
      const found = valuesAt(prints, kind, place);
      if (found.length > 0 && found.every((each) => isSame(each.value, value))) return place;
    }
  }
  return null;
}

export function isSame(one: string | number, other: string | number): boolean {
  return typeof one === 'number' || typeof other === 'number' ? one === other : fold(one) === fold(other);
}

function labelAt(runs: PageText, { words, run, start }: Omit<Printed, 'page'>, side: Side): string | null {
  const first = words[0]!;
  if (side === 'behind') return start > 0 ? labelOf(run.slice(Math.max(0, start - 5), start)) : null;
  if (start > 0) return null;
  const label =
    side === 'right'
      ? nearest(runs, (other) => gapRight(other, first))
      : nearest(runs, (other) => gapBelow(other, first));
  return label && labelOf(label);
}

/** What a learnt place finds. */
export function valuesAt(prints: Prints, kind: FieldKind, place: LearntPlace): ValueThere[] {
  return prints.once(`place ${kind} ${placeName(place)}`, () => foundAt(prints, kind, place));
}

type ValueThere = Printed & { value: string | number };

/** Names a place: equal ones are the same place. */
export const placeName = ({ side, label, shape }: LearntPlace): string => `${side} ${label} ${shape ?? ''}`;

function foundAt(prints: Prints, kind: FieldKind, { label, side, shape }: LearntPlace): ValueThere[] {
  const found: ValueThere[] = [];
  for (const [index, runs] of prints.texts.entries()) {
    for (const run of runs) {
      for (const [words, start] of valueWords(prints, runs, run, label, side)) {
        const value = valueFrom(prints, words, start, kind, shape);
        if (value) found.push({ page: index + 1, value: value.value, words: value.words, run: words, start });
      }
    }
  }
  return found;
}

/** The words that a value is read from where a run holds its label, and from which of them on. */
function valueWords(
  prints: Prints,
  runs: PageText,
  run: PageWord[],
  label: string,
  side: Side,
): [PageWord[], number][] {
  if (side === 'behind') {
    const folded = prints.folded(run);
    return run.flatMap((_word, end) => {
      // Most words are none that the label ends with, and need no closer look.
      const last = folded[end - 1];
      if (last === undefined || (!label.endsWith(last) && !/\d/.test(last))) return [];
      const before = run.slice(Math.max(0, end - 5), end);
      return before.some((_, from) => labelOf(before.slice(from)) === label) && !labelWord(run[end]!)
        ? [[run, end] as [PageWord[], number]]
        : [];
    });
  }
  if (run.length > mostWords || prints.label(run) !== label) return [];
  const first = run[0]!;
  const value =
    side === 'right'
      ? nearest(runs, (other) => gapRight(run, other[0]!))
      : nearest(runs, (other) => gapBelow(run, other[0]!));
  return value && first !== value[0] ? [[value, 0]] : [];
}

const labelWord = ([text]: PageWord): boolean => /^\p{L}{3,}$/u.test(text) && !/\d/.test(text);

function valueFrom(
  prints: Prints,
  run: PageWord[],
  start: number,
  kind: FieldKind,
  shape: string | null,
): PrintedValue | null {
  const type = parsed[kind];
  if (type) {
    const value = prints.values(run, type).find(({ words }) => run.indexOf(words[0]!) >= start);
    return value && run.indexOf(value.words[0]!) <= start + 1 ? value : null;
  }
  for (let end = start + 1; end <= Math.min(run.length, start + mostWords); end += 1) {
    const words = run.slice(start, end);
    const value = words.map(([word]) => word).join(' ');
    if (shapeOf(value) === shape) return { value, words };
  }
  return null;
}

/** Letters as A, figures as 9, each run of them once: "FCT-2026/0117" and "FCT-2026/118" have one shape. */
function shapeOf(text: string): string {
  return text
    .replace(/\p{L}+/gu, 'A')
    .replace(/\d+/g, '9')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A label as it is compared: its letters, folded; null where there are hardly any. */
function labelOf(words: readonly PageWord[]): string | null {
  const text = words
    .map(([word]) => (/\d/.test(word) ? '' : fold(word)))
    .filter((word) => word !== '')
    .join(' ');
  return /\p{L}{2}/u.test(text) && text.length <= 60 ? text : null;
}

function nearest(runs: PageText, gap: (run: PageWord[]) => number | null): PageWord[] | null {
  let best: PageWord[] | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const run of runs) {
    const distance = run.length > 0 ? gap(run) : null;
    if (distance === null || distance >= least) continue;
    least = distance;
    best = run;
  }
  return best;
}

/** How far a word stands right of the end of a run on its line, in points; null where it does not. */
function gapRight(run: readonly PageWord[], [, x, y, , height]: PageWord): number | null {
  const [, left, top, width, high] = run.at(-1)!;
  const gap = x - (left + width);
  const overlap = Math.min(y + height, top + high) - Math.max(y, top);
  return gap >= 0 && gap < widestGap && overlap > Math.min(height, high) / 2 ? gap : null;
}

/** How far a word stands below a run, in points; null where it does not, or more than three lines below. */
function gapBelow(run: readonly PageWord[], [, x, y, width, height]: PageWord): number | null {
  const [, left, top, , high] = run[0]!;
  const [, last, , lastWidth] = run.at(-1)!;
  const gap = y - (top + high);
  const overlap = Math.min(x + width, last + lastWidth) - Math.max(x, left);
  return gap >= -height / 2 && gap < 3 * height && overlap > 0 ? gap + height : null;
}
