import type { Sum } from '../../server/checks/sums.ts';

/** Which sum it is: quantity × price, the lines, net and VAT, what is left to pay, or one of the VAT by rate. */
export type SumName = 'line' | 'lines' | 'total' | 'due' | 'rate' | 'bases' | 'vats';

export interface NamedSum {
  name: SumName;
  holds: boolean;
}

export function sumName(paths: readonly string[]): SumName {
  if (paths.includes('amount_due')) return 'due';
  if (paths[0]?.startsWith('vat_breakdown.')) {
    return paths.includes('subtotal') ? 'bases' : paths.includes('vat_amount') ? 'vats' : 'rate';
  }
  if (paths.includes('vat_amount')) return 'total';
  return paths.includes('subtotal') ? 'lines' : 'line';
}

/** The sums that each amount is in, by its path. */
export function sumsByPath(sums: readonly Sum[]): Map<string, NamedSum[]> {
  const byPath = new Map<string, NamedSum[]>();
  for (const { paths, holds } of sums) {
    for (const path of paths) byPath.set(path, [...(byPath.get(path) ?? []), { name: sumName(paths), holds }]);
  }
  return byPath;
}
