import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import { readTotals } from '../../../server/engine/totals/read-totals.ts';
import { opened, page, run, runTo } from '../../helpers/printed-page.ts';
import { slip } from '../../helpers/printed-slip.ts';

it('mends a total that was read clearly only where a card was charged as the slip says twice, and nothing rounded', () => {
  const total = (...more: [string, string][]) =>
    slip([['Latte', '3,40 A'], ['Pane', '2,15 A'], ['Miele', '3,14 B'], ['TOTALE COMPLESSIVO', '8,68'], ...more]).sums
      .total_amount!;
  const paid: [string, string][] = [
    ['PAGAMENTO ELETTRONICO', '8,69'],
    ['IMPORTO PAGATO', '8,69'],
  ];
  expect(total(...paid)).toMatchObject({ value: 8.69 });
  expect(total(...paid).evidence).toContain('guessed');
  expect(total(paid[0]!).value).toBe(8.68);
  const rounded = paid.map(([label]): [string, string] => [label, '8,65']);
  expect(total(...rounded).value).toBe(8.68);
  expect(total(['ARROTONDAMENTO', '0,01'], ...paid).evidence).not.toContain('guessed');
});

it('has its total where a slip says no more than the sum', () => {
  const { sums } = slip([
    ['Brot dunkel', '2,45 A'],
    ['Käse jung', '3,10 A'],
    ['Summe EUR', '5,55'],
  ]);
  expect([sums.total_amount?.value, sums.subtotal]).toEqual([5.55, null]);
});

describe('the total on a slip of a till', () => {
  it('is what was paid, not one rate of the summary of VAT that adds up', () => {
    const { sums } = slip([
      ['Brot', '14,98 A'],
      ['Seife', '3,62 B'],
      ['SUMME EUR', '18,60'],
      ['Bar EUR', '18,60'],
      'MwSt       NETTO    MwSt    UMSATZ',
      ['B  19%   3,04    0,58', '3,62'],
    ]);
    expect(sums.total_amount?.value).toBe(18.6);
  });

  it('is what was given for just these goods where its own amount could not be read', () => {
    const { sums } = slip([
      ['MLEKO', '1 x3,20 3,20C'],
      ['SER', '2 x6,40 12,80C'],
      ['SUMA PTU', '0,76'],
      'SUMA PLN zoo',
      ['KARTA', '16,00 PLN'],
    ]);
    expect(sums.total_amount).toMatchObject({ value: 16 });
    expect(sums.total_amount?.evidence).toContain('guessed');
    expect(sums.vat_amount?.value).toBe(0.76);
  });
});

describe('the VAT on a slip of a till', () => {
  it('bear the VAT of the rate that has some, beside one of nought', () => {
    const { sums } = slip([
      ['Mere ionatan', '12,40 B'],
      ['Orez alb', '9,40 B'],
      ['SUBTOTAL', '21,80'],
      ['TOTAL', '21,80'],
      ['TOTAL TVA', '1,80'],
      ['TVA B 9,00%', '1,80'],
      ['TVA D 0,00%', '0,00'],
    ]);
    expect([sums.vat_amount?.value, sums.total_amount?.value]).toEqual([1.8, 21.8]);
  });

  it('is printed below a subtotal that holds it, which is no net sum', () => {
    const { sums } = slip([
      ['Lapte', '31.40 A'],
      ['Cafea', '28.60 A'],
      ['SUBTOTAL', '60.00'],
      ['DISCOUNT', '-4.00'],
      ['TOTAL', '56.00'],
      ['TOTAL TVA', '5.55'],
      ['CARD', '56.00'],
    ]);
    expect(sums).toMatchObject({ subtotal: null, vat_amount: { value: 5.55 }, total_amount: { value: 56 } });
    expect(sums.agree).not.toBe(false);
  });

  it('is what the rates add up to where each has its own label', () => {
    const { sums } = slip([
      ['MLEKO', '1 x31,50 31,50C'],
      ['PROSZEK', '1 x24,60 24,60A'],
      ['PTU 23%', '4,60'],
      ['PTU 5%', '1,50'],
      ['SUMA PTU', '6,10'],
      ['SUMA PLN', '56,10'],
    ]);
    expect(sums).toMatchObject({ vat_amount: { value: 6.1 }, total_amount: { value: 56.1 } });
  });

  it('stands in the row that sums up the rates, whatever word begins that row', () => {
    const words = [
      ...run('Mehl', 20, 40),
      ...runTo('10,70 B', 250, 40),
      ...run('Lampe', 20, 54),
      ...runTo('23,80 A', 250, 54),
      ...run('zu zahlen', 20, 68),
      ...runTo('34,50', 250, 68),
      ...['MWST%', 'MWST', 'Netto', 'Brutto'].flatMap((label, i) => runTo(label, 70 + 60 * i, 96)),
      ...['19%', '3,80', '20,00', '23,80'].flatMap((figure, i) => runTo(figure, 70 + 60 * i, 110)),
      ...['7%', '0,70', '10,00', '10,70'].flatMap((figure, i) => runTo(figure, 70 + 60 * i, 124)),
      ...['Summe', '4,50', '30,00', '34,50'].flatMap((figure, i) => runTo(figure, 70 + 60 * i, 138)),
    ].map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
    const layout = layOut(opened({ ...page(words), width: 270, source: 'ocr' }));
    expect(readTotals(layout, readLines(layout), null)).toMatchObject({
      subtotal: { value: 30 },
      vat_amount: { value: 4.5 },
      total_amount: { value: 34.5 },
    });
  });
});
