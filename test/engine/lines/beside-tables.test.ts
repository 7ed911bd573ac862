import { expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { headersOf } from '../../../server/engine/lines/header.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import { left, right } from '../../helpers/printed-lines.ts';
import { opened, page, printTable, run } from '../../helpers/printed-page.ts';

it("has no head in a row with the company's number, though the row has one word that heads a column elsewhere", () => {
  const words = [
    ...run('FACTURA TRIMESTRAL', 34, 283),
    ...run('Cantidad', 200, 283),
    ...run('Precio', 272, 283),
    ...run('Importe', 334, 283),
    ...run('AGUAS DEL NORTE, E.M.', 34, 295),
    ...run('N.I.F.:B12345674', 190, 295),
    ...run('AVISO MENSAJE', 436, 295),
    ...printTable(
      [
        ['Cuota de servicio', '1', '22,40', '22,40'],
        ['Consumo', '7', '0,02', '0,14'],
      ],
      [left(34), right(240), right(300), right(368)],
      318,
    ),
  ];
  const [layout] = layOut(opened(page(words))).pages;
  expect(headersOf(layout!).map(({ columns }) => columns.map(({ text }) => text))).toEqual([
    ['FACTURA TRIMESTRAL', 'Cantidad', 'Precio', 'Importe'],
  ]);
});

it('goes on past a fee whose word is one for VAT elsewhere', () => {
  const words = printTable(
    [
      ['Concepto', 'Importe en €'],
      ['Término Gas', '200,00 €'],
      ['Cuota de servicio', '12,00 €'],
      ['Alquiler de equipos', '18,00 €'],
      ['Base imponible', '230,00 €'],
      ['Cuota', '48,30 €'],
      ['Total', '278,30 €'],
    ],
    [left(60), right(500)],
    200,
  );
  const { lines } = readLines(layOut(opened(page(words))));
  expect(lines.map(({ description }) => description?.value)).toEqual([
    'Término Gas',
    'Cuota de servicio',
    'Alquiler de equipos',
  ]);
});
