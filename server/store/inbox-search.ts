import type { z } from 'zod';
import { fold, foldLetters } from '../checks/fold.ts';
import { isPaid } from '../checks/payments.ts';
import { withoutEnd } from '../checks/without-end.ts';
import { type FieldKind, fields } from '../contract/fields.ts';
import type { Invoice } from '../contract/invoice.ts';
import { unknownCompany } from '../contract/unknown-company.ts';
import { type DocumentRow, type InboxChoices, type inboxQuerySchema, maxSupplierName } from '../contract/window.ts';
import type { Payment } from '../contract/window-due.ts';

/** A row with what it is found by. */
export interface Searchable {
  row: DocumentRow;
  /** What tells it from others: whatever stands in it is looked for. */
  text: string;
  /** Whatever else it says: of its long numbers only the beginnings are looked for, or every account had every short number. */
  more: string;
  /** Names the supplier, however its name is spelled: by its VAT number, or else by its name; null where neither was read. */
  supplier: string | null;
  /** Those that people noted of it. */
  payments: Payment[];
}

type Sort = 'added' | 'vendor' | 'number' | 'date' | 'total' | 'state';

/** Numbers inside texts count as numbers: AB 9 comes before AB 10. */
const collator = new Intl.Collator('ro', { numeric: true, sensitivity: 'base' });
/** The order in which a person has to do with them. */
const stateOrder = ['to_check', 'ready', 'reading', 'failed', 'confirmed', 'expired'];

/**
 * @param said.invoice null where there is none to be read
 * @param said.beside what is known of the document beside its invoice: references, names, people's notes
 */
export function searchable(
  row: DocumentRow,
  said: { invoice: Invoice | null; beside: (string | null)[]; payments: Payment[] },
): Searchable {
  const { invoice, beside, payments } = said;
  const { vendor, invoiceNumber, filename, externalId, total } = row;
  const own = [vendor, invoiceNumber, invoiceNumber?.replace(/[^\p{L}\p{N}]/gu, ''), filename, externalId];
  const { name, vat_number } = invoice?.vendor ?? { name: null, vat_number: null };
  return {
    row,
    // A total is known by the sign before it.
    text: linesOf([...own, total === null ? null : `=${total}`]),
    more: linesOf([...(invoice ? textsOf(invoice) : []), ...beside]),
    supplier:
      (vat_number && fold(vat_number).replace(/^ro(?=\d)/, '')) ||
      (name && fold(name).slice(0, maxSupplierName)) ||
      null,
    payments,
  };
}

/** Each on a line of its own, so that nothing is found across two of them; folded one by one, as most are quick to fold. */
function linesOf(texts: (string | null | undefined)[]): string {
  return texts.flatMap((text) => (text ? [`\n${foldLetters(text)}`] : [])).join('');
}

/** Kinds of values that nobody looks for by their letters. */
const unsearched: readonly FieldKind[] = ['amount', 'number', 'currency', 'document_type', 'vat_category'];
/** Kinds that are printed with or without spaces and dots. */
const compacted: readonly FieldKind[] = ['identifier', 'vat', 'register', 'iban', 'phone'];

const searched = fields
  .filter(({ kind }) => !unsearched.includes(kind))
  .map(({ path, kind }) => ({ keys: path.split('.'), kind }));

/** Everything that an invoice says in words, numbers of things among them, in the ways in which people write it. */
function textsOf(invoice: Invoice): string[] {
  return searched.flatMap(({ keys, kind }) =>
    stringsAt(invoice, keys).flatMap((text) => {
      if (kind === 'date') return [text, text.split('-').toReversed().join('.')];
      const compact = compacted.includes(kind) ? text.replace(/[^\p{L}\p{N}]/gu, '') : text;
      return compact === text ? [text] : [text, compact];
    }),
  );
}

/** The texts at a path of the table of fields, `*` being each line or rate. */
function stringsAt(value: unknown, [key, ...rest]: readonly string[]): string[] {
  if (key === undefined) return typeof value === 'string' ? [value] : [];
  if (key === '*') return (value as unknown[]).flatMap((each) => stringsAt(each, rest));
  return stringsAt((value as Record<string, unknown>)[key], rest);
}

/** The part of a question that only opened documents answer. */
export type Wanted = Pick<
  z.output<typeof inboxQuerySchema>,
  'search' | 'company' | 'supplier' | 'month' | 'totalFrom' | 'totalTo' | 'paid'
> & {
  /** It came in then or later, ISO 8601 with time. */
  addedFrom?: string | undefined;
};

/** @returns what tells whether a document is asked for; null where every one is, and none has to be opened */
export function filterOf(wanted: Wanted): ((one: Searchable) => boolean) | null {
  const { search = '', company, supplier, month, totalFrom, totalTo, paid, addedFrom } = wanted;
  const tests: ((one: Searchable) => boolean)[] = [];
  if (company !== undefined) tests.push(({ row }) => (row.buyerVat ?? unknownCompany) === company);
  if (supplier !== undefined) tests.push((one) => one.supplier === supplier);
  if (month !== undefined) tests.push(({ row }) => row.invoiceDate?.startsWith(`${month}-`) ?? false);
  if (addedFrom !== undefined) tests.push(({ row }) => row.createdAt >= addedFrom);
  if (totalFrom !== undefined) tests.push(({ row }) => row.total !== null && row.total >= Number(totalFrom));
  if (totalTo !== undefined) tests.push(({ row }) => row.total !== null && row.total <= Number(totalTo));
  if (paid === 'yes') tests.push(({ row, payments }) => isPaid(row.amountDue, payments));
  if (paid === 'no') tests.push(({ row, payments }) => row.amountDue !== null && !isPaid(row.amountDue, payments));
  if (search.trim() !== '') tests.push(matcherOf(search));
  return tests.length === 0 ? null : (one) => tests.every((test) => test(one));
}

/** @returns whether every word of a search stands in what a row is searched by, whatever its accents and its case */
export function matcherOf(search: string): (one: Searchable) => boolean {
  const words = foldLetters(search).split(/\s+/).filter(Boolean);
  const tests = words.map((word) => ({ word, amount: amountOf(word), has: /^\d+$/.test(word) ? beginsIn : standsIn }));
  return ({ text, more }) =>
    tests.every(
      ({ word, amount, has }) =>
        text.includes(word) || (amount !== null && text.includes(`\n=${amount}`)) || has(more, word),
    );
}

const standsIn = (text: string, word: string): boolean => text.includes(word);

/** Whether a number in a text begins with these digits. */
function beginsIn(text: string, digits: string): boolean {
  for (let at = text.indexOf(digits); at >= 0; at = text.indexOf(digits, at + 1)) {
    if (!/\d/.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

/** So many suppliers are named; of others it is known what to type. */
const mostSuppliers = 2_000;

/** What the documents can be narrowed down to. @param documents the newest first: a supplier is called what it is called now */
export function choicesOf(documents: readonly Searchable[]): InboxChoices {
  const suppliers = new Map<string, string>();
  const months = new Set<string>();
  for (const { row, supplier } of documents) {
    if (supplier !== null && row.vendor !== null && !suppliers.has(supplier)) suppliers.set(supplier, row.vendor);
    const month = /^\d{4}-\d{2}(?=-)/.exec(row.invoiceDate ?? '')?.[0];
    if (month) months.add(month);
  }
  const named = [...suppliers].map(([supplier, name]) => ({ supplier, name }));
  return {
    suppliers: named.sort((a, b) => collator.compare(a.name, b.name)).slice(0, mostSuppliers),
    months: [...months].sort().reverse(),
  };
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
