import type { Decimal } from 'decimal.js';
import { grossOf, isToTheCent } from '../../checks/cents.ts';
import { type BodyRow, joinBodyRows } from './body-rows.ts';
import { isUsualRate } from './usual-rates.ts';

/**
 * Rows without those that give the figures of a line once more with their VAT: "612.00" and below it "740.52", in the
 * column of prices and in that of totals alike. Where a line's name stands beside the middle of both, it gets the net ones.
 */
export function withoutGrossTwins(body: readonly BodyRow[], text: readonly number[]): BodyRow[] {
  const rows: BodyRow[] = [];
  for (let i = 0; i < body.length; i++) {
    const [row, next, last] = [body[i]!, body[i + 1], body[i + 2]];
    const around = next && last && hasText(next, text) && standsApart(row, next) ? netOf(row, last, text) : null;
    if (around) {
      rows.push(joinBodyRows(next!, around));
      i += 2;
    } else if (next && hasText(row, text) && isTwin(row, next, text)) {
      rows.push(row);
      i++;
    } else rows.push(row);
  }
  return rows;
}

const hasText = (row: BodyRow, text: readonly number[]) => text.some((i) => row.cells[i]!.length > 0);

/** The columns in which a row has figures and nothing else anywhere; null where it says more. */
function loneFigures(row: BodyRow): number[] | null {
  const filled = row.cells.flatMap((items, i) => (items.length > 0 ? [i] : []));
  return filled.every((i) => row.figures[i]) ? filled : null;
}

/** Whether neither of two rows has anything in a column in which the other has figures. */
const standsApart = (row: BodyRow, other: BodyRow) =>
  row.figures.every((figure, i) => !figure || other.cells[i]!.length === 0);

/** Of two rows with the same columns' figures and nothing else, the net one when the other is its gross; else null. */
function netOf(upper: BodyRow, lower: BodyRow, text: readonly number[]): BodyRow | null {
  const [first, second] = [loneFigures(upper), loneFigures(lower)];
  if (!first || !second || first.join() !== second.join()) return null;
  if (isTwin(upper, lower, text)) return upper;
  return isTwin(lower, upper, text) ? lower : null;
}

/** Whether `gross` has nothing but figures, two at least, and they are those of `net` with one usual rate on top. */
function isTwin(net: BodyRow, gross: BodyRow, text: readonly number[]): boolean {
  const columns = loneFigures(gross);
  if (!columns || columns.length < 2 || hasText(gross, text)) return false;
  const pairs = columns.map((i) => [net.figures[i]?.number.value, gross.figures[i]!.number.value] as const);
  if (pairs.some(([own]) => !own || own.isZero())) return false;
  // The largest figure tells the rate best, and the others must follow it to the cent.
  const largest = pairs.reduce((a, b) => (b[0]!.abs().gt(a[0]!.abs()) ? b : a));
  const rate = rateBetween(largest[0]!, largest[1]);
  return rate !== null && pairs.every(([own, other]) => isToTheCent(grossOf(own!, rate), other));
}

/** Rates have one decimal: what two amounts make is nearer to one. */
const nearRate = '0.05';

function rateBetween(net: Decimal, gross: Decimal): Decimal | null {
  const percent = gross.div(net).sub(1).mul(100);
  const rate = percent.toDecimalPlaces(1);
  return rate.gt(0) && isUsualRate(rate) && rate.sub(percent).abs().lt(nearRate) ? rate : null;
}
