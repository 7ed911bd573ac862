import { type FieldKind, kindOf } from '../contract/fields.ts';
import type { Found } from './found.ts';
import type { FoundLine } from './lines/found-line.ts';
import type { Box, Page, Word } from './page.ts';
import { withFact } from './witnesses/reconcile-value.ts';

/** Kinds of which each character counts. */
const witnessed: readonly FieldKind[] = ['identifier', 'date', 'amount', 'number', 'vat', 'register', 'iban'];
/** Of these words without figures say nothing that counts: a month, a currency. Both readers misread more letters alike. */
const ofFigures: readonly FieldKind[] = ['date', 'amount', 'number'];
const figure = /\p{Nd}/u;

/** Says of values on scans whether a second reader saw the same characters in all of their words, or others in one. */
export function checkReading(pages: readonly Page[]): <T>(path: string, value: Found<T> | null) => Found<T> | null {
  return (path, value) => {
    if (!value || !witnessed.includes(kindOf(path))) return value;
    const words = wordsOf(pages, value);
    if (words.some((word) => word.other !== undefined)) return withFact(value, 'read_otherwise');
    const figures = words.filter(({ text }) => figure.test(text));
    const isProven = ofFigures.includes(kindOf(path)) ? figures.length > 0 : figures.length === words.length;
    return isProven && words.length > 0 && words.every(({ text, alike }) => alike === text)
      ? withFact(value, 'read_twice')
      : value;
  };
}

/**
 * Says of all figures of a line on a scan that a second reader saw another one of them: "12.000 × 45.310" and "12,000 × 45.310"
 * both multiply out, so that a quantity whose point is in doubt leaves the price in doubt.
 */
export function checkProduct(pages: readonly Page[], line: FoundLine): FoundLine {
  const { quantity, unit_price: price, total } = line;
  const differs = [quantity, price, total].some(
    (found) => found && wordsOf(pages, found).some((word) => word.other !== undefined),
  );
  if (!differs) return line;
  const doubted = (found: Found<number> | null) => found && withFact(found, 'read_otherwise');
  return { ...line, quantity: doubted(quantity), unit_price: doubted(price), total: doubted(total) };
}

/** The words on a scan in which a value stands. */
function wordsOf(pages: readonly Page[], { source, place }: Found<unknown>): Word[] {
  const words = source === 'ocr' && place ? pages.find(({ number }) => number === place.page)?.words : undefined;
  return words?.filter((word) => isWithin(word, place!.box)) ?? [];
}

function isWithin({ x, y, width, height }: Box, box: Box): boolean {
  const [across, down] = [x + width / 2, y + height / 2];
  return across > box.x && across < box.x + box.width && down > box.y && down < box.y + box.height;
}
