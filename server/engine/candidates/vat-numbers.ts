import { fold } from '../../checks/fold.ts';
import { checkVatNumber, type VatNumberCheck, vatCountries } from '../../checks/vat-numbers.ts';
import type { Buyer } from '../buyer.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';
import { companyNameEnd } from '../parties/company-name.ts';
import type { AccountFacts } from './accounts.ts';
import type { Label } from './labels.ts';
import { languagesOf } from './languages.ts';
import type { TextDocument, TextLine } from './text-lines.ts';
import { type Relation, valuePlaces } from './values.ts';

/** A VAT number, or what a label calls so, at its place. */
export interface VatCandidate {
  line: TextLine;
  start: number;
  end: number;
  /** As it is given out: no separators, the prefix only where it is printed. */
  value: string;
  /** Null when it has the shape of no country we know. */
  check: VatNumberCheck | null;
  /** Put right by its check digit, which then confirms nothing any more. */
  mended: boolean;
  /** Read otherwise by OCR: that it is the buyer's number is concluded from the buyer that was sent. */
  misread: boolean;
  label: Label | null;
  relation: Relation | null;
  /** It is the number of the buyer that was sent. */
  isBuyer: boolean;
}

/** The countries whose companies a language's labels usually name; the first that fits is taken. */
const countriesOf = (language: string | undefined): readonly string[] =>
  lexicon().find((one) => one.language === language)?.vat_countries ?? [];

const prefixes = [...vatCountries, 'GR'].sort((a, b) => b.length - a.length);
const prefixed = new RegExp(`(?<![\\p{L}\\d])(${prefixes.join('|')})(?=[\\s.:\\-]{0,2}[A-Z]?[\\s.]?\\d)`, 'gu');

/** "RO24 NBOR 3600 3317": the country, check digits and bank of an account, also where the rest of it does not hold. */
const beginsAccount = /^[A-Z]{2}\d{2} ?[A-Z]{4} ?\d{4}/;

export function findVatNumbers(
  document: TextDocument,
  labels: ReadonlyMap<TextLine, readonly Label[]>,
  languages: readonly string[],
  accounts: AccountFacts,
  buyer: Buyer,
): VatCandidate[] {
  const buyerBody = checkVatNumber(buyer.vat)?.body ?? buyer.vat;
  const isBuyer = (value: string, check: VatNumberCheck | null) =>
    check ? check.body === buyerBody : value === buyer.vat || value === buyerBody;
  const found = new Map<string, VatCandidate>();
  const add = (line: TextLine, start: number, read: ReadVat, label: Label | null, relation: Relation | null) => {
    const taken = accounts.ibans.some(
      (iban) => iban.line === line && start < iban.end && start + read.length > iban.start,
    );
    if (taken || beginsAccount.test(line.text.slice(start))) return;
    const key = `${line.page} ${line.row} ${line.cell} ${start}`;
    const known = found.get(key);
    if (known?.label) return;
    const misread = line.ocr && !read.check?.checkDigitOk && isMisreadOf(read.check?.body ?? read.value, buyerBody);
    const { value, check, length, mended = false } = misread ? asBuyers(read, buyer) : read;
    const place = { line, start, end: start + length };
    found.set(key, { ...place, value, check, mended, misread, label, relation, isBuyer: isBuyer(value, check) });
  };
  for (const [line, own] of labels) {
    for (const label of own) {
      if (!label.kinds.includes('vat_number') || isOfBank(label)) continue;
      for (const place of valuePlaces(document, labels, label)) {
        const skipped = behindNumberWord(place.text);
        const named = languagesOf(line.text.slice(label.start, label.end)).flatMap(countriesOf);
        const main = countriesOf(languages[0]);
        // A misread label is of no language.
        const isOfMain = (line.ocr && named.length === 0) || main.some((country) => named.includes(country));
        const countries = isOfMain ? main : named;
        const read = readVat(place.text.slice(skipped), countries, true, place.line.ocr);
        if (!read) continue;
        const behind = isOfTwo(label) && !read.check?.prefixed ? behindSlash(place.text, skipped + read.length) : 0;
        const second = behind > 0 ? readVat(place.text.slice(behind), [], false, place.line.ocr) : null;
        if (second?.check?.prefixed) add(place.line, place.start + behind, second, label, place.relation);
        else add(place.line, place.start + skipped, read, label, place.relation);
        break;
      }
    }
    for (const match of line.text.matchAll(prefixed)) {
      const read = readVat(line.text.slice(match.index), [], false, line.ocr);
      if (read) add(line, match.index, read, null, null);
    }
    const named = behindName(line);
    const isPrinted = compact(line.text).includes(buyerBody);
    const starts = isPrinted ? [...line.text.matchAll(numberStart)].map(({ index }) => index) : [0, named];
    for (const index of starts) {
      const isTaken = [...found.values()].some((one) => one.line === line && one.start <= index && one.end > index);
      const read = isTaken
        ? null
        : readUnnamed(line, index, index > 0 && index === named, countriesOf(languages[0]), buyer);
      if (read) add(line, index, read, null, null);
    }
  }
  return [...found.values()];
}

/** "Trezorerie (CUI …)": in brackets behind the name of the bank where an account is held, and nothing else. */
const isOfBank = ({ line, start }: Label): boolean => {
  const before = line.text.slice(0, start).trimEnd();
  return before.endsWith('(') && tokensOf(before).length <= mostWordsOfBank && wordsOf('banks').has(before);
};

/** "ID/VAT: 05212146 / CZ05212146": a label of two numbers, of which the one with its country's letters is meant. */
const isOfTwo = ({ line, start, end }: Label): boolean =>
  line.text.slice(start, end).includes('/') || /\p{L}\.?\s?\/\s?$/u.test(line.text.slice(0, start));

/** Where the text goes on behind a slash at the offset; 0 where none stands there. */
function behindSlash(text: string, at: number): number {
  const slash = /^\s?\/\s?/.exec(text.slice(at));
  return slash ? at + slash[0].length : 0;
}

/** "Banca Transilvania Cluj (". */
const mostWordsOfBank = 4;

const numberStart = /(?<![\p{L}\d])[A-Z\d]/gu;
/** Where it goes on behind a word or sign that says that a number follows ("nr. ", "n°: "). */
function behindNumberWord(text: string): number {
  const word = wordsOf('numbers').leading(text);
  return word + /^[\s.:°º]*/.exec(text.slice(word))![0].length;
}

const compact = (text: string): string => text.replace(/[^A-Z\d]/g, '');

/** "Nordal S.L. B12345674 - …": where it goes on behind a company's name at the beginning of the line; 0 for none. */
function behindName({ text }: TextLine): number {
  const end = companyNameEnd(text);
  return end === null ? 0 : end + /^[\s,–-]*/u.exec(text.slice(end))![0].length;
}

/**
 * A number that neither a label nor its country's letters name: the buyer's own wherever it is printed whole, and one
 * with letters among its digits, or in Hungary's form, that fills its line or stands behind a company's name, and that
 * its country's check digits prove.
 */
function readUnnamed(
  { text }: TextLine,
  at: number,
  isNamed: boolean,
  countries: readonly string[],
  buyer: Buyer,
): ReadVat | null {
  const buyers = checkVatNumber(buyer.vat);
  for (const length of numberEnds(text.slice(at))) {
    const piece = text.slice(at, at + length);
    const isBuyers = buyers !== null && compact(piece) === buyers.body && buyers.body.length >= fewestToKnow;
    const isWhole = (isNamed || length === text.length) && (/[A-Z]/.test(piece) || hungarian.test(piece));
    const checks = (isBuyers ? [buyers.country] : isWhole ? countries : []).map((one) => checkVatNumber(piece, one));
    const check = checks.find(
      (one) => one !== null && (isBuyers || (one.checkDigitOk && (/[A-Z]/.test(one.body) || hungarian.test(piece)))),
    );
    if (check) return { value: hungarian.test(piece) ? piece : check.normalised, check, length };
  }
  return null;
}

/** "12345676-2-41": eight digits with their check, the kind of taxpayer and the county, which no other number has. */
const hungarian = /^\d{8}-[1-5]-\d{2}$/;

/** Shorter numbers are like too many others. */
const fewestToKnow = 6;

interface ReadVat {
  value: string;
  check: VatNumberCheck | null;
  /** Characters of the text that it takes. */
  length: number;
  mended?: boolean;
}

/** The longest number at the start of the text that a country's rule accepts; with a label, also one of none. */
function readVat(text: string, countries: readonly string[], labelled: boolean, ocr: boolean): ReadVat | null {
  const ends = numberEnds(text);
  let shaped: ReadVat | null = null;
  for (const length of ends) {
    const piece = text.slice(0, length);
    if (!/\d/.test(piece) || /^[\d. ]*\d[.,]\d{2}$/.test(piece)) continue;
    for (const country of [null, ...countries]) {
      const check = checkVatNumber(piece, country);
      if (!check?.shapeOk || (country === null && !check.prefixed)) continue;
      const value = check.prefixed ? check.normalised : asPrinted(piece, check);
      const read = { value, check, length };
      if (check.checkDigitOk) return read;
      // Without its prefix and its check digit the country is a guess; the label's first country is the best one.
      shaped ??= read;
    }
  }
  const repaired = ocr
    ? (repairPrefix(text, countries, ends) ?? (shaped ? null : repairOcr(text, countries, ends)))
    : null;
  if (repaired) return repaired;
  if (shaped) return shaped;
  const bare = /^[A-Z]{0,3}\s?[\dA-Z][\dA-Z.\-/ ]{3,15}[\dA-Z]\b/u.exec(text)?.[0];
  const value = bare?.split(/\s(?=[A-Za-z])/)[0]?.replace(/[\s.\-/]/g, '') ?? '';
  const digits = value.replace(/\D/g, '').length;
  if (/^[\d. ]+,\d{2}|^\d+\.\d{2}(?!\d)|^\d{1,3}(\.\d{3})+\b/.test(text)) return null;
  if (!labelled || !bare || digits < 6 || digits > 13 || digits < value.length / 2) return null;
  return { value, check: null, length: bare.length };
}

/**
 * Without its country a number is given out as it is printed: in Hungary with what stands behind it (13110989-2-06), and
 * in Belgium without the zero that numbers of nine digits have got since, as a country that is only a guess adds nothing.
 */
function asPrinted(piece: string, check: VatNumberCheck): string {
  if (check.country === 'HU') return piece.replace(/\s/g, '');
  return check.country === 'BE' ? piece.replace(/\D/g, '') : check.normalised;
}

/** Whether one character of the buyer's number was read as another, or lost, or one more was imagined. */
function isMisreadOf(body: string, buyer: string): boolean {
  if (buyer.length < fewestToKnow || Math.abs(body.length - buyer.length) > 1 || body === buyer) return false;
  const same = [...buyer].findIndex((c, at) => c !== body[at]);
  const from = same < 0 ? buyer.length : same;
  const [rest, rests] = [body.slice(from), buyer.slice(from)];
  return rest.slice(1) === rests.slice(1) || rest.slice(1) === rests || rest === rests.slice(1);
}

function asBuyers({ check, length }: ReadVat, { vat }: Buyer): ReadVat {
  const buyers = checkVatNumber(vat);
  const value = buyers && check?.prefixed === false ? buyers.body : vat;
  return { value, check: buyers && checkVatNumber(value, buyers.country), length };
}

/** Letters that OCR takes for digits, and digits for letters, where a check digit then agrees. */
function repairOcr(text: string, countries: readonly string[], ends: readonly number[]): ReadVat | null {
  for (const length of ends) {
    const printed = text.slice(0, length);
    // The B of Dutch numbers is none of them.
    const digits = [/[OIlSBZ]/g, /[OIlSZ]/g].flatMap((letters) =>
      [0, 2, 3].map((prefix) => printed.slice(0, prefix) + withDigits(printed.slice(prefix), letters)),
    );
    for (const pieces of [...digits.map((piece) => [piece]), oneLetterMore(printed), oneDigitMore(printed)]) {
      const read = [null, ...countries].flatMap((country) =>
        pieces.flatMap((piece) => {
          const check = piece === printed ? null : checkVatNumber(piece, country);
          return check?.checkDigitOk ? [{ value: check.normalised, check, length, mended: true }] : [];
        }),
      );
      // Where two would do, nothing says which.
      if (new Set(read.map(({ value }) => value)).size === 1) return read[0]!;
    }
  }
  return null;
}

const confusables: Record<string, string> = { O: '0', I: '1', l: '1', S: '5', B: '8', Z: '2' };
const letterlike: Record<string, string> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '4': 'A',
  '5': 'S',
  '6': 'G',
  '7': 'Z',
  '8': 'B',
};
/** What OCR reads for letters of the countries: figures and other capitals. */
const misreadLetters: Record<string, string> = {
  R: '8BKPAH',
  O: '0QDC',
  I: '1L',
  S: '58',
  D: '0O',
  B: '8',
  E: 'F',
  L: '1I',
};

const withDigits = (text: string, letters: RegExp): string => text.replace(letters, (c) => confusables[c]!);

/** "80 18547290": a country's letters of which OCR made something that looks like them, where the check digits then agree. */
function repairPrefix(text: string, countries: readonly string[], ends: readonly number[]): ReadVat | null {
  const isLike = (read: string, letter: string): boolean => read === letter || !!misreadLetters[letter]?.includes(read);
  for (const country of countries) {
    if (text.startsWith(country) || ![...country].every((letter, at) => isLike(text[at] ?? '', letter))) continue;
    for (const length of ends) {
      const own = text.slice(country.length, length);
      // An O may be read as two noughts.
      for (const body of [own, own.replace(/^\s?0/, ''), ...oneDigitMore(own)]) {
        const check = checkVatNumber(country + body, country);
        if (check?.checkDigitOk && check.body.length >= fewestToKnow)
          return { value: check.normalised, check, length, mended: true };
      }
    }
  }
  return null;
}

/** Each digit in turn as the letter that it looks like. */
function oneLetterMore(text: string): string[] {
  return [...text].flatMap((c, at) => (letterlike[c] ? [text.slice(0, at) + letterlike[c] + text.slice(at + 1)] : []));
}

/** A lone letter behind the country's as each digit that it may have been. */
function oneDigitMore(text: string): string[] {
  const match = /^([A-Z]{2}\s?\d*|\d+)[A-Z](\d*)$/.exec(text);
  return match ? [...'0123456789'].map((digit) => match[1]! + digit + match[2]!) : [];
}

/** Where a number at the start of the text may end, the farthest first: at spaces and at its last character. */
function numberEnds(text: string): number[] {
  const run = /^[A-Z]{0,3}[\s.:-]{0,2}[A-Z0-9][A-Z0-9 .\-/]{1,22}/u.exec(text)?.[0] ?? '';
  const ends: number[] = [];
  for (let i = run.length; i > 3; i--) {
    const after = text[i];
    // "RO18547290 15.01.2020": the day of a date is no part of the number before it.
    if (/^[./]\d/.test(text.slice(i, i + 2))) continue;
    if (/[A-Z0-9]/.test(text[i - 1]!) && (after === undefined || !/[\p{L}\p{N}]/u.test(after))) ends.push(i);
  }
  return ends;
}

/** The same number however it is printed. */
export const vatKey = (candidate: VatCandidate): string => candidate.check?.body ?? fold(candidate.value);
