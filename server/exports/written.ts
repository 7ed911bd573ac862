import type { Decimal } from 'decimal.js';
import { withoutEnd } from '../checks/without-end.ts';
import type { Say } from './book.ts';

/** A date as Romanian programs take it, dd.mm.yyyy. @param date YYYY-MM-DD */
export function romanianDate(date: string): string {
  const [year, month, day] = date.split('-');
  return `${day}.${month}.${year}`;
}

/** A number with a decimal point, with as many decimals as are asked for at least and as it has at most. */
export function decimals(value: Decimal, least: number, most = least): string {
  const rounded = value.toDecimalPlaces(most);
  return rounded.toFixed(Math.max(least, rounded.decimalPlaces()));
}

/**
 * Text in one line and no longer than a program's column, without what no program takes (control characters).
 * @returns what did not fit too
 */
function fitted(text: string, width: number): { kept: string; rest: string } {
  const plain = oneLine(text);
  const characters = [...plain];
  if (characters.length <= width) return { kept: plain, rest: '' };
  return { kept: characters.slice(0, width).join('').trimEnd(), rest: characters.slice(width).join('').trimStart() };
}

/** The same, saying that it was cut. */
export function cut(text: string | null, width: number, path: string, say: Say): string | null {
  if (text === null) return null;
  const { kept, rest } = fitted(text, width);
  if (rest !== '') say('cut', path);
  return kept === '' ? null : kept;
}

/** What fits into a column where the rest goes on in another one: no word is torn in two that is not very long itself. */
export function parted(text: string, width: number): { kept: string; rest: string } {
  const { kept, rest } = fitted(text, width);
  const plain = oneLine(text);
  if (rest === '' || plain[kept.length] === ' ') return { kept, rest };
  const end = kept.lastIndexOf(' ');
  return end < kept.length / 2 ? { kept, rest } : { kept: kept.slice(0, end), rest: plain.slice(end + 1) };
}

export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\s]+/gu, ' ').trim();
}

const longestNamePart = 80;

/** A text as a part of a file's name on every system: letters, digits, dots and dashes. */
export function namePart(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, longestNamePart);
  return withoutEnd(plain, /[-.]/);
}
