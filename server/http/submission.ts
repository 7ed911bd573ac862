import type { Request, Response } from 'express';
import { writtenText } from '../checks/exact-json.ts';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import type { Context } from '../context.ts';
import {
  filenameSchema,
  jsonSubmissionSchema,
  multipartSubmissionSchema,
  type SubmissionFields,
  type ValidationProblem,
  type Wait,
} from '../contract/api.ts';
import type { Retention } from '../contract/document.ts';
import {
  maxBuyerName,
  maxBuyerVat,
  maxExternalId,
  maxFilenameBytes,
  maxIdempotencyKey,
  maxMetadataKeys,
  maxMetadataValue,
  maxWebhookUrl,
} from '../contract/limits.ts';
import { isWithin } from '../contract/text.ts';
import { submissionFrom } from '../contract/versions.ts';
import type { CheckedFile } from '../intake/check-file.ts';
import type { ReceivedFile } from '../intake/received-file.ts';
import type { Files } from '../store/files.ts';
import { callerBehind, callerOf } from './authenticate.ts';
import type { BodyBudget, Held } from './body-budget.ts';
import { checkReceived } from './checked-file.ts';
import { ApiError } from './errors.ts';
import { readJson } from './json-body.ts';
import { readMultipart } from './multipart-body.ts';
import { askForBody, hasNumber, maxBodyBytes, type Received } from './received.ts';
import type { TakeTurn } from './tenant-turns.ts';
import { atMost, tooLong, validate } from './validation.ts';

/** A submission that passed every check which needs nothing but itself. */
export interface CheckedSubmission extends CheckedFile {
  file: ReceivedFile;
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
 * @param shared.budget takes what it holds in memory meanwhile
 * @param shared.takeTurn has what comes in wait for what others of its tenant send
 * @throws ApiError, IntakeRefusal, ValidationError or ClientGone; its file is gone then
 */
export async function readSubmission(
  ctx: Context,
  req: Request,
  res: Response,
  { budget, takeTurn }: { budget: BodyBudget; takeTurn: TakeTurn },
): Promise<CheckedSubmission> {
  const { files } = ctx.store;
  const { tenantId } = callerOf(res);
  const held = budget.hold(tenantId);
  try {
    const received = await readBody(req, files, { held, turn: () => takeTurn(tenantId) });
    try {
      // The key may have been revoked while all this came in.
      await callerBehind(ctx, req);
      return await check(ctx, req, res, received, held);
    } catch (error) {
      if (received.file) await files.discard(received.file.staged);
      throw error;
    }
  } finally {
    held.end();
  }
}

async function readBody(
  req: Request,
  files: Files,
  { held, turn }: { held: Held; turn: () => Promise<void> },
): Promise<Received> {
  const type = (req.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const encoding = req.get('Content-Encoding') ?? 'identity';
  const form = type === 'multipart/form-data' ? 'multipart' : type === 'application/json' ? 'json' : null;
  if (encoding !== 'identity' || form === null) {
    throw new ApiError('unsupported_media_type', 'Send multipart/form-data or application/json, not compressed.');
  }
  askForBody(req, maxBodyBytes[form]);
  return form === 'multipart' ? readMultipart(req, files, { held, turn }) : readJson(req, files, { held, turn });
}

async function check(
  ctx: Context,
  req: Request,
  res: Response,
  received: Received,
  held: Held,
): Promise<CheckedSubmission> {
  const sent = submissionFrom(ctx.versions, String(res.get('Service-Version')), received.fields);
  const { file } = received;
  const buyerVat =
    typeof sent.buyer_vat === 'string' && isWithin(sent.buyer_vat, maxBuyerVat)
      ? normaliseBuyerVat(sent.buyer_vat)
      : null;
  const beside = problemsOf(sent, buyerVat, received);
  const fields =
    received.form === 'json'
      ? validate(jsonSubmissionSchema, 'body', sent, beside)
      : validate(multipartSubmissionSchema, 'body', { ...sent, file: file ?? undefined }, beside);
  // As it was sent: validation makes a copy, which would lose a key like __proto__.
  const metadata = (
    hasNumber(sent.metadata) ? received.metadata : (sent.metadata ?? null)
  ) as CheckedSubmission['metadata'];
  const idempotencyKey = req.get('Idempotency-Key') ?? null;
  checkLengths(fields, metadata, idempotencyKey);

  if (!file || buyerVat === null) throw new Error('A submission passed validation without a file or a buyer.');
  const { mimeType, pages } = await checkReceived(ctx, file, { sender: callerOf(res), held, eInvoices: false });
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
    metadata,
    filename: received.filename,
  };
}

/** What is wrong with fields beyond their types. */
function problemsOf(
  sent: Record<string, unknown>,
  buyerVat: string | null,
  { file, form, filename }: Received,
): ValidationProblem[] {
  const { buyer_vat, webhook_url, file_base64, metadata } = sent;
  const problems: ValidationProblem[] = [];
  const add = (field: string, type: string, msg: string): void => {
    problems.push({ loc: ['body', field], type, msg });
  };
  if (typeof file_base64 === 'string' && file === null)
    add('file_base64', 'value_error', 'Value error, not valid base64');
  if (typeof buyer_vat === 'string' && buyerVat === null) {
    add('buyer_vat', 'value_error', `Value error, ${buyerVatRule}`);
  }
  // In a multipart body a file's name is a part of the file.
  if (form === 'multipart' && !filenameSchema.nullable().safeParse(filename).success) {
    problems.push(tooLong(['body', 'file'], maxFilenameBytes));
  }
  if (typeof webhook_url === 'string' && isWithin(webhook_url, maxWebhookUrl) && !isHttpsUrl(webhook_url)) {
    add('webhook_url', 'url_scheme', 'URL should be an https URL');
  }
  // Of a key named __proto__ the schema sees nothing.
  if (isObject(metadata) && Object.hasOwn(metadata, '__proto__') && isObject(Reflect.get(metadata, '__proto__'))) {
    add('metadata', 'dict_type', 'Input should be an object of scalar values');
  }
  return problems;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const buyerVatRule =
  'a Romanian number must pass its check digit, another EU number needs its country prefix and its form';

function isHttpsUrl(text: string): boolean {
  return /^https:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
}

/** The lengths and counts that interface.md 7 names, in characters. */
function checkLengths(
  fields: SubmissionFields,
  metadata: Record<string, unknown> | null,
  idempotencyKey: string | null,
): void {
  atMost('external_id', fields.external_id, maxExternalId);
  atMost('buyer_name', fields.buyer_name, maxBuyerName);
  const entries = Object.entries(metadata ?? {});
  if (entries.length > maxMetadataKeys) {
    throw new ApiError('invalid_request', `metadata has more than ${maxMetadataKeys} keys.`);
  }
  for (const [key, value] of entries) atMost(`metadata.${key}`, writtenText(value), maxMetadataValue);
  if (idempotencyKey === '') throw new ApiError('invalid_request', 'Idempotency-Key is empty.');
  atMost('Idempotency-Key', idempotencyKey, maxIdempotencyKey);
}
