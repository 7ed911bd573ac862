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

  it.each([
    ['a zero that was read as both', 'RO39KLMN0161500007777111', 'RO39KLMN0O161500007777111'],
    ['two such signs', 'RO48KLMN500SV00007777111', 'RO48KLMN5S00SV0000O7777111'],
    ['a 1 that was read as a T', 'RO18KLMN1B31007593840000', 'ROT8KLMN1B31007593840000'],
    ['a sign that is none of an account', 'RO39KLMN0161500007777111', 'RO3&KLMN0161500007777111'],
  ])('is an account with %s', (_, iban, read) => {
    const { invoice, fields } = scanned([...vendor, `IBAN: ${read}`]);
    expect(invoice.bank_details.iban).toBe(iban);
    expect(fields['bank_details.iban']?.confidence).not.toBe('high');
  });

  it('is no account where nothing that could have been read agrees', () => {
    expect(scanned([...vendor, 'IBAN: RO3&KLMN0161500007777999']).invoice.bank_details.iban).toBeNull();
  });

  it.each([
    ['a digit that was read as a letter unlike it', 'CUI: RO36111115', 'CUI: ROZ6111115'],
    ['a letter that was read as a digit', 'VAT no: IE1234563OH', 'VAT no: IE12345630H'],
    ['the letter before a number', 'NIF/CIF: A20111118', 'NIF/CIF: 420111118'],
    ['its label misread', 'C.U.I.: RO36111115', 'C.U.l.: RO36111115'],
    ['an undotted label misread', 'CIF: 36111115', 'ClF:36111115'],
  ])('is a tax number with %s', (_, printed, read) => {
    const { invoice, fields } = scanned([...vendor, read]);
    expect(invoice.vendor.vat_number).toBe(printed.replace(/.*: ?/, ''));
    if (read.replace(/.*: ?/, '') !== invoice.vendor.vat_number)
      expect(fields['vendor.vat_number']?.confidence).not.toBe('high');
  });

  it('is confirmed where it is the number that the client sent', () => {
    const { fields } = scanned([...vendor, 'Client: Auto Test 2003 SRL', 'CUI: ROI8547290']);
    expect(fields['customer.vat_number']).toMatchObject({ confidence: 'high' });
  });
});
