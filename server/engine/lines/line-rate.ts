import { Decimal } from 'decimal.js';
import type { NumberStyle } from '../../checks/amounts.ts';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import type { Item } from '../layout/numbers.ts';
import type { Box } from '../page.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { rateCell, textOf } from './cells.ts';
import { descriptionColumns } from './description-columns.ts';
import type { RawLine, Table } from './found-table.ts';
import { mayBe, rateOfLabel } from './labelled.ts';
import type { RateLegend } from './rate-legend.ts';

/** A line's VAT rate, and what shows it: items of the line, or the label of its column. */
export interface LineRate {
  rate: Decimal;
  items: Item[];
  label: Box | null;
}

/**
 * The line's VAT rate: printed in its column, as a code that the page explains, in the label over its VAT, or the one rate of
 * the page that makes its VAT.
 */
export function lineRate(line: RawLine, table: Table, legend: RateLegend, style: NumberStyle): LineRate | null {
  return (
    rateByCode(line, table, legend) ??
    rateInCell(line, table, style) ??
    saidUntaxed(line, table) ??
    rateInLabel(line, table) ??
    rateOfVat(line, table, legend)
  );
}

function rateInCell({ figureRow, above, below }: RawLine, { roles }: Table, style: NumberStyle): LineRate | null {
  const at = roles.rate;
  if (at === null) return null;
  // In a narrow column the percent sign may stand below its figure, and both beside the row of the others.
  const rows = [...above, figureRow, ...below];
  const cell =
    rateCell(figureRow.cells[at]!, style) ??
    rateCell(
      rows.flatMap((row) => row.cells[at]!),
      style,
    );
  return cell && { ...cell, label: null };
}

function rateByCode(
  { figureRow }: RawLine,
  { columns, roles, header }: Table,
  { rates, heads }: RateLegend,
): LineRate | null {
  if (rates.size === 0) return null;
  const text = descriptionColumns(columns);
  for (const [i, items] of figureRow.cells.entries()) {
    const column = columns[i]!;
    const named = mayBe(column, 'vat', 'vat_rate');
    // What a column without label holds was only guessed, and letters under one that says nothing look like units.
    const isUnknown = header.columns.some(
      ({ x, text: own, kinds }) => x === column.x && own !== '' && kinds.length === 0,
    );
    const unnamed = column.kinds.length === 0 || column.text === '' || isUnknown;
    const ofVat = i === roles.rate || named || unnamed;
    if (text.includes(i) || !(ofVat || i === roles.total || i === roles.gross)) continue;
    const code = items.find((item) => rates.has(item.text) && (ofVat || !item.number));
    // A figure of a column without label may be anything, unless the summary of rates has the same head.
    if (code && (!code.number || named || (unnamed && heads.has(column.text)))) {
      return { rate: rates.get(code.text)!, items: [code], label: null };
    }
  }
  return null;
}

/** Under a label like "VAT 21%" stand amounts; the line's rate is that of the label over its own. */
function rateInLabel({ figureRow }: RawLine, { columns, roles }: Table): LineRate | null {
  const total = roles.total === null ? null : (figureRow.figures[roles.total] ?? null);
  if (!total) return null;
  for (const [i, column] of columns.entries()) {
    const rate = rateOfLabel(column);
    const amount = rate && figureRow.figures[i];
    if (!amount || total.number.value.isZero()) continue;
    if (isToTheCent(vatOn(total.number.value, rate), amount.number.value)) return { rate, items: [], label: column };
  }
  return null;
}

/** "Exempt", "zw" under the head of the rate: why the line bears none. */
function saidUntaxed({ figureRow }: RawLine, { columns, roles }: Table): LineRate | null {
  for (const [i, items] of figureRow.cells.entries()) {
    const isOfRates = i === roles.rate || mayBe(columns[i]!, 'vat', 'vat_rate');
    if (!isOfRates || items.length === 0 || figureRow.figures[i]) continue;
    const [first] = totalPhrases().find(textOf(items), items[0]!.words[0]?.source === 'ocr');
    if (first?.start === 0 && first.kinds.includes('reason')) return { rate: new Decimal(0), items, label: null };
  }
  return null;
}

/** Of all rates that the page names, the only one that makes the line's VAT of its amount; nothing is VAT of nought. */
function rateOfVat({ figureRow }: RawLine, { roles }: Table, { named }: RateLegend): LineRate | null {
  const [total, vat] = [roles.total, roles.vatAmount].map((at) => (at === null ? null : figureRow.figures[at]));
  if (!total || !vat || total.number.value.isZero()) return null;
  const { value } = vat.number;
  const [rate, ...others] = value.isZero()
    ? [value]
    : named.filter((each) => isToTheCent(vatOn(total.number.value, each), value));
  return rate && others.length === 0 ? { rate, items: vat.items, label: null } : null;
}
