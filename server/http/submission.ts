import type { Request } from 'express';
import { detectFileType, type FileType } from '../checks/file-type.ts';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import type { Context } from '../context.ts';
import { jsonSubmissionSchema, multipartSubmissionSchema, type SubmissionFields, type Wait } from '../contract/api.ts';
import type { Retention } from '../contract/document.ts';
import {
  maxBuyerName,
  maxExternalId,
  maxIdempotencyKey,
  maxMetadataKeys,
  maxMetadataValue,
  maxPages,
} from '../contract/limits.ts';
import { submissionFrom } from '../contract/versions.ts';
import type { Files } from '../store/files.ts';
import { ApiError } from './errors.ts';
import { readJson } from './json-body.ts';
import { readMultipart } from './multipart-body.ts';
import type { Received, ReceivedFile } from './received.ts';
import { atMost, problem, validate } from './validation.ts';

/** A submission that passed every check which needs nothing but itself. */
export interface CheckedSubmission {
  file: ReceivedFile;
  mimeType: FileType;
  /** Null for a PDF that cannot be opened; it is accepted, and reading says what is wrong with it. */
  pages: number | null;
  idempotencyKey: string | null;
  buyerVat: string;
  buyerName: string | null;
  externalId: string | null;
  wait: Wait;
  retention: Retention;
  webhookUrl: string | null;
  metadata: Record<string, unknown> | null;
  filename: string | null;
}

/**
 * Reads and checks a submission in the order of decisions.md: size of the file, fields, format, pages.
 * @param version of the contract, that the request is made in
 * @throws ApiError, ValidationError or ClientGone; its file is gone then
 */
export async function readSubmission(ctx: Context, req: Request, version: string): Promise<CheckedSubmission> {
  const received = await readBody(req, ctx.store.files);
  try {
    return await check(ctx, req, version, received);
  } catch (error) {
    if (received.file) await ctx.store.files.discard(received.file.staged);
    throw error;
  }
}

async function readBody(req: Request, files: Files): Promise<Received> {
  const type = (req.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const encoding = req.get('Content-Encoding') ?? 'identity';
  if (encoding === 'identity' && type === 'multipart/form-data') return readMultipart(req, files);
  if (encoding === 'identity' && type === 'application/json') return readJson(req, files);
  throw new ApiError('unsupported_media_type', 'Send multipart/form-data or application/json, not compressed.');
}

async function check(ctx: Context, req: Request, version: string, received: Received): Promise<CheckedSubmission> {
  const sent = submissionFrom(ctx.versions, version, received.fields);
  const fields =
    received.form === 'json'
      ? validate(jsonSubmissionSchema, 'body', sent)
      : validate(multipartSubmissionSchema, 'body', { ...sent, file: received.file ?? undefined });
  const buyerVat = normaliseBuyerVat(fields.buyer_vat);
  if (buyerVat === null) throw problem(['body', 'buyer_vat'], 'value_error', `Value error, ${buyerVatRule}`);
  if (typeof fields.webhook_url === 'string' && !isHttpsUrl(fields.webhook_url)) {
    throw problem(['body', 'webhook_url'], 'url_scheme', 'URL should be an https URL');
  }
  const idempotencyKey = req.get('Idempotency-Key') ?? null;
  checkLengths(fields, idempotencyKey);

  const { file } = received;
  if (!file) throw new Error('A submission passed validation without a file.');
  const { mimeType, pages } = await checkFile(ctx, file);
  return {
    file,
    mimeType,
    pages,
    idempotencyKey,
    buyerVat,
    buyerName: fields.buyer_name ?? null,
    externalId: fields.external_id ?? null,
    wait: fields.mode ?? 'async',
    retention: fields.retention ?? 'standard',
    webhookUrl: fields.webhook_url ?? null,
    // As it was sent: validation makes a copy, which would lose a key like __proto__.
    metadata: (sent.metadata as Record<string, unknown> | null | undefined) ?? null,
    filename: received.filename,
  };
}

/**
 * Format and pages of a file that was received.
 * @returns pages: null for a PDF that cannot be opened; reading says what is wrong with it
 */
export async function checkFile(
  ctx: Context,
  file: ReceivedFile,
): Promise<{ mimeType: FileType; pages: number | null }> {
  const mimeType = detectFileType(file.head);
  if (mimeType === null) {
    throw new ApiError('unsupported_file_type', 'The file is not a PDF, JPEG, PNG, GIF or WebP.');
  }
  const pages =
    mimeType === 'application/pdf' ? await ctx.countPages(await ctx.store.files.readStaged(file.staged)) : 1;
  if (pages !== null && pages > maxPages) {
    throw new ApiError('too_many_pages', `The PDF has ${pages} pages; at most ${maxPages} are read.`);
  }
  return { mimeType, pages };
}

const buyerVatRule =
  'a Romanian number must pass its check digit, another EU number needs its country prefix and its form';

function isHttpsUrl(text: string): boolean {
  return /^https:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/** The lengths and counts that interface.md 7 names, in characters. */
function checkLengths(fields: SubmissionFields, idempotencyKey: string | null): void {
  atMost('external_id', fields.external_id, maxExternalId);
  atMost('buyer_name', fields.buyer_name, maxBuyerName);
  const metadata = Object.entries(fields.metadata ?? {});
  if (metadata.length > maxMetadataKeys) {
    throw new ApiError('invalid_request', `metadata has more than ${maxMetadataKeys} keys.`);
  }
  for (const [key, value] of metadata) {
    if (typeof value === 'string') atMost(`metadata.${key.slice(0, 50)}`, value, maxMetadataValue);
  }
  if (idempotencyKey === '') throw new ApiError('invalid_request', 'Idempotency-Key is empty.');
  atMost('Idempotency-Key', idempotencyKey, maxIdempotencyKey);
}
