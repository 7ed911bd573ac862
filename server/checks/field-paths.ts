import type { Invoice } from '../contract/invoice.ts';

export type FieldValue = string | number | null;

/**
 * Every scalar of an invoice with its path (`vendor.name`, `line_items.0.total`), nulls too. The quality flags are
 * about the fields and are none themselves.
 */
export function fieldValues(invoice: Invoice): Map<string, FieldValue> {
  const values = new Map<string, FieldValue>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`);
    } else values.set(path, value as FieldValue);
  };
  for (const [name, value] of Object.entries(invoice)) {
    if (name !== 'quality_flags') walk(value, name);
  }
  return values;
}

/** A copy of the invoice with another value at `path`, which must be one of `fieldValues`. */
export function withField(invoice: Invoice, path: string, value: FieldValue): Invoice {
  if (!fieldValues(invoice).has(path)) throw new Error(`An invoice has no field ${path}.`);
  const copy = structuredClone(invoice);
  const names = path.split('.');
  const last = names.pop() as string;
  const owner = names.reduce<Record<string, unknown>>(
    (inner, name) => inner[name] as Record<string, unknown>,
    copy as unknown as Record<string, unknown>,
  );
  owner[last] = value;
  return copy;
}
