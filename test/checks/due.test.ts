import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueList, mondayOf } from '../../server/checks/due.ts';
import type { PayableRow, Payment } from '../../server/contract/window-due.ts';

const row = (
  id: string,
  dueDate: string | null,
  amountDue: number | null,
  currency: string | null = 'RON',
  payments: Payment[] = [],
) => ({ id, dueDate, amountDue, currency, vendor: id, payments }) as PayableRow;

describe('what is to be paid', () => {
  it('is listed by day, what is overdue first, and what has no day not at all', () => {
    const { rows, total } = dueList(
      [row('c', '2026-12-01', 1), row('a', '2026-11-22', 1), row('b', '2026-11-23', 1), row('d', null, 1)],
      '2026-11-23',
    );
    expect(rows.map(({ id, isOverdue }) => [id, isOverdue])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ]);
    expect(total).toBe(3);
  });

  it('is summed by week and currency to the last decimal, with a credit note taken off', () => {
    const { sums } = dueList(
      [
        row('a', '2026-11-23', 0.1),
        row('b', '2026-11-29', 0.2),
        row('c', '2026-11-25', 50, 'EUR'),
        row('d', '2026-11-30', -7.5),
        row('e', '2026-11-30', null),
        row('f', '2025-01-01', 3),
        row('g', '2026-11-22', 4),
      ],
      '2026-11-23',
    );
    expect(sums).toEqual([
      { week: null, currency: 'RON', count: 2, amount: 7 },
      { week: '2026-11-23', currency: 'RON', count: 2, amount: 0.3 },
      { week: '2026-11-23', currency: 'EUR', count: 1, amount: 50 },
      { week: '2026-11-30', currency: 'RON', count: 2, amount: -7.5 },
    ]);
  });

  it('leaves what is paid, and what was paid in part leaves only the rest', () => {
    const documents = [
      row('a', '2026-11-20', 100.1, 'RON', [{ on: '2026-11-19', amount: null }]),
      row('b', '2026-11-20', 100.1, 'RON', [{ on: '2026-11-19', amount: 40.2 }]),
      row('c', '2026-11-20', 7),
    ];
    const { rows, total, sums } = dueList(documents, '2026-11-23');
    expect(rows.map(({ id, amountDue }) => [id, amountDue])).toEqual([
      ['b', 59.9],
      ['c', 7],
    ]);
    expect(total).toBe(2);
    expect(sums).toEqual([{ week: null, currency: 'RON', count: 2, amount: 66.9 }]);
    const paid = dueList(documents, '2026-11-23', true);
    expect(paid.rows).toMatchObject([{ id: 'a', amountDue: 100.1, isOverdue: false }]);
  });

  it('is nothing where the day is none', () => {
    for (const day of ['2026-02-30', '30 zile', '2026-13-01', ''])
      expect(dueList([row('a', day, 1)], '2026-01-01').rows).toEqual([]);
  });

  it('falls into the week of the Monday at or before it', () => {
    const days = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        const monday = mondayOf(day);
        const apart = (Date.parse(day) - Date.parse(monday)) / 86_400_000;
        return new Date(monday).getUTCDay() === 1 && apart >= 0 && apart <= 6;
      }),
    );
  });
});
