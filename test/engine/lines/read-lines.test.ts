import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import type { Page, Word } from '../../../server/engine/page.ts';
import { head, left, linesOf, right, usual } from '../../helpers/printed-lines.ts';
import { opened, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

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

  it('takes of two readings of a figure the one that the line multiplies out with, and does not trust it', () => {
    const others: Record<string, string> = { '8': '3', '12.60': '12.50', '75.00': '15.00', '9.99': '8.99' };
    const printed = page(
      printTable(
        [
          head,
          ['1', 'Copper pipe', '8', 'm', '12.60', '20', '37.50'],
          ['2', 'Work on site', '2', 'h', '7.50', '20', '75.00'],
          ['3', 'Mortar', '4', 'kg', '9.99', '20', '44.00'],
        ],
        usual,
        100,
      ),
    );
    const words = printed.words.map((word): Word => {
      const other = others[word.text];
      return { ...word, source: 'ocr', ...(other && { other }) };
    });
    const { lines } = readLines(layOut(opened({ ...printed, source: 'ocr', words })));
    expect(lines.map(({ quantity, unit_price, total }) => [quantity?.value, unit_price?.value, total?.value])).toEqual([
      [3, 12.5, 37.5],
      [2, 7.5, 15],
      [4, 11, 44],
    ]);
    expect(lines.slice(0, 2).every((line) => line.total?.evidence.includes('weak_print'))).toBe(true);
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

  it('parts labels that no space parts, where the columns below begin and end with them', () => {
    const words = [
      ...run('Item', 40, 100),
      ...runTo('Qty', 250, 100),
      // Two labels, of which the first goes on in the next row.
      ...runTo('Pr. Xyz.1', 360, 100),
      ...runTo('Unit', 315, 112),
      ...runTo('Amount', 450, 100),
      ...printTable(
        [
          ['Paint', '8', '50.00', '10.00', '360.00'],
          ['Roller', '5', '20.00', '50.00', '50.00'],
        ],
        [left(40), right(250), right(312), right(360), right(450)],
        130,
      ),
    ];
    expect(linesOf(page(words)).map((line) => [line.description, line.quantity, line.total])).toEqual([
      ['Paint', 8, 360],
      ['Roller', 5, 50],
    ]);
  });

  it('takes amounts for those in the currency of the sums only at a rate of exchange', () => {
    const places = [left(40), right(250), right(320), right(420), right(520)];
    const rows = [
      ['Item', 'Qty', 'Price EUR', 'Amount EUR', 'Amount'],
      ['Rent', '10', '20.50', '205.00', '1043.45'],
      ['Subtotal', null, null, null, '1043.45'],
    ];
    const totals = (text: string) =>
      linesOf(page([...run(text, 40, 60), ...printTable(rows, places, 100)])).map((line) => line.total);
    expect(totals('1 EUR = 5.0900 lei')).toEqual([1043.45]);
    // The rest of a figure that was misread is at some rate too.
    expect(totals('Thank you')).toEqual([205]);
  });

  it('takes neither of two counts for sure where both multiply the price', () => {
    const rows = [
      ['Item', 'Pieces', 'Days', 'Price', 'Amount'],
      ['Fence panel', '40', '21', '0.18', '151.20'],
      ['Digger', '1', '9', '145.00', '1305.00'],
    ];
    const places = [left(40), right(250), right(310), right(400), right(500)];
    const { lines } = readLines(layOut(opened(page(printTable(rows, places, 100)))));
    expect(lines.map((line) => [line.quantity?.value, line.total?.value])).toEqual([
      [40, 151.2],
      [1, 1305],
    ]);
    expect(lines.flatMap((line) => line.quantity?.evidence ?? [])).not.toContain('sums_agree');
  });

  it('lets a row that fills few columns move none of their bounds', () => {
    const places = [right(50), left(70), left(240), right(320), right(400), right(480)];
    const rule = (x: number) => ({ x, y: 90, width: 0.5, height: 90, direction: 'vertical' as const });
    const row = (top: number, number: string, upper: string, lower: string, figures: string[]) => [
      ...run(upper, 70, top),
      ...printTable([[number, null, ...figures]], places, top + 7),
      ...run(lower, 70, top + 14),
    ];
    const words = [
      ...printTable([['Nr', null, 'UM', 'Cant', 'Pret', 'Valoare']], places, 100),
      ...run('Denumirea serviciilor', 100, 100),
      ...row(118, '1', 'Servicii de contabilitate', 'pentru luna aprilie', ['luna', '2', '120,00', '240,00']),
      ...row(148, '2', 'Întocmire declarații', 'suplimentare', ['buc', '3', '10,00', '30,00']),
      ...printTable([[null, null, null, null, null, '270,00']], places, 172),
      ...run('Întocmit de: Ana Rusu, CNP 2', 40, 172),
    ];
    const rules = [38, 60, 235, 262, 330, 410, 485].map(rule);
    expect(linesOf(page(words, rules)).map((line) => line.description)).toEqual([
      'Servicii de contabilitate pentru luna aprilie',
      'Întocmire declarații suplimentare',
    ]);
  });

  it('takes the net amounts that a label hides, where they and the VAT make the gross ones', () => {
    const places = [left(40), right(200), right(280), right(400), right(460), right(540)];
    const words = [
      ...printTable([['Produs', 'Cantitate', 'Preț cu TVA', null, 'Valoare TVA', 'Total cu TVA']], places, 100),
      ...runTo('TVA valoare fără TVA', 400, 100),
      ...printTable([['Husă telefon', '2', '49,99', '82,63', '17,35', '99,98']], places, 118),
      ...printTable([['Cablu împletit', '3', '35,00', '86,78', '18,22', '105,00']], places, 136),
    ];
    expect(linesOf(page(words))).toMatchObject([
      { description: 'Husă telefon', quantity: 2, total: 82.63 },
      { description: 'Cablu împletit', quantity: 3, total: 86.78 },
    ]);
  });

  it('parts no figure from the text before it where print of one fixed width has spaces as wide as its letters', () => {
    const typed = (text: string, x: number, y: number) =>
      [...text.matchAll(/\S+/gu)].map(({ 0: part, index }) => ({
        ...run(part, x + 6 * index, y)[0]!,
        width: 6 * part.length,
      }));
    const rows = [
      'Codice  Descrizione               Q.ta   Prezzo  Importo',
      'V200    Valvola a farfalla DN 50     4    62,00   248,00',
      'G050    Guarnizione DN 50            8     3,10    24,80',
      'MAN     Manodopera                   3    48,00   144,00',
    ];
    const words = rows.flatMap((row, i) => typed(row, 40, 100 + 18 * i));
    expect(linesOf(page(words)).map((line) => line.description)).toEqual([
      'Valvola a farfalla DN 50',
      'Guarnizione DN 50',
      'Manodopera',
    ]);
  });
});
