import type { Evidence } from '../contract/invoice.ts';
import { isWeaklyPrinted, type Place, type TextLine } from './candidates/text-lines.ts';
import type { Found } from './found.ts';

/** A value with its place, its source, and those of the facts that hold. */
export function found<T>(
  value: T,
  place: Place,
  line: TextLine,
  facts: readonly (Evidence | false | null | undefined)[],
): Found<T> {
  const evidence = facts.filter((fact): fact is Evidence => Boolean(fact));
  if (line.ocr && isWeaklyPrinted(line)) evidence.push('weak_print');
  return { value, place, source: line.ocr ? 'ocr' : 'text', evidence: [...new Set(evidence)] };
}
