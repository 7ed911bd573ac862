import { expect, it } from 'vitest';
import { documentName } from '../../server/checks/document-name.ts';
import { invoiceSchema } from '../../server/contract/invoice.ts';

const invoiceFor = (vat_number: string | null) =>
  invoiceSchema.parse({ vendor: {}, customer: { vat_number }, bank_details: {}, quality_flags: {} });

it("tells a till's receipt, one with the buyer's number and one for a payment apart", () => {
  expect(documentName('receipt', { invoice: invoiceFor(null) })).toBe('receipt');
  expect(documentName('receipt', { invoice: invoiceFor('RO18547290') })).toBe('receipt_with_vat');
  expect(documentName('receipt', { invoice: invoiceFor('RO18547290'), otherKind: 'payment_receipt' })).toBe(
    'payment_receipt',
  );
});

it('tells a simplified invoice from others, unless a person says that it is none', () => {
  const said = { invoice: invoiceFor('RO18547290'), otherKind: 'simplified_invoice' } as const;
  expect(documentName('invoice', said)).toBe('simplified_invoice');
  expect(documentName('credit_note', said)).toBe('credit_note');
});

it('calls everything else by its type', () => {
  expect(documentName('invoice', { invoice: invoiceFor('RO18547290') })).toBe('invoice');
  expect(documentName('proforma', { invoice: invoiceFor(null), otherKind: 'quotation' })).toBe('proforma');
});
