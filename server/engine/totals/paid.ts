import type { Decimal } from 'decimal.js';
import type { Entry } from './entry.ts';

/** What a till was given less what it gave back: what the goods cost, said apart from their total. */
export interface Paid {
  value: Decimal;
  tendered: Entry;
  change: Entry;
}

/** The money given stands at most this many of its heights over the change. */
const reach = 12;

/** What a till was given. */
export const givenTo = (entries: readonly Entry[]): Entry[] => entries.filter((entry) => entry.kinds[0] === 'tendered');

/** Every printed change with what was given before it. */
export function paidOf(entries: readonly Entry[]): Paid[] {
  const changes = entries.filter((entry) => entry.kinds[0] === 'change');
  return changes.flatMap((change) =>
    givenTo(entries)
      .filter(
        (tendered) =>
          tendered.page === change.page &&
          tendered.row.y < change.row.y &&
          change.row.y - tendered.row.y < reach * change.row.height &&
          tendered.value.gt(change.value) &&
          !change.value.isNegative(),
      )
      .map((tendered) => ({ value: tendered.value.sub(change.value), tendered, change })),
  );
}

/** Two different amounts that leave the total are a sum; an exact payment only repeats it. */
export function paymentProves(paid: readonly Paid[], total: Entry): boolean {
  return !total.mended && paid.some(({ value, change }) => value.eq(total.value) && !change.value.isZero());
}

/** A payment in cash is rounded by so much at most. */
const rounding = '0.05';

/** What was paid was less or more. */
export function paymentContradicts(paid: readonly Paid[], total: Entry): boolean {
  return paid.length > 0 && paid.every(({ value }) => value.sub(total.value).abs().gt(rounding));
}
