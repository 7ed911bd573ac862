import { describe, expect, it } from 'vitest';
import { officeWork } from '../../server/checks/office.ts';
import type { PayableRow } from '../../server/contract/window-due.ts';

const row = (said: Partial<PayableRow>): PayableRow => ({
  id: 'doc_1',
  state: 'to_check',
  origin: 'window',
  filename: null,
  externalId: null,
  buyerVat: 'RO9900816346',
  vendor: null,
  invoiceNumber: null,
  invoiceDate: null,
  total: null,
  dueDate: null,
  amountDue: null,
  currency: 'RON',
  doubtful: 1,
  warnings: [],
  otherKind: null,
  errorCode: null,
  pages: 1,
  createdAt: '2026-06-10T08:00:00.000Z',
  expiresAt: null,
  payments: [],
  ...said,
});
const day = { today: '2026-06-10', began: '2026-06-09T21:00:00.000Z', isToExport: () => false };

describe('what is left to do in an office', () => {
  it('puts who has waited longest first, what is read and nobodys beside the companies, and who only exports last', () => {
    const { all, companies } = officeWork(
      [
        row({ buyerVat: 'RO1', state: 'confirmed', createdAt: '2026-01-01T08:00:00.000Z', id: 'doc_2' }),
        row({ buyerVat: 'RO2', createdAt: '2026-06-08T08:00:00.000Z' }),
        row({ buyerVat: 'RO2', state: 'failed' }),
        row({ buyerVat: null, state: 'ready', createdAt: '2026-06-07T08:00:00.000Z' }),
        row({ buyerVat: null, state: 'reading' }),
      ],
      { ...day, isToExport: ({ id }) => id === 'doc_2' },
    );
    expect(companies.map(({ vat }) => vat)).toEqual(['unknown', 'RO2', 'RO1']);
    expect(companies.map(({ since }) => since?.slice(0, 10) ?? null)).toEqual(['2026-06-07', '2026-06-08', null]);
    expect(all).toMatchObject({ toCheck: 1, ready: 1, failed: 1, toExport: 1, cameToday: 2 });
  });

  it('sums up exactly what is due from Monday to Sunday, by currency', () => {
    const due = (dueDate: string, amountDue: number | null, more: Partial<PayableRow> = {}) =>
      row({ state: 'confirmed', dueDate, amountDue, ...more });
    const { all } = officeWork(
      [
        due('2026-06-07', 1000),
        due('2026-06-08', 0.1),
        due('2026-06-14', 0.5, { state: 'ready', payments: [{ on: '2026-06-09', amount: 0.3 }] }),
        due('2026-06-11', 5, { currency: 'EUR' }),
        due('2026-06-12', null),
        due('2026-06-15', 1000),
        due('soon', 1000),
        due('2026-06-10', 700, { payments: [{ on: '2026-06-09', amount: null }] }),
      ],
      day,
    );
    expect(all.due).toEqual({
      count: 4,
      unconfirmed: 1,
      sums: [
        { currency: 'RON', amount: 0.3 },
        { currency: 'EUR', amount: 5 },
      ],
    });
  });
});
