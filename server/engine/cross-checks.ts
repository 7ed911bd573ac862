import { Decimal } from 'decimal.js';
import type { PrintedNumber } from '../checks/amounts.ts';
import { fold } from '../checks/fold.ts';
import { isBankOf } from '../checks/romanian-banks.ts';
import { postcodeAgrees } from '../checks/romanian-counties.ts';
import { fieldOf, kindOf } from '../contract/fields.ts';
import type { Evidence } from '../contract/invoice.ts';
import type { BankDetails } from './fields/bank.ts';
import type { ExchangeRate } from './fields/exchange-rate.ts';
import type { Found } from './found.ts';
import type { Layout } from './layout/layout.ts';
import { keeping } from './lexicon/tokens.ts';
import type { FoundTotals } from './totals/read-totals.ts';
import { withFact } from './witnesses/reconcile-value.ts';

/** The printed bank beside the bank that the account's own letters name. */
export function checkBank(bank: BankDetails): BankDetails {
  const { iban, bank_name: name } = bank;
  const { evidence = [] } = iban ?? {};
  const isSure = evidence.includes('check_digit') && !evidence.includes('contradicted');
  const agrees = iban && name && isSure ? isBankOf(iban.value, fold(name.value)) : null;
  // On a scan the name may have lost words, which the account's letters do not show.
  if (agrees === null || !name || (agrees && (name.source === 'ocr' || goesOnAsSentence(name.value)))) return bank;
  return { ...bank, bank_name: withFact(name, agrees ? 'check_digit' : 'contradicted') };
}

/** "Banca Nord with the number of": letters of the account do not tell where the name ends. */
const goesOnAsSentence = (name: string): boolean =>
  name.split(/\s/).filter((word) => /^\p{Ll}{4}/u.test(word)).length > 1;

/** A Romanian address's county beside its postal code; where a person wrote another one the page still says so. */
export function checkAddress(address: Found<string> | null): Found<string> | null {
  const agrees = address && postcodeAgrees(address.value);
  if (agrees === null) return address;
  if (agrees) return withFact(address!, 'postcode_agrees');
  return address!.source === 'ocr' ? withFact(address!, 'contradicted') : address;
}

/** Currencies of which no cents are in use, whatever their norm says. */
const withoutCents = new Set(['HUF', 'ISK']);
/** Fewer amounts than this may all be round. */
const fewAmounts = 4;

/**
 * Where a scan shows no cents at all, its points and commas may be lost. Lines and sums a hundred times too large agree
 * with each other as the right ones would.
 */
export function checkCents(
  layout: Layout,
  currency: string | null,
): <T>(path: string, amount: Found<T> | null) => Found<T> | null {
  const scanned = layout.pages.filter(({ page }) => page.source === 'ocr');
  const numbers = scanned.flatMap(({ rows }) =>
    rows.flatMap(({ items }) => items.flatMap(({ number }) => (number && !number.percent ? number : []))),
  );
  const large = numbers.filter(({ value }) => value.abs().gte(100));
  const isWithoutCents = withoutCents.has(currency ?? '') || decimalsOf(currency) === 0;
  const lost = large.length >= fewAmounts && !numbers.some(({ decimals }) => decimals === 2);
  return (path, amount) =>
    amount && lost && !isWithoutCents && isAmount(path)
      ? withFact({ ...amount, evidence: amount.evidence.filter((fact) => fact !== 'sums_agree') }, 'weak_print')
      : amount;
}

const isAmount = (path: string): boolean => kindOf(path) === 'amount';

/**
 * "1.234" may be a thousand or one: sums that close do so in either reading. It is read as the page's other figures
 * have it, and where they do not say it, or where an amount would have more decimals than its currency, either is meant.
 */
export function checkThousands(
  layout: Layout,
  currency: string | null,
): <T>(path: string, amount: Found<T> | null) => Found<T> | null {
  const key = (page: number, { x, y }: { x: number; y: number }) => `${page} ${x} ${y}`;
  const doubtful = new Map(
    layout.pages.flatMap(({ page, rows }) =>
      rows.flatMap(({ items }) =>
        items.flatMap((item) => (item.number?.otherwise ? [[key(page.number, item), item.number] as const] : [])),
      ),
    ),
  );
  const decimals = decimalsOf(currency);
  return (path, amount) => {
    const number = amount?.place ? doubtful.get(key(amount.place.page, amount.place.box)) : undefined;
    if (!amount || !number || typeof amount.value !== 'number') return amount;
    const isTooFine = isAmount(path) && !fieldOf(path).perUnit && number.decimals > decimals;
    return layout.style.settled && !isTooFine ? amount : withFact(amount, 'rival');
  };
}

/** Decimals of the currency's amounts; two where it is not known. */
const decimalsOf = (currency: string | null): number => (currency === null ? 2 : decimalsByIntl(currency));

// Making a number format takes longer than all that is asked of it.
const decimalsByIntl = keeping(
  (currency) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
);

/** Lei and the foreign currency are rounded to a hundredth each. */
const roundings = 2;
/** And each is off by so much at most. */
const halfACent = '0.005';
const shownSums = ['total_amount', 'subtotal', 'vat_amount', 'amount_due'] as const;

/**
 * The rate that turns one of the invoice's sums into another amount that is printed, in either direction, or else the
 * likeliest. Another rate beside it is one of another day, bank or currency, and may be the invoice's.
 */
export function checkRate(rates: readonly ExchangeRate[], totals: FoundTotals, layout: Layout): ExchangeRate | null {
  const numbers = layout.pages.flatMap(({ rows }) =>
    rows.flatMap(({ items }) => items.flatMap(({ number }) => number ?? [])),
  );
  const printed = numbers.filter(({ decimals }) => decimals === 2).map(({ value }) => value.abs());
  const sums = shownSums.flatMap((path) => new Decimal(totals[path]?.value ?? 0).abs()).filter((sum) => sum.gte(1));
  const closes = ({ exchange_rate: { value: rate } }: ExchangeRate): boolean =>
    rate > 1 &&
    sums.some((amount) => {
      const tolerance = new Decimal(halfACent).mul(roundings);
      return (
        isPrinted(printed, amount.mul(rate), tolerance.mul(Decimal.max(1, rate))) ||
        isPrinted(printed, amount.div(rate), tolerance)
      );
    });
  const chosen = rates.find(closes) ?? rates[0];
  if (!chosen) return null;
  const facts: Evidence[] = [
    ...(closes(chosen) ? (['sums_agree'] as const) : []),
    ...(rates.some((rate) => !isSameRate(rate, chosen)) || numbers.some((number) => mayBeRate(number, chosen))
      ? (['rival'] as const)
      : []),
  ];
  const withFacts = <T>(value: Found<T>): Found<T> => facts.reduce(withFact, value);
  return {
    exchange_rate: withFacts(chosen.exchange_rate),
    exchange_rate_currency: withFacts(chosen.exchange_rate_currency),
  };
}

/** Rates of two days lie between these parts of each other. */
const otherDay = { least: 0.8, most: 1.25 };

/** Four decimals, and about as large as the rate that was chosen: one of another day, in whatever words. */
const mayBeRate = ({ value, decimals }: PrintedNumber, { exchange_rate: { value: rate } }: ExchangeRate): boolean =>
  decimals === 4 && !value.eq(rate) && value.gt(rate * otherDay.least) && value.lt(rate * otherDay.most);

const isSameRate = (one: ExchangeRate, other: ExchangeRate): boolean =>
  one.exchange_rate.value === other.exchange_rate.value &&
  one.exchange_rate_currency.value === other.exchange_rate_currency.value;

const isPrinted = (printed: readonly Decimal[], amount: Decimal, tolerance: Decimal): boolean =>
  printed.some((other) => other.sub(amount).abs().lte(tolerance));
