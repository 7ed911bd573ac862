import type { TextDocument } from '../candidates/text-lines.ts';
import { foldWords } from '../layout/phrases.ts';
import { type AccountPurpose, accountPurposes, lexicon } from '../lexicon/lexicon.ts';
import { wordsOf } from '../lexicon/words.ts';
import { namesBank } from './bank-names.ts';
import { isAboutPaying } from './payment-terms.ts';

/** What is said of the claim or of the vendor's accounts, and holds for every account of the file. */
const ofTheClaim: readonly AccountPurpose[] = ['assignment', 'changed', 'paid_to'];

/** A last word so long may go on: its ending is inflection or another part of a compound. */
const longEnough = 5;

interface Phrase {
  purpose: AccountPurpose;
  /** Its folded words, with a space behind a last word that has to be whole. */
  text: string;
}

interface Book {
  /** Phrases by their first word, where that has to be whole. */
  byFirst: Map<string, Phrase[]>;
  /** Single words that may go on. */
  beginnings: Map<string, Phrase[]>;
}

let phrases: Book | null = null;

function phraseBook(): Book {
  if (phrases) return phrases;
  const book: Book = { byFirst: new Map(), beginnings: new Map() };
  for (const language of lexicon()) {
    for (const purpose of accountPurposes) {
      for (const phrase of language.account_purposes[purpose]) {
        const words = foldWords(phrase);
        const goesOn = words.at(-1)!.length >= longEnough;
        const index = words.length === 1 && goesOn ? book.beginnings : book.byFirst;
        const same = index.get(words[0]!) ?? [];
        index.set(words[0]!, [...same, { purpose, text: words.join(' ') + (goesOn ? '' : ' ') }]);
      }
    }
  }
  phrases = book;
  return book;
}

function says(text: string, purposes: readonly AccountPurpose[]): boolean {
  const { byFirst, beginnings } = phraseBook();
  const words = foldWords(text);
  const whole = `${words.join(' ')} `;
  let at = 0;
  for (const word of words) {
    const isSaid = ({ purpose, text: phrase }: Phrase) => purposes.includes(purpose) && whole.startsWith(phrase, at);
    if (byFirst.get(word)?.some(isSaid)) return true;
    for (let length = longEnough; length <= word.length; length++)
      if (beginnings.get(word.slice(0, length))?.some(isSaid)) return true;
    at += word.length + 1;
  }
  return false;
}

const nearby = accountPurposes.filter((purpose) => !ofTheClaim.includes(purpose));

/** Whether the text beside an account says that it is printed for another reason than to be paid to. */
export const isNotToPayTo = (text: string): boolean => says(text, nearby);

/** Whether the text says that another company is to be paid in the vendor's place. */
export const isAssignment = (text: string): boolean => says(text, ['assignment']);

/** Whether a text names a bank, or what a bank does ("Bank transfer"), or who buys claims: none of them sells or buys. */
export const isFinancer = (text: string): boolean =>
  namesBank(text) || wordsOf('bank_stems').has(text) || isAssignment(text);

/** Whether the file says anywhere that the claim was assigned, the accounts changed or somebody else is to be paid. */
export function isPaidElsewhere({ pages }: TextDocument): boolean {
  return pages.some(
    ({ rows }) =>
      says(
        rows
          .flat()
          .map(({ text }) => text)
          .join(' '),
        ['assignment', 'changed'],
      ) || rows.flat().some(({ text }) => isAboutPaying(text) && says(text, ['paid_to'])),
  );
}
