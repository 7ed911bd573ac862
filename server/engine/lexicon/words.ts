import { type Language, lexicon, type VocabularyGroup, vocabularyGroups } from './lexicon.ts';
import { type Matcher, matcher } from './matcher.ts';

const isOneWord = (phrase: string): boolean => !/\s/.test(phrase);

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
  net: ({ columns }) => columns.net_word ?? [],
  equivalents: ({ totals }) => totals.equivalent ?? [],
  sums: ({ totals }) => ['total', 'gross', 'due'].flatMap((kind) => totals[kind] ?? []),
  streets: ({ streets }) => streets,
  bank_labels: ({ labels }) => labels.bank_name,
  bank_words: ({ bank_words: words }) => words.filter(isOneWord),
  bank_stems: ({ bank_words: words }) => words.filter(isOneWord).map((word) => `${word}-`),
  bank_endings: ({ bank_words: words }) => words.map((word) => (isOneWord(word) ? `-${word}` : word)),
} satisfies Record<string, (language: Language) => readonly string[]>;

export type WordGroup = VocabularyGroup | keyof typeof elsewhere;

const matchers = new Map<WordGroup, Matcher<WordGroup>>();

/** What finds the words of one group, in all languages at once. */
export function wordsOf(group: WordGroup): Matcher<WordGroup> {
  let known = matchers.get(group);
  if (!known) {
    known = matcher(
      lexicon().flatMap((language) => phrasesOf(language, group).map((phrase) => [group, phrase] as const)),
    );
    matchers.set(group, known);
  }
  return known;
}

/** What a language calls things of the group, as its file has it. */
export function phrasesOf(language: Language, group: WordGroup): readonly string[] {
  return group in elsewhere
    ? elsewhere[group as keyof typeof elsewhere](language)
    : language.vocabulary[group as VocabularyGroup];
}

/** Every group of the vocabulary, for what walks all of them. */
export const wordGroups: readonly WordGroup[] = [...vocabularyGroups, ...(Object.keys(elsewhere) as WordGroup[])];
