import { z } from 'zod';
import {
  deletedSchema,
  documentListSchema,
  errorSchema,
  jsonSubmissionSchema,
  resentEventSchema,
  usageSchema,
  validationErrorSchema,
  whoamiSchema,
} from '../api.ts';
import { documentSchema } from '../document.ts';
import { eventSchema } from '../event.ts';
import { fieldAssessmentSchema, invoiceSchema } from '../invoice.ts';
import { defaultListed, maxExternalId, maxIdempotencyKey, maxListed } from '../limits.ts';

export type Json = Record<string, unknown>;

export type SchemaName = keyof typeof answers | 'JsonSubmission' | 'MultipartSubmission';

const answers = {
  Whoami: whoamiSchema,
  Document: documentSchema,
  DocumentList: documentListSchema,
  Invoice: invoiceSchema,
  FieldAssessment: fieldAssessmentSchema,
  DeletedDocument: deletedSchema,
  ResentEvent: resentEventSchema,
  Usage: usageSchema,
  Event: eventSchema,
  Error: errorSchema,
  HTTPValidationError: validationErrorSchema,
};

export function ref(name: SchemaName): Json {
  return { $ref: `#/components/schemas/${name}` };
}

export function components(): Json {
  return { schemas: schemas(), parameters, headers, securitySchemes };
}

function schemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(answers)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    // Fields may be added within a version, so no object is closed.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const json = plain(z.toJSONSchema(jsonSubmissionSchema, { io: 'input' }));
  return {
    ...Object.fromEntries(Object.entries(made.schemas).map(([id, schema]) => [id, plain(schema)])),
    JsonSubmission: json,
    MultipartSubmission: multipartForm(json),
  };
}

/** The multipart form differs from the JSON form in how it carries the file and the metadata. */
function multipartForm(json: Json): Json {
  const { file_base64: _file, filename: _name, metadata: _metadata, ...shared } = json.properties as Json;
  return {
    type: 'object',
    required: ['file', 'buyer_vat'],
    properties: {
      file: {
        type: 'string',
        contentMediaType: 'application/octet-stream',
        description: 'PDF, JPEG, PNG, GIF or WebP; at most 14 MiB and 50 pages',
      },
      ...shared,
      metadata: {
        type: 'string',
        contentMediaType: 'application/json',
        description: 'A JSON object as text: up to 20 scalar values of at most 500 characters, by names of at most 100',
      },
    },
  };
}

function plain(schema: object): Json {
  const { $schema: _dialect, $id: _id, ...rest } = schema as Json;
  return rest;
}

const text = (minLength: number, maxLength: number): Json => ({ type: 'string', minLength, maxLength });

const parameters = {
  'Service-Version': {
    name: 'Service-Version',
    in: 'header',
    description: "The contract version of this request; without it the key's own",
    schema: { type: 'string', format: 'date' },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same request gives the same document, for 24 hours',
    schema: text(1, maxIdempotencyKey),
  },
  document_id: { name: 'document_id', in: 'path', required: true, schema: { type: 'string' } },
  target: {
    name: 'target',
    in: 'path',
    required: true,
    description: 'Where it goes, by a name that `facturier export --help` lists',
    schema: { type: 'string' },
  },
  external_id: {
    name: 'external_id',
    in: 'query',
    description: "Filters on the client's reference",
    schema: text(0, maxExternalId),
  },
  limit: {
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: maxListed, default: defaultListed },
  },
  month: {
    name: 'month',
    in: 'query',
    description: 'A calendar month (UTC); the current one by default',
    schema: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' },
    example: '2026-11',
  },
  'Service-Signature': {
    name: 'Service-Signature',
    in: 'header',
    required: true,
    description: 't=<unix seconds>,v1=<hex HMAC-SHA256, by the signing secret, of t, a full stop and the raw body>',
    schema: { type: 'string', pattern: '^t=\\d+,v1=[0-9a-f]{64}$' },
  },
  'Service-Event-Id': {
    name: 'Service-Event-Id',
    in: 'header',
    required: true,
    description: 'The same on every attempt for one event',
    schema: { type: 'string' },
  },
};

const header = (description: string, schema: Json): Json => ({ description, schema });

export type HeaderName = keyof typeof headers;

const headers = {
  'Service-Version': header('The contract version that the answer is built to', { type: 'string', format: 'date' }),
  'Request-Id': header("Names this request in the appliance's log", { type: 'string' }),
  'Idempotent-Replayed': header('true when an earlier request with this key is answered again', { const: 'true' }),
  'Retry-After': header('Seconds after which to try again; with 429 the next try succeeds then', {
    type: 'integer',
    minimum: 1,
  }),
  'WWW-Authenticate': header('How to authenticate', { const: 'Bearer' }),
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'fct_live_… or fct_test_…' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key in a header of its own' },
};
