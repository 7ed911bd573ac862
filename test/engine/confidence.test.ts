import { describe, expect, it } from 'vitest';
import type { Confidence, Evidence } from '../../server/contract/invoice.ts';
import { confidenceOf } from '../../server/engine/confidence.ts';

describe('confidence', () => {
  it.each<[string, Evidence[], Confidence]>([
    // What would hold in good print makes up for weak print, and no more than that.
    ['bank_details.iban', ['check_digit', 'labelled'], 'high'],
    ['bank_details.iban', ['check_digit', 'labelled', 'weak_print'], 'medium'],
    ['vendor.vat_number', ['check_digit', 'weak_print'], 'medium'],
    ['total_amount', ['sums_agree', 'labelled', 'weak_print'], 'medium'],
    ['invoice_number', ['labelled', 'seen_twice', 'weak_print'], 'medium'],
    ['customer.vat_number', ['buyer_agrees', 'weak_print'], 'medium'],
    // A label does not say how a misread value should read.
    ['invoice_number', ['labelled', 'weak_print'], 'low'],
    ['vendor.name', ['weak_print'], 'low'],
    // What was confirmed before, and one of the few titles that there are, is no misreading; where a number stands says nothing.
    ['vendor.name', ['weak_print', 'known_vendor'], 'medium'],
    ['document_type', ['labelled', 'weak_print'], 'medium'],
    ['document_type', ['weak_print'], 'low'],
    ['invoice_number', ['labelled', 'weak_print', 'known_vendor'], 'low'],
    // Neither it nor anything else outweighs what speaks against the value itself.
    ['bank_details.iban', ['check_digit', 'labelled', 'weak_print', 'contradicted'], 'low'],
    ['total_amount', ['sums_agree', 'weak_print', 'guessed'], 'low'],
    // A witness beside the print settles how it reads, however weak it is.
    ['total_amount', ['labelled', 'weak_print', 'code_agrees'], 'high'],
    ['total_amount', ['labelled', 'contradicted', 'code_agrees'], 'low'],
    ['total_amount', ['contradicted', 'confirmed'], 'high'],
    ['payment_terms', ['labelled'], 'medium'],
    // Another value that could be meant, and a page that is no invoice, leave the meaning open.
    ['invoice_number', ['labelled', 'seen_twice', 'rival'], 'medium'],
    ['invoice_number', ['labelled', 'seen_twice', 'rival', 'einvoice_agrees'], 'high'],
    ['total_amount', ['sums_agree', 'labelled', 'no_invoice'], 'medium'],
    ['total_amount', ['sums_agree', 'labelled', 'no_invoice', 'einvoice_agrees'], 'medium'],
  ])('of %s with %j is %s', (path, evidence, level) => {
    expect(confidenceOf(path, { source: 'ocr', evidence })).toBe(level);
  });

  it('proves a reading by the file’s own text, but not what it means', () => {
    expect(confidenceOf('invoice_number', { source: 'text', evidence: [] })).toBe('medium');
    expect(confidenceOf('vendor.vat_number', { source: 'text', evidence: ['labelled'] })).toBe('high');
    expect(confidenceOf('vendor.vat_number', { source: 'ocr', evidence: ['labelled'] })).toBe('medium');
  });
});
