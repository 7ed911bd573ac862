import { expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { headersOf } from '../../../server/engine/lines/header.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import { left, right } from '../../helpers/printed-lines.ts';
import { invoiceTitle, opened, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

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

it('takes what is sold without a table from beside the net sum, which nothing else names', () => {
  const read = (label: string) => {
    const rows = [
      [label, '12 100,00'],
      ['TVA 21%', '2 541,00'],
      ['Total avans de plată', '14 641,00 lei'],
    ];
    const words = rows.flatMap(([text, amount], i) => [
      ...run(text!, 60, 270 + 16 * i),
      ...runTo(amount!, 530, 270 + 16 * i),
    ]);
    const { invoice } = decide(
      opened(page([...invoiceTitle, ...words])),
      { vat: 'RO18547290', name: null },
      '2026-11-21',
    );
    return [invoice.line_items, invoice.subtotal, invoice.total_amount];
  };
  const sold = 'Avans 40% comandă mobilier recepție, conf. ofertă 118';
  expect(read(sold)).toEqual([
    [expect.objectContaining({ description: sold, total: 12100, vat_rate: 21 })],
    12100,
    14641,
  ]);
  expect(read('Total fără TVA')).toEqual([[], 12100, 14641]);
});
