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

/** VAT by rate of a page whose lines name no rate, with these rows below its sums. */
function ratesBelow(...rows: string[][]) {
  const words = [
    ...invoiceTitle,
    ...column(60, 160, ['Furnizor', 'Brad Alb Impex S.R.L.', 'CIF: RO16702141']),
    ...printTable(
      [
        ['Denumire', 'Cantitate', 'Preț', 'Valoare'],
        ['Scaun', '4', '50,00', '200,00'],
        ['Masă', '1', '100,00', '100,00'],
      ],
      [left(60), right(280), right(360), right(530)],
      300,
    ),
    ...printTable(
      [
        ['Total fără TVA', '300,00'],
        ['Total TVA', '63,00'],
        ['Total cu TVA', '363,00'],
      ],
      [left(330), right(530)],
      420,
    ),
    ...printTable(rows, [left(60), left(95), left(140), left(200), left(240)], 520),
  ];
  return decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-11-01').invoice.vat_breakdown;
}
const whole = [{ rate: 21, base: 300, amount: 63, reason: null, category: null }];

it('gives the rate that the colon of its label touches, with the base and the VAT beside it', () => {
  expect(ratesBelow(['Baza', '21%:', '300,00', 'TVA:', '63,00'])).toEqual(whole);
});

it.each([
  ['Cota', 'TVA', '21%'],
  ['TVA', '(21%)'],
  ['Cota', 'TVA:', '21,00%;'],
])('gives the one rate that is named apart from all amounts (%s %s %s), where it makes the printed VAT', (...row) =>
  expect(ratesBelow(row)).toEqual(whole),
);

it('gives none where another rate is named beside it, it makes other VAT, or it is no rate of VAT', () => {
  expect(ratesBelow(['Cota', 'TVA', '21%'], ['Cota', 'TVA', '11%'])).toEqual([]);
  expect(ratesBelow(['Cota', 'TVA', '19%'])).toEqual([]);
  expect(ratesBelow(['Penalități', 'de', '21%'])).toEqual([]);
});
