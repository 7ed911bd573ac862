import { findIbans, ibanLength, isBic, isIban, type PrintedIban } from '../../checks/iban.ts';
import { wordsOf } from '../lexicon/words.ts';
import type { Label } from './labels.ts';
import type { TextDocument, TextLine } from './text-lines.ts';
import { cellBelow, valuePlaces } from './values.ts';

export interface IbanCandidate {
  line: TextLine;
  start: number;
  end: number;
  iban: string;
  valid: boolean;
  /** Put right by its check digits, which then confirm nothing any more. */
  mended?: boolean;
  label: Label | null;
}

export interface BicCandidate {
  line: TextLine;
  start: number;
  end: number;
  bic: string;
  label: Label | null;
}

export interface AccountFacts {
  ibans: readonly IbanCandidate[];
  bics: readonly BicCandidate[];
}

const confusables: Record<string, string> = { O: '0', I: '1', S: '5', B: '8', Z: '2', T: '1' };

export function findAccounts(document: TextDocument, labels: ReadonlyMap<TextLine, readonly Label[]>): AccountFacts {
  const wellFormed = document.lines.flatMap((line) => ibansOf(document, line, labels.get(line)!));
  const ibans = wellFormed.length > 0 ? wellFormed : malformed(document, labels);
  const bics = [...labels.values()].flat().flatMap((label): BicCandidate[] => {
    if (!label.kinds.includes('bic')) return [];
    for (const { line, start, text } of valuePlaces(document, labels, label)) {
      const match = /^[A-Z]{4}\s?[A-Z]{2}\s?[A-Z0-9]{2}(\s?[A-Z0-9]{3})?(?![\p{L}\d])/u.exec(text)?.[0];
      const bic = match?.replace(/\s/g, '');
      if (match && bic && isBic(bic)) return [{ line, start, end: start + match.length, bic, label }];
    }
    return [];
  });
  return { ibans, bics: bics.length > 0 ? bics : unlabelledBics(document, ibans) };
}

/** A code beside an account number, of the account's own country, that is the whole of its piece of the line. */
function unlabelledBics(document: TextDocument, ibans: readonly IbanCandidate[]): BicCandidate[] {
  return ibans.flatMap((iban) => {
    const rows = document.pages[iban.line.page - 1]!.rows.slice(Math.max(0, iban.line.row - 3), iban.line.row + 4);
    return rows.flat().flatMap((line): BicCandidate[] =>
      codesIn(line.text)
        .filter(
          ({ bic, whole }) =>
            isBic(bic) &&
            bic.slice(4, 6) === iban.iban.slice(0, 2) &&
            (line === iban.line || whole || wordsOf('bank_stems').has(line.text)),
        )
        .map(({ bic, start, end }) => ({ line, start, end, bic, label: null })),
    );
  });
}

/** What has the form of a bank's code in a line; "DEUT DEFF 500" in groups only where it is the whole line. */
function codesIn(text: string): { bic: string; start: number; end: number; whole: boolean }[] {
  if (/^[A-Z]{4}\s[A-Z]{2}[A-Z0-9]{2}(?:\s[A-Z0-9]{3})?$/.test(text))
    return [{ bic: text.replace(/\s/g, ''), start: 0, end: text.length, whole: true }];
  return [...text.matchAll(/(?:^|[·•|,;(]\s?|\s)([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?=$|[\s·•|,;)])/gu)].map(
    ({ 0: all, 1: bic, index }) => ({ bic: bic!, start: index, end: index + all.length, whole: text === bic }),
  );
}

function ibansOf(document: TextDocument, line: TextLine, own: readonly Label[]): IbanCandidate[] {
  const label = own.findLast((one) => one.kinds.includes('bank_account')) ?? null;
  const direct = [...findIbans(line.text), ...polishAccounts(line.text)];
  const found = direct.map((iban) => ({ ...iban, line, label }));
  if (found.some((iban) => iban.valid) || !/[A-Z]{1,2}\s?[\dOISBTZ&?]{2}/.test(line.text)) return found;
  const repaired = line.ocr ? repairOcr(line) : null;
  if (repaired) return [{ ...repaired, line, label }];
  const joined = joinWithNext(document, line);
  return joined ? [{ ...joined, line, label }] : found;
}

/** Behind an account's label, where no other is printed: a country and digits, too few or too many for its accounts. */
function malformed(document: TextDocument, labels: ReadonlyMap<TextLine, readonly Label[]>): IbanCandidate[] {
  return [...labels.values()].flat().flatMap((label): IbanCandidate[] => {
    if (!label.kinds.includes('bank_account')) return [];
    for (const { line, start, text } of valuePlaces(document, labels, label)) {
      const match = /^[A-Z]{2}\d{2}(?:\s?[A-Z\d]){6,30}$/.exec(text)?.[0];
      const iban = match?.replace(/\s/g, '');
      if (match && iban && ibanLength(iban.slice(0, 2)) !== null && /\d{4}$/.test(iban))
        return [{ line, start, end: start + match.length, iban, valid: false, label }];
    }
    return [];
  });
}

/** Polish accounts are printed without the country: 26 digits in a row whose check digits agree with it. */
function polishAccounts(text: string): PrintedIban[] {
  return [...text.matchAll(/(?<![\p{L}\d]|\d\s)\d{2}(?:\s?\d{4}){6}(?![\s]?\d)/gu)].flatMap((match) => {
    const iban = `PL${match[0].replace(/\s/g, '')}`;
    return isIban(iban) ? [{ start: match.index, end: match.index + match[0].length, iban, valid: true }] : [];
  });
}

/** An account number that goes on in the next cells or in the two lines below counts when its check digits say so. */
function joinWithNext(document: TextDocument, line: TextLine) {
  const rows = document.pages[line.page - 1]!.rows;
  const wrapped = (rows[line.row + 1] ?? []).filter(
    (cell) => /^[A-Z\d ]{2,20}$/.test(cell.text) && cell.x <= line.x + line.width,
  );
  const beside = rows[line.row]!.slice(line.cell + 1, line.cell + 1 + mostCells).map(({ text }) => text);
  const below = wrapped.map((cell) => [cell.text, cellBelow(rows, cell)?.text ?? ''].join(' '));
  const next = [
    ...[beside[0], beside.join(' '), cellBelow(rows, line)?.text],
    ...[...wrapped.map(({ text }) => text), ...below],
  ];
  for (const other of next) {
    if (!other) continue;
    const joined = findIbans(`${line.text} ${other}`).find((iban) => iban.valid && iban.start < line.text.length);
    if (joined) return { ...joined, end: line.text.length };
  }
  return null;
}

/** A form may print an account in a box for each group of its characters. */
const mostCells = 9;

/** Characters that OCR takes for others or reads twice, put right where the check digits then agree. */
function repairOcr(line: TextLine) {
  for (const match of line.text.matchAll(
    /(?<![\p{L}\d])(?:[A-Z]{2}|[A-Z][0158]|[0158][A-Z])\s?[\dOISBTZ&?]{2}[\sA-Z\d.&?()-]{10,40}/gu,
  )) {
    const length = ibanLength(countryOf(match[0]));
    if (length === null) continue;
    // What follows the account in its line is no part of it.
    const ends = [...match[0].matchAll(/[A-Z\d&?](?![A-Z\d&?])/g)].map(({ index }) => index + 1);
    for (const end of ends) {
      const plain = countryOf(match[0]) + plainOf(match[0].slice(2, end));
      if (plain.length < length || plain.length > length + mostDoubled) continue;
      for (const single of withoutDoubles(plain, plain.length - length)) {
        const iban = repaired(single);
        if (iban) return { start: match.index, end: match.index + end, iban, valid: true, mended: true };
      }
    }
  }
  return null;
}

/** So many characters of one account are taken to be read twice. */
const mostDoubled = 2;

/** Models write both where they cannot tell a letter from a digit: "O0" for 0. The text with so many of them once. */
function withoutDoubles(text: string, doubled: number): string[] {
  if (doubled === 0) return [text];
  const shorter = [...text.matchAll(/(?=O0|0O|S5|5S|I1|1I|B8|8B|Z2|2Z)/g)].flatMap(({ index }) => {
    const [letter, digit] = /\d/.test(text[index]!) ? [index + 1, index] : [index, index + 1];
    return [letter, digit].map((at) => text.slice(0, at) + text.slice(at + 1));
  });
  return [...new Set(shorter.flatMap((one) => withoutDoubles(one, doubled - 1)))];
}

const countryOf = (text: string): string => text.slice(0, 2).replace(/[0158]/g, (c) => letterlike[c]!);

/** Where the bank's own letters stand, and which letters may be its customer's, differs by country and bank. */
function repaired(plain: string): string | null {
  const checkDigits = withDigits(plain.slice(2, 4), /[OISBTZ]/g);
  // The bank's own four characters are letters in many countries, of which OCR makes the figures they look like.
  const bank = plain.slice(0, 2) + checkDigits + withLetters(plain.slice(4, 8)) + plain.slice(8);
  if (isIban(bank)) return bank;
  for (const from of [plain.length, 4, 8])
    for (const letters of [/O/g, /[OI]/g, /[OISBZ]/g]) {
      const read = plain.slice(0, 2) + checkDigits + plain.slice(4, from) + withDigits(plain.slice(from), letters);
      const unreadable = /[&?]/.exec(read);
      if (!unreadable) {
        if (isIban(read)) return read;
        continue;
      }
      // One sign that is none of an account's: at most one digit in its place fits.
      const fitting = [...'0123456789'].map((digit) => read.replace(/[&?]/, digit)).filter(isIban);
      if (fitting.length === 1) return fitting[0]!;
    }
  return fewestMended(plain);
}

/**
 * So many letters of one account are figures that look like them, each by itself, of so many that may be: of more, some fit by
 * chance.
 */
const mostMended = { letters: 3, of: 10 };

/** The account with the fewest figures in place of letters that look like them; null where several fit. */
function fewestMended(plain: string): string | null {
  const places = [...plain].flatMap((character, at) => (at > 1 && confusables[character] !== undefined ? [at] : []));
  if (places.length > mostMended.of) return null;
  let tried = [{ text: plain, next: 0 }];
  for (let count = 0; count < mostMended.letters; count++) {
    tried = tried.flatMap(({ text, next }) =>
      places.slice(next).map((at, index) => ({
        text: text.slice(0, at) + confusables[text[at]!] + text.slice(at + 1),
        next: next + index + 1,
      })),
    );
    const fitting = tried.filter(({ text }) => isIban(text));
    if (fitting.length > 0) return fitting.length === 1 ? fitting[0]!.text : null;
  }
  return null;
}

const letterlike: Record<string, string> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B', '2': 'Z' };
const withLetters = (text: string): string =>
  /[A-Z]{2}/.test(text) ? text.replace(/[01582]/g, (c) => letterlike[c]!) : text;
const withDigits = (text: string, letters: RegExp): string => text.replace(letters, (c) => confusables[c]!);
/** A bracket within the number is what was seen of a nought. */
const plainOf = (text: string): string => text.replace(/[()](?=[A-Z\d])/g, '0').replace(/[^A-Z\d&?]/g, '');
