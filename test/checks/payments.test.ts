import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPaid, leftToPay, paymentsOf } from '../../server/checks/payments.ts';
import type { Act } from '../../server/contract/window-review.ts';

const on = '2026-11-20';
const by = { at: '2026-11-20T10:00:00.000Z', by: 'Ana' };
const paid = (amount: number | null): Act => ({ kind: 'paid', on, amount, ...by });
const undone: Act = { kind: 'payment_undone', ...by };
const noted: Act = { kind: 'noted', text: 'paid?', ...by };

describe('payments', () => {
  it('are those that nobody took back, the one noted last being taken back first', () => {
    expect(paymentsOf([])).toEqual([]);
    expect(paymentsOf([paid(10), noted, paid(20), undone])).toEqual([{ on, amount: 10 }]);
    expect(paymentsOf([paid(10), undone, undone, paid(30)])).toEqual([{ on, amount: 30 }]);
  });

  it('of all that was left leave nothing, whatever the invoice says by now', () => {
    expect(leftToPay(119, [{ on, amount: null }])).toBe(0);
    expect(leftToPay(null, [{ on, amount: null }])).toBe(0);
    expect(isPaid(null, [{ on, amount: null }])).toBe(true);
  });

  it('leave what nobody knows where nobody knows what is asked for', () => {
    expect(leftToPay(null, [{ on, amount: 5 }])).toBeNull();
    expect(isPaid(null, [{ on, amount: 5 }])).toBe(false);
    expect(isPaid(0, [])).toBe(false);
  });

  it('of more than was asked for leave nothing, those back to the customer too', () => {
    expect(leftToPay(100, [{ on, amount: 100.01 }])).toBe(0);
    expect(leftToPay(-100, [{ on, amount: -40 }])).toBe(-60);
    expect(leftToPay(-100, [{ on, amount: -120 }])).toBe(0);
  });

  it('leave to the last decimal what they are short of', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999 });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 8 }), cents, (parts, rest) => {
        const payments = parts.map((part) => ({ on, amount: part / 100 }));
        const asked = parts.reduce((sum, part) => sum + part, rest);
        const due = new Decimal(asked).div(100).toNumber();
        expect(leftToPay(due, payments)).toBe(rest / 100);
        expect(isPaid(due, payments)).toBe(false);
        expect(isPaid(due, [...payments, { on, amount: rest / 100 }])).toBe(true);
      }),
    );
  });
});
