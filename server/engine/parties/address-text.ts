import { fold } from '../../checks/fold.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { tokensOf } from '../lexicon/tokens.ts';
import { wordsOf } from '../lexicon/words.ts';
import { isLegalForm } from './company-name.ts';

/** "Co. Mayo": a county that fills its line; elsewhere the same letters are a company's. */
const isCounty = (text: string): boolean =>
  /^\.\s\p{Lu}\p{Ll}+$/u.test(text.slice(wordsOf('county_before').leading(text) || text.length));

/** How an address in the USA ends: "CO 80302", "CO, 80302-1234, USA". */
export const stateAndZip = /\b[A-Z]{2},? \d{5}(?:-\d{4})?(?:,? USA?)?$/;

let countries: Map<string, string> | null = null;

/** The country that the text names, as its two-letter code. */
export function countryNamed(text: string): string | null {
  countries ??= new Map(
    lexicon().flatMap((language) => Object.entries(language.countries).map(([name, code]) => [fold(name), code])),
  );
  return countries.get(fold(text)) ?? null;
}

/** A line that names a person or a department in a company's address; it is no part of where the company is. */
export function isAttention(text: string): boolean {
  const match = wordsOf('attention').at(text, 0);
  // "n/r" is Croatian for it, and "nr." a number.
  return match !== null && match.to < tokensOf(text).length && !wordsOf('numbers').is(text.slice(0, match.end));
}

/** Nothing but a department ("Accounts Payable"); a salutation alone is shorter, and a person's name follows it. */
export const isDepartment = (text: string): boolean => fold(text).length >= 10 && wordsOf('attention').is(text);

/** "P.O. Box 118", "CS20417": where letters are kept, with its number. */
export function isPostBox(text: string): boolean {
  const word = /^\p{L}[^\p{N}]{0,30}/u.exec(text)?.[0] ?? '';
  return wordsOf('post_boxes').is(word) && /^\p{N}{1,6}$/u.test(text.slice(word.length));
}

/** "Main Street", "Via Roma": a name that a street's word makes an address of, without a number. */
function isStreetAlone(text: string): boolean {
  const words = tokensOf(text).length;
  if (words < 2 || words > 5 || /\d/.test(text)) return false;
  return wordsOf('street_before').leading(text) > 0 || (words <= 4 && wordsOf('street_behind').closing(text) !== null);
}

const postcode =
  /(?<![\p{L}\d.,/\-–])(?:[A-Z]{1,2}[-–\s])?(?:\d{4}[-–]\d{3}|\d{2}[-–]\d{3}|\d{3}\s\d{2}|\d{4,6}|\d{4}\s?[A-Z]{2}|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}|[A-Z]\d[\dW]\s?[A-Z\d]{4})(?![\p{L}\d]|[.,]\d)/u;

/** "PE7 1AE", which stands in a line of its own. */
const britishPostcode = /^[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}$/;

/** Nothing but a code, as forms set it apart from its city. */
export const isPostcode = (text: string): boolean => /^(?:\d{4,5}|\d{2}-\d{3}|\d{3} \d{2}|\d{6})$/.test(text);

/** "1105 Budapest", "HU-6000 Kecskemét", "821 09 Bratislava", and nothing of a street. */
export const isPostcodeWithCity = (text: string): boolean =>
  /^(?:[A-Z]{1,2}[-–\s])?(?:\d{4,6}|\d{3}\s\d{2}|\d{2}-\d{3}|\d{4}-\d{3})\s\p{Lu}[^\p{N},]*$/u.test(text);

export function hasPostcode(whole: string): boolean {
  // "Lot 2714, Lorong …" begins with the number of a plot.
  const text = whole.slice(houseEnd(whole));
  const match = postcode.exec(text);
  if (!match) return false;
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  if (!/\p{L}{3}/u.test(before + after)) return false;
  // "(123456-X)" is a company's number.
  if (/[([{]\s?$/.test(before) && /^\s?-?\s?\p{L}?\s?[)\]}]/u.test(after)) return false;
  // Mere digits are a code before a city, or behind a comma or a state ("NSW 2000"); "Alba 1990" is a name.
  return (
    (/\p{L}/u.test(match[0]) && /\d/.test(match[0])) ||
    // "since 1954 - repairs and servicing" is no city.
    (/^[\s,–-]*\p{L}/u.test(after) && !/^\s[–-]\s\p{Ll}/u.test(after) && !isLegalForm(after.trim())) ||
    // Six digits behind a city, as Romanian addresses may end.
    (/^\d{6}$/.test(match[0]) && after.trim() === '' && /\p{Lu}\p{Ll}{3,}\s$/u.test(before)) ||
    // "Praha 9 190 00": behind a city and its district.
    (/^\d{3}\s\d{2}$/.test(match[0]) && after.trim() === '' && /^\p{Lu}\p{Ll}{2,}\s\d{1,2}\s$/u.test(before)) ||
    // "ITP 18-044" is the number of some licence.
    (match[0].includes('-') ? /,\s?$/ : /(,|\b\p{Lu}{2,3})\s?$/u).test(before)
  );
}

/** Whether the line breaks off behind a word that names what comes next, as "jud." does. */
export function breaksOff(text: string): boolean {
  const at = wordsOf('streets').closing(text);
  // The letter of "4/92C" is none, nor that of "44 R/C".
  if (at === null || /[\d/]$/.test(text.slice(0, at))) return false;
  return text.trimEnd().endsWith('.') || fold(text.slice(at)).length <= 3;
}

/** "No. 12", "Lot 34817": where the number of a house or plot ends that the text begins with; 0 for none. */
function houseEnd(text: string): number {
  const word = Math.max(wordsOf('numbers').leading(text), wordsOf('plots').leading(text));
  const number = word > 0 ? /^[\s.:]{0,3}(\p{Lu}\.){0,3}\s?\p{Lu}{0,2}-?\d[\w/&-]{0,8}/u.exec(text.slice(word)) : null;
  return number ? word + number[0].length : 0;
}

/** "No. 12 …", "Lot 34817 …": where an address begins. */
export const namesHouse = (text: string): boolean => houseEnd(text) > 0;

/** "No. 12, …", "Lot 3-A, …": the number of a house or plot with a comma behind it, as no document is numbered. */
export const beginsWithHouse = (text: string): boolean => /^\s?,\s?(\p{L}|$)/u.test(text.slice(houseEnd(text)));

/** "Mill Street 41, 1016 EK": a Dutch postal code, behind which the town must stand. */
export const endsInDutchCode = (text: string): boolean => /\p{N}\p{L}?, [1-9]\p{N}{3} [A-Z]{2}$/u.test(text);

const streetNumber = /^(\p{Lu}[\p{L}\s.'-]*,?\s\d{1,4}(?:\/\d{1,4})?\s?\p{L}?)(?:,|$)/u;

/** "Topolová 11/2", "Rodas, 2": where a street, whatever it is called, ends with its number; 0 for none. */
export const streetEnd = (text: string): number => streetNumber.exec(text)?.[1]?.length ?? 0;

/** Whether it is no more than that. */
export const isStreet = (text: string): boolean => streetEnd(text) > 0 && /^,?$/.test(text.slice(streetEnd(text)));

/** Whether its first word is a street's or a number, as in most lines of addresses and in no company's name. */
export function beginsAsAddress(text: string): boolean {
  const [first, second] = tokensOf(text);
  if (first === undefined || second === undefined) return true;
  if (/^\d/.test(first.folded) || /^\d/.test(second.folded)) return true;
  return (
    wordsOf('streets').leading(text) > 0 ||
    wordsOf('streets').leading(text.slice(second.start)) >= second.end - second.start
  );
}

/** "Port area, Pier 31, Constanța, Romania": whatever its parts are called. */
function endsWithCountry(text: string): boolean {
  const parts = text.split(',');
  return parts.length >= 3 && /\d/.test(text) && countryNamed(parts.at(-1)!) !== null;
}

/** "Str. Morii FN", "Via Dante SNC - Zona industriale": a part that ends by saying that its house has no number. */
const hasUnnumberedHouse = (text: string): boolean =>
  text.split(/,|\s[-–]/u).some((part) => wordsOf('unnumbered').closing(part.trimEnd()) !== null);

/** Whether the text reads like a line of an address. */
export function isAddress(text: string): boolean {
  if (text.length > 130 || /@|https?:|www\./i.test(text)) return false;
  if (countryNamed(text) || beginsWithHouse(text) || endsWithCountry(text) || britishPostcode.test(text)) return true;
  const tokens = tokensOf(text);
  const streets = wordsOf('streets')
    .find(text)
    .filter(({ start, end }) => {
      const word = fold(text.slice(start, end));
      // Two letters are a word of some other language before one in small letters ("service et appel").
      if (word.length === 2 && /^\s\p{Ll}{2}/u.test(text.slice(end))) return false;
      // One letter is a street word only before a full stop, and "C/" is no number's.
      return word.length > 1
        ? !wordsOf('numbers').is(word)
        : text[end] === '/' || (text[end] === '.' && !wordsOf('numbers').is(word));
    }).length;
  const hasDigit = /\d/.test(text);
  if (streets >= 1 && (hasDigit || streets >= 2 || hasUnnumberedHouse(text))) return true;
  if (isStreetAlone(text) || isCounty(text)) return true;
  if (
    wordsOf('regions')
      .find(text)
      .some(({ end }) => /[.\s]/.test(text[end] ?? ''))
  )
    return true;
  return hasPostcode(text) && tokens.length >= 2 && tokens.length <= 14 && !/[:%€]/.test(text);
}
