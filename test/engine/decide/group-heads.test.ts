import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, printTable, run } from '../../helpers/printed-page.ts';

const buyer = { vat: 'ESB44172039', name: null };

const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

const places = [
  { x: 40, align: 'left' },
  { x: 110, align: 'left' },
  { x: 400, align: 'right' },
  { x: 480, align: 'right' },
  { x: 560, align: 'right' },
] as const;

const head = [
  ...run('FACTURA DE VENTA', 330, 160, 12),
  ...column(60, 60, ['Hilaturas Orduña S.L.', 'C/ Batán 7', '26004 LOGROÑO']),
  ...printTable(
    [
      ['FECHA', 'SERIE', 'NÚMERO'],
      ['29/11/2025', '04F', '7118'],
    ],
    [
      { x: 65, align: 'left' },
      { x: 145, align: 'left' },
      { x: 190, align: 'left' },
    ],
    190,
  ),
];

/** The lines of one delivery, under a row with its note's number and day. */
const delivery = (note: string, day: string, y: number): Word[] => [
  ...run('Nº ALBARÁN:', 110, y),
  ...run(note, 200, y),
  ...run(`FECHA: ${day}`, 310, y),
  ...printTable([['118', 'Paño de lino', '2', '15,00', '30,00']], [...places], y + 18),
];

describe('rows that head the lines of one delivery', () => {
  const { invoice, fields } = read(
    head,
    printTable([['CÓDIGO', 'DESCRIPCIÓN', 'CANTIDAD', 'PRECIO', 'IMPORTE']], [...places], 260),
    delivery('02 / 11728', '06/11/2025', 280),
    delivery('02 / 11744', '11/11/2025', 330),
    run('TOTAL 60,00 €', 480, 500),
  );

  it('do not date the invoice', () => {
    expect(invoice.invoice_date).toBe('2025-11-29');
  });

  it('name no delivery note of the whole invoice where there are several', () => {
    expect(invoice.delivery_note_number).toBeNull();
  });

  it('leave one delivery note the whole invoice where it is the only one', () => {
    const one = read(
      head,
      printTable([['CÓDIGO', 'DESCRIPCIÓN', 'CANTIDAD', 'PRECIO', 'IMPORTE']], [...places], 260),
      delivery('02 / 11728', '06/11/2025', 280),
    );
    expect(one.invoice.delivery_note_number).toBe('02/11728');
  });

  it('do not make the number beside its series doubtful', () => {
    expect(invoice.invoice_number).toBe('04F 7118');
    expect(fields.invoice_number!.evidence).not.toContain('contradicted');
    expect(fields.invoice_number!.confidence).toBe('medium');
  });
});

describe('heads side by side over a number and a day', () => {
  it("date the invoice under its own number's head, and not under an order's", () => {
    const { invoice, fields } = read(
      run('FACTUUR', 60, 30, 16),
      ...[
        ['Leverbon', '87032', '16-02-2026'],
        ['Ordernr.', '45502', '09-02-2026'],
        ['Factuurnr.', '98559', '20-02-2026'],
      ].map(([label, number, day], i) =>
        printTable(
          [
            [label!, 'Datum'],
            [number!, day!],
          ],
          [
            { x: 300, align: 'left' },
            { x: 460, align: 'left' },
          ],
          200 + i * 30,
          12,
        ),
      ),
    );
    expect(invoice.invoice_date).toBe('2026-02-20');
    expect(fields.invoice_date!.evidence).not.toContain('contradicted');
  });
});

describe('the number of an identity card', () => {
  it.each(['Carte identitate seria și numărul: GX551207', 'B.I./C.I. seria nr. GX 551207'])(
    'makes no invoice number doubtful: %s',
    (text) => {
      const { invoice, fields } = read(
        run('FACTURĂ', 270, 12, 16),
        run('Seria și nr.: FFA-118', 60, 60),
        run(text, 60, 700),
      );
      expect(invoice.invoice_number).toBe('FFA-118');
      expect(fields.invoice_number!.confidence).toBe('high');
    },
  );
});
