import { describe, expect, it } from 'vitest';
import { left, linesOf, right } from '../../helpers/printed-lines.ts';
import { page, printTable } from '../../helpers/printed-page.ts';

const totals = (words: Parameters<typeof page>[0]) =>
  linesOf(page(words)).map(({ description, quantity, unit_price, vat_rate, total }) => ({
    description,
    quantity,
    unit_price,
    vat_rate,
    total,
  }));
const line = (description: string, total: number, vat_rate?: number) => ({
  description,
  quantity: undefined,
  unit_price: undefined,
  vat_rate,
  total,
});

describe('texts with their amounts in two currencies, under labels that name nothing but these', () => {
  const places = [left(40), right(360), right(440), right(490), right(550)];

  it('cost what stands in the currency of the sums, and are neither counted nor priced', () => {
    const rows = [
      ['Explicații', 'EUR', 'Lei fără TVA', 'TVA', 'Lei TVA'],
      ['Rată capital 4/36', '310.20', '1543.52', '21%', '324.14'],
      ['Asigurare', '22.00', '109.47', '21%', '22.99'],
      ['TOTAL', '332.20', '1652.99', '', '347.13'],
    ].map((cells) => cells.map((cell) => cell || null));
    expect(totals(printTable(rows, places, 100))).toEqual([
      line('Rată capital 4/36', 1543.52, 21),
      line('Asigurare', 109.47, 21),
    ]);
  });

  it('go on below the sum of a group where those of the next one have no amount in the other currency', () => {
    const rows = [
      ['Explicații', 'EUR', 'Lei fără TVA', 'TVA', 'Lei TVA'],
      ['Chirie depozit', '900.00', '4,478.00', '21%', '940.38'],
      ['Chirie rampă', '100.00', '497.56', '21%', '104.49'],
      ['Subtotal A', '1,000.00', '4,975.56', '', ''],
      ['Apă rece', '', '120.40', '11%', '13.24'],
      ['Gunoi menajer', '', '75.10', '21%', '15.77'],
      ['Subtotal B', '', '195.50', '', ''],
      ['TOTAL', '', '5,171.06', '', '1,073.88'],
    ].map((cells) => cells.map((cell) => cell || null));
    expect(totals(printTable(rows, places, 100))).toEqual([
      line('Chirie depozit', 4478, 21),
      line('Chirie rampă', 497.56, 21),
      line('Apă rece', 120.4, 11),
      line('Gunoi menajer', 75.1, 21),
    ]);
  });

  it('are believed before one row that multiplies out below them, and take off what is taken off for their period', () => {
    const columns = [left(40), left(250), right(440), right(550)];
    const rows = [
      ['Serviciu', 'Interval', 'EUR fără TVA', 'Lei fără TVA'],
      ['Abonament Birou 12', '01/03 – 31/03', '12,00', '59,76'],
      ['Abonament Teren 8', '01/03 – 31/03', '8,00', '39,84'],
      ['Trafic suplimentar', '01/03 – 31/03', '', '7,15'],
      ['Discount fidelitate', '01/03 – 31/03', '', '-9,96'],
      ['Total servicii fără TVA', '', '', '96,79'],
      ['Parcare zona 3 – 8 x 2,50', '', '', '20,00'],
    ].map((cells) => cells.map((cell) => cell || null));
    expect(totals(printTable(rows, columns, 100)).map(({ total }) => total)).toEqual([59.76, 39.84, 7.15, -9.96]);
  });
});
