import { type FieldValue, fieldValues, withField } from '../../server/checks/field-paths.ts';
import { fieldOf, namesOf, type Part } from '../../server/contract/fields.ts';
import type { Invoice, Line, VatBreakdown } from '../../server/contract/invoice.ts';
import type { WarningCode } from '../../server/contract/warning-codes.ts';
import type { Place, ReviewDraft } from '../../server/contract/window-review.ts';
import { joinedBooking } from './edit-bookings.ts';

/** Another value of a field, by its path. */
export type Change = readonly [path: string, value: FieldValue];

/**
 * The draft with another value at a path.
 * @param place where on the page it was taken from; null for one that was typed
 */
export function corrected(
  draft: ReviewDraft,
  path: string,
  value: FieldValue,
  place: Place | null = null,
): ReviewDraft {
  const same = fieldValues(draft.invoice).get(path) === value;
  if (same && draft.unfinished[path] === undefined) return draft;
  const { [path]: _finished, ...unfinished } = draft.unfinished;
  const { [path]: _before, ...places } = draft.places;
  return {
    ...draft,
    invoice: same ? draft.invoice : withField(draft.invoice, path, value),
    unfinished,
    places: same ? draft.places : place ? { ...places, [path]: place } : places,
    // What was read of the value before says nothing of this one.
    seenWarnings: same
      ? draft.seenWarnings
      : draft.seenWarnings.filter((code) => !fieldOf(path).warnings?.includes(code)),
    // It was another account that was checked.
    accountChecked: draft.accountChecked && (same || path !== 'bank_details.iban'),
  };
}

/** The draft with many values changed at once. @param rows so many lines it has at least afterwards */
export function withChanges(draft: ReviewDraft, changes: readonly Change[], rows: number): ReviewDraft {
  const count = draft.invoice.line_items.length;
  const added = Array.from({ length: Math.max(0, rows - count) }, () => emptyLine);
  const order = [...draft.invoice.line_items.keys(), ...added];
  const grown = added.length > 0 ? withRows(draft, 'line_items', order) : draft;
  return changes.reduce((one, [path, value]) => corrected(one, path, value), grown);
}

/** The draft with a text in a field that is no value of its kind; the value stays what it was. */
export function unfinished(draft: ReviewDraft, path: string, text: string): ReviewDraft {
  return { ...draft, unfinished: { ...draft.unfinished, [path]: text } };
}

/** The draft with a field marked as looked at and right. */
export function accepted(draft: ReviewDraft, path: string): ReviewDraft {
  return draft.accepted.includes(path) ? draft : { ...draft, accepted: [...draft.accepted, path] };
}

/** The draft with its account marked as checked with the supplier, or not. */
export function withAccountChecked(draft: ReviewDraft, accountChecked: boolean): ReviewDraft {
  return { ...draft, accountChecked };
}

/** The draft with a warning marked as read. */
export function withWarningSeen(draft: ReviewDraft, code: WarningCode): ReviewDraft {
  if (draft.seenWarnings.includes(code)) return draft;
  return { ...draft, seenWarnings: [...draft.seenWarnings, code] };
}

/** Where the draft says what each row was when it was read. */
const readAs = { line_items: 'lines', vat_breakdown: 'rates' } as const;
type List = keyof typeof readAs;

/** A row that was made of present ones, by their indexes: it goes in the books as they do. */
interface Made<L extends List> {
  row: Invoice[L][number];
  of: readonly number[];
}

/** Rows in another order: indexes of the present ones, and new ones among them. */
export type Order<L extends List> = readonly (number | Invoice[L][number] | Made<L>)[];

/** Moves, adds or removes lines or VAT rates; what belongs to a row follows it. */
export function withRows<L extends List>(draft: ReviewDraft, list: L, order: Order<L>): ReviewDraft {
  const before: readonly Invoice[L][number][] = draft.invoice[list];
  const rows = order.flatMap((from) => {
    if (typeof from === 'number') return before[from] ?? [];
    return 'of' in from ? [from.row] : [from];
  });
  const booked = order.map((from) => {
    if (typeof from === 'number') return draft.bookings[from] ?? null;
    return 'of' in from ? joinedBooking(from.of.map((index) => draft.bookings[index] ?? null)) : null;
  });
  // The rates of an invoice without lines are booked themselves; with its first line they are no more.
  const isBooked = list === 'line_items' || draft.invoice.line_items.length === 0;
  const pattern = new RegExp(`^${list}\\.(\\d+)\\.(.+)$`);
  const moved = (path: string): string | null => {
    const row = pattern.exec(path);
    if (!row) return path;
    const to = order.indexOf(Number(row[1]));
    return to < 0 ? null : `${list}.${to}.${row[2]}`;
  };
  const byPath = <T>(values: Record<string, T>): Record<string, T> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([path, value]) => {
        const to = moved(path);
        return to === null ? [] : [[to, value]];
      }),
    );
  return {
    ...draft,
    invoice: { ...draft.invoice, [list]: rows },
    accepted: draft.accepted.map(moved).filter((path) => path !== null),
    [readAs[list]]: order.map((from) => (typeof from === 'number' ? (draft[readAs[list]][from] ?? null) : null)),
    places: byPath(draft.places),
    unfinished: byPath(draft.unfinished),
    bookings: isBooked ? booked : draft.bookings,
  };
}

/** A new row of a table, in which nothing stands yet. */
const emptyRow = (part: Part): object => Object.fromEntries(namesOf(part).map((name) => [name, null]));

export const emptyLine = emptyRow('line_items.*.') as Line;
export const emptyRate = emptyRow('vat_breakdown.*.') as VatBreakdown;
