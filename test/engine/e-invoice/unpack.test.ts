import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { eInvoiceProblems } from '../../../server/contract/errors.ts';
import { setSheet } from '../../../server/engine/e-invoice/sheet.ts';
import { statedBy } from '../../../server/engine/e-invoice/stated.ts';
import { unpackEInvoice } from '../../../server/engine/e-invoice/unpack.ts';
import { archive, romanianInvoice, signatureOver } from '../../helpers/e-invoices.ts';

const xml = romanianInvoice({ vat: 'RO18547290', name: 'Auto Test 2003 SRL' }, { transport: 45 });
const file = (text: string): Uint8Array => Buffer.from(text);
const said = (bytes: Uint8Array): string => {
  const unpacked = unpackEInvoice(bytes);
  return typeof unpacked === 'string' ? unpacked : String(unpacked.witness.header.invoice_number);
};

describe('the e-invoice in a file', () => {
  test.each<[string, Record<string, Uint8Array>]>([
    ['as the portal packs it', { 'semnatura_1.xml': file(signatureOver(xml)), '1.xml': file(xml) }],
    ['with its files called the other way round', { 'semnatura_1.xml': file(xml), '1.xml': file(signatureOver(xml)) }],
    ['in a folder, beside its PDF', { 'f/': new Uint8Array(), 'f/1.xml': file(xml), 'f/1.pdf': file('%PDF-1.7') }],
    ['with names that every object has', { __proto__x: file('a'), constructor: file(xml), toString: file('b') }],
  ])('is found %s', (_name, files) => {
    expect(said(zipSync(files))).toBe('FMN 2026-00417');
  });

  test.each<[string, Record<string, Uint8Array>, keyof typeof eInvoiceProblems]>([
    ['none', { 'semnatura_1.xml': file(signatureOver(xml)) }, 'not_an_einvoice'],
    ['two of them', { a: file(xml), b: file(xml.replace('00417', '1')) }, 'not_an_einvoice'],
    ['a name that leads out', { '../1.xml': file(xml) }, 'unsafe_file'],
    ['a name that leads out further in', { 'a/../../1.xml': file(xml) }, 'unsafe_file'],
    ['a name from the root', { '/etc/1.xml': file(xml) }, 'unsafe_file'],
    ['a name of a drive', { 'C:\\1.xml': file(xml) }, 'unsafe_file'],
    ['a name that leads out on Windows', { 'a\\..\\1.xml': file(xml) }, 'unsafe_file'],
    [
      'more entries than an invoice has',
      Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`${at}`, file('a')])),
      'unsafe_file',
    ],
  ])('is not taken where there is %s', (_name, files, problem) => {
    expect(said(zipSync(files))).toBe(problem);
  });

  it('is looked for in whatever comes', () => {
    const known = [...Object.keys(eInvoiceProblems), 'FMN 2026-00417'];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        for (const head of ['PK\x03\x04', '<', '<?xml'])
          expect(known).toContain(said(Buffer.concat([Buffer.from(head, 'latin1'), bytes])));
      }),
    );
    const whole = Buffer.from(archive(xml, signatureOver(xml)));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), fc.nat(whole.length), (at, value, end) => {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        for (const changed of [bytes, bytes.subarray(0, end)]) expect(typeof said(changed)).toBe('string');
      }),
    );
  });

  it('is set on pages whatever it says', () => {
    fc.assert(
      fc.property(fc.nat(xml.length), fc.nat(40), fc.string({ maxLength: 60, unit: 'binary' }), (at, length, text) => {
        const plain = text.replaceAll(/[<&]/g, ' ');
        const unpacked = unpackEInvoice(file(xml.slice(0, at) + plain + xml.slice(at + length)));
        if (typeof unpacked === 'string') return;
        const { pages, places } = setSheet(statedBy(unpacked), unpacked.document.root);
        for (const { page, box } of Object.values(places)) {
          expect(page).toBeLessThanOrEqual(pages.length);
          expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= 595 && box.y + box.height <= 842).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is set on pages with a character that has no glyph', () => {
    const unpacked = unpackEInvoice(file(xml.replace('FMN 2026-00417', 'FMN\u00002026-\u000700417')));
    if (typeof unpacked === 'string') throw new Error(unpacked);
    const [page] = setSheet(statedBy(unpacked), unpacked.document.root).pages;
    expect(JSON.stringify(page)).toContain('FMN');
  });
});
