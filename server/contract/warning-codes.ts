/** What a warning is about, as clients and people are told it. */
export const warningCodes = [
  'totals_mismatch',
  'vendor_vat_missing',
  'vendor_vat_unverified',
  'invoice_date_in_future',
  'buyer_vat_mismatch',
  'buyer_is_vendor',
  'multiple_invoices',
  'not_an_invoice',
  'einvoice_mismatch',
  'einvoice_altered',
  'possible_duplicate',
  'iban_changed',
  'vat_rate_unusual',
  'hidden_text',
] as const;
export type WarningCode = (typeof warningCodes)[number];
