import { currencySpelled } from '../checks/amounts.ts';
import { amountInWords } from './candidates/amounts-in-words.ts';
import { isCapitals } from './candidates/text-lines.ts';
import { isOtherTitle } from './candidates/title-lines.ts';
import { contact } from './fields/explained-words.ts';
import { keeping, tokensOf } from './lexicon/tokens.ts';
import { type Matter, mattersByLanguage, type WordGroup, wordsOf } from './lexicon/words.ts';

/** What stands between full stops, or between marks that part one thing from the next. */
const partEnd = /(?<=[^\p{N}.][.!?])\s(?=\p{Lu})|\s?[·•|;]\s?|\s[/–—-]\s/u;

/** So many words are a sentence, and beside figures so many; longer ones are of the terms. */
const [fewestWords, fewestBesideFigures, mostWords] = [2, 3, 30];

/** So few words that name an order or an offer may be what the page is. */
const fewAboutOrder = 5;

/** Of a sentence that is about something beside the paper, so large a part may be unknown. */
const mostUnknown = 1 / 3;

/**
 * The first of the sentences that says something of which not every word is known to be about what invoices are about:
 * paying, goods, delivery, taxes, law, thanks, contacts. Null where there is none.
 */
export const unknownSentence = keeping((text): { sentence: string | null } => ({
  sentence: text.split(partEnd).find((part) => isSentence(part) && !isKnown(part)) ?? null,
}));

/** A word by itself that is not known either: "Withdrawn", "Preview". */
export const isUnknownWord = keeping((text): { unknown: boolean } => ({
  unknown:
    /^\p{L}[\p{L}\p{M}]{3,}[.!]?$/u.test(text) && !mattersByLanguage().some(({ words }) => words.whole(text)?.exact),
}));

/** So many words that no full stop ends are a remark. */
const [fewestOfRemark, mostOfRemark] = [3, 9];

/** Words of one of these say what a remark is about. */
const told = [
  'courtesies',
  'salutations',
  'notes',
  'issuing',
  'sums',
  'discounts',
  'advances',
  'receipts',
  'accounts',
  'capital',
  'exchange_rates',
  'warranties',
  'late_words',
  'asides',
  'related',
] as const;

/**
 * "Prices for the next quarter", "For the driver": a remark of words that are all known, and that thanks for nothing and is
 * about no tax, signature, sum, currency or account. What it says of the paper is open. No remark is what a number names, or has a
 * caption.
 */
export const isOpenRemark = keeping((text): { open: boolean } => {
  const words = text.replace(/\([^()]*\)/g, '').match(/[\p{L}\p{M}]{2,}/gu) ?? [];
  return {
    open:
      (isInCapitals(text) || (isSentence(text) && words.length >= fewestOfRemark)) &&
      words.length <= mostOfRemark &&
      !/[.!?:]$|[:|]\s/u.test(text) &&
      text.replace(contact, '') === text &&
      !(/\p{N}/u.test(text) && (namesPaperOrDay(text) || isMention(text))) &&
      !namesCurrency(text) &&
      !isSlogan(text) &&
      !told.some((group) => wordsOf(group).has(text)),
  };
});

/** "Your partner for quality", and no word more. */
export const isSlogan = (text: string): boolean => wordsOf('slogans').has(text) && isMadeOf(text, ofSlogans);
export const ofSlogans = ['slogans', 'your', 'for', 'of', 'and_or', 'articles'] as const;

/** Whether each word of a text is of one of the groups, in whatever language. */
export const isMadeOf = (text: string, groups: readonly WordGroup[]): boolean =>
  tokensOf(text).every(({ start, end }) =>
    groups.some((group) =>
      wordsOf(group)
        .find(text)
        .some((one) => one.start <= start && end <= one.end),
    ),
  );

/** "Payment within 5 bank days": what is known, with its figures. */
export const isPaymentTerm = (text: string): boolean =>
  /\p{N}/u.test(text) && wordsOf('pay_words').has(text) && wordsOf('days').has(text) && isKnown(text);

/** "All amounts in EUR"; among capitals "ALL" and "TRY" are words. */
const namesCurrency = (text: string): boolean =>
  !isCapitals(text) && (text.match(/[\p{L}\p{Sc}]+/gu) ?? []).some((word) => currencySpelled(word) !== null);

/** "REPLACED ON 4 MAY", and no code: words without figures are judged as headings are. */
const isInCapitals = (text: string): boolean => /(?<!\S)\p{N}/u.test(text) && isCapitals(text);

/** "Invoice and delivery note 2026-1204", "Serial no. 4471", "Payment within 14 days". */
const namesPaperOrDay = (text: string): boolean =>
  wordsOf('invoice_titles').leading(text) > 0 ||
  wordsOf('numbers').has(text) ||
  (wordsOf('pay_words').has(text) && (wordsOf('days').has(text) || wordsOf('terms').has(text)));

/** Words of which another one than the first is in small letters: names and codes have capitals. */
function isSentence(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
  return (
    words.length >= (/\p{N}/u.test(text) && !/[.!]$/.test(text) ? fewestBesideFigures : fewestWords) &&
    words.length <= mostWords &&
    words.slice(1).some((word) => /^\p{Ll}[\p{L}\p{M}]{2}/u.test(word))
  );
}

/** "blorba.example", in small letters: a site. */
const isDomain = (word: string): boolean => /^[\p{Ll}\d.-]+$/u.test(word) && /[\p{Ll}\d]\.\p{Ll}{2,3}$/u.test(word);

const isKnown = (sentence: string): boolean => {
  const text = withoutAmountInWords(sentence)
    .replace(contact, '|')
    .split(' ')
    .map((word) => (isDomain(word) ? '|' : word))
    .join(' ');
  if (isCorrection(text)) return false;
  if (isBankName(text)) return true;
  if (isMention(text)) return true;
  if (isAboutOrder(text)) return false;
  const most = isAside(text) ? mostUnknown : 0;
  return mattersByLanguage().some((matter) => unknownIn(matter, text) <= most);
};

/** "In words: two hundred and thirty euros": which amount is right, the sums say. */
function withoutAmountInWords(text: string): string {
  const { amount } = amountInWords(text);
  return amount ? `${text.slice(0, amount.start)}|${text.slice(amount.end)}` : text;
}

/** Nothing but an amount in words, and what such an amount is called. */
export const saysAmountInWords = (text: string): boolean => {
  const rest = withoutAmountInWords(text);
  return rest !== text && (tokensOf(rest).length === 0 || wordsOf('amount_in_words').is(rest));
};

/** "Moravská banka": names, and no word in small letters but the one for a bank. */
const isBankName = (text: string): boolean => {
  const tokens = tokensOf(text);
  const isWord = (folded: string): boolean => wordsOf('bank_words').is(folded);
  return (
    tokens.length <= mostOfBank &&
    tokens.some(({ folded }) => isWord(folded)) &&
    tokens.every(({ start, folded }) => /^\p{Lu}/u.test(text.slice(start)) || isWord(folded))
  );
};
const mostOfBank = 5;

/** "Should read 1,128.14": another figure than a printed one is meant. */
const isCorrection = (text: string): boolean => /\p{N}/u.test(text) && wordsOf('corrections').has(text);

/** "Summary of the order": nobody is thanked for it, and no number tells which. */
const isAboutOrder = (text: string): boolean =>
  !/\p{N}/u.test(text) &&
  tokensOf(text).length <= fewAboutOrder &&
  wordsOf('orders').has(text) &&
  !wordsOf('payment').is(text) &&
  !(['courtesies', 'your', 'asides'] as const).some((group) => wordsOf(group).has(text));

/** About data protection, certificates, faults, feasts and the like, and nothing in it takes back, denies or sets a condition. */
const isAside = (text: string): boolean =>
  wordsOf('asides').has(text) && !takingBack.some((group) => wordsOf(group).has(text));
/** Words that deny, set a condition or take something back. */
export const takingBack = [
  'negations',
  'denials',
  'drafts',
  'informative',
  'trials',
  'non_binding',
  'only_after',
  'taken_back',
  'superseded',
] as const;

/** Another paper's title and its number: whether it is the page's own is told by where it stands. */
export const isMention = (text: string): boolean =>
  /\p{N}/u.test(text) &&
  isOtherTitle(
    text
      .split(' ')
      .filter((word) => !/\p{N}/u.test(word))
      .join(' '),
  );

/** How large a part of the words is unknown in a language. "Version 4.7" is a program's, as no paper's is. */
function unknownIn({ words, nounsInCapitals }: Matter, text: string): number {
  const found = words.find(text);
  const hasFigures = /\p{N}/u.test(text);
  const tokens = tokensOf(text);
  // "Lungă nr. 5" is the end of an address that was broken.
  const isPlace = hasFigures && tokens[1] !== undefined && wordsOf('numbers').is(tokens[1].folded);
  const unknown = tokens.filter(({ start, end }, at) => {
    if (found.some(({ from, to }) => from <= at && at < to)) return false;
    const word = text.slice(start, end);
    const isOfProgram = /^\s\p{N}+\.\p{N}/u.test(text.slice(end)) && wordsOf('versions').is(word);
    const isPartOfCode = /\p{N}/u.test(text.slice(Math.max(0, start - 1), end + 1));
    const isName = (at > 0 || isPlace) && /^\p{Lu}/u.test(word) && !nounsInCapitals;
    const isAbbreviation = !/\p{L}{2}/u.test(word) || /^\p{Lu}{2,4}$/u.test(word) || /\p{Ll}\p{Lu}/u.test(word);
    return !(isOfProgram || isPartOfCode || isName || isAbbreviation || (hasFigures && wordsOf('streets').is(word)));
  });
  return unknown.length / Math.max(1, tokens.length);
}
