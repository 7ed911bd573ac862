import { isToTheCent, vatOn } from '../../checks/cents.ts';
import { type Figures, type NumberCell, type Product, rateIn } from './cells.ts';
import type { Column } from './columns.ts';
import { labelled, rateOfLabel } from './labelled.ts';
import { areMost } from './most.ts';
import { highestRate, isUsualRate } from './usual-rates.ts';

/** More of the rows, or of what multiplies out (`rolesOf`), where the label does not say that the column is one of rates. */
const nearlyAll = 0.9;
/** More of the rows in which the rates have to give the VAT. */
const enoughGiven = 0.8;

/** The column of VAT rates: by its label and what it holds, else by the VAT that it makes of the totals. */
export function rateColumn(
  columns: readonly Column[],
  rows: readonly Figures[],
  numeric: readonly number[],
  product: Product,
): number | null {
  const taken = [product.quantity, product.price, product.total];
  // Under a label that names a rate itself stand amounts.
  const free = numeric.filter((i) => !taken.includes(i) && !rateOfLabel(columns[i]!));
  const share = (i: number, test: (cell: NumberCell) => boolean) => {
    const cells = rows.map((row) => row[i]).filter((cell) => cell !== null && cell !== undefined);
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  };
  const percent = (cell: NumberCell) => cell.number.percent;
  const possible = (cell: NumberCell) => !cell.number.value.isNegative() && rateIn(cell).lte(highestRate);
  const asRate = free.find((i) => labelled(columns[i]!, 'vat_rate') && areMost(share(i, possible)));
  if (asRate !== undefined) return asRate;
  const asVat = free.find(
    (i) =>
      labelled(columns[i]!, 'vat') &&
      (areMost(share(i, percent)) || (columns[i]!.percent && areMost(share(i, possible)))),
  );
  if (asVat !== undefined) return asVat;
  // "VAT" over bare figures is the rate when they are whole and few of a kind, else the amount.
  const bare = free.find(
    (i) => labelled(columns[i]!, 'vat') && share(i, (cell) => possible(cell) && isUsualRate(rateIn(cell))) > nearlyAll,
  );
  if (bare !== undefined) return bare;
  const unnamed = free.filter((i) => columns[i]!.kinds.length === 0);
  // "100 %", "80 %": how much of the work is done. "(21%)" is no negative rate.
  const small = (cell: NumberCell) => cell.number.percent && rateIn(cell).abs().lte(highestRate);
  const byPercent = unnamed.find((i) => share(i, small) > nearlyAll);
  if (byPercent !== undefined) return byPercent;
  // "%" over figures that take nothing off the products of their rows.
  const usual = (cell: NumberCell) => !cell.number.value.isZero() && isUsualRate(cell.number.value);
  const bySign = unnamed.find((i) => columns[i]!.percent && product.closes > nearlyAll && share(i, usual) > nearlyAll);
  if (bySign !== undefined) return bySign;
  const total = product.total;
  // Behind the amounts, as Belgian forms have it: whole figures that are all rates.
  const whole = (cell: NumberCell) => usual(cell) && cell.number.decimals === 0 && cell.number.value.gte(5);
  const behind = unnamed.find(
    (i) => total !== null && i > total && i === columns.length - 1 && product.closes > 0.9 && share(i, whole) === 1,
  );
  if (behind !== undefined) return behind;
  return unnamed.find((i) => total !== null && free.some((vat) => ratesGive(rows, i, total, vat))) ?? null;
}

/** Whether one column is the VAT that another one's rates make of the totals. */
function ratesGive(rows: readonly Figures[], rate: number, total: number, vat: number): boolean {
  if (rate === vat) return false;
  let all = 0;
  let good = 0;
  let taxed = 0;
  for (const row of rows) {
    const [r, t, v] = [row[rate], row[total], row[vat]];
    if (!r || !t || !v) continue;
    all++;
    if (!v.number.value.isZero()) taxed++;
    if (isToTheCent(vatOn(t.number.value, r.number.value), v.number.value)) good++;
  }
  return taxed > 0 && good > enoughGiven * all;
}
