import { type FieldKind, kindOf } from '../contract/fields.ts';
import type { Found } from './found.ts';
import type { Box, Page } from './page.ts';
import { withFact } from './witnesses/reconcile-value.ts';

/** Kinds of which each character counts, and of which most are figures: what both readers misread alike are letters. */
const witnessed: readonly FieldKind[] = ['identifier', 'date', 'amount', 'number', 'vat', 'register', 'iban'];

/** Says of values on scans whether a second reader saw the same characters in all of their words, or others in one. */
export function checkReading(pages: readonly Page[]): <T>(path: string, value: Found<T> | null) => Found<T> | null {
  return (path, value) => {
    if (value?.source !== 'ocr' || !value.place || !witnessed.includes(kindOf(path))) return value;
    const { page, box } = value.place;
    const words = (pages.find(({ number }) => number === page)?.words ?? []).filter((word) => isWithin(word, box));
    if (words.some((word) => word.other !== undefined)) return withFact(value, 'read_otherwise');
    return words.length > 0 && words.every(({ text, alike }) => alike === text) ? withFact(value, 'read_twice') : value;
  };
}

function isWithin({ x, y, width, height }: Box, box: Box): boolean {
  const [across, down] = [x + width / 2, y + height / 2];
  return across > box.x && across < box.x + box.width && down > box.y && down < box.y + box.height;
}
