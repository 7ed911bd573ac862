import { expectedPaths } from '../../contract/fields.ts';
import type { Confidence, FieldAssessment, Invoice, QualityFlags } from '../../contract/invoice.ts';
import { maxProse } from '../../contract/limits.ts';
import type { Page, PageTrouble } from '../page.ts';
import type { Reconciled } from '../witnesses/reconcile-witnesses.ts';

/** What the whole extraction is worth: low fields by path, and one level that is no better than the expected fields. */
export function qualityOf(
  invoice: Omit<Invoice, 'quality_flags'>,
  fields: Readonly<Record<string, FieldAssessment>>,
  reconciled: Reconciled,
  pages: readonly Page[],
): QualityFlags {
  return { ...levelsOf(invoice, fields), notes: notesOf(reconciled, pages) };
}

/** The quality flags that follow from the fields alone. */
export function levelsOf(
  invoice: Omit<Invoice, 'quality_flags'>,
  fields: Readonly<Record<string, FieldAssessment>>,
): Omit<QualityFlags, 'notes'> {
  const low = Object.keys(fields).filter((path) => fields[path]!.confidence === 'low');
  const missing = expectedPaths.filter((path) => valueAt(invoice, path) === null);
  return { overall_confidence: overall(fields, missing.length), low_confidence_fields: [...low, ...missing] };
}

const troubles: Record<PageTrouble, string> = {
  blurred: 'is blurred',
  coarse: 'has too few pixels for its print',
  faint: 'is printed faintly',
  unclear: 'is hard to read',
  cut: 'is cut off at a side',
  broken: 'breaks off: a part of its picture could not be decoded',
};

/** What a person should know: pages that are hard to read or struck out, and what the witnesses beside the print leave open. */
function notesOf({ differing, notes }: Reconciled, pages: readonly Page[]): string | null {
  const paths = (source: 'einvoice' | 'code'): string =>
    differing
      .filter((one) => one.source === source)
      .map((one) => one.path)
      .join(', ');
  const sentences = [
    ...pages.map(({ number, trouble }) => (trouble ? `Page ${number} ${troubles[trouble]}.` : '')),
    ...pages.map(({ number, struckOut }) => (struckOut ? `On page ${number} a line is drawn through print.` : '')),
    paths('einvoice') && `The embedded e-invoice differs from the page: ${paths('einvoice')}.`,
    paths('code') && `A printed code differs from the page: ${paths('code')}.`,
    ...notes,
  ].filter((sentence) => sentence !== '');
  return sentences.join(' ').slice(0, maxProse).toWellFormed() || null;
}

function overall(fields: Readonly<Record<string, FieldAssessment>>, missing: number): Confidence {
  const levels = expectedPaths.map((path) => fields[path]?.confidence);
  if (missing > 0 || levels.includes('low')) return 'low';
  return levels.includes('medium') ? 'medium' : 'high';
}

function valueAt(invoice: Omit<Invoice, 'quality_flags'>, path: string): unknown {
  const [first, second] = path.split('.') as [keyof typeof invoice, string | undefined];
  const value = invoice[first] as Record<string, unknown> | null;
  return second ? value?.[second] : value;
}
