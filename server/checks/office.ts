import { Decimal } from 'decimal.js';
import { unknownCompany } from '../contract/unknown-company.ts';
import type { CompanyWork, DocumentRow, Work } from '../contract/window.ts';
import type { PayableRow } from '../contract/window-due.ts';
import { isDueInWeek } from './due.ts';
import { isPaid, leftToPay } from './payments.ts';

/** What a day is counted by. */
interface Day {
  /** ISO 8601 date. */
  today: string;
  /** When it began, ISO 8601 with time. */
  began: string;
  /** Whether a document waits for the program that is exported to. */
  isToExport: (row: DocumentRow) => boolean;
}

/** What a person still has to look at. */
const waitingStates: readonly string[] = ['to_check', 'ready', 'failed'];

/**
 * What is left to do with documents, in all and for each company that they are for; those of which nobody knows it, and
 * that are read, are one's of their own. Who has waited longest comes first, and who only has invoices to export last.
 */
export function officeWork(rows: readonly PayableRow[], day: Day): { all: Work; companies: CompanyWork[] } {
  const byCompany = Map.groupBy(
    rows.filter(({ buyerVat, state }) => buyerVat !== null || state !== 'reading'),
    ({ buyerVat }) => buyerVat ?? unknownCompany,
  );
  const companies = [...byCompany].map(([vat, theirs]) => ({ vat, ...workOf(theirs, day) }));
  return { all: workOf(rows, day), companies: companies.sort((a, b) => compareSince(a.since, b.since)) };
}

function workOf(rows: readonly PayableRow[], { today, began, isToExport }: Day): Work {
  const inState = (state: DocumentRow['state']): number => rows.filter((row) => row.state === state).length;
  const waiting = rows.filter(({ state }) => waitingStates.includes(state)).map(({ createdAt }) => createdAt);
  const due = rows.filter(
    ({ dueDate, amountDue, payments }) =>
      dueDate !== null && isDueInWeek(dueDate, today) && !isPaid(amountDue, payments),
  );
  return {
    toCheck: inState('to_check'),
    ready: inState('ready'),
    failed: inState('failed'),
    toExport: rows.filter(isToExport).length,
    cameToday: rows.filter(({ createdAt }) => createdAt >= began).length,
    since: waiting.reduce<string | null>((first, at) => (first === null || at < first ? at : first), null),
    due: {
      count: due.length,
      unconfirmed: due.filter(({ state }) => state !== 'confirmed').length,
      sums: [...Map.groupBy(due, ({ currency }) => currency)].map(([currency, those]) => ({
        currency,
        amount: those
          .reduce((sum, { amountDue, payments }) => sum.plus(leftToPay(amountDue, payments) ?? 0), new Decimal(0))
          .toNumber(),
      })),
    },
  };
}

function compareSince(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : Number(a > b);
}
