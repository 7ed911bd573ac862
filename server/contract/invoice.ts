import { z } from 'zod';
import { maxProse, maxValue } from './limits.ts';

/**
 * The extraction (interface.md 2.4 to 2.8) and what decisions.md adds to it. On the wire it is the value of
 * `document`; inside the program it is called the invoice.
 */

const text = z.string().max(maxValue).nullable().default(null);
const prose = z.string().max(maxProse).nullable().default(null);
const amount = z.number().nullable().default(null);

const vendorSchema = z.object({ name: text, address: prose, vat_number: text, email: text, phone: text });
const partySchema = z.object({ name: text, address: prose, vat_number: text });
const bankSchema = z.object({ iban: text, bic: text, bank_name: text });

export const lineSchema = z.object({
  description: prose,
  quantity: amount,
  unit: text,
  unit_price: amount.describe('Price of one unit, net of VAT and of the line discount; quantity times it is total'),
  vat_rate: amount.describe('Percent: 21 means 21 percent'),
  total: amount.describe("The line's net amount as printed"),
  lot_number: text,
  origin_country: text,
  po_reference: text,
  delivery_note_number: text,
  details: prose,
});

export const confidences = ['high', 'medium', 'low'] as const;
const confidenceSchema = z.enum(confidences);

const qualityFlagsSchema = z.object({
  overall_confidence: confidenceSchema.nullable().default(null),
  low_confidence_fields: z.array(z.string()).default([]),
  notes: prose,
});

const vatBreakdownSchema = z.object({ rate: amount, base: amount, amount, reason: prose });

export const documentTypes = ['invoice', 'credit_note', 'proforma', 'receipt'] as const;

export const invoiceSchema = z.object({
  vendor: vendorSchema,
  customer: partySchema,
  invoice_number: text,
  invoice_date: text.describe('ISO 8601 date'),
  due_date: text.describe('ISO 8601 date; only when printed, never computed from payment terms'),
  po_reference: text,
  delivery_note_number: text,
  currency: text.describe('ISO 4217; the Romanian leu is RON'),
  exchange_rate: amount.describe('As printed: RON per one unit of exchange_rate_currency'),
  exchange_rate_currency: text,
  line_items: z.array(lineSchema).default([]),
  subtotal: amount.describe('Net, before VAT, after a document-level discount'),
  vat_amount: amount,
  discount_amount: amount,
  total_amount: amount.describe('Gross, VAT included'),
  prepaid_amount: amount,
  amount_due: amount,
  payment_terms: prose,
  bank_details: bankSchema,
  notes: prose,
  quality_flags: qualityFlagsSchema,
  vat_breakdown: z.array(vatBreakdownSchema).default([]),
  document_type: z.enum(documentTypes).nullable().default(null),
});

/** Where a value was read. */
export const sources = ['text', 'ocr', 'einvoice', 'code', 'person'] as const;

/** Names of facts for a value, and against it (the last six). */
export const evidences = [
  'check_digit',
  'sums_agree',
  'lines_agree',
  'seen_twice',
  'labelled',
  'buyer_agrees',
  'postcode_agrees',
  'einvoice_agrees',
  'code_agrees',
  'known_vendor',
  'confirmed',
  'contradicted',
  'weak_print',
  'guessed',
  'rival',
  'no_invoice',
  'incomplete_page',
] as const;

export const fieldAssessmentSchema = z.object({
  confidence: confidenceSchema,
  page: z.int().min(1).nullable().optional().describe('From 1'),
  box: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .nullable()
    .optional()
    .describe("x, y, width, height in points from the page's top left"),
  source: z.enum(sources).optional(),
  evidence: z.array(z.enum(evidences)).optional(),
});

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
  'possible_duplicate',
  'iban_changed',
  'vat_rate_unusual',
  'hidden_text',
] as const;

export type Invoice = z.infer<typeof invoiceSchema>;
export type QualityFlags = z.infer<typeof qualityFlagsSchema>;
export type Line = z.infer<typeof lineSchema>;
export type VatBreakdown = z.infer<typeof vatBreakdownSchema>;
export type Confidence = (typeof confidences)[number];
export type Source = (typeof sources)[number];
export type Evidence = (typeof evidences)[number];
export type DocumentType = (typeof documentTypes)[number];
export type FieldAssessment = z.infer<typeof fieldAssessmentSchema>;
export type WarningCode = (typeof warningCodes)[number];

/** What reading a file gives: the invoice, an assessment for every non-null scalar by its path, and warnings. */
export interface Extraction {
  invoice: Invoice;
  fields: Record<string, FieldAssessment>;
  warnings: WarningCode[];
}
