import type { NumberStyle } from '../../checks/amounts.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { bottomOf } from '../layout/rows.ts';
import { bodyFigures } from './body-rows.ts';
import type { ColumnKind } from './column-words.ts';
import type { Column } from './columns.ts';
import { nowhere, type Table, tableOfRows } from './found-table.ts';
import { rolesOf } from './roles.ts';
import { isTotalsRow } from './totals-row.ts';

/** A text and what it costs, in running print. */
interface Entry {
  row: NumberedRow;
  name: Item[];
  amount: Item;
}

/**
 * What a letter lists, "• Advice: 250.00" below "• Travel: 70.50", whose amounts stand in no column. It is believed where
 * they come to a sum of the row right below.
 */
export function listedAmounts(page: PageLayout, style: NumberStyle): Table | null {
  for (const [until, row] of page.rows.entries()) {
    if (!isTotalsRow(row)) continue;
    const entries: Entry[] = [];
    for (let at = until - 1; at >= 0; at--) {
      const entry = entryOf(page.rows[at]!);
      if (!entry || !goesOn(page.rows[at]!, page.rows[at + 1]!, entries[0])) break;
      entries.unshift(entry);
    }
    if (entries.length > 1 && isSummed(entries, page.rows.slice(until, until + mostSums)))
      return tableOf(entries, page, until, style);
  }
  return null;
}

/** Net, VAT and gross may stand below each other, each in a row of its own. */
const mostSums = 3;

/** Words, and one amount with cents behind them. */
function entryOf(row: NumberedRow): Entry | null {
  const amount = row.items.at(-1)!;
  const isAmount = amount.number?.decimals === 2 && !amount.number.percent;
  const others = row.items.slice(0, -1);
  if (!isAmount || isTotalsRow(row) || others.some(({ number }) => number && number.decimals > 0)) return null;
  // "Pos 2:" numbers the entry.
  const numbered = others.slice(0, 3).findIndex(({ text }) => /^\p{Nd}{1,3}[:.)]$/u.test(text));
  const words = others.slice(numbered + 1).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const name = words.map((item, i) =>
    i < words.length - 1 ? item : { ...item, text: withoutEnd(item.text, /[:.]/u) },
  );
  return name.some(({ text }) => /\p{L}{3}/u.test(text)) ? { row, name, amount } : null;
}

/** As close to the next row as paragraphs are, and begun at the edge that the entries have in common. */
const goesOn = (row: NumberedRow, next: NumberedRow, entry: Entry | undefined): boolean =>
  next.y - bottomOf(row) < 2 * row.height &&
  (!entry || Math.abs(row.words[0]!.x - entry.row.words[0]!.x) < 0.3 * row.height);

function isSummed(entries: readonly Entry[], rows: readonly NumberedRow[]): boolean {
  const [first, ...rest] = entries.map(({ amount }) => amount.number!.value);
  const sum = rest.reduce((all, value) => all.add(value), first!);
  return (
    !sum.isZero() && rows.filter(isTotalsRow).some(({ items }) => items.some(({ number }) => number?.value.eq(sum)))
  );
}

function tableOf(entries: readonly Entry[], page: PageLayout, until: number, style: NumberStyle): Table {
  const columns = (['description', 'amount'] as const).map(
    (kind: ColumnKind): Column => ({
      ...nowhere,
      text: '',
      kinds: [kind],
      net: false,
      gross: false,
      percent: false,
    }),
  );
  const rows = entries.map(({ row, name, amount }) => {
    const cells = [name, [amount]];
    return { row, cells, figures: bodyFigures(cells, columns, style) };
  });
  const roles = rolesOf(
    columns,
    rows.map(({ figures }) => figures),
  );
  return tableOfRows(page, { columns, roles, rows }, { from: until - entries.length, to: until });
}
