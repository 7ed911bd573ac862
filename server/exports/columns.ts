import { documentName } from '../checks/document-name.ts';
import type { Booked } from '../contract/booked.ts';
import { fieldOf, fields, namesOf } from '../contract/fields.ts';
import type { Line, VatBreakdown } from '../contract/invoice.ts';
import type { Exported, ExportSettings, Problem } from './target.ts';
import { valueAt } from './value-at.ts';
import type { Words } from './words.ts';

/** What a column holds, which decides how a spreadsheet shows it. */
type Kind = 'text' | 'date' | 'money' | 'number';

export interface Column<Of> {
  /** Key of its heading. */
  label: string;
  kind: Kind;
  value: (of: Of, words: Words) => string | number | null;
}

/** Fields of the header before these, which tell whose invoice it is, stand first in a row. */
const isOfParty = (path: string): boolean => ['vendor', 'customer'].includes(fieldOf(path).group ?? '');

const cellOf = ({ extraction, buyerVat }: Booked, path: string, words: Words): string | number | null => {
  const { document_type } = extraction.invoice;
  if (path === 'document_type' && document_type)
    return words.of(`documentType.${documentName(document_type, extraction)}`);
  const value = valueAt(extraction.invoice, path) as string | number | null;
  // The buyer as printed, else as it was sent.
  return path === 'customer.vat_number' ? (value ?? buyerVat) : value;
};

const exportedHeader = fields.filter((field) => field.group !== null && 'exported' in field).map(({ path }) => path);

/** The invoice itself, one row each. */
export const headerColumns: Column<Booked>[] = [
  { label: 'column.state', kind: 'text', value: ({ state }, words) => words.of(`state.${state}`) },
  ...[...exportedHeader.filter(isOfParty), ...exportedHeader.filter((path) => !isOfParty(path))].map(
    (path): Column<Booked> => ({
      label: `field.${path.replaceAll('.', '_')}`,
      kind: columnKind(path),
      value: (of, words) => cellOf(of, path, words),
    }),
  ),
  {
    label: 'column.warnings',
    kind: 'text',
    value: ({ extraction }, words) => extraction.warnings.map((code) => words.of(`warning.${code}`)).join('; ') || null,
  },
  { label: 'column.file', kind: 'text', value: ({ filename }) => filename },
];

/** What a row of a line begins with, so that it is found beside its invoice. */
export const referenceColumns = headerColumns.filter(({ label }) =>
  ['field.vendor_name', 'field.vendor_vat_number', 'field.invoice_number', 'field.invoice_date'].includes(label),
);

/** A line of an invoice. */
export const lineColumns: Column<Line>[] = namesOf('line_items.*.')
  .filter((name) => fields.some((field) => field.path === `line_items.*.${name}` && 'exported' in field))
  .map((name) => ({
    // In one table with the invoice's own VAT it has to have another name.
    label: name === 'vat_amount' ? 'column.line_vat' : `field.line_items_${name}`,
    kind: columnKind(`line_items.0.${name}`),
    value: (line) => line[name],
  }));

/** VAT at one rate. */
export const rateColumns: Column<VatBreakdown>[] = namesOf('vat_breakdown.*.').map((name) => ({
  label: `column.vat_${name}`,
  kind: columnKind(`vat_breakdown.0.${name}`),
  value: (rate) => rate[name],
}));

function columnKind(path: string): Kind {
  const { kind, perUnit } = fieldOf(path);
  if (kind === 'amount') return perUnit ? 'number' : 'money';
  return kind === 'number' || kind === 'date' ? kind : 'text';
}

/**
 * One file with all that was read, as it stands: it says itself what is confirmed. Only what nobody knows the company of, which
 * is in no company's books, is left out.
 */
export async function asOneFile(
  invoices: readonly Booked[],
  { company, words }: ExportSettings,
  ending: string,
  write: (taken: readonly Booked[]) => Uint8Array | Promise<Uint8Array>,
): Promise<Exported> {
  const isTaken = ({ buyerVat }: Booked): boolean => buyerVat !== null && (!company || buyerVat === company.vat);
  const taken = invoices.filter(isTaken);
  const problems = invoices
    .filter((booked) => !isTaken(booked))
    .map(({ id, buyerVat }): Problem => {
      const code = buyerVat === null ? 'company_unknown' : 'other_company';
      return { document: id, code, path: 'customer.vat_number', blocking: true };
    });
  if (taken.length === 0) return { files: [], problems };
  const documents = taken.map(({ id }) => id);
  return { files: [{ name: `${words.of('export.file')}.${ending}`, bytes: await write(taken), documents }], problems };
}
