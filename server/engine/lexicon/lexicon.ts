import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { vatCountries } from '../../checks/vat-numbers.ts';
import { type DocumentType, documentTypes, simplifiedInvoice } from '../../contract/document-types.ts';
import { labelsOf } from '../../contract/field-labels.ts';
import { type OtherDocument, otherDocuments, type VatCategory } from '../../contract/invoice.ts';
import { resource } from '../../resources.ts';

/** Meanings of labels that are no field's; `resources/lexicon/README.md` says what each holds. */
const otherLabels = [
  'other_date',
  'other_reference',
  'registration',
  'account_holder',
  'delivery',
  'other_party',
  'person',
  'other_phone',
  'fax',
  'website',
  'payment_method',
  'capital',
] as const;
export const labelKinds = [...labelsOf(), ...otherLabels];
export type LabelKind = (typeof labelKinds)[number];

/** What an account may be printed for, apart from paying the invoice to it; the README says what each holds. */
export const accountPurposes = [
  'direct_debit',
  'readers',
  'refund',
  'payout',
  'vat_only',
  'security',
  'custody',
  'given_up',
  'donation',
  'example',
  'other_payee',
  'assignment',
  'changed',
  'paid_to',
] as const;
export type AccountPurpose = (typeof accountPurposes)[number];

/** What a title calls a page. */
export type DocumentKind = DocumentType | OtherDocument;

/** Groups of words that are no labels; the README says what each holds. */
export const vocabularyGroups = [
  'papers',
  'numbers',
  'references',
  'any_number',
  'any_date',
  'until',
  'dated',
  'of',
  'for',
  'articles',
  'and_or',
  'printed',
  'payment_purpose',
  'salutations',
  'your',
  'post_boxes',
  'regions',
  'plots',
  'unnumbered',
  'insolvency',
  'branches',
  'copies',
  'negations',
  'courtesies',
  'paid',
  'drafts',
  'tax_papers',
  'to_come',
  'only_after',
  'informative',
  'trials',
  'non_binding',
  'corrections',
  'approvals',
  'these',
  'versions',
  'taken_back',
  'superseded',
  'issuing',
  'solely',
  'street_before',
  'street_behind',
  'banks',
  'register_courts',
  'register_parts',
  'county_before',
  'town_before',
  'institutions',
  'related',
  'class_codes',
  'harmless',
  'asides',
  'slogans',
  'trades',
  'greetings',
  'addressees',
  'states',
  'orders',
  'within_numerals',
  'amount_in_words',
  'currency_names',
  'cent_names',
] as const;
/** What a reason for charging no VAT says of it, as the codes of EN 16931. */
export const reasonCategories = ['AE', 'K', 'G', 'O', 'E'] as const satisfies readonly VatCategory[];

/** What a column of a line table can hold. */
export const columnKinds = [
  'position',
  'code',
  'description',
  'quantity',
  'unit',
  'price',
  'price_gross',
  'price_other',
  'price_base',
  'discount',
  'amount',
  'vat',
  'vat_rate',
  'vat_amount',
  'gross_amount',
  'lot',
  'expiry',
  'origin',
  'customs',
  'delivery_note',
  'order',
  'currency',
  'date',
  'other',
  'net_word',
  'gross_word',
] as const;

/** What the label of an amount outside the lines can say. */
export const totalKinds = [
  'net',
  'lines_sum',
  'vat',
  'gross',
  'total',
  'due',
  'prepaid',
  'discount',
  'charge',
  'deposit',
  'rounding',
  'tendered',
  'change',
  'previous',
  'withheld',
  'base',
  'carried',
  'equivalent',
  'ignore',
  'reason',
  'cash_accounting',
] as const;

export type VocabularyGroup = (typeof vocabularyGroups)[number];

const phrases = z.array(z.string());
const languageFile = z.looseObject({
  language: z.string().length(2),
  words: phrases,
  months: z.array(phrases).length(12),
  // What words are worth: 0 to 19, tens, hundreds that are one word, and what those before it are multiplied by.
  numerals: z.record(z.string().regex(/^\d{1,7}$/), phrases),
  // A number in the trade register identifies a company as its other registrations do.
  labels: z
    .record(z.enum(labelKinds), phrases)
    .transform((labels) => ({ ...labels, registration: [...labels.registration, ...labels.trade_register] })),
  // A simplified invoice is one, by whichever of its names.
  documents: z
    .record(z.enum([...documentTypes, simplifiedInvoice, ...otherDocuments]), phrases)
    .transform((documents) => ({
      ...documents,
      invoice: [...documents.invoice, ...documents[simplifiedInvoice]],
    })),
  no_invoice: phrases,
  subject: phrases,
  another_invoice: z.record(z.enum(['invoice', 'invoice_of', 'verbs', 'changes', 'of', 'earlier', 'advance']), phrases),
  notes: phrases,
  terms: phrases,
  pay_words: phrases,
  late_words: phrases,
  warranties: phrases,
  on_behalf: phrases,
  account_purposes: z.record(z.enum(accountPurposes), phrases),
  payment_sentences: phrases,
  bank_words: phrases,
  legal_forms: phrases,
  attention: phrases,
  streets: phrases,
  vat_countries: z.array(z.enum(vatCountries)),
  countries: z.record(z.string(), z.string()),
  vocabulary: z.record(z.enum(vocabularyGroups), phrases),
  writes_compounds: z.boolean().default(false),
  nouns_in_capitals: z.boolean().default(false),
  numbers_by_month: z.boolean().default(false),
  units: z.record(z.string(), phrases),
  columns: z.record(z.enum(columnKinds), phrases),
  totals: z.record(z.enum(totalKinds), phrases),
  vat_categories: z.record(z.enum(reasonCategories), phrases),
});

/** One file of `resources/lexicon`; further keys belong to the tables and totals. */
export type Language = z.infer<typeof languageFile>;

let loaded: readonly Language[] | null = null;

/** All languages, in the order of their file names so that every run decides alike. */
export function lexicon(): readonly Language[] {
  loaded ??= readdirSync(resource('lexicon'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => languageFile.parse(JSON.parse(readFileSync(resource('lexicon', name), 'utf8'))));
  return loaded;
}
