/** Every `error.code` of a refused request, with its HTTP status (interface.md 7, decisions.md). */
export const errorStatuses = {
  invalid_request: 400,
  unsupported_version: 400,
  unauthorized: 401,
  quota_exceeded: 402,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  document_not_finished: 409,
  no_webhook_url: 409,
  file_too_large: 413,
  too_many_pages: 413,
  unsupported_file_type: 415,
  unsupported_media_type: 415,
  not_an_einvoice: 415,
  several_einvoices: 415,
  unsafe_file: 415,
  misdirected_request: 421,
  rate_limited: 429,
  internal_error: 500,
  overloaded: 503,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** Why a file that looks like an e-invoice is not taken in, a sentence each for whoever sent it. */
export const eInvoiceProblems = {
  not_an_einvoice: 'The file holds no e-invoice that can be read: UBL Invoice or CreditNote, or CII.',
  several_einvoices: 'The archive holds several e-invoices; send them one by one.',
  unsafe_file: 'The archive is larger inside than an invoice is, or leads out of its folder, and was not opened.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type EInvoiceProblem = keyof typeof eInvoiceProblems;
