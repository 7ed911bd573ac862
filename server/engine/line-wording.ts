import type { TextLine } from './candidates/text-lines.ts';
import { isOtherTitle, isTitle } from './candidates/title-lines.ts';
import { isAssignment } from './fields/account-purposes.ts';
import { tokensOf } from './lexicon/tokens.ts';
import { wordsOf } from './lexicon/words.ts';
import { isAddress } from './parties/address-text.ts';
import { companyNameEnd, nameKey } from './parties/company-name.ts';

/** So many words of three letters and more, one of them in small letters, say something; what they say is not known. */
const sentenceWords = 3;

/** What is set across a page takes nothing back: a party's name, or what is ordinary elsewhere too. */
export const isOrdinaryAcross = (text: string, keys: readonly string[]): boolean =>
  (!isOtherTitle(text) && isOrdinary(text)) || wordsOf('payment').is(text) || keys.includes(nameKey(text));

/** "Thank you for your order"; and no "Please see the invoice": what is said of an invoice is no courtesy. */
function isCourtesy(text: string): boolean {
  const found = wordsOf('courtesies').find(text);
  const rest = tokensOf(text).filter((_, at) => !found.some(({ from, to }) => from <= at && at < to));
  return found.length > 0 && !rest.some(({ folded }) => wordsOf('invoice_words').is(folded));
}

/** A courtesy, another paper's name, what marks a copy, a part of the page or what is paid, a figure's unit, who is paid. */
export const isOrdinary = (text: string): boolean =>
  /\(\p{L}{1,3}[²³]?\)$/u.test(text) ||
  isCourtesy(text) ||
  isTitle(text) ||
  isOtherTitle(text) ||
  tokensOf(text).every(({ folded }) => wordsOf('copies').is(folded) || wordsOf('invoice_words').is(folded)) ||
  wordsOf('copies').is(text) ||
  wordsOf('paid').is(text) ||
  isAssignment(text);

/** The word for a street in one language is any other in the next. */
export const isWordsOnly = ({ text }: TextLine): boolean =>
  !/\p{N}/u.test(text) && (!isAddress(text) || /^\p{Lu}\S*(?:\s\p{Ll}\S*)+$/u.test(text));

export const isSentenceLike = ({ text }: TextLine): boolean =>
  (saysSomething(text) || isSpaced(text)) && !isAddress(text) && !isCaptioned(text);

/** Whether it has as many words as a sentence, numbers of addresses and papers aside. */
export function saysSomething(text: string): boolean {
  const words = text.replace(/\([^()]*\)/g, '').match(/\p{L}{3,}/gu) ?? [];
  const least = words.some((word) => /^\p{Ll}/u.test(word)) ? sentenceWords : sentenceWords + 1;
  return words.length >= least;
}

/** "Referent:" heads a value, whatever it says; "Descripción" and "Nos références" say nothing but what labels say. */
export const isCaption = ({ text }: TextLine): boolean =>
  text.endsWith(':') || tokensOf(text).every(({ folded }) => wordsOf('caption_words').is(folded));

/** "File: 148.xml · Received on: 4.5.2026" */
export const isCaptioned = (text: string): boolean =>
  text.split(/[·|;]/u).every((part) => {
    const [caption, value] = part.split(':');
    return caption!.trim() !== '' && /\p{N}/u.test(value?.trim().split(' ')[0] ?? '');
  });

/** "R E M I N D E R" */
export const isSpaced = (text: string): boolean => (text.match(/(?<!\S)\p{L}(?!\S)/gu) ?? []).length >= 4;

/** "Waybill — Other Ltd": what stands before a dash and a name may be the page's title. */
export const hasTitleBefore = (text: string): boolean => partedName(text) !== null;
export const namesPaperOf = (text: string, keys: readonly string[]): boolean => {
  const name = partedName(text);
  return name !== null && (isCompany(name) || keys.some((key) => nameKey(name).includes(key)));
};

function partedName(text: string): string | null {
  const [before, ...behind] = text.split(/\s[—–|·]\s/u);
  return behind.length > 0 &&
    /\p{L}{3}/u.test(before!) &&
    !isCompany(before!) &&
    (isOtherTitle(before!) || !isOrdinary(before!))
    ? behind.join(' ')
    : null;
}

/** A name up to its legal form; letters of one stand in a sentence as well. */
export const isCompany = (text: string): boolean => {
  const end = companyNameEnd(text);
  return end !== null && !/\p{L}{3}/u.test(text.slice(end)) && !isSpaced(text);
};
