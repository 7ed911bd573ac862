import { Decimal } from 'decimal.js';
import { type NumberStyle, type PrintedNumber, parseNumber } from '../../checks/amounts.ts';
import { bottomOf } from '../layout/geometry.ts';
import type { Item } from '../layout/numbers.ts';
import { wordsOf } from '../lexicon/words.ts';
import { unitCode } from '../witnesses/units.ts';
import { isUsualRate } from './usual-rates.ts';

/** A table cell read for its figure: the number and what else is printed around it. */
export interface NumberCell {
  number: PrintedNumber;
  /** The items that carry the number. */
  items: Item[];
  /** Other text of the cell, e.g. the unit in "12,5 kg". */
  rest: string;
  /** Set where OCR misread it and arithmetic showed how. */
  mended?: true;
}

/** One row's figures, by column; null where the cell holds no number. */
export type Figures = readonly (NumberCell | null)[];

/** The columns whose figures multiply out, or should. */
export interface Product {
  quantity: number | null;
  price: number | null;
  total: number | null;
  closes: number;
}

/** The first number of a cell, or of the cell as a whole where print tore it apart. */
export function numberCell(items: readonly Item[], style: NumberStyle): NumberCell | null {
  if (items.length === 0) return null;
  const at = items.findIndex((item) => item.number);
  if (at >= 0) {
    const others = items.filter((_, i) => i !== at).map((item) => item.text);
    return { number: items[at]!.number!, items: [items[at]!], rest: others.join(' ') };
  }
  const whole = parseNumber(items.map((item) => item.text).join(' '), style);
  return whole ? { number: whole, items: [...items], rest: '' } : null;
}

/** In letters: longer ones must be known. */
const longestUnknownUnit = 5;

/** A quantity with its unit glued to it, as in "15.00g". */
export function gluedCell(items: readonly Item[], style: NumberStyle): NumberCell | null {
  const [item] = items;
  const parts = item && items.length === 1 ? /^(-?\p{Nd}[\p{Nd}.,]*)(\p{L}[\p{L}²³]{0,11}\.?)$/u.exec(item.text) : null;
  const isUnit = parts && (parts[2]!.length <= longestUnknownUnit || unitCode(parts[2]!) !== null);
  const number = isUnit && parseNumber(parts[1]!, style);
  return number ? { number, items: [item!], rest: parts[2]! } : null;
}

const percentIn = /(\d{1,2}(?:[.,]\d{1,4})?)\s?%/;

/** A VAT rate: the percentage of the cell, or its bare number when it can be a rate. */
export function rateCell(items: readonly Item[], style: NumberStyle): { rate: Decimal; items: Item[] } | null {
  const text = items.map((item) => item.text).join(' ');
  const percent = percentIn.exec(text);
  if (percent) return { rate: new Decimal(percent[1]!.replace(',', '.')), items: [...items] };
  const cell = numberCell(items, style);
  if (!cell) return null;
  const rate = rateIn(cell);
  return isUsualRate(rate) ? { rate, items: cell.items } : null;
}

/** The figure of a cell as a rate: three figures of a scan that are too many for one are two and a decimal whose mark was lost. */
export function rateIn({ number, items }: NumberCell): Decimal {
  const tenth = number.value.div(10);
  const isTorn = items[0]!.words[0]?.source === 'ocr' && number.decimals === 0 && number.value.gte(100);
  return isTorn && isUsualRate(tenth) ? tenth : number.value;
}

export const textOf = (items: readonly Item[]) => items.map((item) => item.text).join(' ');

/** Print of the next line reaches no farther up into the line before it, in heights. */
const intoLine = 0.5;

/** The text of items on several lines of print; a word that was cut at its hyphen is one word again. */
export function runningTextOf(items: readonly Item[]): string {
  return items.reduce((text, item, i) => {
    if (i === 0) return item.text;
    const below = item.y > bottomOf(items[i - 1]!) - intoLine * item.height;
    // "import- and export": before such a word the hyphen does not lead on.
    const cut = /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(item.text) && wordsOf('and_or').leading(item.text) === 0;
    // "XK-" over "40" is one type's name.
    const code = /[\p{L}\p{Nd}]-$/u.test(text) && /^\p{Lu}?\p{Nd}/u.test(item.text);
    // "Wi-" over "Fi" is one word with a hyphen of its own.
    const compound = /\p{L}-$/u.test(text) && /^\p{Lu}/u.test(item.text);
    return `${text}${below && (cut || code || compound) ? '' : ' '}${item.text}`;
  }, '');
}
