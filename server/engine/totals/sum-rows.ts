import type { Decimal } from 'decimal.js';
import { highestVat } from '../lines/usual-rates.ts';
import type { Entry } from './entry.ts';
import type { TotalKind } from './total-words.ts';

/** Rows of net, VAT and gross over one that sums them up are parts of the invoice's sums, and not these. */
export function withoutParts(rows: readonly Entry[][]): Entry[][] {
  const sums = rows.filter((entries) => isSumRow(entries.slice(-3)));
  const parts = new Set<Entry[]>();
  for (const [at, whole] of sums.entries()) {
    let added = figuresOf(sums[at - 1]);
    for (let from = at - 2; from >= 0; from--) {
      added = figuresOf(sums[from]).map((value, i) => value.add(added[i]!));
      if (figuresOf(whole).every((value, i) => value.eq(added[i]!)))
        for (const row of sums.slice(from, at)) parts.add(row);
    }
  }
  return rows.map((entries) => (parts.has(entries) ? entries.map((entry) => ({ ...entry, kinds: [] })) : entries));
}

const figuresOf = (row: readonly Entry[] = []): Decimal[] => row.slice(-3).map(({ value }) => value);

/** Net, VAT and what they make. */
export function isSumRow([net, vat, gross]: readonly Entry[]): boolean {
  if (!net || !vat || !gross || vat.value.isZero() || vat.value.isNegative() !== net.value.isNegative()) return false;
  return net.value.add(vat.value).eq(gross.value) && vat.value.abs().lte(net.value.abs().mul(highestVat));
}

/** How clearly three figures that add up are called so; of 1. */
const clarity = 0.6;

/** Three figures of which the first two make the third are net, VAT and gross, where nothing better labels them. */
export function asSumRow(entries: Entry[]): Entry[] {
  const last = entries.slice(-3);
  if (!isSumRow(last)) return entries;
  const [net, vat, gross] = last as [Entry, Entry, Entry];
  const roles: [Entry, TotalKind][] = [
    [net, 'net'],
    [vat, 'vat'],
    [gross, 'gross'],
  ];
  if (roles.some(([entry, role]) => entry.kinds[0] === role && entry.from === 'left')) return entries;
  const named = roles.map(([entry, role]): Entry => ({ ...entry, kinds: [role], clarity, from: 'above' }));
  return [...entries.slice(0, -3), ...named];
}
