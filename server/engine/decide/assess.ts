import { type FieldKind, kindOf } from '../../contract/fields.ts';
import type { Evidence, FieldAssessment } from '../../contract/invoice.ts';
import { maxProse, maxValue } from '../../contract/limits.ts';
import { confidenceOf } from '../confidence.ts';
import type { Found } from '../found.ts';
import type { OpenedFile } from '../page.ts';

/** Takes a found value apart: the value goes to the invoice, its place and evidence to the field's assessment. */
export function assessing(fields: Record<string, FieldAssessment>, pages: OpenedFile['pages']) {
  const incomplete = new Set(pages.filter(({ trouble }) => trouble === 'broken').map(({ number }) => number));
  return <T>(path: string, found: Found<T> | null): T | null => {
    const value = withinLength(path, found);
    if (!value) return null;
    const page = value.place?.page ?? null;
    const evidence: Evidence[] =
      page !== null && incomplete.has(page) ? [...value.evidence, 'incomplete_page'] : value.evidence;
    fields[path] = {
      confidence: confidenceOf(path, { source: value.source, evidence }),
      page,
      box: value.place
        ? ([value.place.box.x, value.place.box.y, value.place.box.width, value.place.box.height].map(toHundredths) as [
            number,
            number,
            number,
            number,
          ])
        : null,
      source: value.source,
      evidence,
    };
    return value.value;
  };
}

/** Kinds of texts that may go on for several lines. */
const prose: readonly FieldKind[] = ['address', 'description', 'prose'];

/**
 * A value that is no longer than its field may be. What is longer is no name and no number at all; a text goes on to its
 * bound, and a person is to look at it.
 */
function withinLength<T>(path: string, found: Found<T> | null): Found<T> | null {
  if (typeof found?.value !== 'string' || found.value.length <= maxValue) return found;
  if (!prose.includes(kindOf(path))) return null;
  if (found.value.length <= maxProse) return found;
  const value = found.value.slice(0, maxProse).toWellFormed() as typeof found.value;
  return { ...found, value, evidence: [...found.evidence, 'guessed'] };
}

const toHundredths = (length: number): number => Math.round(length * 100) / 100;
