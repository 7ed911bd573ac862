import type { TextDocument } from './candidates/text-lines.ts';
import { foldWords } from './layout/phrases.ts';
import { type AccountPurpose, accountPurposes, lexicon } from './lexicon.ts';
import { isAboutPaying } from './payment-terms.ts';

/** What is said of the claim or of the vendor's accounts, and holds for every account of the file. */
const ofTheClaim: readonly AccountPurpose[] = ['assignment', 'changed', 'paid_to'];

/** A word so long may go on: its ending is inflection or another part of a compound. */
const longEnough = 5;

let phrases: Map<AccountPurpose, readonly string[]> | null = null;

/** The folded phrases with a space before each word, and one behind a last word that has to be whole. */
function phrasesOf(purpose: AccountPurpose): readonly string[] {
  phrases ??= new Map(
    accountPurposes.map((one) => [
      one,
      lexicon().flatMap((language) =>
        language.account_purposes[one].map((phrase) => {
          const words = foldWords(phrase);
          return ` ${words.join(' ')}${words.at(-1)!.length < longEnough ? ' ' : ''}`;
        }),
      ),
    ]),
  );
  return phrases.get(purpose)!;
}

const says = (text: string, purposes: readonly AccountPurpose[]): boolean => {
  const words = ` ${foldWords(text).join(' ')} `;
  return purposes.some((purpose) => phrasesOf(purpose).some((phrase) => words.includes(phrase)));
};

const nearby = accountPurposes.filter((purpose) => !ofTheClaim.includes(purpose));

/** Whether the text beside an account says that it is printed for another reason than to be paid to. */
export const isNotToPayTo = (text: string): boolean => says(text, nearby);

/** Whether the text says that another company is to be paid in the vendor's place. */
export const isAssignment = (text: string): boolean => says(text, ['assignment']);

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
