import { z } from 'zod';
import { maxBuyerVat } from './limits.ts';
import type { DocumentRow } from './window.ts';

/** The words between the server and its own window of what is to be paid and what was. Not part of the public contract. */

/** A payment of an invoice, as a person notes it. */
export const paymentSchema = z.object({
  on: z.iso.date(),
  /** Null for all that was left. */
  amount: z
    .number()
    .refine((amount) => amount !== 0)
    .nullable(),
});
export type Payment = z.output<typeof paymentSchema>;

/** A row with what was paid of it, the oldest payment first. */
export type PayableRow = DocumentRow & { payments: Payment[] };

/** Which invoices that are to be paid are listed. */
export const dueQuerySchema = z.object({
  /** Normalised VAT number of the buyer. */
  company: z.string().max(maxBuyerVat).optional(),
  /** `all`: what nobody has confirmed yet too. */
  of: z.enum(['confirmed', 'all']).default('confirmed'),
  /** `week`: what is due in the week of today, from Monday to Sunday. */
  when: z.enum(['week']).optional(),
  /** `yes`: what is paid, in place of what is to be paid. */
  paid: z.enum(['yes']).optional(),
});
export type DueQuery = z.input<typeof dueQuerySchema>;

/** So many are listed: those that are due first. */
export const mostDue = 2_000;

/** An invoice that is to be paid by a day; its amount is what is left to pay, or what was paid where all of it was. */
export type DueInvoice = PayableRow & { dueDate: string; isOverdue: boolean };

/** What is to be paid in one week and one currency. */
export interface DueSum {
  /** The week's Monday as an ISO 8601 date; null for all that is overdue. */
  week: string | null;
  currency: string | null;
  count: number;
  amount: number;
}

export interface DueList {
  /** By day; what is overdue comes first. */
  rows: DueInvoice[];
  /** How many there are, also where not all are listed. */
  total: number;
  /** Of all of them, in the same order. */
  sums: DueSum[];
}
