import type { MainSums } from './choose.ts';
import type { Entry } from './entry.ts';
import { rateNamed } from './equations.ts';

/**
 * The amount that VAT is counted on where its own label names only what was sold ("Electricity 388.50, VAT 9% 34.97,
 * Total 423.47"): right over the VAT, in its column, and together with it the total. Its rate must be named too, for
 * any two amounts make some total.
 */
export function withUnlabelledNet(main: MainSums, entries: readonly Entry[]): MainSums {
  const { net, vat, total } = main;
  if (net || !vat || !total || vat.value.isZero()) return main;
  const found = entries.find(
    (entry) =>
      entry.kinds.length === 0 &&
      entry.value.add(vat.value).eq(total.value) &&
      rateNamed(entry, vat) &&
      entry.page === vat.page &&
      isRightOver(entry, vat, entries),
  );
  return found ? { ...main, net: found } : main;
}

/** No other amount stands between, and both end at the same edge. */
function isRightOver(entry: Entry, vat: Entry, entries: readonly Entry[]): boolean {
  const between = entries.some(
    (other) => other.page === vat.page && other.row.y > entry.row.y && other.row.y < vat.row.y,
  );
  const edge = (one: Entry): number => one.item.x + one.item.width;
  return !between && entry.row.y < vat.row.y && Math.abs(edge(entry) - edge(vat)) < vat.item.height;
}
