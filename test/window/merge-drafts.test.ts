import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withBookings } from '../../renderer/review/edit-bookings.ts';
import { corrected, emptyLine, withAccountChecked, withRows } from '../../renderer/review/edit-draft.ts';
import { differences, mergeDrafts } from '../../renderer/review/merge-drafts.ts';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { untouchedDraft } from '../../server/checks/review.ts';
import { emptyBooking } from '../../server/contract/booking.ts';
import type { ReviewDraft } from '../../server/contract/window-review.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';

const read = sandboxExtraction();
const base = untouchedDraft(read);
const paths = [...fieldValues(base.invoice).keys()].filter((path) => path !== 'document_type');
const someChanges = fc.uniqueArray(fc.constantFrom(...paths), { maxLength: 6 });
const change = (draft: ReviewDraft, changes: string[], value: string): ReviewDraft =>
  changes.reduce((one, path) => corrected(one, path, `${value} ${path}`), draft);
const lines = ({ invoice }: ReviewDraft) => invoice.line_items.map(({ description }) => description);

describe('two drafts of one invoice', () => {
  it('become one that holds what either of them changed, and here what was typed here', () => {
    fc.assert(
      fc.property(someChanges, someChanges, (mine, theirs) => {
        const merged = mergeDrafts(base, change(base, mine, 'mine'), change(base, theirs, 'theirs'), true);
        const values = fieldValues(merged.invoice);
        for (const path of paths) {
          const said = mine.includes(path)
            ? `mine ${path}`
            : theirs.includes(path)
              ? `theirs ${path}`
              : fieldValues(base.invoice).get(path);
          expect(values.get(path), path).toBe(said);
        }
        expect(merged.lines).toEqual(base.lines);
      }),
    );
  });

  it('keep the lines that either of them added, moved or wrote in', () => {
    const count = base.invoice.line_items.length;
    const order = Array.from({ length: count }, (_each, index) => index);
    const added = { ...emptyLine, description: 'added here' };
    const mine = corrected(withRows(base, 'line_items', [added, ...order]), 'line_items.1.description', 'typed here');
    const theirs = corrected(withRows(base, 'line_items', order.toReversed()), `line_items.${count - 1}.total`, 77);
    const merged = mergeDrafts(base, mine, theirs, true);
    expect(merged.invoice.line_items).toHaveLength(count + 1);
    const at = merged.lines.indexOf(0);
    expect(merged.invoice.line_items[at]).toMatchObject({ description: 'typed here', total: 77 });
    expect(lines(merged)).toContain('added here');
    expect(merged.lines[lines(merged).indexOf('added here')]).toBeNull();
  });

  it('keep where each line goes in the books as either of them said, wherever the line lies by then', () => {
    const [count, account] = [base.invoice.line_items.length, (text: string) => ({ ...emptyBooking, account: text })];
    const order = Array.from({ length: count }, (_each, index) => index);
    const both = withBookings(base, new Map([[0, account('604')]]));
    const mine = withBookings(both, new Map([[count - 1, account('628')]]));
    const theirs = withBookings(
      withRows(both, 'line_items', order.toReversed()),
      new Map([[count - 1, account('371')]]),
    );
    const merged = mergeDrafts(both, mine, theirs, true);
    const accounts = merged.lines.map((from, index) => [from, merged.bookings[index]?.account]);
    expect(accounts).toContainEqual([0, '371']);
    expect(accounts).toContainEqual([count - 1, '628']);
    expect(differences(both, mine)).toEqual(['bookings']);
    expect(mergeDrafts(both, both, theirs, true).bookings).toEqual(theirs.bookings);
  });

  it('keep a line that one removed where the other wrote in it, and else not', () => {
    const rest = base.invoice.line_items.map((_line, index) => index).slice(1);
    const without = withRows(base, 'line_items', rest);
    expect(lines(mergeDrafts(base, base, without, true))).toEqual(lines(without));
    expect(lines(mergeDrafts(base, without, base, true))).toEqual(lines(without));
    const typed = corrected(base, 'line_items.0.description', 'typed here');
    expect(lines(mergeDrafts(base, typed, without, true))).toContain('typed here');
  });

  it('have the account checked where either of them checked it, as long as it is that account', () => {
    const checked = withAccountChecked(base, true);
    const isChecked = (one: ReviewDraft, mine: ReviewDraft, theirs: ReviewDraft): boolean =>
      mergeDrafts(one, mine, theirs, true).accountChecked;
    const typed = change(base, ['bank_details.iban'], 'typed');
    expect(isChecked(base, checked, base)).toBe(true);
    expect(isChecked(base, base, checked)).toBe(true);
    expect(isChecked(checked, base, checked)).toBe(false);
    expect(isChecked(checked, checked, base)).toBe(false);
    expect(isChecked(base, checked, change(base, ['notes'], 'typed'))).toBe(true);
    expect(isChecked(base, checked, typed)).toBe(false);
    expect(isChecked(base, typed, checked)).toBe(false);
    expect(change(checked, ['bank_details.iban'], 'typed').accountChecked).toBe(false);
  });

  it('of another reading get what was typed into the lines that say the same', () => {
    const fewer = { ...read.invoice, line_items: read.invoice.line_items.slice(1) };
    const theirs = untouchedDraft({ ...read, invoice: fewer });
    const last = base.invoice.line_items.length - 1;
    const typed = corrected(base, `line_items.${last}.description`, 'typed here');
    const merged = mergeDrafts(base, typed, theirs, false);
    expect(merged.lines).toHaveLength(merged.invoice.line_items.length);
    expect(lines(merged)).toContain('typed here');
    expect(mergeDrafts(base, base, theirs, false)).toEqual(theirs);
  });

  it('differ by what they say, and by lists of another length', () => {
    expect(differences(base, corrected(base, 'vendor.name', 'Other SRL'))).toEqual(['vendor.name']);
    expect(differences(base, withRows(base, 'line_items', []))).toEqual(['line_items']);
  });
});
