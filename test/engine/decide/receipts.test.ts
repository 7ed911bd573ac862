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
