import type { DocumentType, Extraction } from '../contract/invoice.ts';

/** What a bookkeeper tells apart and the contract calls a receipt: a till's, one with the buyer's VAT number, and one for a payment. */
export const receiptNames = ['receipt', 'receipt_with_vat', 'payment_receipt'] as const;
export type DocumentName = DocumentType | (typeof receiptNames)[number];

/** What the document is called where its type is this one. */
export function documentName(
  type: DocumentType,
  { invoice, otherKind }: Pick<Extraction, 'invoice' | 'otherKind'>,
): DocumentName {
  if (type !== 'receipt') return type;
  if (otherKind === 'payment_receipt') return 'payment_receipt';
  return invoice.customer.vat_number === null ? 'receipt' : 'receipt_with_vat';
}
