import { Decimal } from 'decimal.js';
import { type NumberStyle, parseNumber } from '../../checks/amounts.ts';
import { isToTheCent } from '../../checks/cents.ts';
import { rightOf } from '../layout/geometry.ts';
import type { NumberedRow } from '../layout/layout.ts';
import { type Item, itemsOf } from '../layout/numbers.ts';
import { gluedCell } from './cells.ts';
import { isUsualRate } from './usual-rates.ts';

/** How often at what price, as a till prints it: "2 x 0,75", "0,480 kg x 3,20 EUR/kg", "0,90 x 3". */
export interface Count {
  quantity: Item;
  unit: Item[];
  price: Item | null;
  /** All of the row's items that say it. */
  items: Item[];
}

/** The count in front of an amount that it makes with its price; else the number of pieces with which the row begins. */
export function countBefore(items: readonly Item[], amount: Item, style: NumberStyle): Count | null {
  // Of two figures with cents, as of goods by weight, the count stands first.
  for (const price of items.filter(isAmount).reverse()) {
    const quantities = items
      .filter((item) => item !== price)
      .flatMap((item) => asQuantity(item, style) ?? [])
      .filter((item) => makes({ quantity: item, price }, amount));
    // "Soda 1,0 | 1 | 4,60": one piece, whose name ends in the size of its bottle.
    const quantity = quantities.find(({ number }) => number!.decimals === 0) ?? quantities[0];
    if (!quantity) continue;
    const places = [quantity, price].map(({ words, x }) =>
      items.findIndex((item) => item.words[0] === words[0] && item.x === x),
    );
    const [from, to] = [Math.min(...places), Math.max(...places)];
    const between = items.slice(from + 1, to);
    // A name may stand between the two; a unit is short, and a sign leads on from it.
    const shortest = between.some(isSign) ? /\p{L}{5}/u : /\p{L}{4}/u;
    const isNamed = nameIn(between).some(({ text }) => shortest.test(text));
    const own = isNamed ? [items[from]!, items[to]!] : items.slice(from, to + 1);
    return { quantity, price, unit: unitOf(quantity, isNamed ? [] : between, style), items: own };
  }
  const sign = items.findLastIndex(isSign);
  const written = sign > 0 ? countAround(items, sign, style) : null;
  if (written) return asMade(written, amount);
  const [first, second] = items;
  // Beside a price it would be a count that does not make the amount.
  if (items.some((item, at) => isAmount(item) && !isUsualRate(item.number!.value) && !isSize(item, items[at - 1])))
    return null;
  const pieces =
    first?.number && first.number.decimals === 0 && first.number.value.gt(0) && /^\d{1,2}$/.test(first.text);
  // Before a code more than one would have a price: it is what OCR made of the slip's edge.
  const isEdge = first !== undefined && isBesideCode(first, second) && !first.number?.value.eq(1);
  if (!pieces || isEdge || nameIn(items.slice(1)).length === 0) return null;
  return { quantity: first, price: null, unit: [], items: second && isSign(second) ? [first, second] : [first] };
}

/** What OCR takes a zero for that has a stroke or a dot in it, as tills print it. */
const readForZero = /[8B]/;

/**
 * The count in the reading that makes the amount, where OCR's does not: one piece costs what all of them do, and what was read
 * for a zero may be one.
 */
export function asMade(count: Count, amount: Item): Count {
  const { quantity, price } = count;
  if (!price || !quantity.number || amount.words[0]?.source !== 'ocr' || makes(count, amount)) return count;
  const pieces = price.number!.value.eq(amount.number!.value) ? new Decimal(1) : withZeros(count, amount);
  if (!pieces) return count;
  const number = { ...quantity.number, value: pieces, otherwise: null, mended: true as const };
  return { ...count, quantity: { ...quantity, number } };
}

/** The quantity with zeros for some of the figures that are read for them, where it makes the amount with the price. */
function withZeros({ quantity, price }: Count, amount: Item): Decimal | null {
  if (!isByWeight(quantity)) return null;
  let readings = [''];
  for (const letter of quantity.text)
    readings = readings.flatMap((read) => (readForZero.test(letter) ? [`${read}8`, `${read}0`] : [read + letter]));
  const values = readings.map((text) => new Decimal(text.replace(',', '.')));
  const fits = (value: Decimal): boolean => isToTheCent(value.mul(price!.number!.value), amount.number!.value);
  return values.find((value) => !value.isZero() && fits(value)) ?? null;
}

/** A row that says nothing but how often at what price. */
export function countAlone({ items }: NumberedRow, style: NumberStyle): Count | null {
  const sign = items.findIndex(isSign);
  const [first, second, third] = items;
  // "1.000 BUC 3.29": the sign was lost, and three decimals tell the quantity.
  if (
    sign < 0 &&
    items.length === 3 &&
    /^[\p{L}]{1,4}[.,;]?$/u.test(second!.text) &&
    isAmount(third!) &&
    isByWeight(first!)
  )
    return { quantity: first!, price: third!, unit: [second!], items: [...items] };
  const isNamed = items.some(({ text }) => /\p{L}{5}/u.test(text) && !text.includes('/'));
  return sign > 0 && !isNamed ? countAround(items, sign, style) : null;
}

/** Printed with three decimals, as tills that weigh do; they may look like thousands. */
const isByWeight = ({ text, number }: Item): boolean => number !== null && /^[\dB]{1,3}[.,][\dB]{3}$/.test(text);

/** The count on both sides of the sign for times; the price may stand first, or be the amount itself where it is one piece. */
function countAround(items: readonly Item[], sign: number, style: NumberStyle): Count | null {
  const from = items.slice(0, sign).findLastIndex((item) => asQuantity(item, style) !== null);
  const unit = items.slice(from + 1, sign);
  if (from < 0 || unit.some(({ text }) => /\p{L}{5}/u.test(text))) return null;
  const left = asQuantity(items[from]!, style)!;
  const right = items[sign + 1] ? asQuantity(items[sign + 1]!, style) : null;
  const own = items.slice(from, sign + 2);
  if (!right)
    return left.number!.value.eq(1)
      ? { quantity: left, price: null, unit: unitOf(left, unit, style), items: own }
      : null;
  // "38,20 LT X 1,694": what has a unit is counted, and fuel has prices of three decimals.
  const isMeasured = unitOf(left, unit, style).length > 0;
  const [quantity, price] = isAmount(left) && !isAmount(right) && !isMeasured ? [right, left] : [left, right];
  const isPrice = isAmount(price) || (isMeasured && isByWeight(price));
  return isPrice ? { quantity, price, unit: unitOf(quantity, unit, style), items: own } : null;
}

/** An item as a number of pieces, also with its unit at it: "4szt.". */
function asQuantity(item: Item, style: NumberStyle): Item | null {
  if (item.number) return item.number.percent ? null : item;
  // "B,814": a zero with a stroke in it.
  const isMisread = item.words[0]?.source === 'ocr' && /^[\dB]{1,3}[.,][\dB]{3}$/.test(item.text);
  if (isMisread) return { ...item, number: parseNumber(item.text.replace(/B/g, '8'), style) };
  const glued = gluedCell([item], style);
  return glued && { ...item, number: glued.number };
}

/** The unit of a quantity: at it, or between it and what follows. */
function unitOf(quantity: Item, between: readonly Item[], style: NumberStyle): Item[] {
  const glued = gluedCell([quantity], style);
  if (glued) return [{ ...quantity, text: glued.rest, number: null }];
  return between.filter((item) => !item.number && !isSign(item) && /^\p{L}{1,4}\.?$/u.test(item.text)).slice(0, 1);
}

/** Whether the count makes the amount; its quantity may have been read as thousands where it has three decimals. */
export function makes({ quantity, price }: Pick<Count, 'quantity' | 'price'>, amount: Item): boolean {
  if (!price || !quantity.number) return false;
  const { value, otherwise } = quantity.number;
  const fits = (pieces: Decimal) => isToTheCent(pieces.mul(price.number!.value), amount.number!.value);
  return [value, ...(otherwise ? [otherwise] : [])].some((pieces) => !pieces.isZero() && fits(pieces));
}

export const isAmount = ({ number }: Item): boolean => number !== null && !number.percent && number.decimals === 2;

/** In heights of print, from a number of pieces to its price: a sign farther behind marks an amount. */
const farthestSign = 3;

/**
 * "2*2,99", "1x3.59": a count that is set tight, as its quantity, its sign and its price; any other item as it is. Where the
 * sign was misread or lost ("2.21-6.99", "22.49"), only before the amount that both make.
 */
export function countParts(item: Item, style: NumberStyle, amount: Item | null, before: Item | undefined): Item[] {
  // "3 * 4,20": the sign is read as one with the price.
  const [sign, figure] = item.words;
  if (
    item.words.length === 2 &&
    isSign(sign!) &&
    before?.number &&
    figure!.x - rightOf(before) < farthestSign * item.height
  )
    return [sign!, figure!].flatMap((word) => itemsOf([word], style));
  const printed = /^(\p{Nd}{1,4}?(?:[.,]\p{Nd}{1,3})?)([xX×*+•·-]?)(\p{Nd}{1,4}[.,]\p{Nd}{2})$/u.exec(item.text);
  if (!printed) return [item];
  let at = 0;
  const parts = printed.slice(1).flatMap((text): Item[] => {
    const start = at;
    at += text.length;
    const [x, width] = [start, text.length].map((letters) => (item.width * letters) / item.text.length);
    return text === '' ? [] : [{ ...item, text, x: item.x + x!, width: width!, number: parseNumber(text, style) }];
  });
  const [quantity, price] = [parts[0]!, parts.at(-1)!];
  const isCount = parts.some(isSign) || (amount !== null && makes({ quantity, price }, amount));
  return isCount ? parts : [item];
}

const isSign = ({ text }: Pick<Item, 'text'>): boolean => /^[xX×*]{1,2}$/u.test(text);

/** A code of goods in front of their name: "(1204)", "4012345678901". */
const isCode = ({ text }: Item): boolean => /^(?:\(\d{1,6}\)|\d{6,14})$/.test(text);

/** A figure before a code: pieces, or what OCR made of the slip's edge. */
const isBesideCode = ({ text }: Item, next: Item | undefined): boolean =>
  /^\d{1,2}$/.test(text) && next !== undefined && isCode(next);

/** The words of a name, without what stands before and behind it; none where no word is left. */
export function nameIn(items: readonly Item[]): Item[] {
  const from = items.findIndex(
    (item, at) =>
      /[\p{L}\p{Nd}]/u.test(item.text) && !isCode(item) && !isSign(item) && !isBesideCode(item, items[at + 1]),
  );
  const name = from < 0 ? [] : items.slice(from);
  while (name.length > 0 && !endsName(name.at(-2), name.at(-1)!)) name.pop();
  return name.some(({ text }) => /\p{L}{2}/u.test(text)) ? name : [];
}

/** In heights of print: what stands farther from a name is of another column, such as the rate or its letter. */
const farthestFromName = 1.2;

/** "Water 0,75": less than one right behind a word is the size of a bottle, where it makes no amount. */
const isSize = (item: Item, before: Item | undefined): boolean =>
  /^0[.,]\p{Nd}{2}$/u.test(item.text) &&
  before !== undefined &&
  /\p{L}{2}/u.test(before.text) &&
  item.x - rightOf(before) < farthestFromName * item.height;

function endsName(before: Item | undefined, item: Item): boolean {
  if (isSize(item, before)) return true;
  if (isAmount(item) || (item.number?.percent && item.number.decimals === 2) || !/[\p{L}\p{Nd}]/u.test(item.text))
    return false;
  const isWord = /\p{L}{2}/u.test(item.text);
  return isWord || before === undefined || item.x - rightOf(before) < farthestFromName * item.height;
}

/** The quantity in the reading that makes the amount: with three decimals it looks like thousands. */
export function quantityOf({ quantity, price }: Count, amount: Item): Item {
  const number = quantity.number!;
  const asPrinted = { ...quantity, number: { ...number, otherwise: null } };
  if (!number.otherwise || !makes({ quantity, price }, amount) || makes({ quantity: asPrinted, price }, amount))
    return quantity;
  return { ...quantity, number: { ...number, value: number.otherwise, otherwise: null } };
}
