import { Decimal } from 'decimal.js';
import type { Table } from '../lines/found-table.ts';
import { mayBe } from '../lines/labelled.ts';
import type { FoundLines } from '../lines/read-lines.ts';
import type { LineSums } from './equations.ts';
import { totalPhrases } from './total-words.ts';

/** What the lines add up to. */
export function sumLines({ lines, tables, allowances }: FoundLines): LineSums {
  const totals = lines.map((line) => line.total?.value);
  const complete = lines.length > 0 && totals.every((value) => value !== undefined);
  const total = complete ? totals.reduce((sum: Decimal, value) => sum.add(value!), allowances) : null;
  const deposits = lines.filter(({ description }) => description !== null && namesDeposit(description.value));
  const returned = deposits.reduce((sum, line) => sum.add(line.total?.value ?? 0), new Decimal(0));
  const rates = new Set(lines.map(({ vat_rate }) => vat_rate?.value));
  const [rate] = rates;
  return {
    count: lines.length,
    total,
    deposits: returned,
    itemised: tables.every(isItemised),
    rate: rates.size === 1 && rate !== undefined ? new Decimal(rate) : null,
  };
}

/**
 * A list of words and amounts under no head may be one of sums, and lines that are taken only because sums close with
 * them prove none.
 */
function isItemised({ header, columns, roles, lines }: Table): boolean {
  const isHeaded =
    header.to > header.from && roles.total !== null && mayBe(columns[roles.total]!, 'amount', 'gross_amount');
  return lines.every(({ doubtful }) => !doubtful) && (isHeaded || roles.closes > 0);
}

/** Whether the text names a deposit on packaging: "Garanție SGR", "Pfand Kasten". */
const namesDeposit = (text: string): boolean =>
  totalPhrases()
    .find(text)
    .some(({ kinds }) => kinds[0] === 'deposit');
