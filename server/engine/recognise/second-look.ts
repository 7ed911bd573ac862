import { isIban } from '../../checks/iban.ts';
import { checkVatNumber } from '../../checks/vat-numbers.ts';
import { crop, type Grey, warp } from '../picture/grey.ts';
import { scaling } from '../picture/homography.ts';
import { otherScripts } from './models.ts';
import type { OcrEngine, OcrLanguage, OcrWord } from './ocr.ts';
import { surestMended } from './scan-words.ts';

/** Words that are read again on one page at most. */
const mostNumbers = 40;
const mostAddresses = 6;
/** Figures read with less confidence than this are looked at again. */
const doubtful = 0.88;
const enlargement = 1.6;
/** An account number is tried in several sizes until its check digits say that it was read right. */
const accountScales = [1.3, 1, 1.6, 2.2];
const mostAccounts = 4;
const mostCompanies = 10;
const addressScales = [enlargement, 2.2];
/** A tax number whose check digit does not hold is read in other sizes until two readings agree on one that holds. */
const taxNumberScales = [0.8, 1.3, 0.65];
const mostTaxNumbers = 4;
/** Zeros with a dot or a stroke in them are read as other signs. */
const strangeZero = /^[¢©®ø@]$/iu;
/** Words of less confidence than this may be left out as specks. */
const readAtAll = 0.3;
const capitalsAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * Reads again, by themselves and in other sizes, what matters most and was read with doubt: figures, account and tax
 * numbers whose check digits do not hold, and e-mail addresses, whose @ some models do not know. Boxes stay; `words` is
 * left as it is.
 * @param grey the page that the words' pixels are on
 */
export async function lookAgain(
  words: OcrWord[],
  grey: Grey,
  engine: OcrEngine,
  language: OcrLanguage,
  dpi: number,
): Promise<OcrWord[]> {
  const look = async (
    word: OcrWord,
    of: OcrLanguage,
    how: { characters?: string; scale?: number } = {},
  ): Promise<OcrWord | null> => {
    const { characters = '', scale = enlargement } = how;
    const part = enlarged(grey, word, scale);
    const read = await engine.recognise(part, { language: of, layout: 'line', dpi: dpi * scale, characters });
    const text = read.map((piece) => piece.text).join('');
    const confidence = Math.min(...read.map((piece) => piece.confidence));
    return read.length === 0 ? null : { ...word, text, confidence };
  };
  const figures = words
    .filter((word) => (word.confidence < doubtful && isFigure(word.text)) || strangeZero.test(word.text))
    .slice(0, mostNumbers);
  const lookedAgain = await Promise.all(
    figures.map((word) => look(word, language, { characters: '0123456789.,-/:%€' })),
  );
  let seen = words.map((word) => {
    const again = lookedAgain[figures.indexOf(word)];
    return again ? agreed(word, again) : word;
  });
  // Numbers of companies and of accounts are Latin wherever they are printed.
  const latin = otherScripts.includes(language) ? 'eng' : language;
  const company = async (word: OcrWord): Promise<OcrWord | null> => {
    const again = await look(word, latin, { characters: capitalsAndDigits });
    return again && /^[A-Z]{2}\d{6}/.test(again.text) ? again : null;
  };
  const account = async (parts: OcrWord[]): Promise<OcrWord | null> => {
    const whole = joined(parts);
    const first = parts.map((part) => part.text).join('');
    const readings = new Set([first]);
    for (const scale of accountScales) {
      const again = await look(whole, latin, { characters: capitalsAndDigits, scale });
      // However doubtful each letter is, the check digits say that this is no speck.
      if (again && isIban(again.text)) return { ...again, confidence: Math.max(again.confidence, readAtAll) };
      // Two readings that agree say what is printed; further ones would only agree with them.
      if (again && readings.has(again.text))
        return /[А-ЯΑ-Ω]/u.test(first) ? { ...again, confidence: readAtAll } : null;
      if (again) readings.add(again.text);
    }
    return null;
  };
  const address = async (parts: OcrWord[]): Promise<OcrWord | null> => {
    for (const scale of addressScales) {
      const again = await look(joined(parts), 'eng', { scale });
      if (again && /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(again.text)) return again;
    }
    return null;
  };
  const taxNumber = async (word: OcrWord): Promise<OcrWord | null> => {
    const readings = new Set<string>();
    for (const scale of taxNumberScales) {
      const again = await look(word, latin, { scale });
      if (!again || again.text.length !== word.text.length || !hasCheckDigit(again.text)) continue;
      // The check digit chose among readings, which never makes the number a sure one.
      if (readings.has(again.text)) return { ...again, confidence: surestMended };
      readings.add(again.text);
    }
    return null;
  };
  const companies = seen.filter(({ text }) => isForeignNumber(text)).slice(0, mostCompanies);
  const taxNumbers = seen.filter(({ text }) => isTaxNumber(text) && !hasCheckDigit(text)).slice(0, mostTaxNumbers);
  const asked = [
    ...taxNumbers.map((word) => ({ parts: [word], again: taxNumber(word) })),
    ...companies.map((word) => ({ parts: [word], again: company(word) })),
    ...accountsIn(seen)
      .slice(0, mostAccounts)
      .map((parts) => ({ parts, again: account(parts) })),
    ...addressesIn(seen)
      .slice(0, mostAddresses)
      .map((parts) => ({ parts, again: address(parts) })),
  ];
  const instead = await Promise.all(asked.map(({ again }) => again));
  for (const [index, { parts }] of asked.entries()) {
    const again = instead[index];
    if (again) seen = replaced(seen, parts, again);
  }
  return seen;
}

/** Of the shape that tax numbers have in the country whose letters it begins with, read by themselves. */
function isTaxNumber(text: string): boolean {
  return /^[A-Z]{2}[A-Z\d]?\d{5,11}(?:B\d\d)?$/.test(text) && checkVatNumber(text)?.shapeOk === true;
}

/** Whether it is a tax number whose check digit holds. */
export const hasCheckDigit = (text: string): boolean => isTaxNumber(text) && checkVatNumber(text)!.checkDigitOk;

/** A company's number, its country in letters of another alphabet. */
function isForeignNumber(text: string): boolean {
  return /^[А-ЯΑ-Ω\d]{8,14}$/u.test(text) && /[А-ЯΑ-Ω]/u.test(text) && /\d{6}/.test(text);
}

/** Mostly digits, with what stands in amounts, dates and numbers. */
function isFigure(text: string): boolean {
  return /^[-+(]?\d[\d.,:/\-%€ ]*\)?$/.test(text) && text.length > 1;
}

/** Of two readings that differ the second is surer by so much, and none is surer than the last. */
const differing = { surer: 0.05, surest: 0.6 };

/** Two readings that agree support each other; of two that differ the surer one stays, and the doubt with it. */
function agreed(first: OcrWord, second: OcrWord): OcrWord {
  if (first.text === second.text) return { ...first, confidence: 1 - (1 - first.confidence) * (1 - second.confidence) };
  const plausible =
    strangeZero.test(first.text) || (isFigure(second.text) && second.confidence > first.confidence + differing.surer);
  const chosen = plausible ? second : first;
  return { ...chosen, confidence: Math.min(chosen.confidence, differing.surest) };
}

/** In how many groups an account number is printed at most, and how many characters may be one. */
const account = { groups: 9, fewest: 15, most: 36 };

/**
 * Runs of words that look like an IBAN, in one piece or in groups, but whose check digits do not hold. Letters may be of
 * another alphabet, and one sign may be anything.
 */
function accountsIn(words: OcrWord[]): OcrWord[][] {
  const found: OcrWord[][] = [];
  for (let at = 0; at < words.length; at++) {
    if (!/^[A-ZА-ЯΑ-Ω]{2}[\dOQDILSBZTОΟΘ&][\dOQDILSBZTОΟΘ&][A-ZА-ЯΑ-Ω0-9&?]*$/u.test(words[at]!.text)) continue;
    const parts = [words[at]!];
    for (let next = at + 1; next < words.length && parts.length < account.groups; next++) {
      const { line, text } = words[next]!;
      // Where accounts follow each other, the next one's label is no part of this one.
      if (text === 'IBAN' || line !== parts[0]!.line) break;
      // Four letters of a bank; more or fewer where a model took them for those of its own alphabet.
      if (!/^[A-ZА-ЯΑ-Ω0-9&]{1,8}$/u.test(text) || !/\d|^[A-Z]{4}$|^[А-ЯΑ-Ω]{3,6}$/u.test(text)) break;
      parts.push(words[next]!);
    }
    const text = parts.map((part) => part.text).join('');
    if (text.length < account.fewest || text.length > account.most || isIban(text)) continue;
    found.push(parts);
    at += parts.length - 1;
  }
  return found;
}

/** The words with `parts` given way to the one that was read in their place. */
function replaced(words: OcrWord[], parts: OcrWord[], by: OcrWord): OcrWord[] {
  return words.flatMap((word) => (word === parts[0] ? [by] : parts.includes(word) ? [] : [word]));
}

/** Pieces of one address were split where less white is between; in heights of the next. */
const splitOff = 0.8;
const mostPieces = 3;
/** The end of an address's domain that is none of anything else. */
const domain = /[\w-]\.(?:[a-z]{2}|com|net|org|info)$/i;
/** What an @ among small letters is taken for. */
const signOfAddress = /[a-z0-9](?:[QOEG©®€&¢]|\([QO]?|[QO]\))[a-z]/;

/** Whether a text is an address with something else for its @, whatever its domain's end is. */
function isAddressWithoutAt(text: string): boolean {
  const sign = signOfAddress.exec(text);
  return (
    sign !== null &&
    sign.index < text.lastIndexOf('.') &&
    /^[\w.+()©®€&¢-]+$/.test(text) &&
    /[a-z]\.[a-z]{2,}$/.test(text)
  );
}

/** Words that are an address but for the @, which was read as something else, or with the piece before them where one was split off. */
function addressesIn(words: OcrWord[]): OcrWord[][] {
  const found: OcrWord[][] = [];
  for (let at = 0; at < words.length; ) {
    const parts = addressAt(words, at);
    if (parts) found.push(parts);
    at += parts?.length ?? 1;
  }
  return found;
}

/** The address that begins with a word; null where none does. */
function addressAt(words: OcrWord[], at: number): OcrWord[] | null {
  const parts: OcrWord[] = [];
  for (const word of words.slice(at, at + mostPieces)) {
    const before = parts.at(-1);
    if (before && !isSplitOff(before, word)) return null;
    parts.push(word);
    const text = parts.map((part) => part.text).join('');
    if (/@|^(www|http)/i.test(text)) return null;
    if (before && isAddressWithoutAt(word.text)) return null;
    const isWhole = parts.length === 1 || (parts.length === 2 && /^\W/.test(word.text));
    if (isAddressWithoutAt(text) || (isWhole && domain.test(text))) return parts;
  }
  return null;
}

const isSplitOff = (before: OcrWord, next: OcrWord): boolean =>
  before.line === next.line && next.x - before.x - before.width < splitOff * next.height && !/[:;,]$/.test(before.text);

function joined(parts: OcrWord[]): OcrWord {
  const x = Math.min(...parts.map((part) => part.x));
  const y = Math.min(...parts.map((part) => part.y));
  const right = Math.max(...parts.map((part) => part.x + part.width));
  const bottom = Math.max(...parts.map((part) => part.y + part.height));
  return { ...parts[0]!, x, y, width: right - x, height: bottom - y };
}

/** What is taken in around a word, in parts of its height. */
const around = 0.25;

function enlarged(grey: Grey, word: OcrWord, scale: number): Grey {
  const edge = Math.round(word.height * around);
  const box = { x: word.x - edge, y: word.y - edge, width: word.width + 2 * edge, height: word.height + 2 * edge };
  const part = crop(grey, box, edge);
  const width = Math.round(part.width * scale);
  const height = Math.round(part.height * scale);
  return warp(part, scaling(1 / scale, 1 / scale), width, height);
}
