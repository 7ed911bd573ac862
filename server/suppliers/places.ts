import { createHash } from 'node:crypto';
import type { PrintedValue } from '../checks/printed-values.ts';
import type { FieldKind } from '../contract/fields.ts';
import type { PageText, PageWord } from '../contract/window-review.ts';
import { edgesOf, isSame, labelOf, type Printed, type Prints, parsed } from './printed.ts';

/** Where a learnt value stands: behind its label in one run, right of its label, or below it. */
const sides = ['behind', 'right', 'below'] as const;
type Side = (typeof sides)[number];

/** Print that stays, by which a value without a label is found again. */
interface Anchor {
  /** Of its letters: it may be of the invoice, whose words are not kept. */
  digest: string;
  /** From the anchor's left edge to the value's left and right ones, and from top to top, in points. */
  left: number;
  right: number;
  top: number;
}

/** How the value of a field is found on the next invoice of the same layout, without saying what it was. */
export type LearntPlace = (
  | { label: string; side: Side }
  /** Alone, without a label: by what is printed around it. */
  | { side: 'apart'; anchors: readonly Anchor[] }
) & {
  /** Of an identifier: its letters as A, its figures as 9, and what is printed between them. */
  shape: string | null;
};

/** Neither a label nor a value is longer. */
const mostWords = 12;
/** Of what stands around a value without a label, some may be another thing on the next invoice. */
const mostAnchors = 4;
/** In points, from a label to its value on the same line. */
const widestGap = 260;

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
      if (finds(prints, kind, place, value)) return place;
    }
  }
  for (const { page, words, run } of printed) {
    if (words.length !== run.length) continue;
    const shape = parsed[kind] ? null : shapeOf(String(value));
    const place: LearntPlace = { side: 'apart', anchors: anchorsOf(prints, page, run), shape };
    if (finds(prints, kind, place, value)) return place;
  }
  return null;
}

/** Whether a place finds a value on these pages, and nothing else. */
function finds(prints: Prints, kind: FieldKind, place: LearntPlace, value: string | number): boolean {
  const found = valuesAt(prints, kind, place);
  return found.length > 0 && found.every((each) => isSame(each.value, value));
}

/** What words stand around a value, the nearest first. */
function anchorsOf(prints: Prints, page: number, value: readonly PageWord[]): Anchor[] {
  const { left, right, top } = edgesOf(value);
  return [...wordings(prints)]
    .flatMap(([digest, places]) => (places.length === 1 ? [{ digest, ...places[0]! }] : []))
    .filter((place) => place.page === page && place.run !== value)
    .map(({ digest, run }) => {
      const own = edgesOf(run);
      return { digest, left: left - own.left, right: right - own.left, top: top - own.top };
    })
    .toSorted((one, other) => Math.hypot(one.left, one.top) - Math.hypot(other.left, other.top))
    .slice(0, mostAnchors);
}

/** The runs of words that have no figures, by what they say. */
function wordings(prints: Prints): Map<string, { page: number; run: PageWord[] }[]> {
  return prints.once('wordings', () => {
    const runs = prints.texts.flatMap((texts, index) => texts.map((run) => ({ page: index + 1, run })));
    const worded = runs.filter(
      ({ run }) => run.length <= mostWords && run.every(([word]) => !/\d/.test(word)) && prints.label(run) !== null,
    );
    return Map.groupBy(worded, ({ run }) => createHash('sha256').update(prints.label(run)!).digest('base64url'));
  });
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
export const placeName = (place: LearntPlace): string =>
  `${place.side} ${place.side === 'apart' ? JSON.stringify(place.anchors) : place.label} ${place.shape ?? ''}`;

function foundAt(prints: Prints, kind: FieldKind, place: LearntPlace): ValueThere[] {
  if (place.side === 'apart') return foundApart(prints, kind, place);
  const { label, side, shape } = place;
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

/** What stands alone where the anchors have it. */
function foundApart(
  prints: Prints,
  kind: FieldKind,
  { anchors, shape }: Extract<LearntPlace, { side: 'apart' }>,
): ValueThere[] {
  return anchors.flatMap((anchor) =>
    (wordings(prints).get(anchor.digest) ?? []).flatMap(({ page, run: from }) =>
      prints.texts[page - 1]!.filter((run) => isThere(run, from, anchor)).flatMap((run): ValueThere[] => {
        const value = valueFrom(prints, run, 0, kind, shape);
        return value?.words.length === run.length ? [{ page, ...value, run, start: 0 }] : [];
      }),
    ),
  );
}

function isThere(run: readonly PageWord[], from: readonly PageWord[], { left, right, top }: Anchor): boolean {
  const [first] = run;
  if (!first || run === from) return false;
  const near = first[4] / 2;
  const [own, anchor] = [edgesOf(run), edgesOf(from)];
  return (
    Math.abs(own.top - anchor.top - top) < near &&
    (Math.abs(own.left - anchor.left - left) < near || Math.abs(own.right - anchor.left - right) < near)
  );
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
