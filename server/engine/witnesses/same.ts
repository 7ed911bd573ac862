import { Decimal } from 'decimal.js';
import { fold } from '../../checks/fold.ts';
import { type FieldKind, fieldOf, kindOf } from '../../contract/fields.ts';
import { tokensOf } from '../lexicon/tokens.ts';

/** Part of the words that two texts share which say the same. */
const sameText = { address: 0.75, prose: 0.9 };

/** Whether both say the same of the field, as people write it in different ways. */
export function same(path: string, shown: string | number, stated: string | number): boolean {
  switch (kindOf(path)) {
    case 'amount':
    case 'number':
      return closeEnough(path, shown, stated);
    case 'document_type':
    case 'vat_category':
    case 'date':
      return shown === stated;
    case 'register':
      return sameEntry(String(shown), String(stated));
    case 'identifier':
    case 'vat':
    case 'iban':
    case 'bic':
    case 'currency':
      return sameCode(kindOf(path), String(shown), String(stated));
    case 'email':
      return String(shown).toLowerCase() === String(stated).toLowerCase();
    case 'phone':
      return samePhone(String(shown), String(stated));
    case 'name':
    case 'description':
      return fold(String(shown)) === fold(String(stated));
    case 'address': {
      const [one, other] = [shown, stated].map((text) => withWholeCode(String(text))) as [string, string];
      // Of a house's number both have to speak.
      const isNumbered = missing(one, other).some((word) => /\p{N}/u.test(word));
      return missing(other, one).length === 0 && !isNumbered && overlap(one, other) >= sameText.address;
    }
    case 'prose':
      return overlap(shown, stated) >= sameText.prose;
  }
}

/** "602 00 Brno" and "1011 AB Amsterdam" with their codes in one: a page parts what a file writes together. */
const withWholeCode = (address: string): string =>
  address.replace(/(?<!\d)(\d{3}) (?=\d{2}(?!\d))|(?<!\d)(\d{4}) (?=[A-Z]{2}(?!\p{L}))/gu, '$1$2');

/** In the currency: digits that are not printed make less of a difference. */
const notPrinted = '0.005';

/** An e-invoice may hold a price with more digits than the page prints. */
function closeEnough(path: string, shown: string | number, stated: string | number): boolean {
  const off = new Decimal(shown).sub(stated).abs();
  return fieldOf(path).perUnit ? off.lt(notPrinted) : off.isZero();
}

/** A VAT number may be printed without its country, and Greece has two codes; a BIC's last three letters name a branch. */
function sameCode(kind: FieldKind, shown: string, stated: string): boolean {
  const [a, b] = [codeOf(shown), codeOf(stated)];
  if (kind === 'vat') {
    const [inA, inB] = [a, b].map((code) => /^[A-Z]{2}/.exec(code)?.[0].replace('GR', 'EL'));
    const apart = inA !== undefined && inB !== undefined && inA !== inB;
    return !apart && a.replace(/^[A-Z]{2}/, '') === b.replace(/^[A-Z]{2}/, '');
  }
  if (kind === 'bic') return a.replace(/XXX$/, '') === b.replace(/XXX$/, '');
  return a === b;
}

/** A number in a register may be printed without its court, or without the register's letters. */
function sameEntry(shown: string, stated: string): boolean {
  const digits = (text: string): string => text.replace(/\P{N}/gu, '');
  const [a, b] = [shown, stated].map((text) => wordsIn(text).filter((word) => /\p{L}/u.test(word)));
  const holds = (all: readonly string[], some: readonly string[]): boolean => some.every((word) => all.includes(word));
  return digits(shown) === digits(stated) && (holds(a!, b!) || holds(b!, a!));
}

/** Kinds of values in which each letter and digit counts. */
export const isCode = (kind: FieldKind): boolean =>
  ['identifier', 'register', 'vat', 'iban', 'bic', 'currency'].includes(kind);

export const codeOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** One of two phone numbers may be written without its country's code, which has three digits at most. */
export function samePhone(shown: string, stated: string): boolean {
  const [a, b] = [dialled(shown), dialled(stated)];
  if (a.abroad === b.abroad) return a.digits === b.digits;
  const [abroad, home] = a.abroad ? [a, b] : [b, a];
  return abroad.digits.endsWith(home.digits) && abroad.digits.length - home.digits.length <= 3;
}

/** Digits without what is only dialled within the country, or to leave it: `+49 (0)431 5550`, `0431 5550`. */
function dialled(text: string): { digits: string; abroad: boolean } {
  const abroad = /^\D*(\+|00)/.test(text);
  const digits = text.replace(/\(0\)/g, '').replace(/\D/g, '');
  return { digits: digits.replace(/^0+/, ''), abroad };
}

/** Whether a number that marks where it begins within its country, `+49 (0)5550`, may lack the other's area. */
export function mayLackArea(stated: string, printed: string): boolean {
  const mark = stated.indexOf('(0)');
  const own = mark < 0 ? '' : stated.slice(mark + 3).replace(/\D/g, '');
  return own.length >= 6 && printed.replace(/\D/g, '').endsWith(own);
}

/** Folded words and numbers. */
export const wordsIn = (text: string | number): string[] => tokensOf(String(text)).map((token) => token.folded);

/** Words of one text that the other lacks; an abbreviation counts as its word. */
export function missing(from: string | number, other: string | number): string[] {
  const present = wordsIn(other);
  return wordsIn(from).filter(
    (word) => !present.some((one) => one === word || isShort(one, word) || isShort(word, one)),
  );
}

const isShort = (short: string, word: string): boolean =>
  short.length >= 2 && !/\p{N}/u.test(short) && word.startsWith(short);

/** Share of words that both have, each counted as often as it stands. */
export function overlap(a: string | number, b: string | number): number {
  const left = wordsIn(b);
  const all = wordsIn(a);
  const count = all.length + left.length;
  let shared = 0;
  for (const word of all) {
    const at = left.indexOf(word);
    if (at < 0) continue;
    left.splice(at, 1);
    shared++;
  }
  return count === 0 ? 1 : (2 * shared) / count;
}
