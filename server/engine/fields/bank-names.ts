import { fold } from '../../checks/fold.ts';
import { isBankOf } from '../../checks/romanian-banks.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { BicCandidate, IbanCandidate } from '../candidates/accounts.ts';
import type { Facts } from '../candidates/facts.ts';
import { isEffective, type Label, labelPhrases } from '../candidates/labels.ts';
import { placeOf, type TextLine } from '../candidates/text-lines.ts';
import { cellBelow, valuePlaces } from '../candidates/values.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import { areOfOneSize, followsTightly, startNear, startTogether } from '../layout/geometry.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isAmongLines } from '../lines/found-table.ts';
import { companyNameEnd, isLegalForm } from '../parties/company-name.ts';
import { isNearEnough } from '../parties/form-values.ts';
import { totalPhrases } from '../totals/total-words.ts';
import { nearest } from './nearest.ts';

/** In letters: a bank's initials ("ING") are the beginnings of other words as well ("Ing."). */
const mostInitials = 3;
/** So many line heights from an account what its label calls a bank is one, whatever it is called. */
const nearAccount = 8;

/** Whether the text has a word that names of banks are made of; as the last part of a compound ("nBank") it is one too. */
export function namesBank(text: string): boolean {
  const parted = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return (['banks', 'bank_endings'] as const).some((group) =>
    [text, parted].some((each) =>
      wordsOf(group)
        .find(each)
        .some(({ start, end }) => end - start > mostInitials || !/\p{Ll}/u.test(each.slice(start, end))),
    ),
  );
}

/** The bank's name by its label, or as printed beside the account number. */
export function bankName(
  facts: Facts,
  iban: IbanCandidate | null,
  bic: BicCandidate | null,
  /** The vendor's name without legal forms, folded, and the lines that speak of others. */
  { vendorKey, notVendor }: { vendorKey: string | null; notVendor: ReadonlySet<TextLine> },
): Found<string> | null {
  const anchor = iban?.line ?? bic?.line ?? null;
  // Whose terminal took the card is no account to pay to.
  if (!anchor && facts.tillReceipt) return null;
  const labelled = [...facts.labels.values()].flat().filter(
    (label) =>
      label.kinds.includes('bank_name') &&
      !notVendor.has(label.line) &&
      // "Caja" is a bank, and a box of what is sold.
      !facts.read.tables.some((table) => isAmongLines(label.line, table)) &&
      !isBesideAnotherAccount(facts, label, iban),
  );
  const named: { line: TextLine; start: number; text: string; isOpen: boolean }[] = [];
  for (const label of labelled) {
    if (!isEffective(label)) continue;
    for (const place of valuePlaces(facts.document, facts.labels, label)) {
      // "Bank ¦ VAT 20 % ¦ 97.46": beside the heading over its account begin the sums.
      if (notVendor.has(place.line) || totalPhrases().at(place.text, 0) !== null) continue;
      // "Banca Nord" without a colon: the label is the name's first word; before "Nord Bank" it is a label alone.
      const own = label.line.text.slice(label.start, label.end).trimEnd();
      const before = label.marked || place.relation !== 'inside' ? null : wordsOf('bank_words').closing(own);
      const isWhole = (['bank_words', 'bank_endings'] as const).some((group) => wordsOf(group).has(place.text));
      const word = isWhole ? null : before;
      // "Banca BCR", "Banco Santander": whether the word is of the name is open where the rest names a bank by itself.
      const isOpen = before !== null && namesBank(place.text);
      const text = cleanBank(word !== null ? label.line.text.slice(label.start + word, place.end) : place.text);
      if (!text || (label.kinds.length > 1 && !namesBank(text))) continue;
      // "Bank | … | Where to send the goods:" over "Nordal Bank": what is of another column and names no bank.
      if (place.relation === 'right' && !isNearEnough(label.line, place.line) && !namesBank(text)) continue;
      named.push({ line: place.line, start: Math.max(0, place.line.text.indexOf(text)), text, isOpen });
      break;
    }
  }
  // Of several banks the one whose letters the account bears, wherever it stands.
  const keeping = iban ? named.filter(({ text }) => isBankOf(iban.iban, fold(text))) : [];
  const close = nearest(keeping.length > 0 ? keeping : named, anchor);
  if (close && (!anchor || Math.abs(close.line.y - anchor.y) < nearAccount * anchor.height || namesBank(close.text))) {
    return found(close.text, placeOf(close.line, close.start, close.start + close.text.length), close.line, [
      !close.isOpen && !mayGoOn(facts, close.line, vendorKey) && 'labelled',
    ]);
  }
  return anchor && (besideAccount(facts, anchor, notVendor) ?? (iban && atAccount(facts, iban)));
}

/** A cell of words right below, without a label and not of the vendor: the bank's name may end there. */
function mayGoOn(facts: Facts, line: TextLine, vendorKey: string | null): boolean {
  const below = cellBelow(facts.document.pages[line.page - 1]!.rows, line);
  return (
    below !== null &&
    followsTightly(line, below) &&
    startTogether(below, line) &&
    areOfOneSize(below, line) &&
    !/[\p{N}@:]/u.test(below.text) &&
    !(vendorKey !== null && fold(below.text).includes(vendorKey)) &&
    facts.labels.get(below)!.length === 0
  );
}

/** "… back to your account … kept at Other Bank": in one line with another account than the chosen one. */
const isBesideAnotherAccount = (facts: Facts, { line }: Label, chosen: IbanCandidate | null): boolean => {
  const here = facts.accounts.ibans.filter((iban) => iban.line === line);
  return chosen !== null && here.length > 0 && here.every((iban) => iban.iban !== chosen.iban);
};

/** How far apart two cells stand across the page, in points; less than nothing where one is over the other. */
const gapBetween = (one: TextLine, other: TextLine): number =>
  Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);

/** Unlabelled: a piece of the account's own line or of the lines around it that names a bank. */
function besideAccount(facts: Facts, anchor: TextLine, notVendor: ReadonlySet<TextLine>): Found<string> | null {
  const rows = facts.document.pages[anchor.page - 1]!.rows;
  const near = [
    anchor,
    ...rows[anchor.row]!.filter((line) => line !== anchor),
    ...rows
      .slice(Math.max(0, anchor.row - 3), anchor.row + 4)
      .flat()
      .filter((line) => line.row !== anchor.row && gapBetween(line, anchor) < 80),
  ];
  for (const line of near) {
    if (notVendor.has(line)) continue;
    const masked = facts.accounts.ibans
      .filter((iban) => iban.line === line)
      .reduce(
        (text, iban) => text.slice(0, iban.start) + '|'.repeat(iban.end - iban.start) + text.slice(iban.end),
        line.text,
      );
    // "IBAN … (Caja Norte)": what stands in brackets behind the account is who keeps it.
    const bracketed = /\|\s?\((\p{Lu}[\p{L}\s.&-]{3,40})\)/u.exec(masked)?.[1];
    if (bracketed && (/\p{Ll}/u.test(bracketed) || namesBank(bracketed))) {
      const start = masked.indexOf(bracketed);
      return found(bracketed, placeOf(line, start, start + bracketed.length), line, []);
    }
    // Behind a comma "a.s." and "d.d." are of the name.
    const parted = masked.replace(/,(?=\s\p{Ll}\.\s?\p{Ll}\.)/gu, ' ');
    for (const match of parted.matchAll(/[^·•|,;:()–—]+/gu)) {
      const whole = masked.slice(match.index, match.index + match[0].length);
      const piece = whole.trim();
      if (!namesBank(piece) || /@|www\./.test(piece)) continue;
      const text = cleanBank(nameInSentence(piece));
      if (!text || text.length > 48 || !namesBank(text) || isLabel(facts, line, text)) continue;
      const start = match.index + whole.indexOf(text);
      const rest = start + text.length === line.text.length ? restBelow(facts, line, text) : '';
      return found(text + rest, placeOf(line, start, start + text.length), line, []);
    }
  }
  return null;
}

/**
 * "Transfer within 30 days: KTC Vest, IBAN …", "RO80 … KT Arad": capitals right before the account or behind it, up to what
 * parts them from other words, are who keeps it, though no word of theirs says bank; not who owns it.
 */
function atAccount(facts: Facts, { line, start, end }: IbanCandidate): Found<string> | null {
  if (facts.labels.get(line)!.some(({ kinds }) => kinds.includes('account_holder'))) return null;
  const before = /(?:^|[:;|(·•–]\s?|\.\s)([^:;|(·•–,]{2,48}?)\s?[,:]?\s(?:IBAN[:\s]{0,2})?$/u.exec(
    line.text.slice(0, start),
  );
  const behind = /^[\s,(–-]{1,3}([^,;:|()·•–]{2,48}?)\)?(?=$|[,;|)·•–])/u.exec(line.text.slice(end));
  for (const [match, from] of [
    [before, 0],
    [behind, end],
  ] as const) {
    const name = (match?.[1] ?? '').trim();
    if (!isNameOfBank(name)) continue;
    const at = line.text.indexOf(name, from);
    return found(name, placeOf(line, at, at + name.length), line, []);
  }
  return null;
}

/** Two or more words in capitals or with one, none of which has a figure, is a label or makes it a company's name. */
const isNameOfBank = (name: string): boolean =>
  /^\p{Lu}[\p{L}&.'-]*(?:\s(?:\p{Lu}[\p{L}&.'-]*|&)){1,4}$/u.test(name) &&
  !/\p{N}/u.test(name) &&
  labelPhrases().find(name).length === 0 &&
  companyNameEnd(name) === null;

/** "Trezoreria" at the end of a line names no bank before its city, with which the next line begins. */
function restBelow(facts: Facts, line: TextLine, name: string): string {
  if (!wordsOf('bank_words').is(name)) return '';
  const below = cellBelow(facts.document.pages[line.page - 1]!.rows, line);
  const isNext = below && startNear(below, line) && followsTightly(line, below);
  const rest = isNext
    ? /^\p{Lu}[\p{L}-]{1,30}(?:\s\p{Lu}[\p{L}-]{1,30})?(?=$|[,;.])/u.exec(below.text)?.[0]
    : undefined;
  return rest ? ` ${rest}` : '';
}

/** "Please pay to Banca Nord": of a sentence the words with capitals around the one that names a bank. */
function nameInSentence(piece: string): string {
  const words = piece.split(/\s+/);
  const isSentence = words.filter((word) => /^\p{Ll}{2}/u.test(word)).length > 1;
  const isOfPaying = /^\p{Ll}/u.test(piece) && wordsOf('payment').is(words[0]!);
  if (!isSentence && !isOfPaying) return piece;
  const isCapital = (word: string | undefined) => word !== undefined && /^[\p{Lu}&]/u.test(word);
  // "… to the account at Nordal bank": some languages write the word behind the name small.
  const isBank = (word: string, index: number) =>
    namesBank(word) && (isCapital(word) || (index > 1 && isCapital(words[index - 1])));
  const at = words.findLastIndex(isBank);
  if (at < 0) return piece;
  let [from, to] = [at, at + 1];
  while (isCapital(words[from - 1])) from--;
  while (
    isCapital(words[to]) ||
    isLegalForm(words[to] ?? '') ||
    (wordsOf('of').is(words[to] ?? '') && isCapital(words[to + 1]))
  )
    to++;
  return words.slice(from, to).join(' ');
}

const isLabel = (facts: Facts, line: TextLine, text: string): boolean =>
  facts.labels.get(line)!.some((label) => fold(line.text.slice(label.start, label.end)) === fold(text));

/** "Nordic Bank Suc. Unirii", "Nordic Bank N.V. Amsterdam": the dot of an abbreviation ends no sentence. */
function firstSentence(text: string): string {
  const end = [...text.matchAll(/(\p{L}{1,40})\.\s(?=\p{Lu}\p{Ll})/gu)].find(
    ([, word]) => !/^(?:\p{L}\p{Ll}{1,3}|\p{Lu})$/u.test(word!) || namesBank(word!),
  );
  return end ? text.slice(0, end.index + end[1]!.length) : text;
}

/** Without the account number, code and words that stand around the name. */
function cleanBank(text: string): string | null {
  const account = wordsOf('accounts').find(text)[0];
  const name = firstSentence(account ? text.slice(0, account.start) : text)
    .replace(/\b(?:SWIFT|BIC)\b[:\s/]*(?:(?:BIC|SWIFT)\b[:\s]*)?(?:[A-Z\d]{1,11}\b)?/gu, '')
    // "Banca Nord, SWIFT …." and "Banca Nord (SWIFT …)": what stood around the code is no part of the name.
    .replace(/\(\s?\)/gu, '')
    .split(/\bIBAN\b|[,;]\s(?!\p{Ll}\.\s?\p{Ll}\.)\p{Ll}/u, 1)[0]!
    .replace(/\b[A-Z]{2}\d{2}[\s\dA-Z]{8,40}/gu, '')
    // "Barclays 20-00-00 a/c 12345678": a British sort code, and the account behind it.
    .split(/\s\d\d-\d\d-\d\d(?!\S)/u, 1)[0]!
    .replace(/^[\s,.:;\-–·(]+/u, '')
    // "Nord Bank Zrt. 10403167-55067271-04850194": the account in the country's own form.
    .replace(/\s\d{2}[\d\s/-]{6,40}$/u, '')
    // "J12/345/2020 Banca Nord": a number of another kind that stands close before it.
    .replace(/^\p{Lu}{0,2}\d[\d/]{1,20}\s{1,3}(?=\p{Lu})/u, '');
  const cut = withoutEnd(name.replace(/(\p{L}{3}|[\s,:;(])\.$/u, '$1'), /[\s,:;\-–·(]/u);
  return cut.length >= 2 &&
    cut.length <= 60 &&
    /\p{L}{2}/u.test(cut) &&
    !/^\d/.test(cut) &&
    !wordsOf('bank_labels').is(cut)
    ? cut
    : null;
}
