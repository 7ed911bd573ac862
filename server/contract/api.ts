import { z } from 'zod';
import { documentSchema, keyModes, retentions } from './document.ts';
import { eventTypes } from './event.ts';
import {
  maxBuyerName,
  maxBuyerVat,
  maxExternalId,
  maxFilenameBytes,
  maxMetadataKey,
  maxMetadataKeys,
  maxMetadataValue,
  maxWebhookUrl,
} from './limits.ts';
import { upTo } from './text.ts';

/** What requests carry and what is answered, beside the document itself (interface.md 4). */

/** How a submission waits; `mode` on the wire. */
const waits = ['async', 'sync'] as const;

/** A text whose length is said here and checked beside: interface.md 7 answers it with 400, and not with 422. */
const limited = (maxLength: number) => z.string().meta({ maxLength });

const submissionFields = {
  buyer_vat: upTo(maxBuyerVat).describe('VAT number of the company that received the invoice'),
  buyer_name: limited(maxBuyerName).nullish().describe('At most 200 characters'),
  external_id: limited(maxExternalId).nullish().describe("The client's reference, at most 128 characters; not unique"),
  mode: z.enum(waits).nullish().describe('async (default) or sync, which waits up to 30 s'),
  retention: z.enum(retentions).nullish().describe('standard (default) or zero'),
  webhook_url: upTo(maxWebhookUrl)
    .nullish()
    .describe("https URL for this document's events, at most 2,048 characters; else the account's"),
};

const scalar = z.union([limited(maxMetadataValue), z.number(), z.boolean(), z.null()]);

/** A file's name. */
export const filenameSchema = z
  .string()
  .refine(fitsFileSystem, { params: { max_length: maxFilenameBytes } })
  .meta({ maxLength: maxFilenameBytes });

function fitsFileSystem(name: string): boolean {
  return name.length <= maxFilenameBytes && new TextEncoder().encode(name).byteLength <= maxFilenameBytes;
}

/** The JSON form (interface.md 4.2.2). Unknown fields are ignored. */
export const jsonSubmissionSchema = z.object({
  file_base64: z.string().describe('PDF, JPEG, PNG, GIF or WebP; at most 14 MiB and 50 pages'),
  filename: filenameSchema.nullish().describe('At most 255 bytes in UTF-8'),
  ...submissionFields,
  metadata: z
    .record(upTo(maxMetadataKey), scalar)
    .meta({ maxProperties: maxMetadataKeys })
    .nullish()
    .describe('Up to 20 scalar values of at most 500 characters, by names of at most 100; returned unchanged'),
});

/** The multipart form (4.2.1), with `metadata` already taken out of its text and `file` as anything but undefined. */
export const multipartSubmissionSchema = jsonSubmissionSchema
  .omit({ file_base64: true, filename: true })
  .extend({ file: z.unknown().refine((file) => file !== undefined) });

export type SubmissionFields = Omit<z.infer<typeof jsonSubmissionSchema>, 'file_base64' | 'filename'>;

export const listQuerySchema = z.object({
  external_id: limited(maxExternalId).optional(),
  limit: z
    .string()
    .regex(/^[+-]?\d+$/)
    .transform(Number)
    .optional()
    .describe('1 to 200, default 50'),
});

export const usageQuerySchema = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .describe('YYYY-MM, default the current month (UTC)'),
});

export const whoamiSchema = z.object({
  tenant_id: z.string(),
  key_id: z.string(),
  mode: z.enum(keyModes),
  label: z.string().nullable(),
  version: z.string().describe('The contract version that the key is bound to'),
});

export const documentListSchema = z.object({ object: z.literal('list'), data: z.array(documentSchema) });

export const deletedSchema = z.object({ id: z.string(), object: z.literal('document'), deleted: z.literal(true) });

export const resentEventSchema = z.object({ id: z.string(), object: z.literal('event'), type: z.enum(eventTypes) });

export const usageSchema = z.object({
  object: z.literal('usage'),
  period: z.object({ month: z.string(), start: z.string(), end: z.string() }),
  documents: z.int().describe('Live documents read'),
  pages: z.int().describe('Their pages'),
  failed_documents: z.int(),
  sandbox_documents: z.int().describe('Never billed'),
});

export const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export const validationErrorSchema = z.object({
  detail: z.array(
    z.object({
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      type: z.string(),
      input: z.unknown().optional(),
      ctx: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

export type Wait = (typeof waits)[number];
export type ErrorJson = z.infer<typeof errorSchema>;
export type ValidationErrorJson = z.infer<typeof validationErrorSchema>;
export type ValidationProblem = ValidationErrorJson['detail'][number];
export type WhoamiJson = z.infer<typeof whoamiSchema>;
export type UsageJson = z.infer<typeof usageSchema>;
