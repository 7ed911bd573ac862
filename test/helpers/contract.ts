import { expect } from 'vitest';
import { z } from 'zod';

type Json = Record<string, unknown>;

export interface Contract {
  /** Fails unless the published contract describes this answer: its path, method, status, headers and body. */
  check(method: string, path: string, answer: { status: number; headers: Headers; json: unknown }): void;
}

/** @param openApi what GET /v1/openapi.json answers */
export function contractOf(openApi: unknown): Contract {
  const { paths, components } = openApi as { paths: Record<string, Json>; components: { schemas: Json } };
  const schemas = new Map<string, z.ZodType>();

  const bodySchema = (schema: Json): z.ZodType => {
    const name = JSON.stringify(schema);
    const known = schemas.get(name);
    if (known) return known;
    // zod resolves references into $defs only.
    const local = JSON.parse(
      JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
    );
    const made = z.fromJSONSchema(local);
    schemas.set(name, made);
    return made;
  };

  return {
    check(method, path, { status, headers, json }) {
      expect(headers.get('Service-Version'), 'Service-Version').toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(headers.get('Request-Id'), 'Request-Id').toMatch(/^req_[0-9a-z]{26}$/);
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      if (path.startsWith('/v1')) expect(headers.get('Cache-Control')).toBe('no-store');
      const operation = operationOf(paths, method, path);
      if (!operation) return;
      const described = (operation.responses as Record<string, Json>)[status];
      expect(described, `${method} ${path} answered ${status}, which the contract does not describe`).toBeDefined();
      if (method === 'HEAD') return;
      for (const name of Object.keys(described!.headers as Json)) {
        if (name !== 'Idempotent-Replayed') expect(headers.get(name), name).not.toBeNull();
      }
      const { schema } = (described!.content as Record<string, { schema: Json }>)['application/json']!;
      expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      const result = bodySchema(schema).safeParse(json);
      expect(result.error?.issues ?? [], `${method} ${path} ${status}`).toEqual([]);
    },
  };
}

function operationOf(paths: Record<string, Json>, method: string, path: string): Json | undefined {
  const plain = path.replace(/\?.*$/, '');
  for (const [template, operations] of Object.entries(paths)) {
    const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);
    const operation = operations[method.toLowerCase()] as Json | undefined;
    if (pattern.test(plain) && operation) return operation;
  }
  return undefined;
}
