import type { HeaderPath } from '../../contract/fields.ts';
import type { Line, VatBreakdown } from '../../contract/invoice.ts';
import type { Box } from '../page.ts';

export type HeaderValues = Partial<Record<HeaderPath, string | number>>;

/** A value that is not there is null. */
export type Given<T> = { [Key in keyof T]: T[Key] | null };

/** What a witness beside the print says of the invoice: an embedded e-invoice, or a printed code. */
export interface Witness {
  source: 'einvoice' | 'code';
  header: HeaderValues;
  /** Values that confirm the page's where they are the same, and otherwise say nothing. */
  supports: HeaderValues;
  /** An amount to pay; null where none is stated apart from the sums. */
  payable: number | null;
  /** Texts that may hold the invoice's number, as those of a transfer do. */
  references: string[];
  lines: Given<Line>[];
  rates: Given<VatBreakdown>[];
  /** What it states as the sum of its lines; null where it states none. */
  lineSum: number | null;
  /** Where it stands on the page; null for what is not printed. */
  place: { page: number; box: Box } | null;
}

/** What only printed codes have. */
export const noCode: Pick<Witness, 'supports' | 'payable' | 'references'> = {
  supports: {},
  payable: null,
  references: [],
};

/** Fields with what a witness may or may not say of them. */
export type Statements = { [Path in HeaderPath]?: string | number | null | undefined };

/** Leaves out what a witness does not say. */
export function said(values: Statements): HeaderValues {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as HeaderValues;
}
