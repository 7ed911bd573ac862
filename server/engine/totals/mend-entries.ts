import { Decimal } from 'decimal.js';
import type { Entry } from './entry.ts';
import { paidOf } from './paid.ts';
import type { TotalKind } from './total-words.ts';

/**
 * Puts back the decimal point that OCR lost in a sum, where the other printed sums show it: 253 between a net sum of
 * 42.20 and a total of 44.73 is a VAT of 2.53. The digits stay those of the page; what is mended bears the mark of it.
 */
export function mendEntries(entries: readonly Entry[]): Entry[] {
  const exact = entries.filter((entry) => entry.item.number?.decimals === 2 && !entry.value.isZero());
  const of = (...kinds: TotalKind[]) => exact.filter((entry) => kinds.some((kind) => entry.kinds[0] === kind));
  const [nets, vats, totals] = [of('net', 'lines_sum'), of('vat'), of('gross', 'total', 'due')];
  const paid = paidOf(entries).filter(({ tendered, change }) => [tendered, change].every((one) => !one.mended));
  const isShown = (kind: TotalKind | undefined, value: Decimal): boolean => {
    if (kind === 'vat') return pairs(totals, nets).some(([total, net]) => total.value.sub(net.value).eq(value));
    if (kind === 'net') return pairs(totals, vats).some(([total, vat]) => total.value.sub(vat.value).eq(value));
    if (kind !== 'gross' && kind !== 'total' && kind !== 'due') return false;
    return (
      pairs(nets, vats).some(([net, vat]) => net.value.add(vat.value).eq(value)) ||
      paid.some((one) => one.value.eq(value))
    );
  };
  return entries.map((entry) => {
    const { number, words } = entry.item;
    if (number?.decimals !== 0 || number.value.abs().lt(100) || words.some(({ source }) => source !== 'ocr'))
      return entry;
    const value = new Decimal(number.value).div(100);
    return isShown(entry.kinds[0], value) ? { ...entry, value, mended: true } : entry;
  });
}

const pairs = <T>(some: readonly T[], others: readonly T[]): [T, T][] =>
  some.flatMap((one) => others.map((other): [T, T] => [one, other]));
