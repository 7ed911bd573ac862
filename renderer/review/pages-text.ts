import type { PageRange } from '../../server/contract/invoice.ts';

/** "3", "4–6" */
export function pagesText({ from, to }: PageRange): string {
  return from === to ? String(from) : `${from}–${to}`;
}
