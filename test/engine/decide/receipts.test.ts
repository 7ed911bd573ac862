import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { opened, page, run, runTo } from '../../helpers/printed-page.ts';

/** A receipt's head, centred, over its sums. */
function read(head: string[], sums: [string, string][]) {
  const centred = head.flatMap((line, i) => {
    const words = run(line, 0, 60 + i * 13);
    const width = words.at(-1)!.x + words.at(-1)!.width;
    return words.map((word) => ({ ...word, x: word.x + 300 - width / 2 }));
  });
  const rows = sums.flatMap(([label, amount], i) => [
    ...run(label, 180, 400 + i * 16),
    ...runTo(amount, 420, 400 + i * 16),
  ]);
  const words = [...centred, ...rows].map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
  return decide(opened({ ...page(words), source: 'ocr' }), { vat: 'RO18547290', name: null }, '2026-11-21');
}
const sums: [string, string][] = [
  ['Total', '8.60'],
  ['Cash', '10.00'],
  ['Change', '1.40'],
];

describe('the head of a receipt', () => {
  it('is no bank, though its card terminal names one', () => {
    const terminal = read(
      ['MAGAZIN NORD S.R.L.', 'Str. Lungă 4, Sebeș', 'CIF: RO16702141'],
      [...sums, ['BANCA TERMINAL TID 20418890', '8.60']],
    );
    expect(terminal.invoice.bank_details.bank_name).toBeNull();
  });

  it('is the shop, with its address, and no customer', () => {
    const { invoice } = read(
      [
        'HARBOUR LANE TOOLS SDN BHD',
        '(204417-K)',
        'No: 12, Jalan Pelabuhan 3,',
        '40150 Shah Alam, Selangor',
        'Tel: 03-5550 1234',
      ],
      sums,
    );
    expect(invoice.vendor).toMatchObject({
      name: 'HARBOUR LANE TOOLS SDN BHD',
      address: 'No: 12, Jalan Pelabuhan 3, 40150 Shah Alam, Selangor',
    });
    expect(invoice.customer.name).toBeNull();
  });

  it('goes on with the region behind the city', () => {
    const { invoice } = read(
      [
        'HARBOUR LANE TOOLS SDN BHD',
        'Lorong Kayu 7',
        '47400 Petaling Jaya',
        'Selangor Darul Ehsan',
        'Tel: 03-5550 1234',
      ],
      sums,
    );
    expect(invoice.vendor.address).toBe('Lorong Kayu 7, 47400 Petaling Jaya, Selangor Darul Ehsan');
  });
});

/** A till's slip of about forty letters across: each row one text, or several set apart. */
function readSlip(rows: (string | string[])[]) {
  const words = rows.flatMap((row, i) => {
    const y = 20 + i * 13;
    if (typeof row !== 'string') {
      const starts = row.map((_, at) => 20 + 30 * at + 5 * row.slice(0, at).join('').length);
      return row.flatMap((part, at) => run(part, starts[at]!, y));
    }
    const last = run(row, 0, y).at(-1)!;
    return run(row, 130 - (last.x + last.width) / 2, y);
  });
  const scanned = words.map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
  return decide(
    opened({ ...page(scanned), width: 260, source: 'ocr' }),
    { vat: 'RO18547290', name: null },
    '2026-11-21',
  );
}
const foot = [
  ['14/03/2026', '10:21'],
  ['PAINT BRUSH', '8.60'],
  ['TOTAL', '8.60'],
  ['VISA', '8.60'],
];

describe("the head of a till's slip", () => {
  it('is one column, however wide its spaces are, and no customer', () => {
    const { invoice } = readSlip([
      'QUAYSIDE LAMPS SDN BHD',
      ['No 6,', 'Jalan 4/92C,'],
      ['57100 Banting,', 'Malaysia'],
      ...foot,
    ]);
    expect(invoice.vendor).toMatchObject({
      name: 'QUAYSIDE LAMPS SDN BHD',
      address: 'No 6, Jalan 4/92C, 57100 Banting, Malaysia',
    });
    expect(invoice.customer.name).toBeNull();
    expect(invoice.invoice_number).toBeNull();
  });

  it('has no customer behind small words of its foot that labels begin with too', () => {
    const { invoice } = readSlip([
      'QUAYSIDE LAMPS SARL',
      '6, rue du Port',
      '33110 Le Bouscat',
      ['LAMPE', '8,60'],
      ['AMPOULE', '2,40'],
      ['À', 'payer', '11,00'],
      'Espèces',
      ['11,00'],
    ]);
    expect(invoice.customer.name).toBeNull();
  });

  it('has no customer behind such words where no other number stands than that of the shop at its foot', () => {
    const { invoice } = readSlip([
      ['LAMPE', '74,27'],
      ['TOTAL', '74,27'],
      ['Carte', '74,27'],
      'Commerçant :',
      'A: QUAYSIDE LAMPS SA',
      'Rue du Port 6',
      '1023 Crissier',
      'CHE-105.821.714 TVA',
    ]);
    expect(invoice.customer).toMatchObject({ name: null, vat_number: null });
    expect(invoice.vendor).toMatchObject({ name: 'QUAYSIDE LAMPS SA', vat_number: 'CHE105821714' });
  });

  it('has the number of the house or plot where forms have the number of a document', () => {
    const houses = [
      'Lot 2714, Lorong Cempaka 4,',
      'No.22G, Jalan Aman,',
      'LOT P.T. 2811, Jalan Aman,',
      'No. 1 Jalan SS 7/26A,',
      '47, Jalan SS 15/4B,',
      'LOT 34817 JALAN AMAN,',
    ];
    for (const house of houses) {
      const { invoice } = readSlip([
        'EASTERN MINI MARKET',
        '(002214587-D)',
        house,
        'Kampung Baru',
        '08000 Sungai Petani',
        ...foot,
      ]);
      expect(invoice.vendor.name).toBe('EASTERN MINI MARKET');
      expect(invoice.vendor.address).toBe(`${house} Kampung Baru, 08000 Sungai Petani`);
      expect(invoice.invoice_number).toBeNull();
    }
  });

  it('gives the name without the number of the company', () => {
    const { invoice } = readSlip([
      'EASTERN MINI MART S/B (519204-X)',
      '12, Jalan Aman',
      '08000 Sungai Petani',
      ...foot,
    ]);
    expect(invoice.vendor.name).toBe('EASTERN MINI MART S/B');
  });

  it('joins a name with a second line of nothing but its legal form', () => {
    const { invoice } = readSlip([
      'EASTERN BOOK',
      'CO. (M) SDN BHD',
      'No 8, Jalan Aman',
      '08000 Sungai Petani',
      ...foot,
    ]);
    expect(invoice.vendor.name).toBe('EASTERN BOOK CO. (M) SDN BHD');
  });

  it('ends where the goods begin', () => {
    const { invoice } = readSlip([
      'QUAYSIDE LAMPS SRL',
      'Calea Portului 7',
      'CONSTANTA',
      '2.000 BUC. x 4.30',
      ['PAINT BRUSH 30MM', '8.60'],
      '1.000 BUC. x 2.40',
      ['LAMP OIL CLEAR 1L', '2.40'],
      ['TOTAL', '11.00'],
      ['VISA', '11.00'],
    ]);
    expect(invoice.vendor.address).toBe('Calea Portului 7, CONSTANTA');
  });

  it('is no label because one letter is another', () => {
    const { invoice } = readSlip(['EASTERN MINI MARKET', '12 Jalan Aman,', 'Petaling Jaya, Selangor', ...foot]);
    expect(invoice.vendor.address).toBe('12 Jalan Aman, Petaling Jaya, Selangor');
    expect(invoice.payment_terms).toBeNull();
  });
});

describe('the date of a receipt', () => {
  it('stands below the sums beside the time, whichever comes first', () => {
    const behind = read(['CORNER BAKERY SRL'], [...sums, ['15:55', '11.02.2026']]);
    expect(behind.invoice.invoice_date).toBe('2026-02-11');
    const before = read(['CORNER BAKERY SRL'], [...sums, ['11.02.2026', '15:55:10']]);
    expect(before.invoice.invoice_date).toBe('2026-02-11');
  });

  it('is the only one that is printed, wherever it stands, and is low', () => {
    const { invoice, fields } = read(['CORNER BAKERY SRL'], [...sums, ['Thank you', '11.02.2026']]);
    expect(invoice.invoice_date).toBe('2026-02-11');
    expect(fields.invoice_date?.confidence).toBe('low');
  });
});
