import { describe, expect, it } from 'vitest';
import { type Place, printTable, run } from '../../helpers/printed-page.ts';
import { amounts, lines, sums, totalsOf } from './printed-sums.ts';

describe('VAT by rate', () => {
  it('shows that a sum of the goods over it is said with the VAT, and what the VAT comes to', () => {
    const words = [
      ...run('Summe:', 300, 270),
      ...printTable([['48,30']], [{ x: 460, align: 'right' }], 270),
      ...printTable(
        [
          ['Steuersatz', 'Nettobetrag', 'MwSt. Betrag', 'Gesamtbetrag'],
          ['A = 19%', '20,00', '3,80', '23,80'],
          ['B = 7%', '22,90', '1,60', '24,50'],
        ],
        [
          { x: 40, align: 'left' },
          { x: 260, align: 'right' },
          { x: 360, align: 'right' },
          { x: 460, align: 'right' },
        ],
        300,
      ),
      ...run('Summe:', 300, 350),
      ...printTable([['48,30']], [{ x: 460, align: 'right' }], 350),
    ];
    const { subtotal, vat_amount, total_amount } = totalsOf(words);
    expect([subtotal?.value ?? null, vat_amount?.value, total_amount?.value]).toEqual([null, 5.4, 48.3]);
  });

  it('reads the VAT of each rate from the summary rows', () => {
    const rates: Place[] = [
      { x: 40, align: 'left' },
      { x: 180, align: 'right' },
      { x: 260, align: 'right' },
    ];
    const summary = printTable(
      [
        ['Rate', 'Base', 'VAT'],
        ['20%', '700.00', '140.00'],
        ['10%', '300.00', '30.00'],
      ],
      rates,
      300,
    );
    const totals = totalsOf([
      ...lines,
      ...sums(['Net total', '1,000.00'], ['VAT total', '170.00'], ['Total', '1,170.00']),
      ...summary,
    ]);
    expect(totals.vat_breakdown.map((row) => [row.rate?.value, row.base?.value, row.amount?.value])).toEqual([
      [20, 700, 140],
      [10, 300, 30],
    ]);
  });

  it('is VAT behind a label that ends in the name of the sum it is counted on, which stands above', () => {
    const column = (base: string) =>
      amounts(
        totalsOf([
          ...lines,
          ...sums(['Imponibile', '1,000.00'], [`IVA 22% ${base}`, '220.00'], ['Totale', '1,220.00']),
        ]),
      );
    expect(column('su imponibile')).toMatchObject({ net: 1000, vat: 220, total: 1220 });
  });

  it('has its rate in brackets that touch it', () => {
    const summary = printTable(
      [['IVA (23,00)', '2 309,87', '531,27']],
      [
        { x: 40, align: 'left' },
        { x: 180, align: 'right' },
        { x: 260, align: 'right' },
      ],
      300,
    );
    const totals = totalsOf([...summary, ...sums(['Total', '2 841,14']).map((word) => ({ ...word, y: word.y + 130 }))]);
    expect(amounts(totals)).toMatchObject({ net: 2309.87, vat: 531.27, total: 2841.14 });
    expect(totals.vat_breakdown.map(({ rate }) => rate?.value)).toEqual([23]);
  });

  it('says why no VAT is charged, in the words of the invoice', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(['Subtotal', '1,000.00'], ['VAT 0%', '0.00'], ['Total', '1,000.00']),
      ...run('Reverse charge: VAT is due by the customer.', 40, 300),
    ]);
    expect(totals.vat_breakdown.map((row) => [row.rate?.value, row.reason?.value])).toEqual([
      [0, 'Reverse charge: VAT is due by the customer.'],
    ]);
  });

  it('counts the only rate on the whole net sum where it is none', () => {
    const baseOf = (total: string) =>
      totalsOf([...lines, ...sums(['Subtotal', '1,000.00'], ['VAT 0%', '0.00'], ['Total', total])]).vat_breakdown.map(
        ({ base }) => base?.value ?? null,
      );
    expect(baseOf('1,000.00')).toEqual([1000]);
    expect(baseOf('1,050.00')).toEqual([null]);
  });

  it('says it without what stands before and behind it in its cell', () => {
    const reasonIn = (cell: string) =>
      totalsOf([
        ...lines,
        ...sums(['Subtotal', '1,000.00'], ['VAT 0%', '0.00'], ['Total', '1,000.00']),
        ...run(cell, 40, 300),
      ]).vat_breakdown[0]?.reason?.value;
    expect(reasonIn('Bank: Northern Bank BIC: NORDGB2L Reverse charge, art. 196')).toBe('Reverse charge, art. 196');
    expect(reasonIn('Goods stay ours until paid. Reverse charge, art. 196. Thank you')).toBe(
      'Reverse charge, art. 196',
    );
    expect(reasonIn('Not subject to reverse charge')).toBe('Not subject to reverse charge');
  });

  describe('at several rates of zero', () => {
    const places: Place[] = [
      { x: 40, align: 'left' },
      { x: 240, align: 'right' },
      { x: 320, align: 'right' },
      { x: 400, align: 'right' },
    ];
    const saidOf = (rows: string[][], below: [text: string, y: number][] = []) =>
      totalsOf([
        ...lines,
        ...sums(['Net total', '1,000.00'], ['VAT total', '0.00'], ['Total', '1,000.00']),
        ...printTable([['VAT', 'Rate', 'Base', 'Amount'], ...rows], places, 300),
        ...below.flatMap(([text, y]) => run(text, 40, y)),
      ]).vat_breakdown.map(({ base, reason, category }) => [
        base?.value,
        reason?.value ?? null,
        category?.value ?? null,
      ]);
    const two = [
      ['', '0%', '700.00', '0.00'],
      ['', '0%', '300.00', '0.00'],
    ];

    it('gives each the reason of its own row', () => {
      expect(
        saidOf([
          ['Exempt, art. 132', '0%', '700.00', '0.00'],
          ['Reverse charge', '0%', '300.00', '0.00'],
        ]),
      ).toEqual([
        [700, 'Exempt, art. 132', 'E'],
        [300, 'Reverse charge', 'AE'],
      ]);
    });

    it('gives the one without a reason of its own the only other that is printed', () => {
      const rows = [['Exempt, art. 132', '0%', '700.00', '0.00'], two[1]!];
      expect(saidOf(rows, [['Reverse charge: VAT is due by the customer.', 450]])).toEqual([
        [700, 'Exempt, art. 132', 'E'],
        [300, 'Reverse charge: VAT is due by the customer.', 'AE'],
      ]);
      expect(saidOf(rows)[1]).toEqual([300, null, null]);
    });

    it('gives all of them the only one that is printed, and none where nobody knows which is whose', () => {
      const exempt: [string, number] = ['Exempt, art. 132', 450];
      expect(saidOf(two, [exempt]).map(([, , category]) => category)).toEqual(['E', 'E']);
      expect(saidOf(two, [exempt, ['Reverse charge', 480]])).toEqual([
        [700, null, null],
        [300, null, null],
      ]);
    });

    it('gives each the one right below it', () => {
      const [first, second] = two as [string[], string[]];
      expect(saidOf([first, ['Exempt, art. 132', '', '', ''], second, ['Reverse charge', '', '', '']])).toEqual([
        [700, 'Exempt, art. 132', 'E'],
        [300, 'Reverse charge', 'AE'],
      ]);
    });
  });

  it('is added to the net sum, also where that is called a total', () => {
    const totals = totalsOf([
      ...lines,
      ...sums(
        ['Total amount', '1,000.00'],
        ['VAT 3%', '18.00'],
        ['VAT 7%', '28.00'],
        ['Total of the invoice', '1,046.00'],
      ),
    ]);
    expect(amounts(totals)).toMatchObject({ net: 1000, vat: 46, total: 1046 });
  });
});
