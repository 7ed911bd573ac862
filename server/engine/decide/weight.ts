import type { Extraction, FieldAssessment } from '../../contract/invoice.ts';
import { maxExtractionBytes } from '../../contract/limits.ts';

/** No invoice has as many rates of VAT. */
const mostRates = 100;

/**
 * An extraction that is no heavier than one may be. Of one that is, the first lines are kept, as many as there is room
 * for, and its notes say so: a document of tens of thousands of lines is to be looked at by a person, and must not weigh
 * on everybody who lists documents.
 */
export function withinWeight(extraction: Extraction, mostBytes = maxExtractionBytes): Extraction {
  const total = bytesOf(extraction);
  if (total <= mostBytes) return extraction;
  const { invoice, fields } = extraction;
  const { line_items, vat_breakdown, quality_flags } = invoice;
  const assessed = bytesByRow(fields);
  const weightOf = (list: string, row: object, index: number): number =>
    bytesOf(row) + (assessed.get(`${list}.${index}`) ?? 0);
  const weights = line_items.map((line, index) => weightOf('line_items', line, index));
  const dropped = vat_breakdown.slice(mostRates).map((rate, at) => weightOf('vat_breakdown', rate, mostRates + at));
  // A kilobyte for the note.
  let left = mostBytes - 1024 - (total - sum(weights) - sum(dropped));
  const end = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  const lines = end === -1 ? line_items.length : end;
  const isKept = (path: string): boolean => {
    const [list, index] = path.split('.');
    if (list === 'line_items') return Number(index) < lines;
    return list !== 'vat_breakdown' || Number(index) < mostRates;
  };
  const note = `Only the first ${lines} of ${line_items.length} lines are given.`;
  return {
    ...extraction,
    fields: Object.fromEntries(Object.entries(fields).filter(([path]) => isKept(path))),
    invoice: {
      ...invoice,
      line_items: line_items.slice(0, lines),
      vat_breakdown: vat_breakdown.slice(0, mostRates),
      quality_flags: {
        ...quality_flags,
        low_confidence_fields: quality_flags.low_confidence_fields.filter(isKept),
        notes: lines < line_items.length ? [note, quality_flags.notes].filter(Boolean).join(' ') : quality_flags.notes,
      },
    },
  };
}

/** What the assessments of each row of a list weigh, by `line_items.0`; also where they are named as low. */
function bytesByRow(fields: Record<string, FieldAssessment>): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const [path, field] of Object.entries(fields)) {
    const [list, index] = path.split('.');
    const row = `${list}.${index}`;
    const named = field.confidence === 'low' ? 2 : 1;
    bytes.set(row, (bytes.get(row) ?? 0) + bytesOf(field) + named * (path.length + 4));
  }
  return bytes;
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
