import {
  bundleProblems,
  conversionProblems,
  type ErrorCode,
  eInvoiceProblems,
  errorStatuses,
  otherForms,
} from '../errors.ts';
import { type HeaderName, type Json, ref, type SchemaName } from './components.ts';

const meanings: Record<ErrorCode, string> = {
  ...eInvoiceProblems,
  ...otherForms,
  ...conversionProblems,
  ...bundleProblems,
  invalid_request: 'A length, count or range is passed; the message names the field and the limit.',
  unsupported_version: 'The Service-Version header names a version that is not served.',
  unauthorized: 'No key, or a wrong, revoked or expired one: always the same answer.',
  quota_exceeded: 'The monthly quota of the contract is used up.',
  not_found: 'There is no such document for this key.',
  method_not_allowed: 'The path exists, but not with this method; Allow names those that it has.',
  idempotency_conflict: 'The Idempotency-Key was used with a different request.',
  document_not_finished: 'The document is not finished, so there is no event yet.',
  no_webhook_url: 'Neither the document nor the account has a webhook URL.',
  not_exportable: 'The document cannot go there; the message says why.',
  file_too_large: 'The file is over 14 MiB.',
  too_many_pages: 'The PDF has more than 50 pages.',
  unsupported_file_type: 'The content is not a PDF, JPEG, PNG, GIF or WebP.',
  unsupported_media_type: 'The body is neither multipart form data nor JSON.',
  misdirected_request: 'The Host header is not the address of this appliance.',
  rate_limited: 'Too many submissions with this key.',
  internal_error: "Something went wrong on the appliance's side; its log has it under the Request-Id.",
  overloaded: 'More bodies are being received at once than there is room for.',
  insufficient_storage: 'The appliance cannot store anything now.',
};

const headersOf: Partial<Record<ErrorCode, HeaderName>> = {
  unauthorized: 'WWW-Authenticate',
  rate_limited: 'Retry-After',
  overloaded: 'Retry-After',
};

/** What every request may be answered, and every request with a key. */
export const errorsAlways: ErrorCode[] = ['misdirected_request', 'internal_error'];
export const errorsWithKey: ErrorCode[] = ['unauthorized', 'unsupported_version'];

/** An answer that carries what was asked for. */
export function success(description: string, schema: SchemaName, example: unknown, headers: HeaderName[] = []): Json {
  return json(description, ref(schema), { example }, headers);
}

/** The errors by their status; one status can have several codes. */
export function failures(codes: ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = errorStatuses[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, same]) => [status, failure(same)]));
}

/** 422 of every operation that takes parameters. */
export function validationFailure(): Json {
  const detail = [{ loc: ['body', 'buyer_vat'], msg: 'Field required', type: 'missing' }];
  return json('A parameter fails validation', ref('HTTPValidationError'), { example: { detail } }, []);
}

export function json(description: string, schema: Json, examples: Json, headers: HeaderName[]): Json {
  const named = ['Service-Version', 'Request-Id', ...headers];
  return {
    description,
    headers: Object.fromEntries(named.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    content: { 'application/json': { schema, ...examples } },
  };
}

function failure(codes: ErrorCode[]): Json {
  const examples = codes.map((code) => [code, { value: { error: { code, message: meanings[code] } } }]);
  const headers = codes.flatMap((code) => headersOf[code] ?? []);
  const description = codes.map((code) => `\`${code}\`: ${meanings[code]}`).join(' ');
  return json(description, ref('Error'), { examples: Object.fromEntries(examples) }, headers);
}
