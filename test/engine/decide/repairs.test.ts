import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { opened, page, run } from '../../helpers/printed-page.ts';

/** A scanned invoice of these lines. */
function scanned(lines: string[], buyer = 'RO18547290') {
  const words = lines.flatMap((line, i) => run(line, 60, 60 + i * 16));
  const read = words.map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
  return decide(opened({ ...page(read), source: 'ocr' }), { vat: buyer, name: null }, '2026-11-21');
}
const vendor = ['Furnizor: Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5, Iași, jud. Iași'];

describe('what check digits put right', () => {
  it('is an account with O for 0, whatever follows it in its line, but it is not confirmed', () => {
    const { invoice, fields } = scanned([...vendor, 'IBAN: RO49AAAA1B31OO7593840000 BIC AAAAROBU']);
    expect(invoice.bank_details.iban).toBe('RO49AAAA1B31007593840000');
    expect(fields['bank_details.iban']).toMatchObject({ confidence: 'medium' });
    const exact = scanned([...vendor, 'IBAN: RO49AAAA1B31007593840000']);
    expect(exact.fields['bank_details.iban']).toMatchObject({ confidence: 'high' });
  });

  it('is a tax number with I for 1, but it is not confirmed', () => {
    const { invoice, fields } = scanned([...vendor, 'CUI: ROI67O2141']);
    expect(invoice.vendor.vat_number).toBe('RO16702141');
    expect(fields['vendor.vat_number']?.confidence).not.toBe('high');
  });

  it('is confirmed where it is the number that the client sent', () => {
    const { fields } = scanned([...vendor, 'Client: Auto Test 2003 SRL', 'CUI: ROI8547290']);
    expect(fields['customer.vat_number']).toMatchObject({ confidence: 'high' });
  });
});
