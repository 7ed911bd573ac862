import { describe, expect, it } from 'vitest';
import { linesOf } from '../../helpers/printed-lines.ts';
import { page, printTable } from '../../helpers/printed-page.ts';

const right = (x: number) => ({ x, align: 'right' as const });
const left = (x: number) => ({ x, align: 'left' as const });
const places = [left(40), left(100), right(300), right(350), right(420), right(480), right(550)];
const print = (rows: (string | null)[][]) => linesOf(page(printTable(rows, places, 100)));

describe('what books want of a line', () => {
  const head = ['Cod articol', 'Denumire', 'Cant.', 'Preț', 'Valoare', 'Cota TVA', 'Valoare TVA'];

  it('is its VAT and its code, where a column has them', () => {
    expect(
      print([
        head,
        ['SC-104', 'Scaun de lemn', '4', '50,00', '200,00', '21%', '42,00'],
        ['MS-7', 'Masă de birou', '1', '310,50', '310,50', '21%', '65,21'],
      ]),
    ).toMatchObject([
      { item_code: 'SC-104', vat_amount: 42, total: 200 },
      { item_code: 'MS-7', vat_amount: 65.21, total: 310.5 },
    ]);
  });

  it('is no heading of a group that stands over the code', () => {
    const lines = print([
      head,
      ['Mobilier', 'de birou', null, null, null, null, null],
      ['104', 'Scaun de lemn', '4', '50,00', '200,00', '21%', '42,00'],
      ['7', 'Masă de birou', '1', '310,50', '310,50', '21%', '65,21'],
      ['Manoperă', null, null, null, null, null, null],
      ['22', 'Montaj', '2', '80,00', '160,00', '21%', '33,60'],
    ]);
    expect(lines.map(({ item_code }) => item_code)).toEqual(['104', '7', '22']);
  });

  it('goes on under its first row, and over the figures beside its middle', () => {
    const under = print([
      head,
      ['SC-104-', 'Scaun de lemn', '4', '50,00', '200,00', '21%', '42,00'],
      ['RO', 'lăcuit', null, null, null, null, null],
      ['MS-7', 'Masă de birou', '1', '310,50', '310,50', '21%', '65,21'],
    ]);
    expect(under.map(({ item_code }) => item_code)).toEqual(['SC-104-RO', 'MS-7']);
  });

  it('is no VAT that the rate does not make', () => {
    const lines = print([
      head,
      ['SC-104', 'Scaun de lemn', '4', '50,00', '200,00', '21%', '24,00'],
      ['MS-7', 'Masă de birou', '1', '310,50', '310,50', '21%', '65,21'],
    ]);
    expect(lines.map(({ vat_amount }) => vat_amount ?? null)).toEqual([null, 65.21]);
  });

  it('is no name of goods, which a word for an article may head alone', () => {
    const lines = print([
      ['#', 'Artigo', 'Qtd.', 'Preço', 'Valor', 'IVA', 'Montante IVA'],
      ['1', 'Cadeira de madeira', '4', '50,00', '200,00', '23%', '46,00'],
      ['2', 'Mesa de escritório', '1', '310,50', '310,50', '23%', '71,42'],
    ]);
    expect(lines.map(({ item_code, description }) => [item_code ?? null, description])).toEqual([
      [null, 'Cadeira de madeira'],
      [null, 'Mesa de escritório'],
    ]);
  });

  it.each(['Cod NC', 'Cod vamal', 'CPV', 'Cod client'])('is no code of the column "%s"', (label) => {
    const lines = print([
      [label, ...head.slice(1)],
      ['84713000', 'Calculator portabil', '2', '500,00', '1000,00', '21%', '210,00'],
      ['94013000', 'Scaun rotativ', '4', '50,00', '200,00', '21%', '42,00'],
    ]);
    expect(lines.map(({ item_code, total }) => [item_code ?? null, total])).toEqual([
      [null, 1000],
      [null, 200],
    ]);
  });

  it('is what was taken off, where that is printed as an amount', () => {
    const reduced = ['Cod', 'Denumire', 'Cant.', 'Preț', 'Discount', 'Cota TVA', 'Valoare'];
    expect(
      print([
        reduced,
        ['A1', 'Scaun de lemn', '4', '50,00', '15,00', '21%', '185,00'],
        ['A2', 'Masă de birou', '2', '310,50', '21,00', '21%', '600,00'],
      ]),
    ).toMatchObject([
      { discount: 15, unit_price: 46.25, total: 185 },
      { discount: 21, unit_price: 300, total: 600 },
    ]);
    const percent = print([
      ['Cod', 'Denumire', 'Cant.', 'Preț', 'Disc %', 'Cota TVA', 'Valoare'],
      ['A1', 'Scaun de lemn', '4', '50,00', '10', '21%', '180,00'],
      ['A2', 'Masă de birou', '2', '310,50', '5', '21%', '589,95'],
    ]);
    expect(percent.map(({ discount, total }) => [discount ?? null, total])).toEqual([
      [null, 180],
      [null, 589.95],
    ]);
  });
});
