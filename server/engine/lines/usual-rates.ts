import type { Decimal } from 'decimal.js';

const usualRates = new Set(
  '0 2.1 2.5 2.6 3 3.7 3.8 4 5 5.5 6 7 7.7 8 8.1 9 9.5 10 11 12 13 13.5 14 15 16 17 18 19 20 21 22 23 24 25 27'.split(
    ' ',
  ),
);
/** Whether a bare figure can be a VAT rate of Europe, now or in the last years; "1" and "2" are codes of rates. */
export const isUsualRate = (rate: Decimal) => usualRates.has(rate.toString());

/** In per cent: what is more is no rate of VAT. */
export const highestRate = 30;
/** The highest VAT that a net sum bears, in parts of it. */
export const highestVat = '0.3';
