import type { Invoice } from '../contract/invoice.ts';

/** What stands at a path of the header; null where it is not there, as in what an earlier version has read. */
export function valueAt(invoice: Invoice, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], invoice) ?? null;
}
