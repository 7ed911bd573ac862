import { Decimal } from 'decimal.js';
import { rightOf } from '../layout/geometry.ts';
import type { NumberedRow } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import type { Entry } from './entry.ts';
import { paidOf } from './paid.ts';
import type { TotalKind } from './total-words.ts';

/**
 * Reads a sum otherwise where OCR left it in doubt and the other printed sums show which reading is right: 253 between a
 * net sum of 42.20 and a total of 44.73 is a VAT of 2.53, its decimal point lost; of two readers' 5.46 and 5.66 under a
 * VAT of 0.33 and over a total of 5.79 the first is right; 60 as the total of 29.92 and 5.68 is the end of 35.60. What is
 * mended bears the mark of it.
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
    if (isShown(entry.kinds[0], entry.value)) return entry;
    const made = pairs(nets, vats).map(([net, vat]) => net.value.add(vat.value));
    const value = [...otherReadings(entry), ...made.filter((sum) => isEndOf(entry, sum))].find((reading) =>
      isShown(entry.kinds[0], reading),
    );
    return value ? { ...entry, value, mended: true } : entry;
  });
}

/** Whether nothing but the cents of the sum was read, its figures before them lost. */
const isEndOf = ({ item, row }: Entry, sum: Decimal): boolean =>
  item.number?.decimals === 0 &&
  !row.items[indexOf(item, row) - 1]?.number &&
  item.words.every(({ source }) => source === 'ocr') &&
  /^\d{2}$/.test(item.text.replace(/\D/g, '')) &&
  sum.toFixed(2).endsWith(`.${item.text.replace(/\D/g, '')}`);

/** In heights of print: so near behind its whole units the cents stand. */
const nearCents = 1;

/** "1250 40": the cents that stand behind whole units as a word of their own. */
function centsBehind({ item, row }: Entry): string | null {
  const next = row.items[indexOf(item, row) + 1];
  const isNear = next && next.x - rightOf(item) < nearCents * item.height;
  return isNear && /^\d{2}$/.test(next.words[0]!.text) ? next.words[0]!.text : null;
}

const indexOf = ({ words }: Item, row: NumberedRow): number => row.items.findIndex((one) => one.words[0] === words[0]);

/** Without its decimal point or with it read as a space, and as the other of two readers saw it. */
function otherReadings(entry: Entry): Decimal[] {
  const { number, words } = entry.item;
  if (!number || words.some(({ source }) => source !== 'ocr')) return [];
  const other = words.length === 1 ? words[0]!.other : undefined;
  const cents = number.decimals === 0 ? centsBehind(entry) : null;
  return [
    ...(cents ? [number.value.abs().add(new Decimal(cents).div(100))] : []),
    ...(number.decimals === 0 && number.value.abs().gte(100) ? [number.value.div(100)] : []),
    ...(other && withCents.test(other) ? [new Decimal(other.replace(/\D/g, '')).div(100)] : []),
  ];
}

const withCents = /^\d[\d.,']*[.,]\d\d$/;

const pairs = <T>(some: readonly T[], others: readonly T[]): [T, T][] =>
  some.flatMap((one) => others.map((other): [T, T] => [one, other]));
