import { type DocumentType, documentTypes, simplifiedInvoice } from '../contract/document-types.ts';
import type { Extraction } from '../contract/invoice.ts';

/**
 * What a bookkeeper tells apart and the contract does not: of invoices a simplified one, of receipts a till's, one with the
 * buyer's VAT number, and one for a payment.
 */
export const namesOfDocuments = [...documentTypes, simplifiedInvoice, 'receipt_with_vat', 'payment_receipt'] as const;
export type DocumentName = (typeof namesOfDocuments)[number];

/** What the document is called where its type is this one. */
export function documentName(
  type: DocumentType,
  { invoice, otherKind }: Pick<Extraction, 'invoice' | 'otherKind'>,
): DocumentName {
  if (type === 'invoice' && otherKind === simplifiedInvoice) return simplifiedInvoice;
  if (type !== 'receipt') return type;
  if (otherKind === 'payment_receipt') return 'payment_receipt';
  return invoice.customer.vat_number === null ? 'receipt' : 'receipt_with_vat';
}

/** What the document is called where it is of each type. */
export const documentNames = (said: Pick<Extraction, 'invoice' | 'otherKind'>): Record<DocumentType, DocumentName> =>
  Object.fromEntries(documentTypes.map((type) => [type, documentName(type, said)])) as Record<
    DocumentType,
    DocumentName
  >;
