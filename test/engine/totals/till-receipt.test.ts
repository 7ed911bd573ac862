import { describe, expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import { readTotals } from '../../../server/engine/totals/read-totals.ts';
import { isTillReceipt } from '../../../server/engine/totals/till-receipt.ts';
import { opened, page, run, runTo } from '../../helpers/printed-page.ts';

/** A receipt as it comes from a scanner: a label and its amount in each row; what another reader saw, by what is printed. */
function receipt(rows: [label: string, amount: string][], others: Record<string, string> = {}) {
  const words = rows.flatMap(([label, amount], i) => [
    ...run(label, 40, 100 + i * 16),
    ...runTo(amount, 300, 100 + i * 16),
  ]);
  const scanned = words.map((word) => ({
    ...word,
    source: 'ocr' as const,
    confidence: 0.95,
    ...(word.text in others && { other: others[word.text]! }),
  }));
  return layOut(opened({ ...page(scanned), source: 'ocr' }));
}
function totalsOf(rows: [string, string][], others?: Record<string, string>) {
  const layout = receipt(rows, others);
  return readTotals(layout, readLines(layout), null);
}

describe('a receipt of a till', () => {
  it('has a total that the money given and the change confirm', () => {
    const { total_amount, prepaid_amount } = totalsOf([
      ['Milk', '3.40'],
      ['Bread', '5.20'],
      ['Total', '8.60'],
      ['Cash', '10.00'],
      ['Change', '1.40'],
    ]);
    expect(total_amount).toMatchObject({ value: 8.6, evidence: ['labelled', 'sums_agree'] });
    expect(prepaid_amount).toBeNull();
  });

  it('takes the total that was paid, not a misread one', () => {
    const { total_amount } = totalsOf([
      ['Total amount', '2.60'],
      ['Net total', '8.60'],
      ['Cash', '10.00'],
      ['Change', '1.40'],
    ]);
    expect(total_amount?.value).toBe(8.6);
    expect(total_amount?.evidence).toContain('guessed');
  });

  it('has a total although dirt between it and its label was read as letters', () => {
    const layout = receipt([
      ['Milk', '3.40'],
      ['Bread', '5.20'],
      ['Total', '8.60'],
    ]);
    const [sheet] = layout.pages;
    const speck = (confidence: number) =>
      run('ss.', 180, 132).map((word) => ({ ...word, source: 'ocr' as const, confidence }));
    const withSpeck = (confidence: number) => {
      const words = [...sheet!.page.words, ...speck(confidence)];
      const dirty = layOut(opened({ ...sheet!.page, words }));
      return readTotals(dirty, readLines(dirty), null).total_amount?.value;
    };
    expect(withSpeck(0.17)).toBe(8.6);
    // A word that was read well says what the figure is.
    expect(withSpeck(0.9)).toBeUndefined();
  });

  it('is not told from the goods by how many of them there are', () => {
    const cell = (text: string, x: number, y: number) => (x < 100 ? run(text, x, y) : runTo(text, x, y));
    const rows = [
      ['ITEM', 'QTY', 'UP', 'AMOUNT'],
      ['Badge clip', '1', '24.00', '24.00'],
      ['Laminating film', '1', '28.00', '28.00'],
      ['Total Qty.', '2', '', '52.00'],
      ['Total', '', '', '52.00'],
    ];
    const words = rows.flatMap((cells, row) =>
      cells.flatMap((text, at) => (text === '' ? [] : cell(text, [40, 200, 260, 340][at]!, 100 + row * 16))),
    );
    const { lines } = readLines(layOut(opened(page(words))));
    expect(lines.map((line) => line.description?.value)).toEqual(['Badge clip', 'Laminating film']);
  });

  it('is no surer of a total that was paid exactly', () => {
    const { total_amount } = totalsOf([
      ['TOTAL LEI', '45,70'],
      ['NUMERAR', '45,70'],
      ['REST', '0,00'],
    ]);
    expect(total_amount).toMatchObject({ value: 45.7, evidence: ['labelled'] });
  });

  it('finds a total whose label could not be read by what net and VAT make', () => {
    const { total_amount } = totalsOf([
      ['Subtotal', '68.87'],
      ['GST 6%', '4.13'],
      ['~-:', '73.00'],
      ['Cash', '73.00'],
      ['Change', '0.00'],
    ]);
    expect(total_amount?.value).toBe(73);
    expect(total_amount?.evidence).toContain('guessed');
  });

  it('gets back a decimal point that the other sums show, and says that it was put back', () => {
    const { vat_amount, total_amount } = totalsOf([
      ['Total sales (excluding GST)', '42.20'],
      ['Total GST', '253'],
      ['Total sales (inclusive of GST)', '44.73'],
      ['Cash', '50.00'],
      ['Change', '5.27'],
    ]);
    expect(vat_amount).toMatchObject({ value: 2.53 });
    expect(vat_amount?.evidence).toContain('guessed');
    expect(total_amount?.value).toBe(44.73);
  });

  it('takes of two readings the one with which the sums agree, and says so', () => {
    const rows: [string, string][] = [
      ['Total sales (excluding GST)', '5.66'],
      ['Total GST', '0.33'],
      ['Total sales (inclusive of GST)', '5.79'],
    ];
    const { subtotal, vat_amount } = totalsOf(rows, { '5.66': '5.46', '0.33': '0.34' });
    expect(subtotal).toMatchObject({ value: 5.46 });
    expect(subtotal?.evidence).toContain('guessed');
    expect(vat_amount).toMatchObject({ value: 0.33 });
    expect(totalsOf(rows, { '5.66': '5.56' }).subtotal?.value).not.toBe(5.56);
  });

  it('has a total of which only the cents were read where net and VAT end in them', () => {
    const rows = (total: string): [string, string][] => [
      ['Umsatz 19% Netto', '24,20 €'],
      ['MwSt. 19%', '4,60 €'],
      ['Total', total],
    ];
    const { total_amount } = totalsOf(rows('80 €'));
    expect(total_amount?.value).toBe(28.8);
    expect(total_amount?.evidence).toContain('guessed');
    expect(totalsOf(rows('70 €')).total_amount?.value).not.toBe(28.7);
  });

  it('leaves a whole sum alone where no other sum shows cents', () => {
    const { vat_amount } = totalsOf([
      ['Subtotal', '4220.00'],
      ['VAT', '253'],
      ['Total', '4473.00'],
    ]);
    expect(vat_amount?.value).toBe(253);
  });

  it('gives the total that was paid, not one of the VAT rates below it', () => {
    const { total_amount } = totalsOf([
      ['SUMME EUR', '9,70'],
      ['Gegeben bar', '20,00'],
      ['Rückgeld', '10,30'],
      ['A 7,00 % 6,07 0,43', '6,50'],
      ['B', '3,20'],
    ]);
    expect(total_amount?.value).toBe(9.7);
  });

  it('is sure of no total that was not paid, whatever else adds up', () => {
    const { total_amount } = totalsOf([
      ['Net', '10.00'],
      ['VAT 20%', '2.00'],
      ['Total', '12.00'],
      ['Cash', '20.00'],
      ['Change', '3.00'],
    ]);
    expect(total_amount).toMatchObject({ value: 12 });
    expect(total_amount?.evidence).toContain('contradicted');
  });

  it('gives the total after rounding to what can be paid in coins, however it is called, and is not sure of it', () => {
    for (const label of ['Net total', 'Rounding', 'Balance due']) {
      const { total_amount } = totalsOf([
        ['Total (incl. VAT)', '16.31'],
        ['Rounding', '-0.01'],
        [label, '16.30'],
        ['Cash', '17.00'],
        ['Change (cash)', '0.70'],
      ]);
      expect(total_amount?.value, label).toBe(16.3);
      expect(total_amount?.evidence, label).not.toContain('sums_agree');
    }
  });

  it('is not sure of a total from which the payment differs by a rounding that cannot be read', () => {
    const { total_amount } = totalsOf([
      ['6 % 29.69 1.78', ''],
      ['Total (incl. VAT)', '31.47'],
      ['Cash', '50.00'],
      ['Change', '18.55'],
    ]);
    expect(total_amount?.value).toBe(31.47);
    expect(total_amount?.evidence).not.toContain('sums_agree');
  });

  it('knows a total by its label, with a currency between them in a column of its own', () => {
    const words = [...run('Total', 40, 100), ...run('SGD', 200, 100), ...runTo('21.50', 300, 100)];
    const scanned = words.map((word) => ({
      ...word,
      source: 'ocr' as const,
      confidence: 0.95,
    }));
    const layout = layOut(opened({ ...page(scanned), source: 'ocr' }));
    expect(readTotals(layout, readLines(layout), null).total_amount?.value).toBe(21.5);
  });

  it('mends one figure of the total from what was paid, and says so', () => {
    for (const misread of ['119.7C', '19 70']) {
      const { total_amount } = totalsOf([
        ['Total', misread],
        ['Cash', '120.00'],
        ['Change', '0.30'],
      ]);
      expect(total_amount, misread).toMatchObject({ value: 119.7 });
      expect(total_amount?.evidence, misread).toContain('guessed');
      expect(total_amount?.evidence, misread).not.toContain('sums_agree');
    }
  });

  it('mends no total that is another amount', () => {
    const { total_amount } = totalsOf([
      ['Total', '118.70'],
      ['Cash', '120.00'],
      ['Change', '0.30'],
    ]);
    expect(total_amount?.value).toBe(118.7);
  });

  it('is known by its change, in any language', () => {
    expect(isTillReceipt(receipt([['Change', '1.40']]))).toBe(true);
    expect(isTillReceipt(receipt([['REST', '4,30']]))).toBe(true);
    expect(isTillReceipt(receipt([['Rückgeld', '4,30']]))).toBe(true);
    expect(isTillReceipt(receipt([['Rest de plată', '4,30']]))).toBe(false);
    expect(isTillReceipt(receipt([['Exchange rate', '4.30']]))).toBe(false);
  });
});

it('reads cents whose point was lost in print, and no two columns as one amount', () => {
  const items = (gap: number) => {
    const [whole, cents] = [run('86', 100, 100)[0]!, run('00', 110 + gap, 100)[0]!];
    const words = [whole, cents].map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.9 }));
    const style = [...run('12.50', 100, 130), ...run('73.10', 100, 150)].map((word) => ({
      ...word,
      source: 'ocr' as const,
    }));
    return layOut(opened({ ...page([...words, ...style]), source: 'ocr' })).pages[0]!.rows[0]!.items;
  };
  expect(items(5).map(({ number }) => number?.value.toNumber())).toEqual([86]);
  expect(items(5)[0]!.number?.decimals).toBe(2);
  expect(items(12).map(({ number }) => number?.value.toNumber())).toEqual([86, 0]);
});
