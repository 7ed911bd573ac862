import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  addDays,
  type Draft,
  inventNumber,
  money,
  note,
  otherIban,
  otherParty,
  printDay,
  rounded,
  row,
} from '../draft.ts';
import { inventBic } from '../invented.ts';
import type { Place } from '../sheet.ts';
import type { Language } from '../words.ts';
import { type Cause, type Recipe, setTrue } from './recipe.ts';

/**
 * A trap that is a few words in each language. They stand in `{0}`, `{1}` of its templates; in braces is also what a page
 * makes up for itself, as {@link gapsOf} lists it.
 */
interface Sentence {
  /** What the ordinary invoice has and this one has not. */
  without?: (keyof typeof removals)[];
  /** What the page is called in place of an invoice. */
  title?: string;
  /** Paths about which the words leave room for opinions. */
  unknown?: string[];
  /** Rows that stand before the others in the head. */
  meta?: [label: string, value: string][];
  /** Where the text stands, by chance in one of them. */
  places?: Place[];
  say?: string;
  texts: Partial<Record<Language, string[]>>;
}

/** How a part is taken off the page, and out of the truth. */
const removals = {
  account(draft: Draft): void {
    draft.sheet.payment = [];
    setTrue(draft, { 'bank_details.iban': null, 'bank_details.bic': null, 'bank_details.bank_name': null });
  },
  number: (draft: Draft) => withoutRow(draft, 'number', 'invoice_number'),
  date: (draft: Draft) => withoutRow(draft, 'date', 'invoice_date'),
  due: (draft: Draft) => withoutRow(draft, 'due', 'due_date'),
  order: (draft: Draft) => withoutRow(draft, 'order', 'po_reference'),
  terms(draft: Draft): void {
    draft.sheet.terms = '';
  },
};

function withoutRow({ sheet, words, truth }: Draft, label: string, path: string): void {
  sheet.meta = sheet.meta.filter((own) => own.label !== words.labels[label]);
  truth.header[path] = null;
}

function applySentence(draft: Draft, name: string, sentence: Sentence): void {
  const { without = [], title, unknown = [], meta = [], places, say = '{0}', texts } = sentence;
  for (const part of without) removals[part](draft);
  draft.truth.unknown.push(...unknown);
  const words = texts[draft.language]!;
  const filled = (template: string): string => fillGaps(draft, name, words, template);
  if (title !== undefined) draft.sheet.title = filled(title);
  draft.sheet.meta.unshift(...meta.map(([label, value]) => row(filled(label), filled(value))));
  if (places) note(draft, places, filled(say));
}

/** Fills a template, and then what its words hold. @throws Error where nothing fills a gap */
function fillGaps(draft: Draft, name: string, words: readonly string[], template: string): string {
  const gaps = gapsOf(draft);
  return template
    .replace(/\{(\d)\}/g, (_, at: string) => words[Number(at)]!)
    .replace(/\{([a-z]+)(?: (label)|([-+]?[\d.]+))?\}/g, (gap, kind: string, label?: string, number?: string) => {
      const value = label ? draft.words.labels[kind] : gaps[kind]?.(number ?? '');
      if (value === undefined) throw new Error(`Nothing fills ${gap} of "${name}".`);
      return value;
    });
}

/** Another company's, unless it says otherwise; a number behind is a share of the total, or days after the invoice's. */
function gapsOf(draft: Draft): Record<string, (number: string) => string> {
  const { chance, country, sheet, date, gross } = draft;
  const party = otherParty(draft, 5);
  return {
    iban: () => otherIban(draft),
    bic: () => inventBic(chance, country),
    name: () => party.name,
    street: () => party.street,
    city: () => party.city,
    vat: () => `${party.vat.label} ${party.vat.value}`,
    phone: () => `${party.contact[0]!.label} ${party.contact[0]!.value}`,
    own: () => String(draft.truth.header.invoice_number),
    number: () => inventNumber(chance, addDays(date, -20)),
    digits: () => chance.digits(7),
    day: (days) => printDay(country, addDays(date, Number(days))),
    part: (share) => money(draft, rounded(gross.times(share), country)),
    vendor: () => sheet.vendor.name,
    client: () => sheet.customer.name,
  };
}

const causes: readonly Cause[] = ['accounts', 'vat-numbers', 'numbers', 'bills', 'no-invoice'];

/** Traps of a few words each, from `sentences/`. */
export const sentences: readonly Recipe[] = causes.flatMap((cause) => {
  const file = join(import.meta.dirname, '..', 'sentences', `${cause}.json`);
  const own = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Sentence>;
  return Object.entries(own).map(([name, sentence]) => ({
    name,
    cause,
    languages: Object.keys(sentence.texts) as Language[],
    apply: (draft: Draft) => {
      // The number of another paper may be one of these.
      if (cause === 'no-invoice') draft.truth.unknown.push('delivery_note_number', 'po_reference');
      draft.truth.invoice = cause !== 'no-invoice';
      applySentence(draft, name, sentence);
    },
  }));
});
