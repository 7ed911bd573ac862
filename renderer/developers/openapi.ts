/** What the page shows of an OpenAPI 3.1 document. */
export interface OpenApi {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>;
}

interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

/** The name that a reference ends with. */
export function nameOf({ $ref }: { $ref: string }): string {
  return $ref.split('/').at(-1) ?? $ref;
}

export function parameterOf(api: OpenApi, parameter: Parameter | Reference): Parameter | undefined {
  return '$ref' in parameter ? api.components.parameters[nameOf(parameter)] : parameter;
}

/** A type as a programmer says it: `string or null`, `array of Document`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf({ $ref: schema.$ref });
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.type === 'array') return schema.items ? `array of ${typeOf(schema.items)}` : 'array';
  const { additionalProperties: values } = schema;
  if (schema.type === 'object' && typeof values === 'object' && Object.keys(values).length > 0) {
    return `object of ${typeOf(values)}`;
  }
  const types = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
  return schema.format ? `${types} (${schema.format})` : types;
}
