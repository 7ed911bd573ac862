import { placeOf } from '../candidates/text-lines.ts';
import type { VatCandidate } from '../candidates/vat-numbers.ts';
import { found } from '../evidence.ts';
import type { Found } from '../found.ts';
import type { Parties } from '../parties/choose-parties.ts';

/**
 * What the countries of VAT numbers pay in. Left out are those that changed over to the euro lately: there an invoice
 * without a currency may be in either.
 */
const currencyIn: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'AT',
      'BE',
      'CY',
      'DE',
      'EE',
      'EL',
      'ES',
      'FI',
      'FR',
      'IE',
      'IT',
      'LT',
      'LU',
      'LV',
      'MT',
      'NL',
      'PT',
      'SI',
      'SK',
    ].map((country) => [country, 'EUR']),
  ),
  CHE: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  NO: 'NOK',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
};

/**
 * The currency of an invoice that prints none: the one of the vendor's country, where nothing says that the customer
 * pays in another. It stands nowhere, so it is never proven, and only guessed while the customer's country is unknown.
 */
export function currencyOfParties({ vendorVat, customerVat }: Parties): Found<string> | null {
  const currency = vendorVat && currencyAt(vendorVat);
  if (!currency || (customerVat && currencyAt(customerVat) !== currency)) return null;
  return {
    ...found(currency, placeOf(vendorVat.line, vendorVat.start, vendorVat.end), vendorVat.line, [
      !customerVat && 'guessed',
    ]),
    place: null,
  };
}

const currencyAt = ({ check, mended, misread }: VatCandidate): string | null =>
  check?.checkDigitOk && !mended && !misread ? (currencyIn[check.country] ?? null) : null;
