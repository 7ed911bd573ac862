import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { servedVersions } from '../../server/contract/versions.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = Record<string, any>;

let server: TestServer;
let document: Json;

beforeAll(async () => {
  server = await startTestServer();
  document = (await server.request('GET', '/v1/openapi.json')).json;
});
afterAll(() => server.stop());

const operations = (): [string, Json][] =>
  Object.entries(document.paths as Json).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]): [string, Json] => [`${method} ${path}`, operation]),
  );

function everyNode(value: unknown, visit: (node: Json) => void): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value as Json);
  for (const inner of Object.values(value)) everyNode(inner, visit);
}

describe('GET /v1/openapi.json', () => {
  test('needs no key, and is OpenAPI 3.1 of the current version', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe(servedVersions.at(-1)?.version);
    expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' });
  });

  test('describes every endpoint of interface.md 4, and the added one', () => {
    expect(
      operations()
        .map(([name]) => name)
        .sort(),
    ).toEqual(
      [
        'get /healthz',
        'get /v1/documents',
        'get /v1/documents/{document_id}',
        'get /v1/documents/{document_id}/export/{target}',
        'get /v1/openapi.json',
        'get /v1/usage',
        'get /v1/whoami',
        'post /v1/documents',
        'post /v1/documents/{document_id}/webhook',
        'delete /v1/documents/{document_id}',
      ].sort(),
    );
    expect(document.webhooks.documentEvent.post.operationId).toBe('receiveEvent');
  });

  test('every operation has an id of its own, a summary, a description, a known tag and its errors', () => {
    const tags = new Set(document.tags.map(({ name }: Json) => name));
    const ids = operations().map(([, operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, operation] of operations()) {
      expect(operation.summary, name).toBeTruthy();
      expect(operation.description, name).toBeTruthy();
      for (const tag of operation.tags) expect(tags).toContain(tag);
      const statuses = Object.keys(operation.responses);
      expect(
        statuses.some((status) => status.startsWith('2')),
        name,
      ).toBe(true);
      expect(
        statuses.some((status) => status.startsWith('4')),
        name,
      ).toBe(true);
      if (operation.security.length > 0) expect(statuses).toEqual(expect.arrayContaining(['400', '401', '422']));
    }
  });

  test('every response has its headers, its schema and an example', () => {
    for (const [name, operation] of operations()) {
      for (const [status, response] of Object.entries(operation.responses as Json)) {
        expect(response.headers, `${name} ${status}`).toMatchObject({
          'Service-Version': expect.anything(),
          'Request-Id': expect.anything(),
        });
        for (const { schema, example, examples } of Object.values(response.content as Json)) {
          expect(schema).toBeTruthy();
          if (name !== 'get /v1/openapi.json') expect(example ?? examples, `${name} ${status}`).toBeTruthy();
        }
      }
    }
  });

  test('every reference leads somewhere, and every component is used', () => {
    const used = new Set<string>();
    everyNode(document, (node) => {
      if (typeof node.$ref === 'string') used.add(node.$ref);
    });
    for (const reference of used) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<Json | undefined>((inner, name) => inner?.[name], document);
      expect(target, reference).toBeDefined();
    }
    for (const [kind, components] of Object.entries(document.components as Json)) {
      if (kind === 'securitySchemes') continue;
      for (const name of Object.keys(components)) expect(used).toContain(`#/components/${kind}/${name}`);
    }
  });

  test('path parameters are those of the path', () => {
    for (const [name, operation] of operations()) {
      const inPath = [...name.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter);
      const described = (operation.parameters ?? [])
        .map(({ $ref }: Json) => document.components.parameters[$ref.split('/').at(-1)])
        .filter((parameter: Json) => parameter.in === 'path')
        .map((parameter: Json) => parameter.name);
      expect(described, name).toEqual(inPath);
    }
  });

  test('names every field of interface.md 2', () => {
    const { schemas } = document.components;
    expect(Object.keys(schemas.Document.properties)).toEqual(
      expect.arrayContaining([
        ...[
          'id',
          'object',
          'status',
          'mode',
          'external_id',
          'metadata',
          'filename',
          'mime_type',
          'pages',
          'created_at',
        ],
        ...[
          'finished_at',
          'error',
          'schema_version',
          'retention',
          'result_deleted_at',
          'document',
          'fields',
          'warnings',
        ],
      ]),
    );
    expect(Object.keys(schemas.Invoice.properties)).toEqual(
      expect.arrayContaining([
        ...['vendor', 'customer', 'invoice_number', 'invoice_date', 'due_date', 'po_reference', 'delivery_note_number'],
        ...['currency', 'exchange_rate', 'exchange_rate_currency', 'line_items', 'subtotal', 'vat_amount'],
        ...[
          'discount_amount',
          'total_amount',
          'prepaid_amount',
          'amount_due',
          'payment_terms',
          'bank_details',
          'notes',
        ],
        'quality_flags',
      ]),
    );
    expect(Object.keys(schemas.MultipartSubmission.properties).sort()).toEqual(
      ['file', 'buyer_vat', 'buyer_name', 'external_id', 'mode', 'retention', 'webhook_url', 'metadata'].sort(),
    );
    expect(Object.keys(schemas.JsonSubmission.properties).sort()).toEqual(
      [
        'file_base64',
        'filename',
        'buyer_vat',
        'buyer_name',
        'external_id',
        'mode',
        'retention',
        'webhook_url',
        'metadata',
      ].sort(),
    );
  });
});
