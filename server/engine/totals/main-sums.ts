import type { Entry } from './entry.ts';
import type { TotalKind } from './total-words.ts';

/** The three sums that must fit together; null where the invoice does not print one. */
export interface MainSums {
  net: Entry | null;
  vat: Entry | null;
  total: Entry | null;
}

export type Role = 'net' | 'vat' | 'total';

/** What a label may call each role; how well it fits is a weight ("net_called_total"). */
export const called: Record<Role, readonly TotalKind[]> = {
  net: ['net', 'lines_sum', 'total', 'base'],
  vat: ['vat'],
  total: ['gross', 'due', 'total', 'lines_sum'],
};
export const noSums = new Set<TotalKind>(['previous', 'ignore', 'carried', 'tendered', 'change']);

/** Whether the label says that the amount is, or may be, the total. */
export const isCalledTotal = (entry: Entry): boolean => entry.kinds.some((kind) => called.total.includes(kind));
