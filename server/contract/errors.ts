import { maxBundleDepth, maxBundled, maxPages } from './limits.ts';

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
  not_exportable: 409,
  file_too_large: 413,
  too_many_pages: 413,
  unsupported_file_type: 415,
  unsupported_media_type: 415,
  not_an_einvoice: 415,
  unsafe_file: 415,
  heic_photo: 415,
  password_protected: 415,
  wrong_password: 415,
  cannot_unlock: 415,
  unreadable_mail: 415,
  no_attachments: 415,
  too_many_attachments: 415,
  unreadable_tiff: 415,
  misdirected_request: 421,
  rate_limited: 429,
  internal_error: 500,
  overloaded: 503,
  insufficient_storage: 507,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** Why a file that looks like an e-invoice is not taken in, a sentence each for whoever sent it. */
export const eInvoiceProblems = {
  not_an_einvoice:
    'The file holds no e-invoice that can be read: UBL Invoice or CreditNote, CII, or an invoice of ISDOC.',
  unsafe_file: 'The archive is far too large inside, or leads out of its folder, and was not opened.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type EInvoiceProblem = keyof typeof eInvoiceProblems;

/** Why a file that a person brings cannot be had as a PDF, a sentence each. */
export const conversionProblems = {
  unreadable_tiff: 'The TIFF is damaged, or of a kind that cannot be read. Scan it as PDF.',
  too_many_pages: `The file has more than ${maxPages} pages.`,
  wrong_password: 'The password is not that of the PDF.',
  cannot_unlock: 'The protection of the PDF cannot be taken off. Save it without a password.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type ConversionProblem = keyof typeof conversionProblems;

/** Why a file is not taken in as it is, and what a person does about it. */
export const otherForms = {
  heic_photo:
    'The file is a HEIC photograph. Send it as JPEG: choose Most Compatible in the settings of the camera, or save it as JPEG.',
  password_protected:
    'The PDF is protected with a password. Drop it into the window, which asks for it; facturier extract has --password-stdin.',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** Why nothing of a mail or an archive is taken in, a sentence each. */
export const bundleProblems = {
  unreadable_mail: 'The mail is damaged. Save its attachments and send those.',
  no_attachments: 'The mail or archive holds no file that may be an invoice: PDF, XML, TIFF or a picture.',
  too_many_attachments: `The mail or archive holds more than ${maxBundled} files, or mails and archives within each other more than ${maxBundleDepth} deep. Send what is inside by itself.`,
  unsafe_file: eInvoiceProblems.unsafe_file,
} as const satisfies Partial<Record<ErrorCode, string>>;

export type BundleProblem = keyof typeof bundleProblems;
