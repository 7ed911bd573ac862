import { countyNamed } from '../../checks/romanian-counties.ts';
import { withoutEnd } from '../../checks/without-end.ts';
import type { Found } from '../found.ts';
import { wordsOf } from '../lexicon/words.ts';
import { countryNamed } from './address-text.ts';

const names = ['street', 'city', 'county', 'postal_code', 'country'] as const;
type PartName = (typeof names)[number];
type Parts = Record<PartName, string | null>;

/**
 * The parts of a printed address, each as it is printed in it; null for what it does not show. They stand where the address
 * does, and as much speaks for and against them as for the whole.
 */
export function addressParts(address: Found<string> | null): Record<PartName, Found<string> | null> {
  const parts = address && partsOf(address.value);
  return Object.fromEntries(
    names.map((name) => [name, parts?.[name] ? { ...address, value: parts[name] } : null]),
  ) as Record<PartName, Found<string> | null>;
}

const capital = 'RO-B';
/** "010001", "400 001", "1105 Budapest", "D-24103 Kiel", "00-950 Warszawa": a code, and perhaps its city behind it. */
const codeWithCity =
  /^(?:[A-Z]{1,2}-)?(\d{6}|\d{4} ?[A-Z]{2}|\d{4,5}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3} \d{2})(?:[ ,]+(\p{L}[^\d]*))?$/u;

/** "M1 4BT" (United Kingdom), "M5H 2H7" (Canada), "D02 X285" (Ireland): codes of letters and figures stand behind their city. */
const codeOfLetters = /(?:^|[ ,])([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|[A-Z]\d[\dW] [A-Z\d]{4})$/;

/** Takes a printed address apart by what its pieces are called. */
export function partsOf(address: string): Parts {
  const parts: Parts = { street: null, city: null, county: null, postal_code: null, country: null };
  const street: string[] = [];
  const plain: string[] = [];
  let sector: string | null = null;
  for (const piece of piecesOf(address)) {
    const country = countryNamed(piece);
    const region = behind('regions', piece);
    const code = codeIn(piece);
    const town = behind('town_before', piece);
    if (country) parts.country ??= country === 'EL' ? 'GR' : country;
    else if (region && /^[1-6]$/.test(region)) sector ??= piece;
    else if (region && countyNamed(region)) parts.county ??= countyNamed(region);
    else if (/^RO-[A-Z]{1,2}$/.test(piece) && countyNamed(piece)) parts.county ??= countyNamed(piece);
    else if (code) {
      parts.postal_code ??= code.code;
      const land = code.city && countryNamed(code.city);
      if (land) parts.country ??= land === 'EL' ? 'GR' : land;
      else if (code.city) parts.city ??= code.city;
    } else if (town && !/\d/.test(town)) parts.city ??= town;
    else if (/\d/.test(piece) || wordsOf('streets').leading(piece) > 0) street.push(piece);
    else plain.push(piece);
  }
  takePlain(parts, plain);
  const isCapital = sector !== null || (parts.city !== null && countyNamed(parts.city) === capital);
  if (isCapital) parts.county ??= capital;
  // Where its sectors stand in the place of towns, e-invoices ask for them.
  if (sector !== null && parts.county === capital) parts.city = sector;
  if (parts.county) parts.country ??= 'RO';
  parts.street = street.join(', ') || null;
  return parts;
}

/** What nothing names is the city where it stands alone; beside a city, a county's name is the county ("Brașov, Brașov"). */
function takePlain(parts: Parts, plain: readonly string[]): void {
  const left = plain.filter((piece) => /\p{L}{2}/u.test(piece));
  if (parts.city === null) {
    const towns = left.filter((piece) => countyNamed(piece) === null);
    const isOneCounty = towns.length === 0 && new Set(left.map(countyNamed)).size === 1;
    const [city] = isOneCounty || left.length === 1 ? left : towns;
    if (city === undefined || (towns.length !== 1 && !isOneCounty)) return;
    parts.city = city;
    left.splice(left.indexOf(city), 1);
  }
  const beside = left.flatMap((piece) => countyNamed(piece) ?? []);
  if (beside.length === 1) parts.county ??= beside[0]!;
}

/** Pieces between commas, and those that begin with a word for a region or a town. */
function piecesOf(address: string): string[] {
  return address
    .split(/[,;\n\r]|\s[-–·•|]\s/)
    .flatMap((piece) => {
      const starts = [...wordsOf('regions').find(piece), ...wordsOf('town_before').find(piece)]
        .filter(({ start, end }) => /^[\s.:]/.test(piece.slice(end)) && (start === 0 || /\s/.test(piece[start - 1]!)))
        .map(({ start }) => start);
      const cuts = [...new Set([0, ...starts, piece.length])].sort((a, b) => a - b);
      return cuts.slice(1).map((end, index) => piece.slice(cuts[index], end));
    })
    .map((piece) => withoutEnd(piece.replace(/^[\s.:–-]+/, ''), /[\s.:–-]/))
    .filter((piece) => piece !== '');
}

/** What stands behind a word of a group with which the piece begins; null where it begins with none. */
function behind(group: 'regions' | 'town_before', piece: string): string | null {
  const end = wordsOf(group).leading(piece);
  return end > 0 ? piece.slice(end).replace(/^[\s.:]+/, '') || null : null;
}

/**
 * "1954 Larch Street West": what looks like a code is the house's number. Words of one or two letters stand in the names of
 * towns too.
 */
const namesStreet = (text: string): boolean =>
  wordsOf('streets')
    .find(text)
    .some(({ start, end }) => end - start > 2);

/** A postal code, whatever word stands before it, and the city beside it. */
function codeIn(piece: string): { code: string; city: string | null } | null {
  const named = wordsOf('streets').leading(piece);
  const text = named > 0 ? piece.slice(named).replace(/^[\s.:]+/, '') : piece;
  const lettered = codeOfLetters.exec(piece);
  if (lettered) {
    const city = withoutEnd(piece.slice(0, lettered.index), /[\s.,]/);
    if (!/\d/.test(city)) return { code: lettered[1]!, city: city || null };
  }
  const before = codeWithCity.exec(text);
  if (before?.[2] && namesStreet(before[2])) return null;
  // Mere figures behind "nr." are a house's.
  if (before && (before[2] || text === piece || /^\d{6}$/.test(text)))
    return { code: before[1]!, city: before[2]?.trim() || null };
  // "Iași 700001": the city may stand before it, and nothing else.
  const [city, code] = [withoutEnd(text.slice(0, -6), /[\s.,]/), text.slice(-6)];
  const isBehind = /^\d{6}$/.test(code) && /^\p{Lu}[\p{L} .'-]*$/u.test(city) && city.length < text.length - 6;
  return isBehind ? { code, city } : null;
}
