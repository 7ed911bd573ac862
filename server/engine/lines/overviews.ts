import { Decimal } from 'decimal.js';
import { type RawLine, sumOfLines, type Table } from './found-table.ts';
import { multipliesOut } from './multiplies-out.ts';
import type { Roles } from './roles.ts';

/**
 * "Section | Charges" before the table of what is charged for, "Tax | Net | VAT | Gross" below it: amounts that come to what
 * the lines of another table come to, each of which multiplies out, are those lines once more.
 */
export const isOverview = (table: Table, tables: readonly Table[]): boolean => {
  const sum = table.roles.quantity === null ? sumOfLines(table) : netOf(table);
  return (
    sum !== null &&
    !sum.isZero() &&
    tables.some(
      (other) =>
        other !== table &&
        other.lines.length >= table.lines.length &&
        other.lines.every((line) => isProduct(line, other.roles)) &&
        sumOfLines(other).eq(sum),
    )
  );
};

/** What the rows of a table of net, VAT and gross have the VAT on; null where they are none. */
function netOf({ lines, roles }: Table): Decimal | null {
  if (roles.price !== null) return null;
  const nets = lines.map(({ figureRow: { figures } }) => {
    const amounts = figures.flatMap((figure) => (figure && !figure.number.percent ? figure.number.value : []));
    const [net, vat, gross] = amounts;
    return amounts.length === 3 && net!.add(vat!).eq(gross!) ? net! : null;
  });
  return nets.includes(null) ? null : nets.reduce((sum: Decimal, net) => sum.add(net!), new Decimal(0));
}

/** Whether a line's quantity times its price is its total. */
export function isProduct({ figureRow: { figures } }: RawLine, roles: Roles): boolean {
  const [quantity, price, total] = [roles.quantity, roles.price, roles.total].map((at) =>
    at === null ? null : (figures[at] ?? null),
  );
  return Boolean(quantity && price && total && multipliesOut(quantity.number.value, price, total));
}
