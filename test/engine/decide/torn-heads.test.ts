import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { invoiceTitle, opened, page, run } from '../../helpers/printed-page.ts';

/** A scanned page of texts at their places. */
function scanned(texts: [text: string, x: number, y: number][]) {
  const words = [...invoiceTitle, ...texts.flatMap(([text, x, y]) => run(text, x, y))];
  const read = words.map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
  return decide(opened({ ...page(read), source: 'ocr' }), { vat: 'RO18547290', name: null }, '2026-11-21');
}

describe('the head of a scanned invoice', () => {
  it('is no customer under a letter that is left of a logo', () => {
    const { invoice } = scanned([
      ['A', 60, 50],
      ['Dealul Verde Impex S.R.L.', 60, 66],
      ['CUI: RO16702141', 60, 80],
      ['Client: Auto Test 2003 SRL', 330, 66],
      ['CUI: RO18547290', 330, 80],
    ]);
    expect(invoice.vendor.name).toBe('Dealul Verde Impex S.R.L.');
    expect(invoice.vendor.vat_number).toBe('RO16702141');
  });

  it('keeps to a name the numbers and the address that are set apart from it', () => {
    const { invoice } = scanned([
      ['Dealul Verde Impex S.R.L.', 60, 66],
      ['Registru comert: J40/1234/2001', 60, 94],
      ['Cod fiscal: RO16702141', 60, 106],
      ['Sediu: Str. Morii nr. 4, Iasi', 60, 118],
    ]);
    expect(invoice.vendor).toMatchObject({
      name: 'Dealul Verde Impex S.R.L.',
      vat_number: 'RO16702141',
      address: 'Str. Morii nr. 4, Iasi',
    });
  });

  it("does not take the treasury's number in brackets for the vendor's", () => {
    const { invoice } = scanned([
      ['Dealul Verde Energie SA', 60, 66],
      ['Str. Morii nr. 4, Iasi', 60, 80],
      ['IBAN RO49AAAA1B31007593840000', 60, 94],
      ['TREZORERIE (CUI 14471202)', 60, 108],
      ['CIF: RO16702141', 330, 66],
    ]);
    expect(invoice.vendor.vat_number).toBe('RO16702141');
  });

  it('has a name of initials that are those of a register elsewhere', () => {
    const { invoice } = scanned([
      ['RCS & DEX', 60, 66],
      ['Str. Morii nr. 4, 700123 Iasi', 60, 80],
      ['CUI: RO16702141', 60, 94],
    ]);
    expect(invoice.vendor.name).toBe('RCS & DEX');
  });

  it('is named by neither the label of its number nor by thanks', () => {
    const label = scanned([
      ['Codul de inregistrare fiscala', 60, 66],
      ['RO16702141', 260, 66],
    ]);
    expect(label.invoice.vendor.name).toBeNull();
    const thanks = scanned([
      ['GRACIAS POR TU VISITA', 60, 66],
      ['C/ DEL RIO, 5. 28012 MADRID', 60, 80],
    ]);
    expect(thanks.invoice.vendor.name).toBeNull();
  });

  it('has the address whose sign was misread and whose dots were set apart', () => {
    const { invoice } = scanned([
      ['Dealul Verde Impex S.R.L.', 60, 66],
      ['CUI: RO16702141', 60, 80],
      ['Email: birou .iasiQdealulverde.ro', 60, 94],
    ]);
    expect(invoice.vendor.email).toBe('birou.iasi@dealulverde.ro');
  });

  it('has a number with its point of sale and series before it, and the date behind', () => {
    const { invoice } = scanned([
      ['Dealul Verde Impex S.R.L.', 60, 66],
      ['CUI: RO16702141', 60, 80],
      ['Factura nr. 2 K 04417092/08.05.2026', 60, 120],
    ]);
    expect(invoice.invoice_number).toBe('2 K 04417092');
  });
});
