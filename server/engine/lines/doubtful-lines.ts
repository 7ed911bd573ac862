import { Decimal } from 'decimal.js';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { type RawLine, sumOfLines, type Table, totalOf } from './found-table.ts';
import { isProduct } from './overviews.ts';
import { isMoney } from './product.ts';
import { rowRange } from './table.ts';
import { isTotalsRow } from './totals-row.ts';

/** With more doubtful lines than this only all or none of them are tried. */
const mostTried = 6;

/**
 * Decides which doubtful lines are lines: those with which the lines add up to an amount that is printed outside the
 * tables. Where nothing adds up, a text with an amount is taken for a sum.
 */
export function decideDoubtful(tables: readonly Table[], pages: readonly PageLayout[]): Table[] {
  const charged = withoutDetails(tables, pages);
  if (charged) return charged;
  for (const table of tables) {
    const details = detailsIn(table, tables);
    if (details)
      return tables.flatMap((each) => {
        if (each === table) return [{ ...each, lines: details, rows: rowRange(each.page, each.header, details) }];
        // One row that comes to all of it is no line, but the net sum over its VAT.
        return tables.length === 2 && each.lines.length === 1 ? [] : [{ ...each, lines: [] }];
      });
  }
  const specified = withoutSpecification(tables, pages);
  if (specified) return specified;
  const lines = tables.flatMap((table) => table.lines.map((line) => ({ line, value: totalOf(line, table) })));
  const doubtful = lines.filter(({ line }) => line.doubtful);
  if (doubtful.length === 0) return [...tables];
  const certain = lines.filter(({ line }) => !line.doubtful).reduce((sum, { value }) => sum.add(value), new Decimal(0));
  const adds = (printed: ReadonlySet<string>) => (some: typeof doubtful) =>
    printed.has(some.reduce((sum, { value }) => sum.add(value), certain).toFixed(2));
  const ways = [[], doubtful, ...choices(doubtful)];
  const resumed = resumedLines(doubtful, tables, adds);
  const grouped = resumed ? null : inGroups(tables, pages);
  if (grouped) return [grouped];
  const all =
    resumed ?? ways.find(adds(new Set(amountsOutside(tables)))) ?? ways.find(adds(beforeCharges(pages, tables)));
  const alone = all ? null : summedAlone(tables, pages);
  if (alone) return [alone];
  const right = all ?? [];
  const kept = new Set<RawLine>(right.map(({ line }) => line));
  return tables.flatMap((table) => {
    const own = table.lines.filter((line) => !line.doubtful || kept.has(line));
    return own.length === 0 ? [] : [{ ...table, lines: own, rows: rowRange(table.page, table.header, own) }];
  });
}

/** The table that with its doubtful lines comes to a labelled sum, where others, such as of meters, make none with it. */
function summedAlone(tables: readonly Table[], pages: readonly PageLayout[]): Table | null {
  const found = tables.find((table) => {
    const sum = sumOfLines(table);
    return table.lines.some(({ doubtful }) => doubtful) && labelledSums(pages, [table]).has(sum.toFixed(2));
  });
  return tables.length > 1 && found ? found : null;
}

/**
 * The lines of a table that says one by one what all the others only sum up, such as the second page of a telephone bill;
 * null where it says no more than they do. What multiplies out in the others is no mere summary.
 */
function detailsIn(table: Table, tables: readonly Table[]): RawLine[] | null {
  const others = tables.filter((other) => other !== table);
  const summed = others.flatMap((other) => other.lines.map((line) => ({ line, value: totalOf(line, other) })));
  const sum = summed.reduce((all, { value }) => all.add(value), new Decimal(0));
  const plain =
    others.every(({ roles }) => roles.closes <= table.roles.closes) && !summed.some(({ line }) => line.doubtful);
  if (!plain || sum.isZero()) return null;
  const certain = table.lines.filter(({ doubtful }) => !doubtful);
  const resumed = table.lines.filter((line) => line.resumed);
  const ways = [
    certain,
    ...resumed.map((_, i) =>
      table.lines.filter((line) => certain.includes(line) || resumed.slice(0, i + 1).includes(line)),
    ),
  ];
  const makes = (lines: readonly RawLine[]) =>
    lines.length > summed.length && lines.reduce((all, line) => all.add(totalOf(line, table)), new Decimal(0)).eq(sum);
  return ways.find(makes) ?? null;
}

/**
 * Where the lines that multiply out come to a labelled sum by themselves, what tables without quantities and prices list
 * besides, such as each parcel of a month, says once more what is charged for; null where nothing is.
 */
function withoutSpecification(tables: readonly Table[], pages: readonly PageLayout[]): Table[] | null {
  const charged = tables.filter(
    ({ lines, roles }) => lines.length > 0 && lines.every((line) => isProduct(line, roles)),
  );
  const others = tables.filter((table) => !charged.includes(table));
  if (charged.length === 0 || others.length === 0 || others.some(({ roles }) => roles.closes > 0)) return null;
  const [own, all] = [charged, tables].map((some) => sumOfLines(...some));
  const printed = labelledSums(pages, tables);
  if (own!.isZero() || !printed.has(own!.toFixed(2)) || printed.has(all!.toFixed(2))) return null;
  // What comes to a sum that is more than theirs is charged for, and they only say how a part of it was counted.
  const rest = all!.sub(own!);
  if (rest.abs().gt(own!.abs()) && printed.has(rest.toFixed(2))) return null;
  return tables.map((table) => (others.includes(table) ? { ...table, lines: [] } : table));
}

/**
 * Where the lines of one table name their VAT and come to a labelled sum, tables on later pages that name none and together
 * come to the same ("Details": each journey, each time a car was charged) say once more what is charged for; null where
 * nothing does.
 */
function withoutDetails(tables: readonly Table[], pages: readonly PageLayout[]): Table[] | null {
  const [charged, ...details] = tables.filter(({ lines }) => lines.length > 0);
  if (!charged || charged.roles.rate === null || details.length === 0) return null;
  const isLater = (table: Table): boolean =>
    table.roles.rate === null && table.page.page.number > charged.page.page.number;
  const [own, again] = [[charged], details].map((some) => sumOfLines(...some));
  if (!details.every(isLater) || own!.isZero() || !own!.eq(again!)) return null;
  const printed = labelledSums(pages, tables);
  if (!printed.has(own!.toFixed(2)) || printed.has(own!.add(again!).toFixed(2))) return null;
  return tables.map((table) => (details.includes(table) ? { ...table, lines: [] } : table));
}

/**
 * The table of groups, each with its sum below, whose lines come to a sum that stands under its label somewhere else, as on
 * the first page of a telephone bill, or with the VAT to one: what is not taxed has a net sum of its own. What other tables list one by one, such as the calls, is in its lines already.
 */
function inGroups(tables: readonly Table[], pages: readonly PageLayout[]): Table | null {
  for (const table of tables) {
    const resumed = table.lines.filter((line) => line.resumed);
    const certain = table.lines.filter(({ doubtful }) => !doubtful);
    const printed = resumed.length > 0 ? labelledSums(pages, [table]) : new Set<string>();
    const vat = resumed.length > 0 ? labelledAmounts(pages, [table], isOfVat) : [];
    for (let count = resumed.length; count > 0 && printed.size > 0; count--) {
      const kept = new Set([...certain, ...resumed.slice(0, count)]);
      const lines = table.lines.filter((line) => kept.has(line));
      const sum = lines.reduce((all, line) => all.add(totalOf(line, table)), new Decimal(0));
      const isWhole = printed.has(sum.toFixed(2)) || vat.some((amount) => printed.has(sum.add(amount).toFixed(2)));
      if (isWhole) return { ...table, lines, rows: rowRange(table.page, table.header, lines) };
    }
  }
  return null;
}

/** Amounts under labels of sums, but for those among the lines of the tables. */
const labelledSums = (pages: readonly PageLayout[], tables: readonly Table[]): Set<string> =>
  new Set(labelledAmounts(pages, tables, isTotalsRow).map((amount) => amount.toFixed(2)));

function labelledAmounts(
  pages: readonly PageLayout[],
  tables: readonly Table[],
  isLabelled: (row: NumberedRow) => boolean,
): Decimal[] {
  const rows = pages.flatMap((page) => {
    const own = tables.filter((table) => table.page.page.number === page.page.number);
    return page.rows.filter((_, i) => !own.some(({ rows: { from, to } }) => i >= from && i < to));
  });
  return rows
    .filter(isLabelled)
    .flatMap(({ items }) => items.flatMap((item) => (item.number && isMoney(item) ? [item.number.value] : [])));
}

/** What labelled sums are without one of the charges or discounts that are printed among them. */
function beforeCharges(pages: readonly PageLayout[], tables: readonly Table[]): Set<string> {
  const charges = labelledAmounts(pages, tables, isOfCharge);
  const wholes = labelledAmounts(pages, tables, isTotalsRow);
  return new Set(wholes.flatMap((whole) => charges.map((charge) => whole.sub(charge).toFixed(2))));
}

const isOfCharge = ({ text }: NumberedRow): boolean => {
  const [first] = totalPhrases().find(text);
  return first?.from === 0 && (first.kinds[0] === 'charge' || first.kinds[0] === 'discount');
};

const isOfVat = (row: NumberedRow): boolean =>
  isTotalsRow(row) &&
  totalPhrases()
    .find(row.text)
    .some(({ kinds }) => kinds.includes('vat'));

/** Of the lines below the sum of a group, those with which all lines add up to an amount that is printed below them. */
function resumedLines<T extends { line: RawLine }>(
  doubtful: readonly T[],
  tables: readonly Table[],
  adds: (printed: ReadonlySet<string>) => (some: T[]) => boolean,
): T[] | null {
  const resumed = doubtful.filter(({ line }) => line.resumed);
  if (resumed.length === 0) return null;
  const below = new Set(amountsOutside(tables, resumed.at(-1)!.line));
  return resumed.map((_, i) => resumed.slice(0, resumed.length - i)).find(adds(below)) ?? null;
}

/** Amounts of rows that hold no certain line, on the tables' pages, or only below a line. */
function amountsOutside(tables: readonly Table[], after?: RawLine): string[] {
  const lined = new Set(
    tables.flatMap((table) => table.lines.filter((line) => !line.doubtful).flatMap((line) => line.figureRow.row.words)),
  );
  const pages = new Set<PageLayout>(tables.map((table) => table.page));
  return [...pages].flatMap((page) =>
    page.rows
      .filter((row) => !row.words.some((word) => lined.has(word)))
      .filter(({ page: at, y }) => !after || at > after.page || (at === after.page && y > after.figureRow.row.y))
      .flatMap((row) => row.items.filter((item) => item.number && isMoney(item)))
      .map((item) => item.number!.value.toFixed(2)),
  );
}

/** Every choice of some but not all. */
function choices<T>(of: readonly T[]): T[][] {
  if (of.length > mostTried) return [];
  return Array.from({ length: 2 ** of.length }, (_, bits) => of.filter((_item, i) => bits & (1 << i))).filter(
    (some) => some.length > 0 && some.length < of.length,
  );
}
