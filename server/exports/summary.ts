import { Decimal } from 'decimal.js';
import type { Booked } from '../contract/booked.ts';
import type { ExportSummary } from '../contract/window-exports.ts';
import { bookLinesOf, isPrintedAboveZero } from './book-lines.ts';

/** What goes to the books, by VAT rate and by supplier; each currency apart. A credit note counts below zero, however it is printed. */
export function summaryOf(invoices: readonly Booked[]): ExportSummary {
  const rates = new Map<string, { rate: number | null; currency: string | null; base: Decimal; vat: Decimal }>();
  const suppliers = new Map<string, { name: string | null; currency: string | null; count: number; total: Decimal }>();
  for (const { extraction } of invoices) {
    const { vendor, currency, total_amount, subtotal, vat_amount } = extraction.invoice;
    const sign = isPrintedAboveZero(extraction.invoice) ? -1 : 1;
    const signed = (amount: Decimal.Value): Decimal => new Decimal(amount).times(sign);
    const lines = bookLinesOf(extraction, true);
    const of = 'refused' in lines ? [{ rate: null, base: subtotal ?? 0, vat: vat_amount ?? 0 }] : lines.rates;
    for (const { rate, base, vat } of of) {
      const key = `${rate} ${currency}`;
      const before = rates.get(key) ?? {
        rate: rate?.toNumber() ?? null,
        currency,
        base: new Decimal(0),
        vat: new Decimal(0),
      };
      rates.set(key, { ...before, base: before.base.plus(signed(base)), vat: before.vat.plus(signed(vat)) });
    }
    const key = `${vendor.vat_number ?? vendor.name} ${currency}`;
    const before = suppliers.get(key) ?? { name: vendor.name, currency, count: 0, total: new Decimal(0) };
    suppliers.set(key, { ...before, count: before.count + 1, total: before.total.plus(signed(total_amount ?? 0)) });
  }
  return {
    rates: [...rates.values()]
      .map(({ base, vat, ...rest }) => ({ ...rest, base: base.toNumber(), vat: vat.toNumber() }))
      .toSorted((a, b) => (b.rate ?? -1) - (a.rate ?? -1)),
    suppliers: [...suppliers.values()]
      .map(({ total, ...rest }) => ({ ...rest, total: total.toNumber() }))
      .toSorted((a, b) => b.total - a.total),
  };
}
