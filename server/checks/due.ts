import { Decimal } from 'decimal.js';
import { type DueInvoice, type DueList, type DueSum, mostDue, type PayableRow } from '../contract/window-due.ts';
import { isPaid, leftToPay } from './payments.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * What is to be paid, or what is paid, by day, with its sums by week and currency.
 * @param today ISO 8601 date; what was due before it and is not paid is overdue
 */
export function dueList(documents: readonly PayableRow[], today: string, paid = false): DueList {
  const rows = documents
    .flatMap((row): DueInvoice[] => {
      const { dueDate, payments } = row;
      if (dueDate === null || !isDay(dueDate) || isPaid(row.amountDue, payments) !== paid) return [];
      const amountDue = paid ? row.amountDue : leftToPay(row.amountDue, payments);
      return [{ ...row, dueDate, amountDue, isOverdue: !paid && dueDate < today }];
    })
    .sort((a, b) => compare(a.dueDate, b.dueDate) || compare(a.vendor ?? '', b.vendor ?? '') || compare(a.id, b.id));
  return { rows: rows.slice(0, mostDue), total: rows.length, sums: sumsOf(rows) };
}

/** Monday of the week that a day is in, both ISO 8601 dates. */
export function mondayOf(day: string): string {
  const at = Date.parse(day);
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10);
}

/** Whether a day is in the week of another one, from Monday to Sunday; what is no ISO 8601 date is in none. */
export function isDueInWeek(day: string, of: string): boolean {
  return isDay(day) && mondayOf(day) === mondayOf(of);
}

/** What invoices come to in each currency. */
export function totalsOf(rows: readonly Pick<DueInvoice, 'currency' | 'amountDue'>[]): Omit<DueSum, 'week'>[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => ({
    currency,
    count: of.length,
    amount: of.reduce((sum, { amountDue }) => sum.plus(amountDue ?? 0), new Decimal(0)).toNumber(),
  }));
}

function sumsOf(rows: readonly DueInvoice[]): DueSum[] {
  const weeks = Map.groupBy(rows, ({ isOverdue, dueDate }) => (isOverdue ? null : mondayOf(dueDate)));
  return [...weeks].flatMap(([week, of]) => totalsOf(of).map((sum) => ({ week, ...sum })));
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
