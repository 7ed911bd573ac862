import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, printTable, run, runTo } from '../../helpers/printed-page.ts';

const buyer = { vat: 'ESB44172039', name: null };

const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

const vendor = column(60, 60, ['Hilaturas Orduña S.L.', 'C/ Batán 7', '26004 LOGROÑO']);

describe('date and number without any caption', () => {
  const pair = (number: string, x = 400) =>
    read(vendor, run('FACTURA', 60, 30, 16), run('3 abril 2026', x, 140, 8), run(number, x, 180, 8));

  it.each(['HOR1268', 'FV/2026/04/0895', 'AB-2026-118'])('are a pair in one column: %s', (number) => {
    const { invoice, fields } = pair(number);
    expect(invoice).toMatchObject({ invoice_number: number, invoice_date: '2026-04-03' });
    expect(fields.invoice_number!.confidence).toBe('low');
  });

  it.each(['46174', 'B44172039', 'Lote 118', 'HOR12'])('are none with what may be anything else: %s', (number) => {
    expect(pair(number).invoice.invoice_number).toBeNull();
  });

  it('are none apart from each other, nor where two may be meant, nor without the title', () => {
    const date = run('3 abril 2026', 400, 140, 8);
    const title = run('FACTURA', 60, 30, 16);
    expect(read(vendor, title, date, run('HOR1268', 200, 180, 8)).invoice.invoice_number).toBeNull();
    const two = [...run('HOR1268', 400, 160, 8), ...run('CLT4410', 400, 180, 8)];
    expect(read(vendor, title, date, two).invoice.invoice_number).toBeNull();
    expect(read(vendor, date, run('HOR1268', 400, 180, 8)).invoice.invoice_number).toBeNull();
  });
});

describe('heads of columns', () => {
  it('have the sums two rows below them, where a row between repeats what the empty ones hold', () => {
    const [heads, rates, sums] = [
      { 'TOTAL BRUTO': 56, DESCUENTO: 149, IVA: 277, 'R.EQUIVALENCIA': 337, IRPF: 426, TOTAL: 467 },
      { '%': 119, '10': 298, '% ': 337, '%  ': 406 },
      {
        '240,00': 71,
        IMPORTE: 119,
        'IMPORTE ': 232,
        '24,00 €': 287,
        'IMPORTE  ': 337,
        'IMPORTE   ': 406,
        '289,00 €': 472,
      },
    ];
    const rows = [heads, rates, sums].map((cells, i) =>
      Object.entries(cells).flatMap(([text, x]) => run(text.trimEnd(), x, 713 + 14 * i, 8)),
    );
    const { invoice } = read(vendor, run('PORTE', 120, 448), runTo('25,00 €', 540, 448), ...rows);
    expect(invoice).toMatchObject({ vat_amount: 24, total_amount: 289 });
  });

  it('date the invoice beside how it is paid', () => {
    const { invoice } = read(
      vendor,
      ...['FACTURA', 'FORMA DE PAGO', 'FECHA'].map((head, i) => run(head, 60 + 160 * i, 230)),
      ...['FV26/106', 'TRANSFERENCIA', '01/12/2025'].map((value, i) => run(value, 60 + 160 * i, 254)),
    );
    expect(invoice).toMatchObject({ invoice_number: 'FV26/106', invoice_date: '2025-12-01', due_date: null });
  });

  it('number a proforma that has no other title', () => {
    const { invoice } = read(
      vendor,
      ...['FECHA', 'PROFORMA', 'CLIENTE'].map((head, i) => run(head, 60 + 120 * i, 170)),
      ...['24/11/2025', 'H 310', '43001555'].map((value, i) => run(value, 60 + 120 * i, 194)),
    );
    expect(invoice.invoice_number).toBe('H 310');
  });
});

it('does not take a box among the goods for a bank', () => {
  const { invoice } = read(
    vendor,
    printTable(
      [
        ['CANTIDAD', 'CONCEPTO', 'PRECIO', 'IMPORTE'],
        ['1', 'CAJA ALCACHOFAS 1KG', '55,80', '55,80'],
        ['2', 'CAJAS ESPÁRRAGOS', '10,00', '20,00'],
      ],
      [
        { x: 40, align: 'left' },
        { x: 120, align: 'left' },
        { x: 400, align: 'right' },
        { x: 540, align: 'right' },
      ],
      300,
    ),
    [...runTo('TOTAL', 440, 360), ...runTo('75,80', 540, 360)],
  );
  expect(invoice.bank_details.bank_name).toBeNull();
});
