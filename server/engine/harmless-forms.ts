import { currencySpelled } from '../checks/amounts.ts';
import { fold } from '../checks/fold.ts';
import type { Facts } from './candidates/facts.ts';
import type { TextLine } from './candidates/text-lines.ts';
import { namesOtherPaper, tableCells } from './candidates/title-lines.ts';
import { namesItself } from './fields/of-another.ts';
import { isMadeOf, ofSlogans, takingBack } from './known-matter.ts';
import { tokensOf } from './lexicon/tokens.ts';
import { mattersByLanguage, type WordGroup, wordsOf } from './lexicon/words.ts';
import { hasPostcode, isAddress } from './parties/address-text.ts';
import { companyNameEnd } from './parties/company-name.ts';
import { isPrintedAlike } from './set-apart.ts';

/** Forms in which invoices print names, days and captions: what fills them is told by the form, as long as no word takes back. */

/** Words that take a paper back, or make another one of it, in whatever form they stand. */
const ofOtherPapers: readonly WordGroup[] = [...takingBack, 'corrections', 'to_come'];
const takesBack = (text: string): boolean =>
  ofOtherPapers.some((group) => wordsOf(group).has(text)) || namesOtherPaper(text);

/** A name has no more words. */
const mostOfName = 6;

/** Words of two letters and more. */
const wordsIn = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}]+/gu) ?? [];

/** "Dear Mr Smith,", "Sehr geehrte Damen und Herren,": whom invoices greet, or behind "Mr" a name; no word goes on behind it. */
export function isSalutation(text: string): boolean {
  const end = wordsOf('greetings').leading(text);
  if (end === 0 || takesBack(text) || /[,!:;]\s/u.test(text)) return false;
  const words = wordsIn(text.slice(end));
  const from = words.findIndex((word) => wordsOf('salutations').is(word));
  return (
    words.length <= mostOfName &&
    words.every((word, at) => isAddressed(word) || (from >= 0 && at > from && /^\p{Lu}/u.test(word)))
  );
}
const isAddressed = (word: string): boolean =>
  (['addressees', 'salutations', 'greetings'] as const).some((group) => wordsOf(group).is(word));

/** "Dear customer, this bill was settled": a greeting that goes on about the paper. */
export const greetsAboutPaper = (text: string): boolean => wordsOf('greetings').leading(text) > 0 && namesItself(text);

/** "Gijón, a 20 de febrero de 2026": a town that an address on the page names, and a day. */
export function isPlaceAndDay(facts: Facts, line: TextLine): boolean {
  const { text } = line;
  const date = facts.dates.all.find((one) => one.line === line);
  if (!date) return false;
  const rest = `${text.slice(0, date.start)} ${text.slice(date.end)}`;
  const [place, ...between] = rest.split(',');
  const isSmall = (word: string): boolean => /^\p{Ll}{1,4}$/u.test(word);
  return (
    /^\p{Lu}/u.test(place!) &&
    wordsIn(place!).length <= 3 &&
    between.length <= 1 &&
    wordsIn(between.join(' ')).every(isSmall) &&
    standsInAddress(facts, line, place!.trim())
  );
}

/** Words that stand side by side in an address elsewhere on the pages, as a town does behind its postcode. */
const standsInAddress = ({ document }: Facts, line: TextLine, place: string): boolean => {
  const key = ` ${tokensOf(place)
    .map(({ folded }) => folded)
    .join(' ')} `;
  return document.lines.some(
    (other) =>
      other !== line &&
      (isAddress(other.text) || hasPostcode(other.text)) &&
      ` ${tokensOf(other.text)
        .map(({ folded }) => folded)
        .join(' ')} `.includes(key),
  );
};

/** So many words has the head of a column. */
const mostOfHead = 4;
/** In heights of the head, from its top to that of the figures. */
const headStep = 4;

/** The head of a further table: several captions in one print, each known and none like another, over a row of figures. */
export function isHeadOfFurther(facts: Facts, line: TextLine): boolean {
  const { rows } = facts.document.pages[line.page - 1]!;
  const heads = rows[line.row]!;
  const below = rows[line.row + 1] ?? [];
  const isHead = ({ text }: TextLine): boolean =>
    wordsIn(text).length <= mostOfHead && !/\p{N}{3}/u.test(text) && !takesBack(text) && isOfMatter(text);
  return (
    heads.length >= tableCells &&
    below.length >= heads.length - 1 &&
    heads.every((head) => isPrintedAlike(head, line) && isHead(head)) &&
    new Set(heads.map(({ text }) => fold(text))).size === heads.length &&
    2 * below.filter(({ text }) => /\p{N}/u.test(text)).length >= below.length &&
    below[0]!.y - line.y < headStep * line.height
  );
}

/** Each word is known in one language, whatever else it may say. */
const isOfMatter = (text: string): boolean =>
  mattersByLanguage().some(({ words }) => {
    const found = words.find(text);
    return tokensOf(text).every(
      ({ folded }, at) => !/\p{L}{2}/u.test(folded) || found.some(({ from, to }) => from <= at && at < to),
    );
  });

/** "Plomberie – Chauffage – Sanitaire", "Hotel · Restaurant": trades, with short words between them, and no word more. */
export const namesTrades = (text: string): boolean =>
  wordsOf('trades').has(text) && !takesBack(text) && isMadeOf(text, ['trades', ...ofSlogans]);

/**
 * "Dr. med. dent. Ada Frumbel", "Bakery Frumbel", half of a name that a narrow place breaks: each word is of a trade or of a
 * name that a company's line, an address with the name before it, a domain or an e-mail address says as well.
 */
export function isConfirmedName(facts: Facts, line: TextLine): boolean {
  const words = wordsIn(line.text).filter((word) => word.length > 2);
  if (words.length === 0 || words.length > mostOfName || /\p{N}/u.test(line.text) || takesBack(line.text)) return false;
  if (words.some((word) => /^\p{Ll}/u.test(word) && word.length > longestSmall && !isOfTrade(word))) return false;
  const names = words.filter((word) => !isOfTrade(word) && !/^\p{Ll}/u.test(word));
  return names.length > 0 && isSaidByOthers(facts, line, names.map(fold));
}
/** "de", "von", "med.", "dent." */
const longestSmall = 4;
const isOfTrade = (word: string): boolean => wordsOf('trades').is(word) || wordsOf('salutations').is(word);

function isSaidByOthers({ document, contacts }: Facts, line: TextLine, names: readonly string[]): boolean {
  const sites = contacts.domains.map((domain) => fold(domain).replace(/[^\p{L}\p{N}]/gu, ''));
  if (names.join('').length >= shortestOfSite && sites.some((site) => names.every((name) => site.includes(name))))
    return true;
  return document.lines.some((other) => {
    if (other === line || other.text === line.text) return false;
    const folded = tokensOf(other.text).map((token) => token.folded);
    if (!names.every((name) => folded.includes(name))) return false;
    const end = companyNameEnd(other.text);
    if (end !== null && names.every((name) => fold(other.text.slice(0, end)).includes(name))) return true;
    return names.length > 1 && (isAddress(other.text) || hasPostcode(other.text));
  });
}
/** Shorter words stand in too many domains. */
const shortestOfSite = 5;

/** A state is said in no more words; more are a sentence, and judged as one. */
const mostOfState = 4;

/** "Status: Cancelled", "Type: training": what is said of the paper's state in words that are not known to be harmless. */
export function saysState(text: string): boolean {
  const [, caption, value] = /^([^:]{2,30}):\s?(\S.{0,80})$/u.exec(text) ?? [];
  return (
    caption !== undefined &&
    wordsOf('states').is(caption) &&
    /\p{L}{3}/u.test(value!) &&
    wordsIn(value!).length <= mostOfState &&
    (takesBack(value!) || !isOfMatter(value!))
  );
}

/** "Called off: 12.03.2026", "Restituită, 3 martie 2026": words that nothing explains, and a day. */
export function isUnknownOnDay(facts: Facts, line: TextLine): boolean {
  const date = facts.dates.all.find((one) => one.line === line);
  if (!date || /[\p{L}\p{N}]/u.test(line.text.slice(date.end))) return false;
  const before = line.text.slice(0, date.start);
  const words = wordsIn(before);
  return (
    /[:,]/u.test(before) &&
    words.length <= 3 &&
    words.length > 0 &&
    words.every((word) => currencySpelled(word) === null && word !== word.toUpperCase()) &&
    !isOfMatter(before)
  );
}
