import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { isSlip } from '../../../server/engine/layout/slip.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import { readTotals } from '../../../server/engine/totals/read-totals.ts';
import { opened, page, run, runTo } from '../../helpers/printed-page.ts';
import { slip } from '../../helpers/printed-slip.ts';

describe('the goods on a slip of a till', () => {
  it('have amounts with the small letter of their VAT rate, and the size of a bottle is none', () => {
    const { lines, sums } = slip([
      ['1 Kerze rot 8,49', '8,49a'],
      ['1 Saft 0,25l 1,39', '1,39b'],
      ['1 Seife 2,75', '2,75a'],
      ['ZU BEZAHLEN', '12,63'],
    ]);
    expect(lines.map(([name, , , , total]) => [name, total])).toEqual([
      ['Kerze rot', 8.49],
      ['Saft 0,25l', 1.39],
      ['Seife', 2.75],
    ]);
    expect(sums.total_amount?.value).toBe(12.63);
  });

  it('are as many as make their amounts with zeros for what OCR takes zeros with a stroke for', () => {
    const { lines } = slip([
      'B,814 KG x 7,49',
      ['Mere ionatan', '6,10 B'],
      '1,888 BUC x 6,79',
      ['Orez alb', '6,79 B'],
      '2.000 BUC x 1,35',
      ['Suc de mere', '2,70 B'],
      ['TOTAL', '15,59'],
    ]);
    expect(lines.map(([, quantity, , price]) => [quantity, price])).toEqual([
      [0.814, 7.49],
      [1, 6.79],
      [2, 1.35],
    ]);
  });

  it('have whole amounts in a currency without cents, below prices that have them', () => {
    const { lines, sums } = slip([
      'FUTÓ UTCA 41',
      'NYUGTA',
      ['2,000 DB x', '620,00 Ft /DB'],
      ['SAJT SZELETELT', '1 240 C00'],
      ['KENYÉR 500G', '385 B00'],
      ['ÖSSZESEN:', '1 625 Ft'],
    ]);
    expect(lines).toEqual([
      ['SAJT SZELETELT', 2, 'DB', 620, 1240],
      ['KENYÉR 500G', null, null, null, 385],
    ]);
    expect(sums.total_amount?.value).toBe(1625);
  });

  it('have prices without cents as well, below names that end in a size', () => {
    const { lines } = slip([
      'Kamilla krém 120 ml',
      ['3 db 2 450', '5% 7 350'],
      'Szappan natúr',
      ['2 db 1 250', '5% 2 500'],
      ['Fizetendő:', '9 850 Ft'],
    ]);
    expect(lines).toEqual([
      ['Kamilla krém 120 ml', 3, 'db', 2450, 7350],
      ['Szappan natúr', 2, 'db', 1250, 2500],
    ]);
  });

  it('are counted before a star and the price, in the row over their names', () => {
    const { lines } = slip([
      'n. 3 * 4,20',
      ['COLLA VINILICA 22,00%', '12,60'],
      'n. 2 * 6,50',
      ['VITI ZINCATE 22,00%', '13,00'],
      ['TOTALE', '25,60'],
    ]);
    expect(lines).toEqual([
      ['COLLA VINILICA', 3, null, 4.2, 12.6],
      ['VITI ZINCATE', 2, null, 6.5, 13],
    ]);
  });

  it('keep the size of a bottle in their names, before and behind their count', () => {
    const { lines } = slip([
      ['1 Limonade 0,35', '3,90 B'],
      ['Izvorska voda 1,0 1 4,60', '4,60'],
      ['Apă plată 0,75 2 × 18,00', '36,00 B'],
      ['SUMME EUR', '44,50'],
    ]);
    expect(lines).toEqual([
      ['Limonade 0,35', 1, null, 3.9, 3.9],
      ['Izvorska voda 1,0', 1, null, 4.6, 4.6],
      ['Apă plată 0,75', 2, null, 18, 36],
    ]);
  });

  it('are counted behind a price with the sign at it, and named behind a code and a figure before that', () => {
    const { lines } = slip([
      ['Galletas de trigo 0,85x 3', '2,55 B'],
      ['6 418833 Pan de molde', '2,10 B'],
      ['Total', '4,65'],
    ]);
    expect(lines).toEqual([
      ['Galletas de trigo', 3, null, 0.85, 2.55],
      ['Pan de molde', null, null, null, 2.1],
    ]);
  });

  it('end at a sum that has a cell of its own behind where they were eaten', () => {
    const words = [
      ...[
        ['Bowl of soup', '4.20'],
        ['Bread', '1.30'],
        ['Tea', '2.50'],
      ].flatMap(([name, amount], i) => [...run(name!, 20, 40 + i * 14), ...runTo(amount!, 250, 40 + i * 14)]),
      ...run('Inside', 20, 96),
      ...run('TOTAL', 110, 96),
      ...runTo('9.00', 250, 96),
      ...run('Coupon', 20, 110),
      ...runTo('9.00', 250, 110),
    ].map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
    const layout = layOut(opened({ ...page(words), width: 270, source: 'ocr' }));
    const read = readLines(layout);
    expect(read.lines.map(({ description }) => description?.value)).toEqual(['Bowl of soup', 'Bread', 'Tea']);
    expect(readTotals(layout, read, null).total_amount?.value).toBe(9);
  });

  it('have their name and their amount, whose letter of VAT is no part of it', () => {
    const { lines } = slip([
      ['Brot dunkel', '2,45A'],
      ['Käse jung 48%', '3,10 A'],
      ['Seife', '1,25*B'],
      ['SUMME EUR', '6,80'],
    ]);
    expect(lines).toEqual([
      ['Brot dunkel', null, null, null, 2.45],
      ['Käse jung 48%', null, null, null, 3.1],
      ['Seife', null, null, null, 1.25],
    ]);
  });

  it('are on a slip that lies in the middle of the glass it was scanned on', () => {
    const goods = Array.from({ length: 20 }, (_, i) => [
      ...run('Marfă bună', 180, 40 + i * 14),
      ...runTo('2,00', 410, 40 + i * 14),
    ]);
    const scanned = { ...page(goods.flat()), source: 'ocr' as const };
    expect(isSlip(scanned)).toBe(true);
    expect(isSlip({ ...scanned, words: [...scanned.words, ...run('nr. 118 din 3 martie', 480, 40)] })).toBe(false);
  });

  it('end over a sum whose word is cut short', () => {
    const { lines } = slip([
      ['LAMPE', '74,27'],
      ['TOT TTC', '74,27'],
      ['CARTE', '74,27'],
    ]);
    expect(lines.map(([name]) => name)).toEqual(['LAMPE']);
  });

  it('are one piece each, and below its name what that weighs at what price for a kilogram', () => {
    const { lines } = slip([
      ['1 ARROZ REDONDO', '2,60'],
      ['1 LECHE ENTERA', '1,15'],
      '1 PLATANO',
      ['1,352 kg  1,50 €/kg', '2,03'],
      '1 PEPINO',
      ['0,588 kg  1,90 €/kg', '1,12'],
      ['TOTAL (€)', '6,90'],
    ]);
    expect(lines.slice(2)).toEqual([
      ['PLATANO', 1.352, 'kg', 1.5, 2.03],
      ['PEPINO', 0.588, 'kg', 1.9, 1.12],
    ]);
  });

  it('take the count from the row above where tills print it before the name', () => {
    const { lines } = slip([
      '1.000 BUC. x 6.40',
      ['Lapte proaspat 1L', '6.40 A'],
      '3.000 BUC. x 2.15',
      ['Biscuiti', '6.45 A'],
      '0.420 KG x 9.50',
      ['Mere', '3.99 B'],
      ['TOTAL', '16.84'],
    ]);
    expect(lines).toEqual([
      ['Lapte proaspat 1L', 1, 'BUC.', 6.4, 6.4],
      ['Biscuiti', 3, 'BUC.', 2.15, 6.45],
      ['Mere', 0.42, 'KG', 9.5, 3.99],
    ]);
  });

  it('take a count that is set tight before its amount, whose letter stands behind the name as well', () => {
    const { lines } = slip([
      ['Kefir naturalny 400 C 2*3.45', '6.90 C'],
      ['Mandarynki KG C 1.24-5.50', '6.82 C'],
      ['Bulka C 31.15', '3.45 C'],
      ['SUMA PLN', '17.17'],
    ]);
    expect(lines).toEqual([
      ['Kefir naturalny 400', 2, null, 3.45, 6.9],
      ['Mandarynki KG', 1.24, null, 5.5, 6.82],
      ['Bulka', 3, null, 1.15, 3.45],
    ]);
  });

  it('cost what their counts make where that comes to the sum and the amounts that were read do not', () => {
    const rows = (total: string) =>
      slip([
        '1.000 BUC x 6.40',
        ['12 Oua proaspete', '1.40 A'],
        '3.000 BUC x 2.15',
        'Biscuiti cu unt',
        '0.420 KG x 9.50',
        ['Mere', '3.99 B'],
        ['SUBTOTAL', total],
      ]).lines;
    expect(rows('16.84')).toEqual([
      ['12 Oua proaspete', 1, 'BUC', 6.4, 6.4],
      ['Biscuiti cu unt', 3, 'BUC', 2.15, 6.45],
      ['Mere', 0.42, 'KG', 9.5, 3.99],
    ]);
    expect(rows('18.84').map(([, , , , total]) => total)).toEqual([1.4, 3.99]);
  });

  it('go on below a name that looks like a word for VAT and costs less than what was sold before', () => {
    const { lines } = slip([
      ['Lapte', '7.40 A'],
      ['Orez bob rotund', '5.35 A'],
      ['Mere', '3.99 A'],
      ['TOTAL', '16.74'],
    ]);
    expect(lines.map(([name]) => name)).toEqual(['Lapte', 'Orez bob rotund', 'Mere']);
  });

  it('take the count from the row below where tills print it after the name', () => {
    const { lines } = slip([
      ['Tomates grappe', '1,29 A'],
      '0,518 kg x 2,49 EUR/kg',
      ['Riz long', '1,85 A'],
      ['Savon', '1,40 B'],
      '2x 0,70',
      ['A payer', '4,54'],
    ]);
    expect(lines).toEqual([
      ['Tomates grappe', 0.518, 'kg', 2.49, 1.29],
      ['Riz long', null, null, null, 1.85],
      ['Savon', 2, null, 0.7, 1.4],
    ]);
  });

  it('have the count in their own row, its unit glued to it and the sign to the price', () => {
    const { lines } = slip([
      ['MLEKO 2%', '4szt. x3,20 12,80C'],
      ['BUŁKA', '1 x0,65 0,65C'],
      ['Jogurt', '0,90 x 3 2,70 A'],
      ['SUMA PLN', '16,15'],
    ]);
    expect(lines).toEqual([
      ['MLEKO 2%', 4, 'szt.', 3.2, 12.8],
      ['BUŁKA', 1, null, 0.65, 0.65],
      ['Jogurt', 3, null, 0.9, 2.7],
    ]);
  });

  it('are one piece where a misread count has the price of all, and have a count whose sign was lost', () => {
    const { lines } = slip([
      ['PIEROGI', '4szt. x10,30 10,30C'],
      ['CHLEB', '-1-* 4,10 4,10C'],
      ['SUMA PLN', '14,40'],
    ]);
    expect(lines.map(([name, quantity, , price]) => [name, quantity, price])).toEqual([
      ['PIEROGI', 1, 10.3],
      ['CHLEB', 1, 4.1],
    ]);
    const above = slip([
      '2.000 BUC 2.15',
      ['Biscuiti', '4.30 A'],
      '1.000 BUC x 3.20',
      ['Mere', '3.20 B'],
      ['TOTAL', '7.50'],
    ]);
    expect(above.lines[0]).toEqual(['Biscuiti', 2, 'BUC', 2.15, 4.3]);
  });

  it('end with the payment, whose amount bears no mark of a rate', () => {
    const { lines } = slip([
      ['Diesel', '48,20 EUR*'],
      ['BAR', '48,20 EUR'],
      ['TOTAL', '48,20 EUR'],
    ]);
    expect(lines.map(([name, , , , total]) => [name, total])).toEqual([['Diesel', 48.2]]);
  });

  it('begin with the number of pieces, and with a code that is no part of the name', () => {
    const { lines } = slip([
      ['1x (14) Linsensuppe', '5,20 EUR B'],
      ['2 Apfelsaft', '5,60 EUR B'],
      ['1x (201) Nudeln mit Pilzen', '9,40 EUR B'],
      ['Total:', '20,20 EUR'],
    ]);
    expect(lines.map(([name, quantity, , , total]) => [name, quantity, total])).toEqual([
      ['Linsensuppe', 1, 5.2],
      ['Apfelsaft', 2, 5.6],
      ['Nudeln mit Pilzen', 1, 9.4],
    ]);
  });

  it('are named by the row above where count and amount have a row of their own', () => {
    const { lines } = slip([
      ['CHLEB', '1 x4,10 4,10C'],
      '     Jabłka luzem',
      ['', '0,650 x3,98 2,59C'],
      ['SUMA PLN', '6,69'],
    ]);
    expect(lines).toEqual([
      ['CHLEB', 1, null, 4.1, 4.1],
      ['Jabłka luzem', 0.65, null, 3.98, 2.59],
    ]);
  });

  it('have the VAT rate that stands under its label, and none without one', () => {
    const goods = (head: string) => [
      ['ARTICULO', `${head}  IMPORTE`] as [string, string],
      ['1 Arroz redondo', '10,00      2,30'] as [string, string],
      ['3 Pan de molde', '0,00      4,20'] as [string, string],
      ['1 Jabon 21,5%', '21,00      1,95'] as [string, string],
      ['TOTAL', '8,45'] as [string, string],
    ];
    expect(slip(goods('IVA')).rates).toEqual([10, 0, 21]);
    expect(slip(goods('OTR')).rates).toEqual([null, null, null]);
  });

  it('end where a sum of them stands, though its label was misread', () => {
    const { lines } = slip([
      ['Pinsel', '3,40 A'],
      ['Farbe weiss', '8,10 A'],
      ['ZWSUNNE', '11,50'],
      ['Gutschein', '-1,00'],
      ['SUMME EUR', '10,50'],
    ]);
    expect(lines.map(([name]) => name)).toEqual(['Pinsel', 'Farbe weiss']);
  });

  it('take in what is taken off in their own column', () => {
    const { lines } = slip([
      ['Caffe macinato', '4,80'],
      ['Sconto', '-0,80'],
      ['Biscotti', '2,10'],
      ['TOTALE', '6,10'],
    ]);
    expect(lines.map(([name, , , , total]) => [name, total])).toEqual([
      ['Caffe macinato', 4.8],
      ['Sconto', -0.8],
      ['Biscotti', 2.1],
    ]);
  });

  it('cost what is left of them where that stands below their discount', () => {
    const { lines } = slip([
      ['Kawa ziarnista A', '1 x18,90 18,90'],
      ['Rabat', '-4,00'],
      ['', '14,90'],
      ['Sok C', '2 x3,50 7,00'],
      ['SUMA PLN', '21,90'],
    ]);
    expect(lines.map(([name, quantity, , price, total]) => [name, quantity, price, total])).toEqual([
      ['Kawa ziarnista A', 1, 14.9, 14.9],
      ['Sok C', 2, 3.5, 7],
    ]);
  });

  it('are none where two amounts stand beside words and no sum says what they are', () => {
    const { lines } = slip(['Parkhaus Mitte', ['Tarif A', '2,00'], ['Tarif B', '4,00'], 'Gute Fahrt']);
    expect(lines).toEqual([]);
  });
});
