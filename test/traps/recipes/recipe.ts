import { Decimal } from 'decimal.js';
import type { Draft } from '../draft.ts';
import type { Language } from '../words.ts';

export const causes = [
  'accounts',
  'no-invoice',
  'deposits',
  'habits',
  'numbers',
  'vat-numbers',
  'bills',
  'control',
] as const;
export type Cause = (typeof causes)[number];

/** One way to tempt the reader: it changes an ordinary invoice, and its truth where the truth is another then. */
export interface Recipe {
  name: string;
  cause: Cause;
  /** Those it has words in; all where it says nothing. */
  languages?: readonly Language[];
  apply: (draft: Draft) => void;
}

/** Says where the page's last sums are other ones than those of its lines. */
export function setTrue(draft: Draft, values: Draft['truth']['header']): void {
  for (const [path, value] of Object.entries(values))
    draft.truth.header[path] = (value as unknown) instanceof Decimal ? Number(value) : value;
}
