import { currencyWords } from '../../checks/amounts.ts';
import { fold } from '../../checks/fold.ts';
import {
  type AccountPurpose,
  accountPurposes,
  type LabelKind,
  type Language,
  lexicon,
  type VocabularyGroup,
  vocabularyGroups,
} from './lexicon.ts';
import { type Matcher, matcher } from './matcher.ts';
import { tokensOf } from './tokens.ts';

const isOneWord = (phrase: string): boolean => !/\s/.test(phrase);
const beginnings = (phrases: readonly string[]): string[] => phrases.map((phrase) => `${phrase}-`);

/** A last word so long may go on: its ending is inflection or another part of a compound. */
const longEnough = 5;
const mayGoOn = (phrase: string): string =>
  fold(phrase.split(/[^\p{L}\p{N}%]+/u).at(-1)!).length >= longEnough ? `${phrase}-` : phrase;

/** What is said of the claim or of the vendor's accounts, and holds for every account of the file. */
const ofTheClaim: readonly AccountPurpose[] = ['assignment', 'changed', 'paid_to'];
const nearby = accountPurposes.filter((purpose) => !ofTheClaim.includes(purpose));

/** Labels of what payments are made by. */
const paymentLabels: readonly LabelKind[] = [
  'bank_name',
  'bank_account',
  'bic',
  'account_holder',
  'payment_method',
  'payment_terms',
  'due_date',
  'currency',
];

/** The shortest last part of a compound: shorter ones stand at the end of too many words. */
const shortestEnding = 6;

/** Titles with the compounds that they are the last part of ("Mietrechnung"), in languages that have such. */
export const withCompounds = (language: Language, titles: readonly string[]): readonly string[] =>
  language.writes_compounds
    ? titles.flatMap((title) =>
        /^\p{L}+$/u.test(title) && fold(title).length >= shortestEnding ? [title, `-${title}`] : [title],
      )
    : titles;

/** The words, folded, that the phrases of any keys are made of. */
const wordsIn = (groups: readonly (readonly string[] | Record<string, readonly string[]>)[]): string[] => [
  ...new Set(
    groups
      .flatMap((group) => Object.values<string | readonly string[]>(group).flat())
      .flatMap((phrase) => tokensOf(phrase).map(({ folded }) => folded))
      .filter((word) => /\p{L}/u.test(word)),
  ),
];

/** Words that stand under other keys of the lexicon and are asked for by themselves. */
const elsewhere = {
  series: ({ labels }) => labels.invoice_series,
  issued: ({ labels }) => labels.invoice_date,
  accounts: ({ labels }) => labels.bank_account,
  customers: ({ labels, vocabulary }) => [...labels.customer, ...vocabulary.your],
  exchange_rates: ({ labels }) => labels.exchange_rate,
  capital: ({ labels }) => labels.capital,
  receipts: ({ documents }) => documents.receipt,
  days: ({ units }) => units.DAY ?? [],
  months: ({ months }) => months.flat(),
  net: ({ columns }) => columns.net_word,
  discounts: ({ columns }) => columns.discount,
  equivalents: ({ totals }) => totals.equivalent,
  sums: ({ totals }) => [...totals.total, ...totals.gross, ...totals.due],
  streets: ({ streets }) => streets,
  caption_words: ({ labels, columns, totals, subject, documents, no_invoice, vocabulary }) => {
    const { invoice, simplified_invoice, credit_note, receipt, ...others } = documents;
    const elsewhere = new Set(wordsIn([others, no_invoice, vocabulary.negations]));
    return wordsIn([labels, columns, totals, subject]).filter((word) => !elsewhere.has(word));
  },
  bank_labels: ({ labels }) => labels.bank_name,
  bank_words: ({ bank_words: words }) => words.filter(isOneWord),
  bank_stems: ({ bank_words: words }) => beginnings(words.filter(isOneWord)),
  bank_endings: ({ bank_words: words }) => words.map((word) => (isOneWord(word) ? `-${word}` : word)),
  subjects: ({ subject }) => subject,
  denials: ({ no_invoice }) => beginnings(no_invoice),
  on_behalf: ({ on_behalf }) => on_behalf,
  notes: (language) => [...beginnings(language.notes), ...withCompounds(language, language.notes)],
  attention: ({ attention }) => attention,
  terms: ({ terms }) => beginnings(terms),
  pay_words: ({ pay_words }) => beginnings(pay_words),
  late_words: ({ late_words }) => beginnings(late_words),
  warranties: ({ warranties }) => warranties,
  invoice_titles: (language) => [
    ...withCompounds(language, language.documents.invoice),
    ...language.documents.credit_note,
  ],
  simplified_invoices: ({ documents }) => documents.simplified_invoice,
  proforma_titles: ({ documents }) => documents.proforma,
  proforma: ({ documents }) => beginnings(documents.proforma),
  numbered_by_month: ({ numbers_by_month, labels, documents }) =>
    numbers_by_month ? [...labels.invoice_number, ...documents.invoice, ...documents.credit_note] : [],
  invoice_words: ({ another_invoice }) => another_invoice.invoice,
  invoice_names: ({ another_invoice }) => another_invoice.invoice.map(mayGoOn),
  invoice_genitives: ({ another_invoice }) => another_invoice.invoice_of,
  changing: ({ another_invoice }) => another_invoice.verbs,
  changes: ({ another_invoice }) => beginnings(another_invoice.changes),
  change_of: ({ another_invoice }) => another_invoice.of,
  earlier: ({ another_invoice }) => another_invoice.earlier,
  advances: ({ another_invoice }) => beginnings(another_invoice.advance),
  direct_debit: ({ account_purposes }) => account_purposes.direct_debit.map(mayGoOn),
  not_to_pay_to: ({ account_purposes }) => nearby.flatMap((purpose) => account_purposes[purpose]).map(mayGoOn),
  assignments: ({ account_purposes }) => account_purposes.assignment.map(mayGoOn),
  changed_accounts: ({ account_purposes }) => account_purposes.changed.map(mayGoOn),
  paid_to: ({ account_purposes }) => account_purposes.paid_to.map(mayGoOn),
  payment: ({ payment_sentences, months, labels }) => [
    ...payment_sentences,
    ...months.flat(),
    ...paymentLabels.flatMap((kind) => labels[kind]),
    ...currencyWords.filter((word) => /\p{L}/u.test(word)),
  ],
} satisfies Record<string, (language: Language) => readonly string[]>;

export type WordGroup = VocabularyGroup | keyof typeof elsewhere;

const matchers = new Map<WordGroup, () => Matcher<WordGroup>>(
  [...vocabularyGroups, ...(Object.keys(elsewhere) as WordGroup[])].map((group) => [
    group,
    inAllLanguages((language) => byKind([group], { [group]: phrasesOf(language, group) })),
  ]),
);

/** What finds the words of one group, in all languages at once. */
export const wordsOf = (group: WordGroup): Matcher<WordGroup> => matchers.get(group)!();

/** What a language calls things of the group, as its file has it. */
export function phrasesOf(language: Language, group: WordGroup): readonly string[] {
  return group in elsewhere
    ? elsewhere[group as keyof typeof elsewhere](language)
    : language.vocabulary[group as VocabularyGroup];
}

/** Groups that sentences are made of which take nothing from an invoice. */
const ofMatter: readonly WordGroup[] = [
  'harmless',
  'amount_in_words',
  'asides',
  'payment',
  'caption_words',
  'courtesies',
  'notes',
  'terms',
  'pay_words',
  'late_words',
  'warranties',
  'issuing',
  'printed',
  'articles',
  'of',
  'for',
  'and_or',
  'salutations',
  'your',
  'related',
  'register_courts',
  'register_parts',
  'copies',
  'solely',
  'capital',
  'exchange_rates',
  'receipts',
  'discounts',
  'equivalents',
  'attention',
  'slogans',
  'trades',
  'greetings',
  'addressees',
];
/** The word for "number" that means "no" as well denies, but not in a phrase that denies something else. */
function matterPhrases(language: Language): readonly string[] {
  const denying = new Set(language.vocabulary.negations.map((phrase) => tokensOf(phrase)[0]!.folded));
  const isDenying = (phrase: string): boolean => {
    const [first, ...others] = tokensOf(phrase);
    return first !== undefined && others.length === 0 && denying.has(first.folded);
  };
  return allMatter(language).filter((phrase) => !isDenying(phrase));
}
const allMatter = (language: Language): readonly string[] => [
  ...ofMatter.flatMap((group) => phrasesOf(language, group)),
  ...(['direct_debit', 'assignment'] as const).flatMap((purpose) => beginnings(language.account_purposes[purpose])),
  ...[language.labels, language.totals, language.columns, language.units].flatMap((lists) =>
    Object.values<readonly string[]>(lists).flat(),
  ),
  ...Object.keys(language.countries),
];

/** What finds the words of the matter of invoices in one language. */
export interface Matter {
  words: Matcher<'matter'>;
  /** Words with a capital are names in other languages. */
  nounsInCapitals: boolean;
}

let matters: readonly Matter[] | null = null;

/** For each language apart: a sentence is in one, and what is harmless in the one says something in the other. */
export function mattersByLanguage(): readonly Matter[] {
  matters ??= lexicon().map((language) => ({
    words: matcher(matterPhrases(language).map((phrase) => ['matter', phrase] as const)),
    nounsInCapitals: language.nouns_in_capitals,
  }));
  return matters;
}

/** Every group of the vocabulary, for what walks all of them. */
export const wordGroups: readonly WordGroup[] = [...matchers.keys()];

/** Phrases with their kinds, in the order of the kinds. */
export const byKind = <Kind extends string>(
  kinds: readonly Kind[],
  phrases: Partial<Record<string, readonly string[]>>,
): (readonly [Kind, string])[] =>
  kinds.flatMap((kind) => (phrases[kind] ?? []).map((phrase) => [kind, phrase] as const));

/**
 * What finds phrases of all languages at once; it is made when it is first asked for.
 * @param accepts as of {@link matcher}
 */
export function inAllLanguages<Kind extends string>(
  phrases: (language: Language) => Iterable<readonly [Kind, string]>,
  accepts?: Parameters<typeof matcher<Kind>>[1],
): () => Matcher<Kind> {
  let made: Matcher<Kind> | null = null;
  return () => {
    made ??= matcher(
      lexicon().flatMap((language) => [...phrases(language)]),
      accepts,
    );
    return made;
  };
}
