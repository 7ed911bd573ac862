import { Decimal } from 'decimal.js';
import { isoDate } from '../../../checks/dates.ts';
import { isBic, isIban } from '../../../checks/iban.ts';
import type { HeaderValues } from '../witness.ts';

/** What a printed code says of the invoice. */
export interface CodeStatement {
  /** Values of fields: they agree with the page's, contradict them, or fill what the page does not show. */
  header: HeaderValues;
  /** An amount to pay: the invoice's total, what is left of it, or an account's whole balance. */
  payable?: number | undefined;
  /** Values that only confirm: names cut to length, texts around the invoice's number. */
  supports?: HeaderValues;
  references?: (string | undefined)[];
}

/** `1234.50`, as the payment norms write amounts; undefined for anything else. */
export function amountOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}(\.\d{0,2})?$/.test(text) ? new Decimal(text).toNumber() : undefined;
}

/** `123450`, an amount in hundredths; undefined for anything else, and for zero. */
export function centsOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) && !/^0+$/.test(text)
    ? new Decimal(text).div(100).toNumber()
    : undefined;
}

/** A day written as `order` says, each part with all its digits; undefined when there is no such day. */
export function dayOf(
  text: string | undefined,
  order: 'yyyymmdd' | 'yymmdd' | 'ddmmyy' | 'dd-mm-yyyy' | 'dd.mm.yyyy',
): string | undefined {
  if (text === undefined || text.length !== order.length) return undefined;
  const part = (letter: string): string => text.slice(order.indexOf(letter), order.lastIndexOf(letter) + 1);
  const digits = /^\d+$/.test(part('y') + part('m') + part('d'));
  const separators = [...order].every((letter, at) => /[ymd]/.test(letter) || letter === text[at]);
  if (!digits || !separators) return undefined;
  const year = part('y').length === 2 ? `20${part('y')}` : part('y');
  return isoDate(Number(year), Number(part('m')), Number(part('d'))) ?? undefined;
}

/** An IBAN whose check digits are right, without spaces; undefined for anything else. */
export function ibanOf(text: string | undefined): string | undefined {
  const plain = text?.replace(/\s/g, '').toUpperCase();
  return plain !== undefined && isIban(plain) ? plain : undefined;
}

export const bicOf = (text: string | undefined): string | undefined => (text && isBic(text) ? text : undefined);

/** The lines of a code; the norms allow either line ending. */
export const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);
