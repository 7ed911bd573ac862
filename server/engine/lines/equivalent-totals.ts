import { Decimal } from 'decimal.js';
import type { PageLayout } from '../layout/layout.ts';
import type { Table } from './found-table.ts';
import { labelled } from './labelled.ts';
import { isTotalsRow } from './totals-row.ts';

/**
 * The tables with the totals that the invoice sums up: services agreed in one currency stand in a column of it, where
 * they multiply out, and beside it in the currency of the invoice.
 */
export function inCurrencyOfSums(tables: readonly Table[]): Table[] {
  const others = tables.map(equivalentColumn);
  if (others.some((other) => other === null)) return [...tables];
  const own = sumOf(tables, ({ roles }) => roles.total);
  const other = sumOf(tables, (_, i) => others[i]!);
  if (!own || !other) return [...tables];
  const printed = sumsPrinted(tables);
  const times = (sum: Decimal) => printed.filter((value) => value.eq(sum)).length;
  if (times(other) <= times(own)) return [...tables];
  return tables.map((table, i) => ({ ...table, roles: { ...table.roles, total: others[i]! } }));
}

/** How far an amount may be off for each of two currencies: rounding takes half a cent of both. */
const rounding = '0.006';
/** Rates of exchange lie above the first or below the second; between them one column may be another one with VAT. */
const [leastAbove, mostBelow] = ['1.3', '0.77'];

/** A column of amounts that are the lines' totals at one rate of exchange; a VAT rate is none. */
function equivalentColumn({ page, columns, roles, lines }: Table): number | null {
  const { total } = roles;
  if (total === null) return null;
  const at = columns.findIndex((column, i) => {
    if (i === total || !labelled(column, 'amount') || column.gross) return false;
    const pairs = lines.map(({ figureRow: { figures } }) => [figures[total]?.number.value, figures[i]?.number.value]);
    const full = pairs.filter((pair): pair is [Decimal, Decimal] => pair.every((value) => value !== undefined));
    const [largest] = [...full].sort(([a], [b]) => b.abs().comparedTo(a.abs()));
    if (!largest || full.length < pairs.length || largest.some((value) => value.isZero())) return false;
    const rate = largest[1].div(largest[0]);
    const slack = rate.add(1).mul(rounding);
    return (
      (rate.gt(leastAbove) || (rate.gt(0) && rate.lt(mostBelow))) &&
      // Any two amounts of a single line have some rate.
      (full.length > 1 || isPrinted(page, rate)) &&
      full.every(([a, b]) => a.mul(rate).sub(b).abs().lte(slack))
    );
  });
  return at < 0 ? null : at;
}

/** Rates that differ by no more are one, in parts of them. */
const sameRate = '0.001';

/** Whether the page gives the rate of exchange, which has more decimals than amounts. */
const isPrinted = ({ rows }: PageLayout, rate: Decimal): boolean =>
  rows.some(({ items }) =>
    items.some(
      ({ number }) =>
        number &&
        number.decimals > 2 &&
        [rate, new Decimal(1).div(rate)].some((each) => number.value.sub(each).abs().lte(each.mul(sameRate))),
    ),
  );

function sumOf(tables: readonly Table[], column: (table: Table, i: number) => number | null): Decimal | null {
  const values = tables.flatMap((table, i) =>
    table.lines.map(({ figureRow }) => figureRow.figures[column(table, i) ?? -1]?.number.value ?? null),
  );
  return values.reduce<Decimal | null>((sum, value) => sum && value && sum.add(value), new Decimal(0));
}

/** The amounts of all rows of sums on the tables' pages. */
function sumsPrinted(tables: readonly Table[]): Decimal[] {
  const lined = new Set(tables.flatMap(({ lines }) => lines.flatMap(({ figureRow }) => figureRow.row.words)));
  const pages = new Set<PageLayout>(tables.map(({ page }) => page));
  return [...pages]
    .flatMap(({ rows }) => rows)
    .filter((row) => isTotalsRow(row) && !row.words.some((word) => lined.has(word)))
    .flatMap(({ items }) => items.flatMap(({ number }) => number?.value ?? []));
}
