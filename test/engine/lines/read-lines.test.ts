import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import type { Page } from '../../../server/engine/page.ts';
import { opened, type Place, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

const left = (x: number): Place => ({ x, align: 'left' });
const right = (x: number): Place => ({ x, align: 'right' });
const usual = [left(40), left(70), right(300), left(310), right(400), right(440), right(540)];
const head = ['Pos', 'Description', 'Qty', 'Unit', 'Unit price', 'VAT %', 'Amount'];

/** The values of the lines that are read, without what is null. */
const linesOf = (...pages: Page[]) =>
  readLines(layOut(opened(...pages))).lines.map((line) =>
    Object.fromEntries(Object.entries(line).flatMap(([key, found]) => (found ? [[key, found.value]] : []))),
  );

describe('lines', () => {
  it('reads a labelled table row by row', () => {
    const rows = [
      head,
      ['1', 'Copper pipe', '3', 'm', '12.50', '20', '37.50'],
      ['2', 'Work on site', '1.5', 'h', '80.00', '10', '120.00'],
    ];
    expect(linesOf(page(printTable(rows, usual, 100)))).toEqual([
      { description: 'Copper pipe', quantity: 3, unit: 'm', unit_price: 12.5, vat_rate: 20, total: 37.5 },
      { description: 'Work on site', quantity: 1.5, unit: 'h', unit_price: 80, vat_rate: 10, total: 120 },
    ]);
  });

  it('reads labels that it does not know from what multiplies out', () => {
    const rows = [
      ['Xa', 'Xbcdef', 'Xq', 'Xu', 'Xpq', 'Xv', 'Xamnt'],
      ['1', 'Copper pipe', '3', 'm', '12.50', '20%', '37.50'],
      ['2', 'Work on site', '4', 'h', '80.00', '10%', '320.00'],
    ];
    expect(linesOf(page(printTable(rows, usual, 100)))).toEqual([
      { description: 'Copper pipe', quantity: 3, unit: 'm', unit_price: 12.5, vat_rate: 20, total: 37.5 },
      { description: 'Work on site', quantity: 4, unit: 'h', unit_price: 80, vat_rate: 10, total: 320 },
    ]);
  });

  it('keeps a wrapped description whole and passes over the row of column numbers', () => {
    const words = [
      ...printTable([['Nr.', 'Denumire', 'Cant.', 'UM', 'Preț', null, 'Valoare']], usual, 100),
      ...printTable([['0', '1', '2', '3', '4', null, '5(2x4)']], usual, 116),
      ...printTable([['1', 'Instalare cabluri de date în birouri', '2', 'buc', '10,00', null, '20,00']], usual, 134),
      ...run('și verificare finală', 70, 146),
      ...printTable([['2', 'Deplasare', '1', 'km', '5,00', null, '5,00']], usual, 164),
    ];
    expect(linesOf(page(words)).map((line) => line.description)).toEqual([
      'Instalare cabluri de date în birouri și verificare finală',
      'Deplasare',
    ]);
  });

  it('puts lines about the goods beside the description', () => {
    const words = [
      ...printTable([head], usual, 100),
      ...printTable([['1', 'Vitamin C', '2', 'pcs', '4.00', '9', '8.00']], usual, 118),
      ...run('Lot: AB1234, Origin: Germany', 70, 130),
    ];
    expect(linesOf(page(words))).toMatchObject([
      {
        description: 'Vitamin C',
        lot_number: 'AB1234',
        origin_country: 'Germany',
        details: expect.stringContaining('Lot'),
      },
    ]);
  });

  it('gives the unit price after the line discount and keeps the printed one in the details', () => {
    const places = [left(40), right(300), right(380), right(440), right(540)];
    const rows = [
      ['Artikel', 'Menge', 'Einzelpreis', 'Rabatt %', 'Betrag'],
      ['Schrauben', '10', '2,00', '10', '18,00'],
      ['Dübel', '5', '1,00', '0', '5,00'],
    ];
    expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
      { quantity: 10, unit_price: 1.8, total: 18, details: expect.stringContaining('2,00') },
      { quantity: 5, unit_price: 1, total: 5 },
    ]);
  });

  it('takes the net column where gross prices are printed too', () => {
    const places = [left(40), right(260), right(340), right(420), right(460), right(550)];
    const rows = [
      ['Descriere', 'Cantitate', 'Preț cu TVA', 'Valoare netă', 'TVA %', 'Total cu TVA'],
      ['Cazare', '2', '119,00', '200,00', '19', '238,00'],
      ['Parcare', '1', '11,90', '10,00', '19', '11,90'],
    ];
    expect(linesOf(page(printTable(rows, places, 100)))).toMatchObject([
      { quantity: 2, unit_price: 100, total: 200, vat_rate: 19 },
      { quantity: 1, unit_price: 10, total: 10, vat_rate: 19 },
    ]);
  });

  it('passes over group headings and subtotals, and ends at the totals', () => {
    const words = [
      ...printTable([head], usual, 100),
      ...run('Materials', 40, 118),
      ...printTable([['1', 'Copper pipe', '3', 'm', '12.50', '20', '37.50']], usual, 136),
      ...runTo('Total materials', 440, 154),
      ...runTo('37.50', 540, 154),
      ...run('Labour', 40, 172),
      ...printTable([['2', 'Work on site', '2', 'h', '80.00', '20', '160.00']], usual, 190),
      ...runTo('Subtotal', 440, 215),
      ...runTo('197.50', 540, 215),
      ...run('Please quote 3 numbers', 40, 240),
    ];
    expect(linesOf(page(words)).map((line) => line.description)).toEqual(['Copper pipe', 'Work on site']);
  });

  it('goes on over pages with and without repeated labels, without carried-over sums', () => {
    const first = page([...printTable([head, ['1', 'Copper pipe', '3', 'm', '12.50', '20', '37.50']], usual, 700)]);
    const second = page(printTable([['2', 'Work on site', '2', 'h', '80.00', '20', '160.00']], usual, 60));
    const third = page([
      ...runTo('Carried forward 197.50', 540, 60),
      ...printTable([head, ['3', 'Travel', '2', 'h', '40.00', '20', '80.00']], usual, 80),
      ...runTo('Total 277.50', 540, 140),
    ]);
    expect(linesOf(first, second, third).map((line) => line.total)).toEqual([37.5, 160, 80]);
  });

  it('keeps the sign of lines that take something back', () => {
    const rows = [
      head,
      ['1', 'Copper pipe', '-3', 'm', '12.50', '20', '-37.50'],
      ['2', 'Deposit', '1', 'pcs', '0.00', '20', '0.00'],
    ];
    expect(linesOf(page(printTable(rows, usual, 100))).map(({ quantity, total }) => [quantity, total])).toEqual([
      [-3, -37.5],
      [1, 0],
    ]);
  });

  it('reads a list of amounts that add up to the sum below it', () => {
    const places = [left(40), right(300)];
    const rows = [
      ['Liability cover', '50,00 €'],
      ['Legal cover', '20,00 €'],
      ['Subtotal', '70,00 €'],
    ];
    expect(linesOf(page(printTable(rows, places, 100, 12)))).toEqual([
      { description: 'Liability cover', total: 50 },
      { description: 'Legal cover', total: 20 },
    ]);
  });

  it('does not trust an amount that a percentage below it takes something off', () => {
    const rows = [
      head,
      ['1', 'Copper pipe', '2', 'm', '10.00', '20', '20.00'],
      [null, null, null, null, '5 %', null, '-1.00'],
      ['2', 'Work on site', '2', 'h', '80.00', '20', '160.00'],
    ];
    const { lines, allowances } = readLines(layOut(opened(page(printTable(rows, usual, 100)))));
    expect(lines.map((line) => line.total?.value)).toEqual([20, 160]);
    expect(lines.map((line) => line.total?.evidence.includes('contradicted'))).toEqual([true, false]);
    expect(allowances.toNumber()).toBe(-1);
  });

  it('takes a text with an amount for a line where the sum below holds it', () => {
    const rows = [
      head,
      ['1', 'Copper pipe', '3', 'm', '12.50', '20', '37.50'],
      [null, 'Delivery to the site', null, null, null, null, '9.00'],
    ];
    const table = printTable(rows, usual, 100);
    const withSum = (sum: string) =>
      linesOf(page([...table, ...runTo(`Net ${sum}`, 540, 160)])).map((line) => line.total);
    expect(withSum('46.50')).toEqual([37.5, 9]);
    expect(withSum('37.50')).toEqual([37.5]);
  });

  it('is sure of quantity and price only where their labels tell them apart', () => {
    const rows = [
      [null, 'Description', 'Xq', null, 'Xpq', null, 'Amount'],
      [null, 'Copper pipe', '3', null, '12.50', null, '37.50'],
      [null, 'Work on site', '2', null, '80.00', null, '160.00'],
    ];
    const [line] = readLines(layOut(opened(page(printTable(rows, usual, 100))))).lines;
    expect(line?.quantity?.evidence).not.toContain('sums_agree');
  });

  it('puts right on a scan what the product of the line shows, and does not trust it', () => {
    const rows = [
      head,
      ['1', 'Copper pipe', '3', 'm', '12.50', '20', '-37.50'],
      ['2', 'Work on site', 'l', 'h', '80.00', '20', '80.00'],
      ['3', 'Mortar', '250', 'kg', '14.12', '20', '35.30'],
      ['4', 'Sand', '4', 'kg', '1.23', '20', '492'],
    ];
    const printed = page(printTable(rows, usual, 100));
    const scan: Page = { ...printed, source: 'ocr', words: printed.words.map((word) => ({ ...word, source: 'ocr' })) };
    const { lines } = readLines(layOut(opened(scan)));
    expect(lines.map(({ quantity, total }) => [quantity?.value, total?.value])).toEqual([
      [-3, -37.5],
      [1, 80],
      [2.5, 35.3],
      [4, 4.92],
    ]);
    expect(lines.every((line) => line.total?.evidence.includes('weak_print'))).toBe(true);
  });

  it('reads the VAT rate from a code that the page explains, or from the label over its VAT', () => {
    const places = [left(40), right(300), right(380), right(450), right(540)];
    const coded = page([
      ...printTable(
        [
          ['Description', 'Qty', 'Unit price', 'Amount', 'VAT'],
          ['Bread', '2', '3.00', '6.00', 'B'],
          ['Wine', '1', '12.00', '12.00', 'A'],
        ],
        places,
        100,
      ),
      ...run('A = VAT 20%, B = VAT 5.5%', 40, 200),
    ]);
    expect(linesOf(coded).map((line) => line.vat_rate)).toEqual([5.5, 20]);
    const labelled = page(
      printTable(
        [
          ['Description', 'Qty', 'Unit price', 'Amount', 'VAT 20%'],
          ['Bread', '2', '3.00', '6.00', '1.20'],
          ['Wine', '1', '12.00', '12.00', '2.40'],
        ],
        places,
        100,
      ),
    );
    expect(linesOf(labelled).map((line) => line.vat_rate)).toEqual([20, 20]);
  });

  it('gives lines the delivery note of the heading above them', () => {
    const rows = [
      head,
      [null, 'Delivery note 1187 of 04.03.2026', null, null, null, null, null],
      ['1', 'Copper pipe', '3', 'm', '12.50', '20', '37.50'],
      [null, 'Delivery note 1203 of 11.03.2026', null, null, null, null, null],
      ['2', 'Work on site', '2', 'h', '80.00', '20', '160.00'],
    ];
    expect(linesOf(page(printTable(rows, usual, 100)))).toMatchObject([
      { description: 'Copper pipe', delivery_note_number: '1187' },
      { description: 'Work on site', delivery_note_number: '1203' },
    ]);
  });

  it('takes goods that bear the name of a sum, and quantities with their unit glued to them, for what they are', () => {
    const rows = [
      head,
      ['1', 'Transporte', '3', 'km', '12.50', '20', '37.40'],
      ['2', 'Work on site', '2', 'h', '80.00', '20', '160.00'],
    ];
    expect(linesOf(page(printTable(rows, usual, 100))).map((line) => line.description)).toEqual([
      'Transporte',
      'Work on site',
    ]);
    const places = [left(40), right(300), right(400), right(540)];
    const glued = [
      ['Description', 'Qty', 'Unit price', 'Amount'],
      ['Saffron', '15.00g', '10.00', '150.00'],
      ['Oil', '2L', '8.00', '16.00'],
    ];
    expect(linesOf(page(printTable(glued, places, 100)))).toMatchObject([
      { quantity: 15, unit: 'g', unit_price: 10 },
      { quantity: 2, unit: 'L', unit_price: 8 },
    ]);
  });
});
