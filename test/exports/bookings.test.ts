import { describe, expect, it } from 'vitest';
import { type Bookings, emptyBooking } from '../../server/contract/booking.ts';
import type { ExportSettings } from '../../server/exports/target.ts';
import { bookedInvoice } from '../helpers/booked.ts';
import { parser, sectionsOf, write } from './written-files.ts';

describe('where lines go in the books', () => {
  const bookings = [
    { ...emptyBooking, account: '6022', deductibility: 'half' as const },
    { account: '371', article: 'ART;7', deductibility: 'none' as const, warehouse: 'Depozit 2' },
    null,
  ];
  const ofThree = (own: Bookings) =>
    bookedInvoice(
      {
        line_items: ['Motorină', 'Saci', 'Sfoară'].map((description) => ({
          ...{ description, quantity: 1, unit: 'buc', unit_price: 100, vat_rate: 21, total: 100 },
        })),
        ...{ subtotal: 300, vat_amount: 63, total_amount: 363, vat_breakdown: [{ rate: 21, base: 300, amount: 63 }] },
      },
      { bookings: own },
    );
  const linesOf = async (own: Bookings, more: Partial<ExportSettings> = {}) => {
    const { files, problems } = await write('saga', [ofThree(own)], more);
    const text = Buffer.from(files[0]!.bytes).toString('utf8');
    const [invoice] = parser.parse(text).Facturi.Factura;
    return { lines: invoice.Detalii.Continut.Linie as Record<string, string>[], problems };
  };

  it('is written for SAGA in the order of its elements, and nothing where nothing was said', async () => {
    const { lines } = await linesOf(bookings);
    expect(lines[0]).toMatchObject({ Cont: '6022', TipDeducere: 'N50' });
    expect(lines[1]).toMatchObject({ Cont: '371', TipDeducere: 'I', Gestiune: 'Depozit 2', CodArticolClient: 'ART;7' });
    expect(Object.keys(lines[1]!)).toEqual([
      ...['LinieNrCrt', 'Gestiune', 'Descriere', 'CodArticolClient', 'UM', 'Cantitate', 'Pret', 'Valoare', 'ProcTVA'],
      ...['TVA', 'Cont', 'TipDeducere'],
    ]);
    for (const name of ['Cont', 'TipDeducere', 'Gestiune', 'CodArticolClient'])
      expect(lines[2]).not.toHaveProperty(name);
  });

  it('is written for a line that stands for a rate only where all lines of it agree', async () => {
    const alike = { ...emptyBooking, account: '628', article: 'A1' };
    const joined = await linesOf([alike, { ...alike, article: 'A2' }, alike], { linePerRate: true });
    expect(joined.lines).toHaveLength(1);
    expect(joined.lines[0]).toMatchObject({ Cont: '628' });
    expect(joined.lines[0]).not.toHaveProperty('CodArticolClient');
    expect(joined.problems).toEqual([]);
    const differing = await linesOf([alike, alike, null], { linePerRate: true });
    expect(differing.lines[0]).not.toHaveProperty('Cont');
    expect(differing.problems).toMatchObject([{ code: 'bookings_differ', path: 'bookings', blocking: false }]);
  });

  it('is written for each rate of an invoice without lines, as it was said of the rate', async () => {
    const booked = bookedInvoice(
      {
        line_items: [],
        ...{ subtotal: 350, vat_amount: 53, total_amount: 403 },
        vat_breakdown: [
          { rate: 11, base: 100, amount: 11 },
          { rate: 21, base: 150, amount: 31.5 },
          // Printed in two rows, charged alike.
          { rate: 21, base: 50, amount: 10.5 },
          { rate: 0, base: 50, amount: 0, reason: 'Scutit', category: 'E' },
        ],
      },
      {
        bookings: [
          { ...emptyBooking, account: '6022', article: 'CARTE', deductibility: 'none', warehouse: 'MAG' },
          { ...emptyBooking, account: '628' },
          { ...emptyBooking, account: '628', warehouse: 'MAG' },
        ],
      },
    );
    const { files, problems } = await write('saga', [booked]);
    const [invoice] = parser.parse(Buffer.from(files[0]!.bytes)).Facturi.Factura;
    const lines: Record<string, string>[] = invoice.Detalii.Continut.Linie;
    expect(lines.map(({ ProcTVA, Cont }) => [ProcTVA, Cont])).toEqual([
      ['11', '6022'],
      ['21', '628'],
      ['0', undefined],
    ]);
    expect(lines[0]).toMatchObject({ TipDeducere: 'I', Gestiune: 'MAG', CodArticolClient: 'CARTE' });
    expect(lines[1]).not.toHaveProperty('Gestiune');
    expect(problems).toMatchObject([{ code: 'bookings_differ', path: 'bookings', blocking: false }]);
    const mentor = await write('winmentor', [booked]);
    const items = sectionsOf(mentor.files[0]!.bytes).Items_1!;
    expect(items.Item_1!.split(';').slice(0, 7)).toEqual(['CARTE', 'buc', '1', '100.00', 'MAG', '', '6022']);
    expect(items.Item_1_TVANEDED).toBe('1');
    expect(items.Item_2!.split(';')[6]).toBe('628');
  });

  it('is written for WinMENTOR, whose own articles are not made anew', async () => {
    const { files } = await write('winmentor', [ofThree(bookings)]);
    const items = sectionsOf(files[0]!.bytes).Items_1!;
    expect(items.Item_1!.split(';').slice(4, 7)).toEqual(['', '', '6022']);
    expect(items.Item_1_TVANEDED).toBe('3');
    expect(items.Item_2!.split(';')).toEqual(['ART,7', 'buc', '1', '100.00', 'Depozit 2', '', '371', '', '', '', '']);
    expect(items.Item_2_TVANEDED).toBe('1');
    expect(items).not.toHaveProperty('Item_3_TVANEDED');
    const articles = sectionsOf(files.find(({ name }) => name === 'ARTICOLE.txt')!.bytes);
    expect(Object.values(articles).map(({ Denumire }) => Denumire)).toEqual(['Motorină', 'Sfoară']);
  });
});
