import type { Decimal } from 'decimal.js';

/** Who rounds one amount and not the other is off by no more. */
const cent = '0.01';

/** Whether two amounts are the same but for the rounding of one of them. */
export const isToTheCent = (a: Decimal, b: Decimal.Value): boolean => a.sub(b).abs().lte(cent);

/** What VAT of so many percent comes to on an amount without it; not rounded. */
export const vatOn = (base: Decimal, percent: Decimal.Value): Decimal => base.mul(percent).div(100);

/** An amount with VAT of so many percent; not rounded. */
export const grossOf = (base: Decimal, percent: Decimal.Value): Decimal => base.add(vatOn(base, percent));
