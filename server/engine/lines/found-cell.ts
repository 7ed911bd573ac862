import type { Evidence } from '../../contract/invoice.ts';
import type { Found } from '../found.ts';
import type { Item } from '../layout/numbers.ts';
import { boxAround } from '../layout/rows.ts';
import { weakPrint } from '../page.ts';

/** A value at the place of its items; print that OCR doubted is said to be weak. */
export function found<T>(value: T, items: readonly Item[], page: number, evidence: Evidence[]): Found<T> {
  const words = items.flatMap((item) => item.words);
  const source = words.some((word) => word.source === 'ocr') ? 'ocr' : 'text';
  const weak = words.some((word) => word.confidence !== null && word.confidence < weakPrint);
  return {
    value,
    place: items.length === 0 ? null : { page, box: boxAround(items) },
    source,
    evidence: weak ? [...evidence, 'weak_print'] : evidence,
  };
}
