import { foldLetters } from '../checks/fold.ts';
import { withoutEnd } from '../checks/without-end.ts';
import type { DocumentRow } from '../contract/window.ts';

/** A row with what it is searched by. */
export interface Searchable {
  row: DocumentRow;
  text: string;
}

type Sort = 'added' | 'vendor' | 'number' | 'date' | 'total' | 'state';

/** Numbers inside texts count as numbers: AB 9 comes before AB 10. */
const collator = new Intl.Collator('ro', { numeric: true, sensitivity: 'base' });
/** The order in which a person has to do with them. */
const stateOrder = ['to_check', 'ready', 'reading', 'failed', 'confirmed', 'expired'];

export function searchable(row: DocumentRow): Searchable {
  const { vendor, invoiceNumber, invoiceDate, filename, externalId, total } = row;
  const dates = invoiceDate ? [invoiceDate, invoiceDate.split('-').toReversed().join('.')] : [];
  const words = [vendor, invoiceNumber, invoiceNumber?.replace(/[^\p{L}\p{N}]/gu, ''), filename, externalId, ...dates];
  // Each on a line of its own, so that nothing is found across two of them. A total is known by the sign before it.
  const lines = [...words.filter(Boolean), total === null ? '' : `=${total}`];
  return { row, text: foldLetters(lines.map((line) => `\n${line}`).join('')) };
}

/** @returns whether every word of a search stands in what a row is searched by, whatever its accents and its case */
export function matcherOf(search: string): (one: Searchable) => boolean {
  const words = foldLetters(search).split(/\s+/).filter(Boolean);
  const tests = words.map((word) => ({ word, amount: amountOf(word) }));
  return ({ text }) =>
    tests.every(({ word, amount }) => text.includes(word) || (amount !== null && text.includes(`\n=${amount}`)));
}

/** Orders rows; what has no value comes last either way, and equal ones stay newest first. */
export function comparerOf(sort: Exclude<Sort, 'added'>, up: boolean): (a: DocumentRow, b: DocumentRow) => number {
  const turn = up ? 1 : -1;
  const byText = (of: (row: DocumentRow) => string | null) => (a: DocumentRow, b: DocumentRow) => {
    const [x, y] = [of(a), of(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return turn * collator.compare(x, y);
  };
  const byNumber = (of: (row: DocumentRow) => number | null) => (a: DocumentRow, b: DocumentRow) => {
    const [x, y] = [of(a), of(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return turn * (x - y);
  };
  switch (sort) {
    case 'vendor':
      return byText(({ vendor }) => vendor);
    case 'number':
      return byText(({ invoiceNumber }) => invoiceNumber);
    case 'date':
      return byText(({ invoiceDate }) => invoiceDate);
    case 'total':
      return byNumber(({ total }) => total);
    case 'state':
      return byNumber(({ state }) => stateOrder.indexOf(state));
  }
}

/** An amount as people type it, or its beginning, the way a number prints: 2.223,97 and 2223.97 are 2223.97. */
function amountOf(word: string): string | null {
  if (!/^-?\d[\d.,]*$/.test(word)) return null;
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{0,2}))?$/.exec(word) ?? [];
  const digits = whole.replace(/[.,]/g, '');
  return decimals === '' ? digits : `${digits}.${withoutEnd(decimals, /0/)}`.replace(/\.$/, '');
}
