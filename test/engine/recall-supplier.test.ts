import { describe, expect, it } from 'vitest';
import type { Invoice } from '../../server/contract/invoice.ts';
import type { OpenedFile } from '../../server/engine/page.ts';
import { readOpened } from '../../server/engine/read-invoice.ts';
import { identifiersIn, recallSupplier } from '../../server/engine/recall-supplier.ts';
import { type Contribution, furtherIdentifiersOf } from '../../server/suppliers/contribution.ts';
import { contributionOf } from '../../server/suppliers/learn.ts';
import { column, opened, page, run, runTo } from '../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };
const today = '2026-11-23';

/** An invoice whose number stands alone, without a label. */
const file = (number: string, address: string): OpenedFile =>
  opened(
    page([
      ...run('FACTURĂ', 60, 40, 16),
      ...column(60, 100, ['Olar Ambar SRL', 'CUI: RO9900777123', ...address.split(', ')]),
      ...run(number, 451, 130),
      ...column(60, 200, ['Client', 'Cofetăria Norului SRL', 'CUI: RO18547290']),
      ...runTo('Total de plată 121,00 lei', 540, 400),
    ]),
  );
const invoice = (number: string, address = street) => readOpened(file(number, address), { buyer, today });
const street = 'Str. Zorbin nr. 41, 120001 Buzău';

/** Once more, as a scanner and OCR give it. */
function scanned(number: string, address: string) {
  const digital = file(number, address);
  const words = digital.pages[0]!.words.map((each) => ({ ...each, source: 'ocr' as const, confidence: 0.9 }));
  return readOpened({ ...digital, pages: [{ ...digital.pages[0]!, words, source: 'ocr' }] }, { buyer, today });
}

function confirmed(numbers: string[]): Contribution[] {
  return numbers.map((number) => {
    const { extraction, texts } = invoice(number);
    const right = { ...extraction, invoice: { ...extraction.invoice, invoice_number: number } };
    const how = { looked: new Set(['invoice_number', 'vendor.address']), day: today, accountIsKnown: true, known: [] };
    return contributionOf(right, texts, how);
  });
}

const recalled = ({ extraction, texts }: ReturnType<typeof invoice>, known: Contribution[]) =>
  recallSupplier(extraction, texts, known, { buyerVat: buyer.vat, today }).extraction;

describe('what stands where earlier invoices have it, without a label', () => {
  it('is one to look at after one of them, and proves nothing however many there are', () => {
    const now = invoice('MG-1204');
    expect(now.extraction.invoice.invoice_number).toBeNull();
    const numbers = ['MG-1117', 'MG-1118', 'MG-1119', 'MG-1120'];
    for (const [count, level] of [
      [1, 'low'],
      [2, 'medium'],
      [4, 'medium'],
    ] as const) {
      const { invoice: read, fields } = recalled(now, confirmed(numbers.slice(0, count)));
      expect(read.invoice_number).toBe('MG-1204');
      expect(fields.invoice_number?.confidence).toBe(level);
    }
  });
});

describe('what OCR read with a letter or two that are others', () => {
  const misread = 'Str. Zorbln nr. 41, 120001 Buzau';

  it('is what was confirmed before, and is never sure by that', () => {
    const { invoice: read, fields } = recalled(scanned('MG-1204', misread), confirmed(['MG-1117', 'MG-1118']));
    expect(read.vendor.address).toBe(street);
    expect(fields['vendor.address']?.confidence).toBe('medium');
  });

  it('stays as it is where the file itself says so, and where it may be another value', () => {
    expect(recalled(invoice('MG-1204', misread), confirmed(['MG-1117'])).invoice.vendor.address).toBe(misread);
    const moved = 'Aleea Corbilor nr. 7, 120044 Buzău';
    expect(recalled(scanned('MG-1204', moved), confirmed(['MG-1117'])).invoice.vendor.address).toBe(moved);
  });
});

describe('a supplier whose own number was not read', () => {
  const { extraction, texts } = invoice('MG-1204');
  const vendor: Invoice['vendor'] = {
    ...extraction.invoice.vendor,
    email: 'Facturi@Olar-Ambar.example',
    phone: '+40 238 555 102',
  };
  const of = (changed: Partial<typeof vendor>) => ({
    ...extraction,
    invoice: { ...extraction.invoice, vendor: { ...vendor, ...changed } },
  });

  it('is found by what else is its own, its name together with its place', () => {
    const [, , further] = identifiersIn(of({ vat_number: null }), texts, buyer.vat);
    expect(further).toEqual(['mail facturiolarambarexample', 'phone 238555102', 'name olarambarsrl in 120001']);
    // As it is written elsewhere.
    expect(furtherIdentifiersOf(of({ phone: '0238-555-102' }).invoice)).toContain('phone 238555102');
  });

  it('is not looked for by those where its number was read, nor by a name alone', () => {
    expect(identifiersIn(of({}), texts, buyer.vat)[2]).toEqual([]);
    const alone = of({ vat_number: null, email: null, phone: null, postal_code: null, city: null });
    expect(identifiersIn(alone, texts, buyer.vat)[2]).toEqual([]);
  });
});
