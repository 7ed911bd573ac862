import { Decimal } from 'decimal.js';
import type { Payment } from '../contract/window-due.ts';
import type { Act } from '../contract/window-review.ts';

/** The payments that people noted of an invoice and did not take back, the oldest first. @param acts the oldest first */
export function paymentsOf(acts: readonly Act[]): Payment[] {
  const payments: Payment[] = [];
  for (const act of acts) {
    if (act.kind === 'paid') payments.push({ on: act.on, amount: act.amount });
    if (act.kind === 'payment_undone') payments.pop();
  }
  return payments;
}

/**
 * What is left to pay. More than was asked for leaves nothing, and so does a payment of all that was left, whatever the
 * invoice says by now.
 * @returns null where nobody knows how much is asked for
 */
export function leftToPay(amountDue: number | null, payments: readonly Payment[]): number | null {
  if (payments.some(({ amount }) => amount === null)) return 0;
  if (amountDue === null) return null;
  const left = payments.reduce((rest, { amount }) => rest.minus(amount ?? 0), new Decimal(amountDue));
  // What a credit note asks for is below zero.
  return left.isNegative() === amountDue < 0 ? left.toNumber() : 0;
}

export function isPaid(amountDue: number | null, payments: readonly Payment[]): boolean {
  return payments.length > 0 && leftToPay(amountDue, payments) === 0;
}
