import type { Line, VatBreakdown } from '../../contract/invoice.ts';
import { type BesideFields, besideFields } from '../witnesses/e-invoice/beside-fields.ts';
import { unitWord } from '../witnesses/units.ts';
import type { Given, HeaderValues } from '../witnesses/witness.ts';
import type { EInvoice } from './unpack.ts';

/** All that an e-invoice says, as fields. */
export interface Stated {
  header: HeaderValues;
  /** Its lines, and the charges on the whole of it. */
  lines: Given<Line>[];
  rates: Given<VatBreakdown>[];
  /** What is added to the amount due. */
  rounding: number;
  pdfs: Uint8Array[];
}

/** What an e-invoice says; units by the word that bookkeepers have for their code. */
export function statedBy({ document, witness }: EInvoice): Stated {
  const { notes, charges, rounding, pdfs }: BesideFields = besideFields(document);
  return {
    header: { ...witness.header, ...(notes !== null && { notes }) },
    lines: [...witness.lines, ...charges].map((line) => ({ ...line, unit: line.unit && unitWord(line.unit, 'ro') })),
    rates: witness.rates,
    rounding: rounding ?? 0,
    pdfs,
  };
}
