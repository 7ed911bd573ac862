import { Decimal } from 'decimal.js';
import type { Entry } from './entry.ts';
import type { TotalKind } from './total-words.ts';

const totals = new Set<TotalKind>(['gross', 'total', 'due']);
const isTotal = ({ kinds: [first] }: Entry): boolean => first !== undefined && totals.has(first);

/** What is paid may be rounded to five hundredths. */
const rounding = '0.05';

/**
 * "Total electricity 70.00", "Total water 30.00" and under both "To be paid 100.00": totals of what further words name that
 * make the next one together are each of a part, and no sum of the invoice.
 */
export function withoutPartTotals(entries: readonly Entry[]): Entry[] {
  const parts = new Set<Entry>();
  const wholes = new Set<Entry>();
  for (const [at, whole] of entries.entries()) {
    if (!isTotal(whole)) continue;
    const from = entries.slice(0, at).findLastIndex((entry) => !isPart(entry, whole)) + 1;
    // Bills print what is to be paid at their head, and what it is made of far below.
    const runs = [entries.slice(from, at), whole.explained ? entries.filter((entry) => isPart(entry, whole)) : []];
    const run = runs.find((one) => one.length > 1 && makes(one, whole));
    if (!run) continue;
    for (const entry of run) parts.add(entry);
    wholes.add(whole);
  }
  const isAgain = (entry: Entry): boolean =>
    isTotal(entry) && !entry.explained && [...parts].some(({ value }) => value.eq(entry.value));
  return entries.map((entry): Entry => {
    // What they make needs no words that are all known.
    if (wholes.has(entry)) return { ...entry, clarity: 1 };
    return parts.has(entry) || isAgain(entry) ? { ...entry, kinds: [] } : entry;
  });
}

const makes = (parts: readonly Entry[], whole: Entry): boolean =>
  parts
    .reduce((all, { value }) => all.add(value), new Decimal(0))
    .sub(whole.value)
    .abs()
    .lte(rounding);

const isPart = (entry: Entry, whole: Entry): boolean =>
  entry.page === whole.page &&
  entry.row !== whole.row &&
  entry.kinds[0] === 'total' &&
  !entry.explained &&
  entry.value.gt(0) &&
  entry.value.lt(whole.value);
