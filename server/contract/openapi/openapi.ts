import type { ErrorCode } from '../errors.ts';
import { currentVersion } from '../versions.ts';
import { components, type Json, ref } from './components.ts';
import { errorsAlways, errorsWithKey, failures, json, success, validationFailure } from './responses.ts';

interface Operation {
  id: string;
  tag: 'documents' | 'account' | 'service';
  summary: string;
  description: string;
  parameters?: string[];
  body?: Json;
  success: Json;
  errors?: ErrorCode[];
  /** False for what needs no key. */
  withKey?: boolean;
}

/**
 * The whole contract as OpenAPI 3.1, made from the schemas that requests are checked by.
 * @param document an example of a finished document, as the API gives it
 */
export function openApi(document: Json): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Facturier',
      version: currentVersion,
      summary: 'Reads invoices on your own machine and says how sure it is of every field.',
      description:
        'An invoice goes in with the VAT number of the company that received it; structured data comes out, with a ' +
        'confidence for every field. New endpoints, optional request fields, response fields, codes and event types ' +
        'may be added within a version; clients ignore what they do not know.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://127.0.0.1:4870', description: 'The appliance on this machine' }],
    tags: [
      { name: 'documents', description: 'Submit, fetch and erase documents' },
      { name: 'account', description: 'The key, and what it has used' },
      { name: 'service', description: 'The service itself' },
    ],
    paths: { ...documentPaths(document), ...otherPaths() },
    webhooks: { documentEvent: { post: eventOperation(document) } },
    components: components(),
  };
}

/** A file in the program's own format, or an archive of several. */
const fileTypes = ['application/xml', 'application/json', 'application/zip', 'text/csv', 'text/plain'];
const fileAnswer: Json = {
  ...json('The file, its name in Content-Disposition', {}, {}, []),
  content: Object.fromEntries(
    [...fileTypes, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'].map((type) => [
      type,
      { schema: { type: 'string' }, example: 'The bytes of the file' },
    ]),
  ),
};

function documentPaths(document: Json): Json {
  const { id } = document;
  const unread = { document: null, fields: null, warnings: null, schema_version: null };
  const queued = { ...document, status: 'queued', finished_at: null, ...unread };
  return {
    '/v1/documents': {
      post: operation({
        id: 'createDocument',
        tag: 'documents',
        summary: 'Submit a document',
        description:
          'At most 120 submissions a minute and key, 20 at once. Two documents of an account are read at a time; the ' +
          'rest wait in the queue.',
        parameters: ['Idempotency-Key'],
        body: {
          'multipart/form-data': { schema: ref('MultipartSubmission') },
          'application/json': {
            schema: ref('JsonSubmission'),
            example: { file_base64: 'JVBERi0xLjcK', filename: 'invoice.pdf', buyer_vat: 'RO18547290', mode: 'sync' },
          },
        },
        success: {
          200: success('Finished within 30 s (mode=sync)', 'Document', document, ['Idempotent-Replayed']),
          202: success('Accepted, or not finished within 30 s', 'Document', queued, ['Idempotent-Replayed']),
        },
        errors: [
          'invalid_request',
          'quota_exceeded',
          'not_found',
          'idempotency_conflict',
          'file_too_large',
          'too_many_pages',
          'unsupported_file_type',
          'unsupported_media_type',
          'rate_limited',
          'overloaded',
          'insufficient_storage',
        ],
      }),
      get: operation({
        id: 'listDocuments',
        tag: 'documents',
        summary: 'List documents',
        description: 'Newest first. The extraction of a zero-retention document is not in lists.',
        parameters: ['external_id', 'limit'],
        success: { 200: success('The documents', 'DocumentList', { object: 'list', data: [document] }) },
        errors: ['invalid_request'],
      }),
    },
    '/v1/documents/{document_id}': {
      get: operation({
        id: 'getDocument',
        tag: 'documents',
        summary: 'Fetch a document',
        description: 'The first such answer for a finished zero-retention document erases its extraction.',
        parameters: ['document_id'],
        success: { 200: success('The document', 'Document', document) },
        errors: ['not_found'],
      }),
      delete: operation({
        id: 'deleteDocument',
        tag: 'documents',
        summary: 'Erase a document',
        description: 'File, extraction and all that describes the document; status, page count and dates stay.',
        parameters: ['document_id'],
        success: { 200: success('Erased', 'DeletedDocument', { id, object: 'document', deleted: true }) },
        errors: ['not_found'],
      }),
    },
    '/v1/documents/{document_id}/export/{target}': {
      get: operation({
        id: 'exportDocument',
        tag: 'documents',
        summary: 'The document as a file for an accounting program',
        description:
          'Several files come as one ZIP. What the program must not take in silently answers 409: fields that a person ' +
          'has not checked, sums that do not close, what the invoice does not show. Reading it uses nothing up.',
        parameters: ['document_id', 'target'],
        success: { 200: fileAnswer },
        errors: ['not_found', 'document_not_finished', 'not_exportable'],
      }),
    },
    '/v1/documents/{document_id}/webhook': {
      post: operation({
        id: 'resendEvent',
        tag: 'documents',
        summary: "Send the document's completion event again",
        description: 'Under the same event id, on a fresh schedule, to the URL as it is configured now.',
        parameters: ['document_id'],
        success: {
          202: success('It will be sent', 'ResentEvent', {
            id: 'evt_01m7yr5xe5933krhmv9k7pt3vk',
            object: 'event',
            type: 'document.succeeded',
          }),
        },
        errors: ['not_found', 'document_not_finished', 'no_webhook_url'],
      }),
    },
  };
}

function otherPaths(): Json {
  return {
    '/v1/whoami': {
      get: operation({
        id: 'whoami',
        tag: 'account',
        summary: 'Check a key',
        description: 'Whose key it is and of which kind.',
        success: {
          200: success('The key is valid', 'Whoami', {
            tenant_id: 'ten_01m7yr5ryv711xh24tzc0bswhv',
            key_id: 'key_01m7yr5sy8a7f6xm6swkgwb3td',
            mode: 'test',
            label: null,
            version: currentVersion,
          }),
        },
      }),
    },
    '/v1/usage': {
      get: operation({
        id: 'getUsage',
        tag: 'account',
        summary: "A month's usage",
        description: 'What finished in the month; live documents read and their pages are what is billed.',
        parameters: ['month'],
        success: {
          200: success('The usage', 'Usage', {
            object: 'usage',
            period: { month: '2026-11', start: '2026-11-01', end: '2026-11-30' },
            documents: 12,
            pages: 19,
            failed_documents: 1,
            sandbox_documents: 3,
          }),
        },
      }),
    },
    '/v1/openapi.json': {
      get: operation({
        id: 'getOpenApi',
        tag: 'service',
        summary: 'This document',
        description: 'The contract in machine-readable form.',
        withKey: false,
        success: { 200: json('OpenAPI 3.1', { type: 'object' }, {}, []) },
      }),
    },
    '/healthz': {
      get: operation({
        id: 'getHealth',
        tag: 'service',
        summary: 'Whether the appliance lives',
        description: 'It does when it answers, and its database with it.',
        withKey: false,
        success: {
          200: json(
            'It lives',
            { type: 'object', required: ['status'], properties: { status: { const: 'ok' } } },
            { example: { status: 'ok' } },
            [],
          ),
        },
      }),
    },
  };
}

function eventOperation({ id, finished_at }: Json): Json {
  const data = {
    id,
    object: 'document',
    external_id: null,
    status: 'succeeded',
    url: `/v1/documents/${id}`,
    error: null,
  };
  return {
    operationId: 'receiveEvent',
    tags: ['documents'],
    summary: 'What the service sends when a document is finished',
    description:
      'Answer 2xx within 10 s, also to types that you do not know. Reject a body whose signature does not match, or ' +
      'whose t differs from the time by more than 5 minutes.',
    security: [],
    parameters: named(['Service-Signature', 'Service-Event-Id']),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: ref('Event'),
          example: { type: 'document.succeeded', created_at: finished_at, data },
        },
      },
    },
    responses: {
      '2XX': { description: 'Delivered' },
      '4XX': { description: 'Not delivered, like any other answer; it is sent again' },
    },
  };
}

function operation(made: Operation): Json {
  const { id, tag, summary, description, parameters = [], body, errors = [], withKey = true } = made;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: withKey ? [{ bearer: [] }, { apiKey: [] }] : [],
    ...(withKey && { parameters: named(['Service-Version', ...parameters]) }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      ...made.success,
      ...failures([...errors, ...(withKey ? errorsWithKey : []), ...errorsAlways]),
      ...(withKey && { 422: validationFailure() }),
    },
  };
}

function named(parameters: string[]): Json[] {
  return parameters.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}
