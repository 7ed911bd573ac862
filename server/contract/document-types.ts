/** What the contract calls a document; apart from its schemas, which the first screen of the window does without. */
export const documentTypes = ['invoice', 'credit_note', 'proforma', 'receipt'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** What an invoice calls itself where the law lets it leave out what a small one need not say. */
export const simplifiedInvoice = 'simplified_invoice';
