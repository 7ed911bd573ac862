import leven from 'leven';
import { fold } from '../../server/checks/fold.ts';
import type { Place } from '../../server/engine/candidates/text-lines.ts';
import type { Decision } from '../../server/engine/decide/decide.ts';
import { type Candidate, candidatesOf, choiceOf } from '../../server/engine/explain/candidates.ts';
import { bottomOf } from '../../server/engine/layout/geometry.ts';
import type { Table } from '../../server/engine/lines/found-table.ts';
import { type Features, weights } from '../../server/engine/weights.ts';
import { printedPlace } from './printed-places.ts';

/** Where a value was lost, in the order of the way that it goes. */
export const stages = [
  'file not opened',
  'not on the page as read',
  'no candidate',
  'no label',
  'chosen wrong',
  'other form',
  'not printed',
] as const;
export type Stage = (typeof stages)[number];

/** A value that the scorer calls missing or wrong. */
export interface Miss {
  /** As in the truth: `vendor.name`, `line_items.3`, `line_items.3.total`. */
  path: string;
  /** Null where the page prints none. */
  truth: string | number | null;
  given: string | number | null;
  /** Where the given line stands in the answer; of cells of lines only. */
  givenPath?: string;
}

/** A miss with the place where it was lost. */
export interface Loss extends Miss {
  stage: Stage;
  /** What it lost against, and by what. */
  why: string;
  /** Where the truth stands, and what was given instead. */
  truthPlace: Place | null;
  givenPlace: Place | null;
}

/**
 * Says where each value was lost.
 * @param decision null where the file could not be opened
 */
export function lossesOf(misses: readonly Miss[], decision: Decision | null): Loss[] {
  const candidates = decision ? candidatesOf(decision.layout, decision.facts) : new Map<string, Candidate[]>();
  return misses.map((miss): Loss => {
    if (!decision) return { ...miss, stage: 'file not opened', why: '', truthPlace: null, givenPlace: null };
    const givenPlace = placeGiven(decision, miss.givenPath ?? miss.path);
    if (miss.truth === null) return { ...miss, stage: 'not printed', why: '', truthPlace: null, givenPlace };
    const lost = miss.path.startsWith('line_items.')
      ? lostOfLine(miss, decision, givenPlace)
      : lostOfHeader(miss, decision, candidates.get(miss.path));
    return { ...miss, ...lost, givenPlace };
  });
}

type Lost = Pick<Loss, 'stage' | 'why' | 'truthPlace'>;

function placeGiven({ extraction }: Decision, path: string): Place | null {
  const { page = null, box = null } = extraction.fields[path] ?? {};
  if (page === null || box === null) return null;
  const [x, y, width, height] = box;
  return { page, box: { x, y, width, height } };
}

function lostOfHeader({ path, truth, given }: Miss, { layout }: Decision, all: readonly Candidate[] | undefined): Lost {
  const right = all?.filter(({ values }) => values.some((value) => isSame(value, truth!))) ?? [];
  const named = right.find(({ labelled, features }) => labelled && features) ?? right.find(({ labelled }) => labelled);
  const truthPlace = (named ?? right[0])?.place ?? printedPlace(layout, path, truth!, null);
  const lost = (stage: Stage, why = ''): Lost => ({ stage, why, truthPlace });
  if (given !== null && isOtherForm(given, truth!)) return lost('other form');
  if (!truthPlace) return lost('not on the page as read');
  const rival = given === null ? undefined : all?.find(({ values }) => values.some((value) => isSame(value, given)));
  // A field without candidates is read from where its words lead: there is nothing to choose between.
  if (!all) return lost(given === null ? 'no candidate' : 'chosen wrong');
  if (right.length === 0) return lost('no candidate', seen(all, given));
  if (!named) return lost('no label', seen(right, given));
  return lost('chosen wrong', against(path, named, rival));
}

const seen = (all: readonly Candidate[], given: Miss['given']): string =>
  `${all.length} seen${given === null ? ', none given' : ''}`;

/** The features that decided between the right value and the one that was given, the weightiest first. */
function against(path: string, right: Candidate, rival: Candidate | undefined): string {
  const choice = choiceOf[path];
  if (!choice || !right.features) return rival ? 'not weighed' : 'nothing was given';
  const own = right.features;
  const other: Features = rival?.features ?? {};
  const differences = [...new Set([...Object.keys(own), ...Object.keys(other)])]
    .map((name) => ({
      name,
      by: (weights()[choice][name] ?? 0) * (Number(other[name] ?? 0) - Number(own[name] ?? 0)),
    }))
    .filter(({ by }) => Math.abs(by) > 0.005)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, 5)
    .map(({ name, by }) => `${name} ${by > 0 ? '+' : ''}${by.toFixed(2)}`);
  return `${rival ? 'rival' : 'below the least that is given'}: ${differences.join(', ') || 'no feature differs'}`;
}

function lostOfLine(miss: Miss, { layout, tables }: Decision, givenPlace: Place | null): Lost {
  const { path, truth, given } = miss;
  if (given !== null && isOtherForm(given, truth!)) return { stage: 'other form', why: '', truthPlace: givenPlace };
  const truthPlace = printedPlace(layout, path, truth!, givenPlace);
  const lost = (stage: Stage, why = ''): Lost => ({ stage, why, truthPlace });
  if (!truthPlace) return lost('not on the page as read');
  const table = tables.find((one) => isWithin(one, truthPlace));
  if (!table) return lost('no candidate', 'in no table');
  const isLine = table.lines.some((line) => line.figureRow.row.page === truthPlace.page && isBeside(line, truthPlace));
  if (!isLine) return lost('no label', 'in a table, and in no line of it');
  return lost('chosen wrong', given === null ? 'of a line, and not given' : 'of a line, and another was given');
}

function isWithin({ page, rows }: Table, { page: number, box }: Place): boolean {
  const own = page.rows.slice(rows.from, rows.to);
  return page.page.number === number && own.length > 0 && box.y >= own[0]!.y - 1 && box.y <= bottomOf(own.at(-1)!);
}

const isBeside = ({ above, figureRow, below }: Table['lines'][number], { box }: Place): boolean =>
  [...above, figureRow, ...below].some(({ row }) => box.y < bottomOf(row) && row.y < box.y + box.height);

/** Whether both are printings of one value, as far as a candidate can tell. */
function isSame(one: string | number, other: string | number): boolean {
  if (typeof one === 'number' || typeof other === 'number') return Math.abs(Number(one)) === Math.abs(Number(other));
  const [a, b] = [fold(one), fold(other)];
  const bare = (text: string): string => text.replace(/^[a-z]{2}(?=\d)/, '');
  return a === b || bare(a) === bare(b) || alike(one, other) >= 0.85;
}

/** More or less of the same print: a part of a name, a number without its series, a sign, day and month exchanged. */
function isOtherForm(given: string | number, truth: string | number): boolean {
  if (typeof given === 'number' || typeof truth === 'number')
    return Math.abs(Math.abs(Number(given)) - Math.abs(Number(truth))) < 0.01;
  const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
  if (isDate(given) && isDate(truth)) return given.split('-').sort().join() === truth.split('-').sort().join();
  const [shorter, longer] = [fold(given), fold(truth)].sort((a, b) => a.length - b.length) as [string, string];
  return (shorter.length >= 3 && longer.includes(shorter)) || alike(given, truth) >= 0.6;
}

/** Two texts' likeness from 0 to 1: by their words or by their letters, whichever is more. */
export function alike(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split(/[^\p{L}\p{N}]+/u).flatMap((part) => fold(part) || []));
  const left = [...b!];
  const hits = a!.filter((part) => left.includes(part) && left.splice(left.indexOf(part), 1)).length;
  const [x, y] = [a!.join(''), b!.join('')];
  const letters = 1 - leven(x, y) / Math.max(x.length, y.length, 1);
  return Math.max((2 * hits) / Math.max(a!.length + b!.length, 1), letters);
}
