/** Every reason that an export gives; both languages have a sentence for each. */
export const problemCodes = [
  'company_unknown',
  'other_company',
  'misaddressed',
  'unconfirmed_doubt',
  'not_an_invoice',
  'missing',
  'sums_do_not_close',
  'no_rates',
  'charged_beside_vat',
  'reverse_charge',
  'no_category',
  'no_exchange_rate',
  'not_writable',
  'rule_broken',
  'exported_before',
  'changed_since_export',
  'lines_joined',
  'sign_turned',
  'differs_by_cents',
  'cut',
  'number_too_long',
  'rate_beside',
  'unit_unknown',
  'computed',
] as const;

export type ProblemCode = (typeof problemCodes)[number];
