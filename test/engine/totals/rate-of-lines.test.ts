import { expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { column, invoiceTitle, opened, page, printTable } from '../../helpers/printed-page.ts';

const left = (x: number) => ({ x, align: 'left' as const });
const right = (x: number) => ({ x, align: 'right' as const });

/** VAT by rate of a page with two lines at these rates, and sums that name no rate. */
function ratesOf(rates: [string, string], vat: string, total: string) {
  const words = [
    ...invoiceTitle,
    ...column(60, 160, ['Furnizor', 'Brad Alb Impex S.R.L.', 'CIF: RO16702141']),
    ...printTable(
      [
        ['Denumire', 'Cantitate', 'Preț', 'Cota TVA', 'Valoare'],
        ['Scaun', '4', '50,00', rates[0], '200,00'],
        ['Masă', '1', '100,00', rates[1], '100,00'],
      ],
      [left(60), right(280), right(360), right(440), right(530)],
      300,
    ),
    ...printTable(
      [
        ['Total fără TVA', '300,00'],
        ['Total TVA', vat],
        ['Total cu TVA', total],
      ],
      [left(330), right(530)],
      420,
    ),
  ];
  return decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-11-01');
}

it('gives VAT by rate where all lines name one rate, which makes the printed VAT of the printed net', () => {
  const { invoice, fields } = ratesOf(['21%', '21%'], '63,00', '363,00');
  expect(invoice.vat_breakdown).toEqual([{ rate: 21, base: 300, amount: 63, reason: null, category: null }]);
  for (const name of ['rate', 'base', 'amount']) {
    expect(fields[`vat_breakdown.0.${name}`]).toMatchObject({ page: 1, box: expect.any(Array) });
  }
});

it('gives none where the lines name several, or the sums do not close with it', () => {
  expect(ratesOf(['21%', '11%'], '53,00', '353,00').invoice.vat_breakdown).toEqual([]);
  expect(ratesOf(['21%', '21%'], '57,00', '357,00').invoice.vat_breakdown).toEqual([]);
});
