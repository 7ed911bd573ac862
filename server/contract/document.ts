import { z } from 'zod';
import { fieldAssessmentSchema, invoiceSchema, pageRangeSchema, signatureStates } from './invoice.ts';
import { warningCodes } from './warning-codes.ts';

const documentStatuses = ['queued', 'processing', 'succeeded', 'failed'] as const;
/** Kind of key that made a document; `mode` on the wire. */
export const keyModes = ['live', 'test'] as const;
export const retentions = ['standard', 'zero'] as const;

/** `error.code` of a failed document. */
export const documentErrorCodes = [
  'password_protected',
  'unreadable_file',
  'too_many_pages',
  'no_text_found',
  'image_too_large',
  'reading_timeout',
  'file_too_complex',
  'internal_error',
] as const;

const timestamp = z.string().describe('UTC, ISO 8601 with milliseconds and Z');

export const documentSchema = z.object({
  id: z.string(),
  object: z.literal('document'),
  status: z.enum(documentStatuses),
  mode: z.enum(keyModes),
  external_id: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  filename: z.string().nullable(),
  mime_type: z.string(),
  pages: z.int().nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  error: z.object({ code: z.string().nullable(), message: z.string().nullable() }).nullable(),
  schema_version: z.string().nullable(),
  retention: z.enum(retentions),
  result_deleted_at: timestamp.nullable(),
  reviewed_at: timestamp.nullable(),
  document: invoiceSchema.nullable(),
  fields: z.record(z.string(), fieldAssessmentSchema).nullable(),
  warnings: z.array(z.enum(warningCodes)).nullable(),
  signature: z
    .enum(signatureStates)
    .optional()
    .describe("What the tax office's signature beside an e-invoice says; only where the file is an e-invoice"),
  splits: z
    .array(pageRangeSchema)
    .optional()
    .describe(
      'The pages of each invoice where the file holds several (`multiple_invoices`): a proposal; `document` is the first',
    ),
});

export type DocumentStatus = (typeof documentStatuses)[number];
export type KeyMode = (typeof keyModes)[number];
export type Retention = (typeof retentions)[number];
export type DocumentErrorCode = (typeof documentErrorCodes)[number];
/** A document as the API gives it. */
export type DocumentJson = z.infer<typeof documentSchema>;
