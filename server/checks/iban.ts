import { electronicFormatIBAN, getCountrySpecifications, isValidBIC, isValidIBAN } from 'ibantools';

export interface PrintedIban {
  start: number;
  end: number;
  /** Upper case without separators. */
  iban: string;
  valid: boolean;
}

/** Made anew at every call of the library; asked for many times a page. */
const countries = getCountrySpecifications();

const begin = /(?<![\p{L}\d])([A-Z]{2})\s?(\d{2})(?=[\s.-]?[A-Z0-9])/gu;

/**
 * Every IBAN in the text: a country that has IBANs, and as many characters as its IBANs have; single spaces, dots and
 * hyphens between them are skipped. A wrong check digit is said, not hidden.
 */
export function findIbans(text: string): PrintedIban[] {
  const found: PrintedIban[] = [];
  let after = 0;
  for (const match of text.matchAll(begin)) {
    if (match.index < after) continue;
    const length = ibanLength(match[1]!);
    if (length === null) continue;
    const taken = take(text, match.index, length);
    if (!taken || (hasDigitsOnly(match[1]!) && /[A-Z]{2}/.test(taken.iban.slice(4)))) continue;
    // "NL123456782B90 IBAN: …": a VAT number with the label of the account behind it, as long as an account together.
    if (taken.iban.endsWith('IBAN')) continue;
    const valid = isValidIBAN(taken.iban);
    const before = found.at(-1);
    // "btw NL123456782B90 NL91 ABNA …": a number that is none of an account may end within one that is.
    if (before && before.end > match.index) {
      if (!valid) continue;
      found.pop();
    }
    found.push({ start: match.index, end: taken.end, iban: taken.iban, valid });
    if (valid) after = taken.end;
  }
  return found;
}

/** Accounts of Spain are digits alone: "ES02…PW0009" is a supply point. One letter may be a digit that was misread. */
const hasDigitsOnly = (country: string): boolean => /^\^\[0-9\]\{\d+\}\$$/.test(countries[country]?.bban_regexp ?? '');

/** How many characters an IBAN of the country has; null where the country has none. */
export function ibanLength(country: string): number | null {
  return countries[country]?.chars ?? null;
}

function take(text: string, start: number, length: number): { iban: string; end: number } | null {
  let iban = '';
  let at = start;
  for (; at < text.length && iban.length < length; at++) {
    const c = text[at]!;
    if (/[A-Z0-9]/.test(c)) iban += c;
    else if (!/[\s.-]/.test(c) || /[\s.-]/.test(text[at - 1] ?? '')) return null;
  }
  // Longer than the country's IBANs: it is something else.
  if (iban.length < length || /[A-Z0-9]/i.test(text[at] ?? '')) return null;
  return { iban, end: at };
}

export function isIban(text: string): boolean {
  const plain = electronicFormatIBAN(text);
  return plain !== null && isValidIBAN(plain);
}

export function isBic(text: string): boolean {
  return isValidBIC(text) && countries[text.slice(4, 6)] !== undefined;
}
