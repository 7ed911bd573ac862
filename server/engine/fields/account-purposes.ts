import type { TextDocument, TextLine } from '../candidates/text-lines.ts';
import { wordsOf } from '../lexicon/words.ts';
import { namesBank } from './bank-names.ts';
import { isAboutPaying } from './payment-terms.ts';

/** Whether the text beside an account says that it is printed for another reason than to be paid to. */
export const isNotToPayTo = (text: string): boolean => wordsOf('not_to_pay_to').has(text);

/** Whether the text says that another company is to be paid in the vendor's place. */
export const isAssignment = (text: string): boolean => wordsOf('assignments').has(text);

/** Whether a text asks for payment to one account and no other: "please pay only to". */
export const isSolelyPaidTo = (text: string): boolean => isAboutPaying(text) && wordsOf('solely').has(text);

/** Whether a text names a bank, or what a bank does ("Bank transfer"), or who buys claims: none of them sells or buys. */
export const isFinancer = (text: string): boolean =>
  namesBank(text) || wordsOf('bank_stems').has(text) || isAssignment(text);

/** Whether the file says anywhere that the claim was assigned, the accounts changed or somebody else is to be paid. */
export function isPaidElsewhere({ pages }: TextDocument): boolean {
  return pages.some(({ rows }) => {
    const lines = rows.flat().map(({ text }) => text);
    const whole = lines.join(' ');
    return (
      isAssignment(whole) ||
      wordsOf('changed_accounts').has(whole) ||
      lines.some((text) => isAboutPaying(text) && wordsOf('paid_to').has(text))
    );
  });
}

/** So many lines below the way of paying say from which account; in heights of a line, the farthest of them. */
const mostBelow = 3;
const farthestBelow = 6;

/**
 * "Way of paying: direct debit", and below it in the same column bank and account: those of the customer, which is debited.
 * Sentences about debiting say nothing of what stands below.
 */
export function debitedLines({ pages }: TextDocument): Set<TextLine> {
  const lines = pages.flatMap(({ rows }) =>
    rows.flat().flatMap((way) => {
      const isDebit = wordsOf('direct_debit').is(way.text.slice(way.text.indexOf(':') + 1));
      const isBelow = ({ x, y, height }: TextLine) =>
        Math.abs(x - way.x) < height && y - way.y < farthestBelow * way.height;
      return isDebit
        ? rows
            .slice(way.row + 1, way.row + 1 + 2 * mostBelow)
            .flatMap((row) => row.filter(isBelow))
            .slice(0, mostBelow)
        : [];
    }),
  );
  return new Set(lines);
}
