import { bookedList, sameBookings } from '../../server/checks/bookings.ts';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { type Booking, saysAnything } from '../../server/contract/booking.ts';
import type { Place, ReviewDraft } from '../../server/contract/window-review.ts';

type List = 'line_items' | 'vat_breakdown';
type Row = Record<string, unknown>;

const lists = { line_items: 'lines', vat_breakdown: 'rates' } as const;

/** All that a draft says of one field. */
interface Cell {
  value: unknown;
  place: Place | undefined;
  unfinished: string | undefined;
  accepted: boolean;
}

/** A draft by fields: those of the header by their path, those of rows by a name that the row keeps wherever it lies. */
interface Flat {
  cells: Map<string, Cell>;
  /** Names of the rows in their order. */
  rows: Record<List, string[]>;
  /** Where lines go in the books, or rates where there are no lines, by their names. */
  bookings: Map<string, Booking | null>;
}

/**
 * Two people changed one draft: what either of them changed counts, and where both did, what was done here. No row that
 * somebody added or wrote in is lost.
 * @param base what both began with
 * @param mine what it became here
 * @param theirs what it became elsewhere; it may be of another reading, whose rows are then known by what they say
 */
export function mergeDrafts(
  base: ReviewDraft,
  mine: ReviewDraft,
  theirs: ReviewDraft,
  sameReading: boolean,
): ReviewDraft {
  const before = flat(base, base, true, 'base');
  const here = flat(mine, base, true, 'here');
  const there = flat(theirs, base, sameReading, 'there');
  const cellOf = (name: string): Cell | undefined => {
    const [a, b] = [here.cells.get(name), there.cells.get(name)];
    return a && (!b || changed(a, before.cells.get(name))) ? a : b;
  };
  const merged: ReviewDraft = structuredClone({ ...theirs, accepted: [], places: {}, unfinished: {} });
  const decided = mine.accountChecked === base.accountChecked ? theirs : mine;
  merged.seenWarnings = [...new Set([...mine.seenWarnings, ...theirs.seenWarnings])];
  const put = (path: string, cell: Cell | undefined): void => {
    if (!cell) return;
    if (cell.accepted) merged.accepted.push(path);
    if (cell.place) merged.places[path] = cell.place;
    if (cell.unfinished !== undefined) merged.unfinished[path] = cell.unfinished;
  };
  for (const path of here.cells.keys()) {
    if (path.includes('/')) continue;
    const cell = cellOf(path);
    setAt(merged.invoice, path, cell?.value ?? null);
    put(path, cell);
  }
  // Only the account that somebody checked is checked.
  const isThatAccount = decided.invoice.bank_details.iban === merged.invoice.bank_details.iban;
  merged.accountChecked = decided.accountChecked && isThatAccount;
  const merging: Record<List, string[]> = { line_items: [], vat_breakdown: [] };
  for (const list of Object.keys(lists) as List[]) {
    const names = mergedRows(list, before, here, there);
    const columns = columnsOf(list, here, there);
    const readAt = new Map(there.rows[list].map((name, index) => [name, theirs[lists[list]][index] ?? null]));
    merged.invoice[list] = names.map((name) =>
      Object.fromEntries(columns.map((column) => [column, cellOf(`${name}/${column}`)?.value ?? null])),
    ) as never;
    merged[lists[list]] = names.map((name) => readAt.get(name) ?? (sameReading ? readIndex(name) : null));
    merging[list] = names;
    names.forEach((name, index) => {
      for (const column of columns) put(`${list}.${index}.${column}`, cellOf(`${name}/${column}`));
    });
  }
  const booked = merging[bookedList(merged.invoice)].map((name) => mergedBooking(name, before, here, there));
  merged.bookings = booked.some(saysAnything) ? booked : [];
  return merged;
}

/** Paths whose value in one draft is another than in the other; rows of different number are told as their list. */
export function differences(a: ReviewDraft, b: ReviewDraft): string[] {
  const [before, after] = [fieldValues(a.invoice), fieldValues(b.invoice)];
  const moved = (Object.keys(lists) as List[]).filter((list) => a.invoice[list].length !== b.invoice[list].length);
  const paths = [...after.keys()].filter((path) => !moved.some((list) => path.startsWith(`${list}.`)));
  const booked = moved.includes(bookedList(a.invoice)) || sameBookings(a.bookings, b.bookings) ? [] : ['bookings'];
  return [...paths.filter((path) => before.get(path) !== after.get(path)), ...moved, ...booked];
}

function flat(draft: ReviewDraft, base: ReviewDraft, sameReading: boolean, side: string): Flat {
  const rows = {
    line_items: namesOf('line_items', draft, base, sameReading, side),
    vat_breakdown: namesOf('vat_breakdown', draft, base, sameReading, side),
  };
  const cells = new Map<string, Cell>();
  for (const [path, value] of fieldValues(draft.invoice)) {
    const [list = '', index, column] = path.split('.');
    const name = list in lists ? `${rows[list as List][Number(index)]}/${column}` : path;
    cells.set(name, {
      value,
      place: draft.places[path],
      unfinished: draft.unfinished[path],
      accepted: draft.accepted.includes(path),
    });
  }
  const booked = rows[bookedList(draft.invoice)];
  const bookings = new Map(booked.map((name, index) => [name, draft.bookings[index] ?? null]));
  return { cells, rows, bookings };
}

function mergedBooking(name: string, before: Flat, here: Flat, there: Flat): Booking | null {
  const [base, mine = null, theirs] = [before, here, there].map(({ bookings }) => bookings.get(name));
  const isChangedHere = !sameBookings([mine], [base ?? null]);
  return theirs === undefined || isChangedHere ? mine : theirs;
}

/** A row is known by where it was read, else by what it says, else by its number where none came or went. */
function namesOf(list: List, draft: ReviewDraft, base: ReviewDraft, sameReading: boolean, side: string): string[] {
  const said = base.invoice[list].map((row) => JSON.stringify(row));
  const baseNames = base[lists[list]].map((from, index) =>
    from === null ? `${list}/added${index}` : `${list}/${from}`,
  );
  if (draft === base) return baseNames;
  const taken = new Set<string>();
  const take = (name: string | undefined): string | undefined => {
    if (name === undefined || taken.has(name)) return undefined;
    taken.add(name);
    return name;
  };
  const rows: readonly Row[] = draft.invoice[list];
  const found = rows.map((row, index) => {
    const from = sameReading ? (draft[lists[list]][index] ?? null) : null;
    return take(from !== null ? `${list}/${from}` : baseNames[said.indexOf(JSON.stringify(row))]);
  });
  const sameNumber = rows.length === said.length;
  return found.map(
    (name, index) => name ?? (sameNumber ? take(baseNames[index]) : undefined) ?? `${list}/${side}${index}`,
  );
}

function mergedRows(list: List, before: Flat, here: Flat, there: Flat): string[] {
  const [base, mine, theirs] = [before.rows[list], here.rows[list], there.rows[list]];
  const edited = (side: Flat, name: string): boolean =>
    [...side.cells].some(([cell, value]) => cell.startsWith(`${name}/`) && changed(value, before.cells.get(cell)));
  const goneHere = (name: string): boolean => base.includes(name) && !mine.includes(name) && !edited(there, name);
  const goneThere = (name: string): boolean => base.includes(name) && !theirs.includes(name) && !edited(here, name);
  const order = String(theirs) === String(base) ? mine : theirs;
  const all = [...new Set([...order, ...mine, ...theirs])];
  return all.filter((name) => !goneHere(name) && !goneThere(name));
}

function columnsOf(list: List, ...sides: Flat[]): string[] {
  const names = sides.flatMap(({ cells }) => [...cells.keys()]).filter((name) => name.startsWith(`${list}/`));
  return [...new Set(names.map((name) => name.slice(name.lastIndexOf('/') + 1)))];
}

function readIndex(name: string): number | null {
  const [, index = ''] = name.split('/');
  return /^\d+$/.test(index) ? Number(index) : null;
}

function changed(cell: Cell, before: Cell | undefined): boolean {
  return JSON.stringify(cell) !== JSON.stringify(before);
}

function setAt(owner: object, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() as string;
  const inner = names.reduce<Row>((one, name) => one[name] as Row, owner as Row);
  inner[last] = value;
}
