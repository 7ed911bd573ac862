import type { Invoice } from '../contract/invoice.ts';

export type FieldValue = string | number | null;

/**
 * Every scalar of an invoice with its path (`vendor.name`, `line_items.0.total`), nulls too. The quality flags are
 * about the fields and are none themselves.
 */
export function fieldValues(invoice: Invoice): ReadonlyMap<string, FieldValue> {
  const known = walked.get(invoice);
  if (known) return known;
  const values = new Map<string, FieldValue>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`);
    } else values.set(path, value as FieldValue);
  };
  for (const [name, value] of Object.entries(invoice)) {
    if (name !== 'quality_flags') walk(value, name);
  }
  walked.set(invoice, values);
  return values;
}

/** An invoice is never changed in place, and with each key press in a review of a hundred lines many ask for the same one's. */
const walked = new WeakMap<Invoice, ReadonlyMap<string, FieldValue>>();

/**
 * The paths whose values differ; a field that one of both does not have is null there, and a list of which rows came or
 * went is named as a whole.
 */
export function differingPaths(one: Invoice, other: Invoice): string[] {
  const lists = (['line_items', 'vat_breakdown'] as const).filter((list) => one[list].length !== other[list].length);
  const [before, after] = [fieldValues(one), fieldValues(other)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) =>
      (before.get(path) ?? null) !== (after.get(path) ?? null) && !lists.some((list) => path.startsWith(`${list}.`)),
  );
  return [...paths, ...lists];
}

/**
 * The invoice with another value at `path`, which must be one of `fieldValues`. What lies beside the path is shared, so
 * that who shows it sees at once that it is the same.
 */
export function withField(invoice: Invoice, path: string, value: FieldValue): Invoice {
  if (!fieldValues(invoice).has(path)) throw new Error(`An invoice has no field ${path}.`);
  const replaced = (owner: unknown, names: string[]): unknown => {
    const [name, ...rest] = names;
    if (name === undefined) return value;
    const inner = replaced((owner as Record<string, unknown>)[name], rest);
    return Array.isArray(owner) ? owner.with(Number(name), inner) : { ...(owner as object), [name]: inner };
  };
  return replaced(invoice, path.split('.')) as Invoice;
}
