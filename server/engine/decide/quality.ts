import type { Confidence, FieldAssessment, Invoice, QualityFlags } from '../../contract/invoice.ts';
import type { Hearing } from '../witnesses/hear-witnesses.ts';

/** Fields that an invoice must show; a missing one is for a person to look at (decisions.md "Extraction"). */
const expected = [
  'invoice_number',
  'invoice_date',
  'vendor.name',
  'vendor.vat_number',
  'total_amount',
  'currency',
] as const;

/** What the whole extraction is worth: low fields by path, and one level that is no better than the expected fields. */
export function qualityOf(
  invoice: Omit<Invoice, 'quality_flags'>,
  fields: Readonly<Record<string, FieldAssessment>>,
  hearing: Hearing,
): QualityFlags {
  const low = Object.keys(fields).filter((path) => fields[path]!.confidence === 'low');
  const missing = expected.filter((path) => valueAt(invoice, path) === null);
  return {
    overall_confidence: overall(fields, missing.length),
    low_confidence_fields: [...low, ...missing],
    notes: notesOf(hearing),
  };
}

/** What the witnesses beside the print leave for a person to know. */
function notesOf({ differing, notes }: Hearing): string | null {
  const paths = (source: 'einvoice' | 'code'): string =>
    differing
      .filter((one) => one.source === source)
      .map((one) => one.path)
      .join(', ');
  const sentences = [
    paths('einvoice') && `The embedded e-invoice differs from the page: ${paths('einvoice')}.`,
    paths('code') && `A printed code differs from the page: ${paths('code')}.`,
    ...notes,
  ].filter((sentence) => sentence !== '');
  return sentences.join(' ') || null;
}

function overall(fields: Readonly<Record<string, FieldAssessment>>, missing: number): Confidence {
  const levels = expected.map((path) => fields[path]?.confidence);
  if (missing > 0 || levels.includes('low')) return 'low';
  return levels.includes('medium') ? 'medium' : 'high';
}

function valueAt(invoice: Omit<Invoice, 'quality_flags'>, path: (typeof expected)[number]): unknown {
  const [first, second] = path.split('.') as [keyof typeof invoice, string | undefined];
  const value = invoice[first] as Record<string, unknown> | null;
  return second ? value?.[second] : value;
}
