import type { Decimal } from 'decimal.js';
import type { Entry } from './entries.ts';

/** What a till was given less what it gave back: what the goods cost, said apart from their total. */
export interface Paid {
  value: Decimal;
  tendered: Entry;
  change: Entry;
}

/** The money given stands at most this many of its heights over the change. */
const reach = 12;

/** Every printed change with what was given before it. */
export function paidOf(entries: readonly Entry[]): Paid[] {
  const of = (kind: 'tendered' | 'change') => entries.filter((entry) => entry.kinds[0] === kind);
  return of('change').flatMap((change) =>
    of('tendered')
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
  return paid.some(({ value, change }) => value.eq(total.value) && !change.value.isZero());
}
