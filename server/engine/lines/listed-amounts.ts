import type { NumberStyle } from '../../checks/amounts.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { NumberedRow, PageLayout } from '../layout/layout.ts';
import type { Item } from '../layout/numbers.ts';
import { bottomOf } from '../layout/rows.ts';
import { bodyFigures } from './body-rows.ts';
import { headless, type Table, tableOfRows } from './found-table.ts';
import { rolesOf } from './roles.ts';
import { isBalance, isSummed, isTotalsRow } from './totals-row.ts';
import { productOf, type WrittenProduct } from './written-products.ts';

/** A text and what it costs, in running print. */
interface Entry {
  row: NumberedRow;
  name: Item[];
  /** "3 pcs × 36.40", which makes the amount; null where it is not written out. */
  product: WrittenProduct | null;
  amount: Item;
}

/**
 * What a letter lists, "• Advice: 250.00" below "• Travel, 3 h × 70.50 = 211.50", whose amounts stand in no column. It is
 * believed where they come to a sum of the row right below.
 */
export function listedAmounts(page: PageLayout, style: NumberStyle): Table | null {
  for (const [until, row] of page.rows.entries()) {
    if (!isTotalsRow(row)) continue;
    const entries: Entry[] = [];
    for (let at = until - 1; at >= 0; at--) {
      const entry = entryOf(page.rows[at]!, style);
      if (!entry || !goesOn(page.rows[at]!, page.rows[at + 1]!, entries[0])) break;
      entries.unshift(entry);
    }
    const isList = entries.length > 1 || entries[0]?.product;
    if (
      isList &&
      isSummed(
        entries.map(({ amount }) => amount),
        page.rows.slice(until, until + mostSums),
      )
    )
      return tableOf(entries, page, until, style);
  }
  return null;
}

/** Net, VAT and gross may stand below each other, each in a row of its own. */
const mostSums = 3;

/** Words, and one amount with cents behind them, or a product and what it makes. */
function entryOf(row: NumberedRow, style: NumberStyle): Entry | null {
  if (isTotalsRow(row) || isBalance(row)) return null;
  const amount = row.items.findLast(({ number }) => number);
  const product = amount && productOf(row, style);
  if (product && product.total === amount) {
    const name = nameOf(row.items.slice(0, row.items.indexOf(product.items[0]!)));
    return name && { row, name, product, amount: product.total };
  }
  const others = row.items.slice(0, -1);
  const isAmount = amount === row.items.at(-1) && amount?.number?.decimals === 2 && !amount.number.percent;
  if (!isAmount || others.some(({ number }) => number && number.decimals > 0)) return null;
  const name = nameOf(others);
  return name && { row, name, product: null, amount: amount! };
}

function nameOf(others: readonly Item[]): Item[] | null {
  // "Pos 2:" numbers the entry.
  const numbered = others.slice(0, 3).findIndex(({ text }) => /^\p{Nd}{1,3}[:.)]$/u.test(text));
  const words = others.slice(numbered + 1).filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const name = words.map((item, i) =>
    i < words.length - 1 ? item : { ...item, text: withoutEnd(item.text, /[:.,]/u) },
  );
  return name.some(({ text }) => /\p{L}{3}/u.test(text)) ? name : null;
}

/** As close to the next row as paragraphs are, and begun at the edge that the entries have in common. */
const goesOn = (row: NumberedRow, next: NumberedRow, entry: Entry | undefined): boolean =>
  next.y - bottomOf(row) < 2 * row.height &&
  (!entry || Math.abs(row.words[0]!.x - entry.row.words[0]!.x) < 0.3 * row.height);

function tableOf(entries: readonly Entry[], page: PageLayout, until: number, style: NumberStyle): Table {
  const columns = (['description', 'quantity', 'unit', 'price', 'amount'] as const).map((kind) => headless(kind));
  const rows = entries.map(({ row, name, product, amount }) => {
    const cells = [name, product?.quantity ?? [], product?.unit ?? [], product?.price ?? [], [amount]];
    return { row, cells, figures: bodyFigures(cells, columns, style) };
  });
  const roles = rolesOf(
    columns,
    rows.map(({ figures }) => figures),
  );
  return tableOfRows(page, { columns, roles, rows }, { from: until - entries.length, to: until });
}
