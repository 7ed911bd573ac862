import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { left, linesOf, right } from '../../helpers/printed-lines.ts';
import { column, invoiceTitle, opened, page, printTable, run } from '../../helpers/printed-page.ts';

const places = [left(40), right(260), right(340), right(430), right(520)];
const rates = (rows: (string | null)[][], ...said: string[]) =>
  linesOf(page([...printTable(rows, places, 100), ...column(40, 220, said)])).map(({ vat_rate }) => vat_rate);

describe('the rate of a line that prints none', () => {
  const head = ['Denumire', 'Cant.', 'Preț', 'Valoare', 'Valoare TVA'];
  const goods = [
    head,
    ['Apă plată', '20', '13,20', '264,00', '29,04'],
    ['Bere blondă', '12', '64,80', '777,60', '163,30'],
    ['Garanție ambalaj', '240', '0,50', '120,00', '0,00'],
  ];

  it('is the one that the page names and that makes its VAT; no VAT is nought', () => {
    expect(rates(goods, 'Cota TVA: 21% / 11%')).toEqual([11, 21, 0]);
  });

  it('is unknown where the page names none that does, or two', () => {
    expect(rates(goods, 'Cota TVA: 19% / 9%')).toEqual([undefined, undefined, 0]);
    expect(rates([head, ['Pungă', '1', '0,10', '0,10', '0,02']], 'Cota TVA: 21% / 20%')).toEqual([undefined]);
  });

  it('is nought where a word or a code that is explained says why', () => {
    const row = (rate: string) => [
      ['Denumire', 'Cant.', 'Preț', 'Valoare', 'Cota TVA'],
      ['Curs de sudură', '3', '890,00', '2670,00', rate],
      ['Manual', '9', '45,00', '405,00', '11%'],
    ];
    expect(rates(row('scutit'))).toEqual([0, 11]);
    expect(rates(row('Scutit*'))).toEqual([0, 11]);
    expect(rates(row('TI'), 'TI = taxare inversă, art. 331')).toEqual([0, 11]);
    expect(rates(row('N'), 'N (neimpozabil)')).toEqual([0, 11]);
    expect(rates(row('TI'), 'TI = transport intern')).toEqual([undefined, 11]);
  });
});

describe('the rate that the sums tell of lines', () => {
  const read = (amounts: string[], sums: [string, string][], ...said: string[]) => {
    const rows = amounts.map((amount, i) => [`Serviciul ${'ABCDEFGHI'[i]}`, '1', amount, amount]);
    const words = [
      ...invoiceTitle,
      ...column(60, 60, ['Furnizor', 'Brad Alb Impex S.R.L.', 'CIF: RO16702141']),
      ...printTable(
        [['Denumire', 'Cantitate', 'Preț', 'Valoare'], ...rows],
        [left(60), right(280), right(360), right(530)],
        200,
      ),
      ...printTable(sums, [left(330), right(530)], 480),
      ...said.flatMap((line, i) => run(line, 60, 600 + 16 * i)),
    ];
    const { invoice } = decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-11-01');
    return invoice.line_items.map(({ vat_rate }) => vat_rate);
  };
  const partly: [string, string][] = [
    ['Subtotal', '1.219,80'],
    ['TVA 19% la 1.180,00', '224,20'],
    ['Total', '1.444,00'],
  ];

  it('is shared out where the lines make what it is of in one way only', () => {
    expect(read(['780,00', '400,00', '39,80'], partly)).toEqual([19, 19, 0]);
    expect(read(['780,00', '390,00', '10,00', '39,80'], partly)).toEqual([19, 19, 19, 0]);
    expect(read(['1.140,20', '39,80', '39,80'], partly)).toEqual([null, null, null]);
  });

  it('is the only one also beside lines whose VAT told it, as far as all together are what it is of', () => {
    const rows = [
      ['Denumire', 'Cant.', 'Preț', 'Valoare', 'TVA'],
      ['Abonament', '1', '200,00', '200,00', '42,00'],
      ['Instalare', '1', '100,00', '100,00', null],
    ];
    const sums = (base: string, vat: string) => [
      ['Baza 21%', base, 'TVA', vat],
      ['Total de plată', null, null, '363,00'],
    ];
    const read = (...below: [string, string]) => {
      const words = [
        ...printTable(rows, [left(60), right(280), right(360), right(450), right(530)], 200),
        ...printTable(sums(...below), [left(200), right(330), left(400), right(530)], 300),
      ];
      const sheet = opened(page([...invoiceTitle, ...words]));
      return decide(sheet, { vat: 'RO18547290', name: null }, '2026-11-01').invoice.line_items.map(
        (line) => line.vat_rate,
      );
    };
    expect(read('300,00', '63,00')).toEqual([21, 21]);
    expect(read('200,00', '42,00')).toEqual([21, null]);
  });

  it('is nought where nothing is taxed and the page says why', () => {
    const total: [string, string][] = [['Total de plată', '1.180,00']];
    const exempt = 'Servicii scutite de TVA conform art. 292 alin. (2) din Codul fiscal.';
    expect(read(['780,00', '400,00'], total, exempt)).toEqual([0, 0]);
    expect(read(['780,00', '400,00'], total)).toEqual([null, null]);
    expect(read(['780,00', '400,00'], [['TVA 19%', '188,40'], ...total], exempt)).toEqual([19, 19]);
  });
});
