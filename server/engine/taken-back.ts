import { isCapitals, type TextLine } from './candidates/text-lines.ts';
import { isOtherTitle } from './candidates/title-lines.ts';
import { goesOn } from './fields/account-proof.ts';
import { isNotToPayTo } from './fields/account-purposes.ts';
import {
  deniesInvoice,
  isMarkOfDraft,
  isNotBinding,
  namesTrial,
  saysTakenBack,
  speaksOfItself,
} from './fields/of-another.ts';
import { isOpenRemark, isUnknownWord, unknownSentence } from './known-matter.ts';
import { isOrdinaryAcross } from './line-wording.ts';
import { hasPostcode, isAddress } from './parties/address-text.ts';
import { isProse } from './parties/pieces.ts';
import { isByItself } from './set-apart.ts';

type Rows = readonly (readonly TextLine[])[];

/** A sentence of so many words stands by itself, longer ones are of the terms; and of so many lines. */
const [fewWords, mostBroken] = [14, 3];

/** A text is read no further. */
const mostLines = 12;

/** Whether the sentence that begins here says that the page is no invoice. @param rows of the line's page */
export const deniesPage = (line: TextLine, rows: Rows): boolean => deniesInvoice(wholeSentence(line, rows));

/**
 * Whether a short sentence that begins here and stands by itself leaves open that the page is an invoice: it binds nobody, is
 * about this paper, or says that it was taken back.
 * @param rows of the line's page
 */
export function leavesOpen(line: TextLine, rows: Rows): boolean {
  const text = wholeSentence(line, rows);
  return (
    text.split(' ').length <= fewWords &&
    (isNotBinding(text) || speaksOfItself(text) || (saysTakenBack(text) && !isNotToPayTo(text))) &&
    !isContinued(line, rows)
  );
}

/**
 * Whether a text that begins here has a sentence whose matter is not known, or is a remark that stands by itself and tells of
 * none: what says that a page is no invoice, or none any more, says so in words that nobody foresaw. @param rows of the line's page
 */
export const saysUnknown = (line: TextLine, rows: Rows): boolean =>
  !isPlace(line.text) &&
  (unknownSentence(wholeSentence(line, rows, mostLines)).sentence !== null ||
    (isByItself(line, rows) &&
      (isUnknownWord(line.text).unknown || isOpenRemark(wholeSentence(line, rows, mostLines)).open))) &&
  !isContinued(line, rows);

/** What is set along a page's margin takes nothing back: a name, an address, a code, or sentences whose matter is known. */
export const isOrdinaryAside = (text: string, keys: readonly string[]): boolean =>
  isOrdinaryAcross(text, keys) ||
  isPlace(text) ||
  !(
    isOtherTitle(text) ||
    isMarkOfDraft(text) ||
    namesTrial(text) ||
    deniesInvoice(text) ||
    isNotBinding(text) ||
    speaksOfItself(text) ||
    saysTakenBack(text) ||
    unknownSentence(text).sentence !== null ||
    isUnknownWord(text).unknown ||
    isOpenRemark(text).open ||
    isCapitals(text)
  );

function isPlace(line: string): boolean {
  const text = line.replace(year, '');
  return (isAddress(text) && !isProse(text) && !saysMore(text)) || hasPostcode(text);
}

/** "Exercise 7 – Lane of accounting, invented data": so many words in small letters, not all of them known, are of no address. */
const wordsOfSentence = 5;
const saysMore = (text: string): boolean =>
  text.split(/\P{L}/u).filter((word) => /^\p{Ll}{3}/u.test(word)).length >= wordsOfSentence &&
  unknownSentence(text).sentence !== null;

/** "For the budget of 2027": a year, and no town behind it, makes no address. */
const year = /(?<![\p{N}./-])20\d\d(?![\p{N}-]|\s\p{Lu})/gu;

/** Whether the line goes on from one above it. */
const isContinued = (line: TextLine, rows: Rows): boolean =>
  rows.flat().some((other) => other.y < line.y && goesOn(other, line));

/** The line with those that it goes on in, where a narrow column breaks a sentence. */
function wholeSentence(line: TextLine, rows: Rows, most = mostBroken): string {
  let [text, last] = [line.text, line];
  for (let count = 0; count < most; count++) {
    const next = rows
      .slice(last.row + 1, last.row + 1 + mostBroken)
      .flat()
      .find((cell) => goesOn(last, cell));
    if (!next) break;
    [text, last] = [`${text} ${next.text}`, next];
  }
  return text;
}
