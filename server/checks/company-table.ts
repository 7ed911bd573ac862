import { maxBuyerName } from '../contract/limits.ts';
import type { Company, CompanyRefusal } from '../contract/window.ts';
import { normaliseBuyerVat } from './vat-numbers.ts';

/** So many rows of a file are taken: an office with more sends them in parts. */
export const mostCompanyRows = 2_000;

interface ReadCompanies {
  companies: Company[];
  /** What is not taken, by rows as a spreadsheet counts them, from 1. */
  refused: { row: number; code: CompanyRefusal }[];
}

/**
 * Companies from the rows of a table: the column with the most VAT numbers has theirs, the first other one that says
 * anything their names. A first row without a number is its heading. A number without the prefix of a country is Romanian
 * and has to pass its check digit; no other country is guessed.
 */
export function companiesIn(rows: readonly (readonly string[])[]): ReadCompanies {
  const column = vatColumn(rows);
  const companies = new Map<string, Company>();
  const refused: ReadCompanies['refused'] = [];
  for (const [index, cells] of rows.entries()) {
    const said = cells.map((cell) => cell.trim());
    if (said.every((cell) => cell === '')) continue;
    if (companies.size + refused.length >= mostCompanyRows) {
      refused.push({ row: index + 1, code: 'too_many' });
      break;
    }
    const number = said[column] ?? '';
    if (index === 0 && !/\d/.test(number)) continue;
    const vat = normaliseBuyerVat(number);
    const name = said.find((cell, at) => at !== column && cell !== '') ?? null;
    const code = refusalOf(number, vat, name, companies);
    if (code === null && vat !== null) companies.set(vat, { vat, name });
    else refused.push({ row: index + 1, code: code ?? 'vat_wrong' });
  }
  return { companies: [...companies.values()], refused };
}

function refusalOf(
  number: string,
  vat: string | null,
  name: string | null,
  known: ReadonlyMap<string, Company>,
): CompanyRefusal | null {
  if (number === '') return 'vat_missing';
  if (vat === null) return 'vat_wrong';
  if (known.has(vat)) return 'repeated';
  return name !== null && [...name].length > maxBuyerName ? 'name_too_long' : null;
}

function vatColumn(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const cells of rows) {
    for (const [at, cell] of cells.entries()) {
      if (normaliseBuyerVat(cell) !== null) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([a, inA], [b, inB]) => inB - inA || a - b)[0]?.[0] ?? 0;
}
