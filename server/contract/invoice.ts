import { z } from 'zod';
import { documentTypes, type simplifiedInvoice } from './document-types.ts';
import { type FieldKind, type KindIn, type NameIn, type Part, rowsOf } from './fields.ts';
import { maxProse, maxValue } from './limits.ts';
import type { WarningCode } from './warning-codes.ts';

/**
 * The extraction (interface.md 2.4 to 2.8) and what decisions.md adds to it. On the wire it is the value of
 * `document`; inside the program it is called the invoice.
 */

/** Kinds of documents that invoices are taken for or come together with, and that are none. */
export const otherDocuments = [
  'quotation',
  'order',
  'order_confirmation',
  'delivery_note',
  'statement',
  'reminder',
  'remittance',
  'payment_receipt',
  'contract',
  'price_list',
  'tender',
  'timesheet',
] as const;
export type OtherDocument = (typeof otherDocuments)[number];
/** Codes of EN 16931 for what VAT is charged, of UNTDID 5305. */
export const vatCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;

const text = z.string().max(maxValue).nullable().default(null);
const prose = z.string().max(maxProse).nullable().default(null);
const number = z.number().nullable().default(null);

/** How a value of each kind looks on the wire. Every one may be null: the invoice does not show it. */
const schemas = {
  identifier: text,
  name: text,
  description: prose,
  address: prose,
  prose,
  email: text,
  phone: text,
  date: text,
  amount: number,
  number,
  vat: text,
  register: text,
  iban: text,
  bic: text,
  currency: text,
  document_type: z.enum(documentTypes).nullable().default(null),
  vat_category: z.enum(vatCategories).nullable().default(null),
} as const satisfies Record<FieldKind, z.ZodType>;

type ShapeOf<P extends Part> = { [Name in NameIn<P>]: (typeof schemas)[KindIn<P, Name>] };

/** The scalars of a part, as the table of fields has them. */
function shapeOf<P extends Part>(part: P): ShapeOf<P> {
  const shape = rowsOf(part).map(({ path, kind, about }) => [
    path.slice(part.length),
    about ? schemas[kind].describe(about) : schemas[kind],
  ]);
  return Object.fromEntries(shape) as ShapeOf<P>;
}

export const lineSchema = z.object(shapeOf('line_items.*.'));
const vatBreakdownSchema = z.object(shapeOf('vat_breakdown.*.'));

export const confidences = ['high', 'medium', 'low'] as const;
const confidenceSchema = z.enum(confidences);

const qualityFlagsSchema = z.object({
  overall_confidence: confidenceSchema.nullable().default(null),
  low_confidence_fields: z.array(z.string()).default([]),
  notes: prose,
});

export const invoiceSchema = z.object({
  vendor: z.object(shapeOf('vendor.')),
  customer: z.object(shapeOf('customer.')),
  ...shapeOf(''),
  line_items: z.array(lineSchema).default([]),
  bank_details: z.object(shapeOf('bank_details.')),
  quality_flags: qualityFlagsSchema,
  vat_breakdown: z.array(vatBreakdownSchema).default([]),
});

/** Where a value was read. */
export const sources = ['text', 'ocr', 'einvoice', 'code', 'person'] as const;

/** Names of facts for a value, and against it (the last eight). */
export const evidences = [
  'check_digit',
  'sums_agree',
  'lines_agree',
  'seen_twice',
  'read_twice',
  'labelled',
  'buyer_agrees',
  'postcode_agrees',
  'einvoice_agrees',
  'code_agrees',
  'known_vendor',
  'signed',
  'confirmed',
  'contradicted',
  'altered',
  'weak_print',
  'read_otherwise',
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

export type Invoice = z.infer<typeof invoiceSchema>;
export type QualityFlags = z.infer<typeof qualityFlagsSchema>;
export type Line = z.infer<typeof lineSchema>;
export type VatBreakdown = z.infer<typeof vatBreakdownSchema>;
export type Confidence = (typeof confidences)[number];
export type Source = (typeof sources)[number];
export type Evidence = (typeof evidences)[number];
export type VatCategory = (typeof vatCategories)[number];
export type FieldAssessment = z.infer<typeof fieldAssessmentSchema>;

/**
 * What the tax office's signature beside an e-invoice says: the file is as it was signed, or it is not; the signature holds,
 * but nobody knows who made it; it is damaged or of a form that is not known; there is none.
 */
export const signatureStates = ['intact', 'altered', 'unknown_signer', 'unreadable', 'none'] as const;
export type SignatureState = (typeof signatureStates)[number];

/** From page to page, both among them; pages count from 1. */
export const pageRangeSchema = z.object({ from: z.int().min(1), to: z.int().min(1) });
export type PageRange = z.infer<typeof pageRangeSchema>;

/** What an e-invoice says of a field that the page beside it says otherwise; null where it has more lines or none of it. */
export interface Stated {
  path: string;
  value: string | number | null;
}

/** What reading a file gives: the invoice, an assessment for every non-null scalar by its path, and warnings. */
export interface Extraction {
  invoice: Invoice;
  fields: Record<string, FieldAssessment>;
  warnings: WarningCode[];
  /** Only where the file is an e-invoice. */
  signature?: SignatureState;
  /** Only where the page and an e-invoice inside the same file differ: what the e-invoice says. */
  stated?: Stated[];
  /** Only where the file holds several invoices: the pages of each, a proposal. What else is said is of the first. */
  splits?: PageRange[];
  /** Only where its title says what the document is and its type does not: it is no invoice, or a simplified one. */
  otherKind?: OtherDocument | typeof simplifiedInvoice;
}
