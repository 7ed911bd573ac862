import { stdnum } from 'stdnum';

/**
 * VAT identification numbers: their country, shape and check digit. Shapes are those that the European Commission
 * publishes for VIES (and HMRC, the Swiss and the Norwegian tax offices for theirs); check digits come from stdnum,
 * except where a comment says why not.
 */

interface CountryRule {
  /** Shape of the number after its country prefix. */
  shape: RegExp;
  /** Takes the number after its prefix, already of the right shape. */
  checkDigit: (body: string) => boolean;
}

const by =
  (country: string, number: string) =>
  (body: string): boolean =>
    stdnum[country]?.[number]?.validate(body).isValid ?? false;

const unitedKingdom: CountryRule = { shape: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, checkDigit: by('GB', 'vat') };

/** Members of the EU by their VAT prefix (Greece is EL), and XI, which counts as inside for goods. */
const insideEu: Record<string, CountryRule> = {
  AT: { shape: /^U\d{8}$/, checkDigit: by('AT', 'uid') },
  BE: { shape: /^[01]\d{9}$/, checkDigit: by('BE', 'vat') },
  BG: { shape: /^\d{9,10}$/, checkDigit: bulgarianCheckDigit },
  CY: { shape: /^\d{8}[A-Z]$/, checkDigit: by('CY', 'vat') },
  CZ: { shape: /^\d{8,10}$/, checkDigit: by('CZ', 'dic') },
  DE: { shape: /^[1-9]\d{8}$/, checkDigit: by('DE', 'vat') },
  DK: { shape: /^\d{8}$/, checkDigit: by('DK', 'cvr') },
  EE: { shape: /^\d{9}$/, checkDigit: by('EE', 'kmkr') },
  EL: { shape: /^\d{9}$/, checkDigit: by('GR', 'vat') },
  ES: { shape: /^([A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/, checkDigit: by('ES', 'nif') },
  FI: { shape: /^\d{8}$/, checkDigit: by('FI', 'alv') },
  FR: { shape: /^[A-HJ-NP-Z\d]{2}\d{9}$/, checkDigit: by('FR', 'tva') },
  HR: { shape: /^\d{11}$/, checkDigit: by('HR', 'oib') },
  HU: { shape: /^\d{8}$/, checkDigit: by('HU', 'anum') },
  IE: { shape: /^(\d{7}[A-Z][A-I]?|\d[A-Z+*]\d{5}[A-Z])$/, checkDigit: by('IE', 'vat') },
  IT: { shape: /^\d{11}$/, checkDigit: by('IT', 'iva') },
  LT: { shape: /^(\d{9}|\d{12})$/, checkDigit: by('LT', 'pvm') },
  LU: { shape: /^\d{8}$/, checkDigit: by('LU', 'tva') },
  LV: { shape: /^\d{11}$/, checkDigit: by('LV', 'pvn') },
  MT: { shape: /^\d{8}$/, checkDigit: by('MT', 'vat') },
  NL: { shape: /^\d{9}B\d{2}$/, checkDigit: by('NL', 'btw') },
  PL: { shape: /^\d{10}$/, checkDigit: by('PL', 'nip') },
  PT: { shape: /^\d{9}$/, checkDigit: by('PT', 'nif') },
  RO: { shape: /^[1-9](\d{1,9}|\d{12})$/, checkDigit: romanianCheckDigit },
  SE: { shape: /^\d{10}01$/, checkDigit: by('SE', 'vat') },
  SI: { shape: /^[1-9]\d{7}$/, checkDigit: by('SI', 'ddv') },
  SK: { shape: /^[1-9]\d{9}$/, checkDigit: by('SK', 'dph') },
  XI: unitedKingdom,
};

/** Neighbours whose suppliers are common on EU invoices. */
const outsideEu: Record<string, CountryRule> = {
  CHE: { shape: /^\d{9}$/, checkDigit: (body) => by('CH', 'uid')(`CHE${body}`) },
  GB: unitedKingdom,
  NO: { shape: /^\d{9}$/, checkDigit: by('NO', 'orgnr') },
};

const rules: Record<string, CountryRule> = { ...insideEu, ...outsideEu };

/** VAT prefixes that `checkVatNumber` knows: two letters, or CHE for Switzerland; Greece is EL. */
export const vatCountries: readonly string[] = Object.keys(rules);

export interface VatNumberCheck {
  /** VAT prefix: two letters (Greece EL), or CHE. */
  country: string;
  /** Upper case, no separators; with its country prefix exactly when it was given with one. */
  normalised: string;
  /** The number without its prefix, which is what two spellings of one number have in common. */
  body: string;
  /** The country prefix was part of the text. */
  prefixed: boolean;
  shapeOk: boolean;
  /** False whenever the shape is wrong. */
  checkDigitOk: boolean;
}

/**
 * Takes a printed VAT number apart. Separators, and what countries print behind their number (Hungarian county codes,
 * the Swiss MWST, the Norwegian MVA), are dropped.
 * @param assumedCountry VAT prefix to take when the number is printed without one
 * @returns null when it has no known prefix and no country is assumed
 */
export function checkVatNumber(text: string, assumedCountry: string | null = null): VatNumberCheck | null {
  const compact = strip(text);
  const prefix = prefixOf(compact);
  const country = prefix === null ? canonicalCountry(assumedCountry) : canonicalCountry(prefix);
  const rule = country === null ? undefined : rules[country];
  if (country === null || rule === undefined) return null;
  const body = printedBody(country, prefix === null ? compact : compact.slice(prefix.length));
  const shapeOk = rule.shape.test(body);
  return {
    country,
    normalised: prefix === null ? body : country + body,
    body,
    prefixed: prefix !== null,
    shapeOk,
    checkDigitOk: shapeOk && rule.checkDigit(body),
  };
}

/** Whether it is a VAT number of some country by its check digits, as invoices print it, with its country or without. */
export const isVatNumber = (text: string): boolean =>
  vatCountries.some((country) => checkVatNumber(text, country)?.checkDigitOk === true);

/**
 * The buyer's number as a client sends it (interface.md 4.2.1, decisions.md "Order of checks"). A Romanian number may
 * come without RO and must pass its check digit; any other EU number needs its prefix and its country's shape only.
 * @returns the number as it is stored (Romanian with RO, Greek with EL), or null when it is none of these
 */
export function normaliseBuyerVat(text: string): string | null {
  const compact = strip(text);
  const prefix = prefixOf(compact) ?? 'RO';
  const country = canonicalCountry(prefix);
  const rule = country === null ? undefined : insideEu[country];
  if (country === null || rule === undefined) return null;
  const body = compact.startsWith(prefix) ? compact.slice(prefix.length) : compact;
  if (!rule.shape.test(body)) return null;
  if (country === 'RO' && !rule.checkDigit(body)) return null;
  return country + body;
}

/**
 * The buyer's number as an invoice prints it. Without the prefix of a country it is Romanian only where the invoice does
 * not name another country for it: many foreign numbers have a Romanian one's figures.
 * @param country two letters (ISO 3166-1); null where none is printed
 */
export function normalisePrintedVat(printed: string, country: string | null): string | null {
  const isBare = prefixOf(strip(printed)) === null;
  return isBare && country !== null && country !== 'RO' ? null : normaliseBuyerVat(printed);
}

function strip(text: string): string {
  return text.replace(/[\s.\-\u2010-\u2015\u2212]/g, '').toUpperCase();
}

function prefixOf(compact: string): string | null {
  for (const length of [3, 2]) {
    const prefix = compact.slice(0, length);
    if (prefix === 'GR' || Object.hasOwn(rules, prefix)) return prefix;
  }
  return null;
}

function canonicalCountry(prefix: string | null): string | null {
  if (prefix === 'GR') return 'EL';
  if (prefix === 'CH') return 'CHE';
  return prefix;
}

function printedBody(country: string, body: string): string {
  const plain = body.replace(/[/,]/g, '');
  if (country === 'HU' && /^\d{11}$/.test(plain)) return plain.slice(0, 8);
  if (country === 'CHE') return plain.replace(/(MWST|TVA|IVA)$/, '');
  if (country === 'NO') return plain.replace(/MVA$/, '');
  if (country === 'BE' && /^\d{9}$/.test(plain)) return `0${plain}`;
  return plain;
}

/**
 * CUI of 2 to 10 digits, or a person's CNP of 13. Of the CNP only the check digit counts (decisions.md); stdnum would
 * also refuse by county and birth date, which the numbers that ANAF gives to foreigners do not follow.
 */
function romanianCheckDigit(body: string): boolean {
  if (body.length <= 10) return by('RO', 'cui')(body);
  const remainder = weighted(body, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (remainder === 10 ? 1 : remainder) === Number(body[12]);
}

/**
 * Nine digits: a company. Ten: a citizen (EGN), a foreigner (PNF), or another, whose check stdnum 1.12 has the wrong
 * way round and which is therefore computed here.
 */
function bulgarianCheckDigit(body: string): boolean {
  if (body.length === 9) return by('BG', 'vat')(body);
  const other = (11 - (weighted(body, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return by('BG', 'egn')(body) || by('BG', 'pnf')(body) || other === Number(body[9]);
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}
