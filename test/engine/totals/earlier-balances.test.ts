import { describe, expect, it } from 'vitest';
import { amounts, lines, sums, totalsOf } from './printed-sums.ts';

/** What bills call that which earlier ones left unpaid, in print. */
const earlier: Record<string, string> = {
  ro: 'Facturi restante',
  it: 'Fatture insolute',
  de: 'Offene Forderungen',
  fr: 'Factures impayées',
  es: 'Facturas pendientes',
  pl: 'Saldo z poprzedniego okresu',
  cs: 'Nedoplatek z předchozího období',
  hu: 'Kiegyenlítetlen számlák',
  bg: 'Неплатени фактури',
  el: 'Προηγούμενες οφειλές',
  nl: 'Openstaande facturen',
  pt: 'Faturas em atraso',
  hr: 'Nepodmireni računi',
  sl: 'Dolg iz preteklih obdobij',
  en: 'Unpaid invoices',
};

it('what is due of an account is what its balance that was brought forward makes with the invoice', () => {
  const totals = totalsOf([
    ...lines,
    ...sums(['Net total', '1,000.00'], ['VAT 20%', '200.00'], ['Invoice total', '1,200.00']),
    ...sums(['Balance b/fwd 31/01/2026', '412.18'], ['Account balance now due', '1,612.18']).map((word) => ({
      ...word,
      y: word.y + 54,
    })),
  ]);
  expect(amounts(totals)).toMatchObject({ total: 1200, due: 1612.18 });
});

describe('what earlier bills left unpaid', () => {
  it.each(Object.entries(earlier))('is not what is to be paid of this one, nor a sum of it, in %s', (_, label) => {
    const own: [string, string][] = [
      ['Subtotal', '1,000.00'],
      ['VAT 20%', '200.00'],
      ['Total', '1,200.00'],
    ];
    const nothing = totalsOf([...lines, ...sums(...own, [label, '0.00'])]);
    expect(amounts(nothing)).toMatchObject({ total: 1200, due: null });
    const some = totalsOf([...lines, ...sums(...own, [label, '40.00'], ['To be paid', '1,240.00'])]);
    expect(amounts(some)).toMatchObject({ total: 1200, prepaid: null, due: 1240 });
  });
});
