import { Decimal } from 'decimal.js';

/** How one document prints its numbers, decided from all of them together and never from a locale setting. */
export interface NumberStyle {
  decimal: ',' | '.';
  /** Tokens that speak for the choice, less those that speak against it; 0 means it is a mere default. */
  certainty: number;
}

/** The style as the document's own figures show it. */
export interface PrintedStyle extends NumberStyle {
  /** Whether figures that can be read in one way only fix the choice, and none of them speaks against it. */
  settled: boolean;
}

/** A number as printed. */
export interface PrintedNumber {
  value: Decimal;
  /** The other reading of a number that can be read in two ways (1.234), else null; arithmetic may prefer it. */
  otherwise: Decimal | null;
  /** Digits after the decimal separator as printed. */
  decimals: number;
  percent: boolean;
  /** ISO code of the currency printed with it, else null. */
  currency: string | null;
  /** Read with other characters than those that OCR saw: nothing says that it is these. */
  mended?: true;
}

/** Codes (ISO 4217) that are printed beside amounts; others are words too, and are known only where a label says so. */
const codes = [
  ...['AED', 'AUD', 'BGN', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'JPY', 'MDL'],
  ...['MYR', 'NOK', 'NZD', 'PLN', 'RON', 'RSD', 'SEK', 'SGD', 'THB', 'TRY', 'USD', 'ZAR'],
];

/** Signs and words printed beside an amount. `$` and `kr` stand for several currencies; the caller knows better. */
const names: Record<string, string> = {
  '€': 'EUR',
  EURO: 'EUR',
  EUROS: 'EUR',
  Euro: 'EUR',
  Euros: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  $: 'USD',
  US$: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  lei: 'RON',
  Lei: 'RON',
  LEI: 'RON',
  leu: 'RON',
  Ft: 'HUF',
  Kč: 'CZK',
  Kc: 'CZK',
  zł: 'PLN',
  zl: 'PLN',
  лв: 'BGN',
  'лв.': 'BGN',
  'Fr.': 'CHF',
  kr: 'SEK',
  'kr.': 'DKK',
  RM: 'MYR',
};

const spelled = new Map([...codes.map((code) => [code, code] as const), ...Object.entries(names)]);
const inAnyCase = new Map([...spelled].map(([word, code]) => [word.toLowerCase(), code]));

const digit = /^[0-9]$/;
const hasDigit = /[0-9]/;
const space = /[\s\u00a0\u2007\u2009\u202f]/u;
const minus = /^[-−–—]/u;

/** The ISO code of a currency sign or word standing alone, in any case, else null. */
export const currencyOf = (text: string): string | null => inAnyCase.get(text.toLowerCase()) ?? null;

/** Every code and name that is known beside amounts. */
export const currencyWords: readonly string[] = [...spelled.keys()];

/** A word beside amounts alone: elsewhere it is the province of Rome. */
const besideAmounts = 'RM';

/** The same where it is spelled as it usually is: "Ft" is a currency anywhere, "FT" only beside an amount. */
export const currencySpelled = (text: string): string | null =>
  text === besideAmounts ? null : (spelled.get(text) ?? null);

/** Whether the letters are a currency's code (ISO 4217, as CLDR has it). */
export const isCurrencyCode = (text: string): boolean => Intl.supportedValuesOf('currency').includes(text);

/**
 * Reads a printed number with whatever is glued to it: sign before or after, parentheses, currency, percent sign.
 * Returns null for anything else (dates, codes, phone numbers with odd groups).
 * `ocr` forgives letters that OCR takes for digits (O 0, l I | 1, S 5, B 8) between real digits, and a decimal separator
 * that looks like those of the thousands (1.250.00).
 */
export function parseNumber(text: string, style: NumberStyle | null = null, ocr = false): PrintedNumber | null {
  if (text.length > 40 || !hasDigit.test(text)) return null;
  const bare = withoutSurroundings(ocr ? withoutSpecks(withoutReadGuards(text.trim())) : text.trim());
  if (bare === null) return null;
  const body = ocr ? withDigitsForLetters(bare.body) : bare.body;
  const asPrinted = readBody(body, style);
  const plain = asPrinted ?? (ocr ? readBody(withCentsApart(body), style) : null);
  if (!plain) return null;
  const sign = bare.negative ? -1 : 1;
  return {
    value: new Decimal(plain.value).mul(sign),
    otherwise: plain.otherwise === null ? null : new Decimal(plain.otherwise).mul(sign),
    decimals: plain.decimals,
    percent: bare.percent,
    currency: bare.currency,
    ...((body !== bare.body || !asPrinted) && { mended: true as const }),
  };
}

/** Figures with two decimals settle nothing alone: a time of day looks like one. */
const settling = 2;

/** Decides the document's decimal separator from all texts that look like numbers. */
export function decideNumberStyle(texts: Iterable<string>): PrintedStyle {
  const votes: StyleVote[] = [];
  for (const text of texts) {
    if (text.length > 24 || !hasDigit.test(text)) continue;
    const bare = withoutSurroundings(text.trim());
    const vote = bare && styleVote(bare.body, bare.currency !== null);
    if (vote) votes.push(vote);
  }
  const weight = (decimal: ',' | '.') =>
    votes.reduce((sum, vote) => sum + (vote.decimal === decimal ? vote.weight : 0), 0);
  const [comma, point] = [weight(','), weight('.')];
  const decimal = comma >= point ? ',' : '.';
  const beyondDoubt = votes.filter((vote) => vote.weight === beyond);
  const deciding = beyondDoubt.length > 0 ? beyondDoubt : votes.filter(({ isExact }) => isExact);
  const settled =
    deciding.every((vote) => vote.decimal === decimal) && (beyondDoubt.length > 0 || deciding.length >= settling);
  return { decimal, certainty: Math.abs(comma - point), settled };
}

/** What one figure says of the separator. */
interface StyleVote {
  decimal: ',' | '.';
  weight: number;
  /** It has two decimals. */
  isExact: boolean;
}

/** The weight of a figure that has both separators, or one of them several times. */
const beyond = 3;

/** What a figure says of the decimal separator; null for no opinion. */
function styleVote(body: string, isMoney: boolean): StyleVote | null {
  const lastComma = body.lastIndexOf(',');
  const lastPoint = body.lastIndexOf('.');
  if (readBody(body, null) === null) return null;
  const vote = (isComma: boolean, weight: number, isExact = false): StyleVote => ({
    decimal: isComma ? ',' : '.',
    weight,
    isExact,
  });
  // Both separators in one number settle it; two digits after a single one nearly do.
  if (lastComma >= 0 && lastPoint >= 0) return vote(lastComma > lastPoint, beyond);
  const at = Math.max(lastComma, lastPoint);
  if (at < 0) return null;
  if (body.indexOf(body[at]!) < at) return vote(lastComma < 0, beyond);
  const after = body.length - at - 1;
  if (after === 2) return vote(lastComma >= 0, 1, true);
  // Money has no three decimals: what parts three digits of it is a group.
  if (after === 3 && isMoney && /^[1-9]\d{0,2}\D/.test(body)) return vote(lastComma < 0, 1);
  if (after === 3 || after === 0) return null;
  return vote(lastComma >= 0, 0.5);
}

interface Bare {
  body: string;
  negative: boolean;
  percent: boolean;
  currency: string | null;
}

/** Takes off sign, parentheses, currency and percent sign; null where no digit is left. */
function withoutSurroundings(text: string): Bare | null {
  // "VAT 19 %:" has the colon of its label.
  let rest = withoutGuards(text).replace(/(?<=%\)?):$/u, '');
  let negative = false;
  let percent = false;
  let currency: string | null = null;
  if (rest.startsWith('(') && rest.endsWith(')')) {
    negative = true;
    rest = rest.slice(1, -1).trim();
  } else if (rest.startsWith('(')) rest = rest.slice(1).trim();
  else if (rest.endsWith(')')) rest = rest.slice(0, -1).trim();
  // At most a sign, a currency and a percent sign on either side, in any order.
  for (let round = 0; round < 4; round++) {
    const before: string = rest;
    if (minus.test(rest)) {
      negative = true;
      rest = rest.slice(1).trim();
    } else if (rest.startsWith('+')) rest = rest.slice(1).trim();
    // "10,-" and "10.–": no cents.
    rest = rest.replace(/[.,]\s?[-–—=]{1,2}$/u, '');
    if (/\p{Nd}\s?[-−–]$/u.test(rest)) {
      negative = true;
      rest = rest.slice(0, -1).trim();
    }
    if (rest.endsWith('%')) {
      percent = true;
      rest = rest.slice(0, -1).trim();
    }
    const lead = leadingWord(rest);
    const leadCurrency = lead && currencyOf(lead);
    if (leadCurrency) {
      currency = leadCurrency;
      rest = rest.slice(lead.length).trim();
    }
    const trail = trailingWord(rest);
    const trailCurrency = trail && currencyOf(trail);
    if (trailCurrency) {
      currency = trailCurrency;
      rest = rest.slice(0, -trail.length).trim();
    }
    if (rest === before) break;
  }
  const first = rest[0];
  if (first === undefined || !/[\p{Nd}.,OolI|SB]/u.test(first) || !/\p{Nd}/u.test(rest)) return null;
  return { body: rest, negative, percent, currency };
}

/** "***48,50": stars before or behind an amount with cents keep anybody from writing further figures there. */
function withoutGuards(text: string): string {
  const [, before, figure, behind] = /^(\**)([^*]{4,24})(\**)$/u.exec(text) ?? [];
  const isGuarded = figure !== undefined && (before !== '' || behind !== '') && /[.,]\p{Nd}{2}(?!\p{Nd})/u.test(figure);
  return isGuarded ? figure.trim() : text;
}

/** "#12,50", "“12,50": what OCR reads stars before an amount with cents as; an x before it is a sign of times. */
const withoutReadGuards = (text: string): string =>
  text.replace(/^[*#"“”]{1,3}\s?(?=\p{Nd}[\p{Nd}.\s]{0,8},\s?\p{Nd}{2}$)/u, '');

function leadingWord(text: string): string {
  let end = 0;
  while (end < text.length && end < 6 && !/[\p{Nd}\s(+−-]/u.test(text[end]!)) end++;
  return text.slice(0, end);
}

function trailingWord(text: string): string {
  let start = text.length;
  while (start > 0 && text.length - start < 6 && !/[\p{Nd}\s)]/u.test(text[start - 1]!)) start--;
  return text.slice(start);
}

/** Specks behind a figure are read as quotes and the like. */
function withoutSpecks(text: string): string {
  let end = text.length;
  while (end > 0 && `'"\`’”*_|`.includes(text[end - 1]!)) end--;
  return digit.test(text[end - 1] ?? '') ? text.slice(0, end) : text;
}

const confusables: Record<string, string> = { O: '0', o: '0', l: '1', I: '1', '|': '1', S: '5', B: '8' };

function withDigitsForLetters(body: string): string {
  const letters = [...body].filter((c) => confusables[c]).length;
  const digits = [...body].filter((c) => digit.test(c)).length;
  if (letters === 0 || letters > digits) return body;
  return body.replace(/[OolI|SB]/g, (c) => confusables[c]!);
}

/** Two figures at the end are no group of thousands, whatever parts them from the groups before. */
function withCentsApart(body: string): string {
  const at = body.length - 3;
  const separator = body[at];
  const isSame = (separator === '.' || separator === ',') && body.indexOf(separator) < at && body[0] !== '0';
  return isSame ? `${body.slice(0, at)}${separator === '.' ? ',' : '.'}${body.slice(at + 1)}` : body;
}

interface Body {
  value: string;
  otherwise: string | null;
  decimals: number;
}

/** Reads digits with separators: groups of three by point, comma, space or apostrophe, and at most one decimal part. */
function readBody(body: string, style: NumberStyle | null): Body | null {
  const parts: string[] = [''];
  const separators: string[] = [];
  let spaceBefore = false;
  for (const c of body) {
    if (digit.test(c)) {
      if (spaceBefore) {
        // White space beside a separator is a fault of print or OCR, white space alone is a group separator.
        if (parts.at(-1) !== '' || separators.length === 0) {
          separators.push(' ');
          parts.push('');
        }
        spaceBefore = false;
      }
      parts[parts.length - 1] += c;
    } else if (space.test(c)) {
      spaceBefore = true;
    } else if (c === '.' || c === ',' || c === "'" || c === '’' || c === '´') {
      if (parts.at(-1) === '' && separators.length > 0) return null;
      separators.push(c === '.' || c === ',' ? c : "'");
      parts.push('');
      spaceBefore = false;
    } else return null;
  }
  if (parts.at(-1) === '') {
    // A full stop or comma that ends the sentence.
    parts.pop();
    separators.pop();
  }
  const whole = parts.join('');
  if (whole === '' || whole.length > 15) return null;
  if (separators.length === 0) return { value: whole, otherwise: null, decimals: 0 };

  const last = separators.at(-1)!;
  const tail = parts.at(-1)!;
  const grouping = new Set(separators.slice(0, -1));
  const asDecimal =
    (last === '.' || last === ',') && !grouping.has(last) && grouping.size <= 1 && groupsOfThree(parts.slice(0, -1));
  const asGroups = new Set(separators).size === 1 && groupsOfThree(parts) && parts[0] !== '0';
  const decimalReading = asDecimal ? `${parts.slice(0, -1).join('') || '0'}.${tail}` : null;
  if (asDecimal && asGroups) {
    const byGroups = style !== null && style.certainty > 0 ? style.decimal !== last : last !== ',';
    // Several groups before the last one leave no doubt; 1.234 alone does.
    return byGroups
      ? { value: whole, otherwise: decimalReading, decimals: 0 }
      : { value: decimalReading!, otherwise: whole, decimals: tail.length };
  }
  if (asGroups) return { value: whole, otherwise: null, decimals: 0 };
  if (decimalReading) return { value: decimalReading, otherwise: null, decimals: tail.length };
  return null;
}

/** Whether the parts are one to three digits followed by groups of exactly three; a single part may be any length. */
function groupsOfThree(parts: string[]): boolean {
  if (parts.length === 1) return true;
  return parts.every((part, i) => (i === 0 ? part.length >= 1 && part.length <= 3 : part.length === 3));
}
