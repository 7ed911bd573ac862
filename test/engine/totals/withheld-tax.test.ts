import { expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';
import { amounts, none, totalsOf } from './printed-sums.ts';

const row = (label: string, amount: string, y: number) => [...run(label, 60, y), ...runTo(amount, 540, y)];

const rent = [
  ...row('CONCEPTO: Alquiler marzo 2026', '', 300),
  ...row('IMPORTE:', '500,00 €', 314),
  ...row('RETENCIÓN 19% I.R.P.F.', '-95,00 €', 328),
  ...row('7% I.G.I.C.', '35,00 €', 342),
];

it('a tax that is withheld leaves what is to be paid, and the amount that VAT is counted on is the net one', () => {
  const totals = totalsOf([...rent, ...row('TOTAL', '440,00 €', 356)]);
  expect(amounts(totals)).toEqual({ ...none, net: 500, vat: 35, due: 440 });
  const other = totalsOf([...rent, ...row('TOTAL', '450,00 €', 356)]);
  expect(amounts(other)).toMatchObject({ net: null, total: 450 });
});

it('a row of a withheld tax is none of VAT, and a rate without its sign no amount', () => {
  const totals = totalsOf([
    ...run('I.G.I.C. - BASE', 60, 300),
    ...run('%', 240, 300),
    ...run('I.G.I.C. - CUOTA', 320, 300),
    ...runTo('80,00', 140, 314),
    ...runTo('7', 250, 314),
    ...runTo('5,60', 400, 314),
    ...run('I.R.P.F. - BASE', 60, 340),
    ...run('%', 240, 340),
    ...run('I.R.P.F. - CUOTA', 320, 340),
    ...runTo('80,00', 140, 354),
    ...runTo('15', 250, 354),
    ...runTo('12,00', 400, 354),
    ...run('BANCO EMISOR', 60, 380),
    ...run('IMPORTE LIQUIDO', 460, 380),
    ...run('B. DEL SUR', 60, 394),
    ...runTo('73,60', 530, 394),
  ]);
  expect(amounts(totals)).toMatchObject({ vat: 5.6, due: 73.6 });
  expect(totals.vat_breakdown.map(({ rate, amount }) => [rate?.value, amount?.value])).toEqual([[7, 5.6]]);
});

it('what is sold is one line where a label names it and no table is printed', () => {
  const read = (...more: string[]) =>
    decide(
      opened(
        page([
          ...run('FACTURA Nº 12/2026', 200, 60, 14),
          ...column(60, 120, ['ARRENDADOR: Ana Ortuño Vela', 'N.I.F.: 12345678Z']),
          ...column(60, 180, ['ARRENDATARIO: Hilaturas Orduña S.L.', 'C.I.F.: F77301554']),
          ...rent,
          ...row('TOTAL', '440,00 €', 356),
          ...column(60, 420, more),
        ]),
      ),
      { vat: 'ESF77301554', name: null },
      '2026-11-21',
    ).invoice.line_items.map(({ description, total, vat_rate }) => [description, total, vat_rate]);
  expect(read()).toEqual([['Alquiler marzo 2026', 500, 7]]);
  expect(read('CONCEPTO: Agua')).toEqual([]);
});
