import { isCurrencyCode } from '../checks/amounts.ts';
import { vatOn } from '../checks/cents.ts';
import { isCountryCode } from '../checks/countries.ts';
import { isDay } from '../checks/dates.ts';
import { checkVatNumber } from '../checks/vat-numbers.ts';
import type { ProblemCode } from './problem-codes.ts';
import type { DraftParty, UblDraft } from './ubl-draft.ts';
import { exemptionCodes } from './ubl-draft.ts';

/** A rule of EN 16931 or CIUS-RO (schematron 1.0.9), with the field of the invoice that breaks it. */
interface Rule {
  /** As the norms name it. */
  rules: string;
  /** What is said of it, where there is a better sentence than that a rule is broken. */
  code?: ProblemCode;
  /** The path that breaks it; null where it holds. */
  broken: (draft: UblDraft) => string | null;
}

const when = (isBroken: boolean, path: string): string | null => (isBroken ? path : null);
const isEmpty = (text: string | null): boolean => text === null || text.trim() === '';
const isIn = (country: string) => (party: DraftParty) => party.country === country;
const romanian = isIn('RO');

/** The same of both parties. */
const ofParties = (rules: string, name: string, isBroken: (party: DraftParty) => boolean): Rule[] =>
  (['seller', 'buyer'] as const).map((role) => ({
    rules,
    broken: (draft) => when(isBroken(draft[role]), `${draft[role].path}.${name}`),
  }));

/** The same of each rate. */
const ofRates = (rules: string, name: string, isBroken: (rate: UblDraft['rates'][number]) => boolean): Rule => ({
  rules,
  broken: ({ rates }) => when(rates.some(isBroken), `vat_breakdown.${name}`),
});

/** The same of each line. */
const ofLines = (rules: string, name: string, isBroken: (line: UblDraft['lines'][number]) => boolean): Rule => ({
  rules,
  broken({ lines }) {
    const line = lines.find(isBroken);
    return line ? (line.index === null ? 'line_items' : `line_items.${line.index}.${name}`) : null;
  },
});

const counties = new Set(
  'AB AG AR B BC BH BN BR BT BV BZ CJ CL CS CT CV DB DJ GJ GL GR HD HR IF IL IS MH MM MS NT OT PH SB SJ SM SV TL TM TR VL VN VS'.split(
    ' ',
  ),
);

/** Currencies that came or went of late, so that one edition of the rules has them and another does not. */
const unsettled = new Set('ANG BGN CUC HRK MRU SLE SLL STN VES XCG ZWG ZWL'.split(' '));

/** What tax offices and programs that take e-invoices refuse; the most usual reasons, in the order in which they are told. */
export const ublRules: readonly Rule[] = [
  { rules: 'BR-02', broken: ({ number }) => when(isEmpty(number), 'invoice_number') },
  { rules: 'BR-RO-010', broken: ({ number }) => when(!/\d/.test(number), 'invoice_number') },
  { rules: 'BR-03, BR-RO-DT001', broken: ({ date }) => when(!isDay(date), 'invoice_date') },
  { rules: 'BR-RO-DT003', broken: ({ due }) => when(due !== null && !isDay(due), 'due_date') },
  {
    rules: 'BR-CO-25',
    broken: ({ payable, due, terms, isCredit, iban }) => {
      // A credit note says its day beside the account that is paid from.
      const isSaid = due !== null && !(isCredit && iban === null);
      return when(payable.gt(0) && !isSaid && isEmpty(terms), 'due_date');
    },
  },
  {
    rules: 'BR-CL-04',
    broken: ({ currency }) => when(!isCurrencyCode(currency) || unsettled.has(currency), 'currency'),
  },
  {
    rules: 'BR-53, BR-RO-030',
    code: 'no_exchange_rate',
    broken: ({ currency, vatInRon }) => when(currency !== 'RON' && vatInRon === null, 'exchange_rate'),
  },
  ...ofParties('BR-06, BR-07', 'name', ({ name }) => isEmpty(name)),
  ...ofParties('BR-RO-081, BR-RO-082', 'street', ({ street }) => isEmpty(street)),
  ...ofParties('BR-RO-091, BR-RO-092', 'city', ({ city }) => isEmpty(city)),
  ...ofParties('BR-09, BR-11, BR-CL-14', 'country', ({ country }) => country === null || !isCountryCode(country)),
  ...ofParties(
    'BR-RO-110, BR-RO-111',
    'county',
    (party) => romanian(party) && !counties.has(party.county?.replace(/^RO-/, '') ?? ''),
  ),
  ...ofParties(
    'BR-RO-100, BR-RO-101',
    'city',
    (party) => romanian(party) && party.county === 'RO-B' && !/^SECTOR[1-6]$/.test(party.city ?? ''),
  ),
  ...ofParties('BR-CO-09', 'vat_number', ({ vatId }) => vatId !== null && checkVatNumber(vatId)?.prefixed !== true),
  {
    rules: 'BR-CO-26, BR-RO-065, BR-S-02, BR-E-02, BR-Z-02',
    broken: ({ seller }) => when(isEmpty(seller.vatId) && isEmpty(seller.taxId), 'vendor.vat_number'),
  },
  {
    rules: 'BR-AE-02, BR-G-02',
    broken: ({ seller, rates }) =>
      when(isEmpty(seller.vatId) && rates.some(({ category }) => category === 'G'), 'vendor.vat_number'),
  },
  {
    rules: 'BR-RO-120, BR-AE-02',
    broken: ({ buyer }) => when(isEmpty(buyer.vatId) && isEmpty(buyer.legalId), 'customer.vat_number'),
  },
  { rules: 'BR-16', broken: ({ lines }) => when(lines.length === 0, 'line_items') },
  { rules: 'BR-CO-18', broken: ({ rates }) => when(rates.length === 0, 'vat_breakdown') },
  {
    rules: 'BR-CO-04',
    code: 'no_category',
    broken: ({ rates }) =>
      when(
        rates.some(({ category }) => category === null),
        'vat_breakdown.category',
      ),
  },
  ofRates('BR-S-05', 'rate', ({ category, rate }) => category === 'S' && rate.lte(0)),
  ofRates(
    'BR-E-05, BR-Z-05, BR-AE-05',
    'rate',
    ({ category, rate }) => ['Z', 'E', 'AE', 'K', 'G', 'O'].includes(category ?? '') && !rate.isZero(),
  ),
  ofRates('BR-E-09, BR-Z-09, BR-AE-09', 'amount', ({ rate, vat }) => rate.isZero() && !vat.isZero()),
  ofRates(
    'BR-E-10',
    'reason',
    ({ category, reason }) => category === 'E' && isEmpty(reason) && exemptionCodes[category] === undefined,
  ),
  // What they ask for besides, the day of delivery and its country, no invoice's fields tell.
  ofRates('BR-IC-11, BR-IC-12', 'category', ({ category }) => category === 'K'),
  {
    rules: 'BR-O-11',
    broken: ({ rates }) =>
      when(rates.length > 1 && rates.some(({ category }) => category === 'O'), 'vat_breakdown.category'),
  },
  {
    rules: 'BR-CO-17, BR-S-09',
    broken: ({ rates }) =>
      when(
        rates.some(({ base, rate, vat }) => vatOn(base, rate).minus(vat).abs().gte(1)),
        'vat_breakdown.amount',
      ),
  },
  ofLines('BR-25', 'description', ({ name }) => isEmpty(name)),
  ofLines('BR-27', 'unit_price', ({ price }) => price.isNegative()),
  ofLines('BR-23, BR-CL-23', 'unit', ({ unit }) => !/^[A-Z0-9]{2,3}$/.test(unit)),
  {
    rules: 'BR-CO-10, BR-CO-13',
    broken: ({ lines, allowances, lineSum, net }) => {
      const sum = lines.reduce((all, line) => all.plus(line.net), lineSum.minus(lineSum));
      const taken = allowances.reduce((all, { amount }) => all.plus(amount), lineSum.minus(lineSum));
      return when(!sum.eq(lineSum) || !sum.minus(taken).eq(net), 'subtotal');
    },
  },
  {
    rules: 'BR-S-08, BR-CO-14',
    broken: ({ rates, net, vat }) => {
      const bases = rates.reduce((all, { base }) => all.plus(base), net.minus(net));
      const vats = rates.reduce((all, rate) => all.plus(rate.vat), net.minus(net));
      return when(!bases.eq(net) || !vats.eq(vat), 'vat_breakdown');
    },
  },
  {
    rules: 'BR-DEC-16, BR-DEC-17, BR-DEC-18',
    broken: ({ prepaid, rounding }) => {
      if (prepaid.decimalPlaces() > 2) return 'prepaid_amount';
      return when(rounding.decimalPlaces() > 2, 'total_amount');
    },
  },
  {
    rules: 'BR-CO-15, BR-CO-16',
    broken: ({ net, vat, gross, prepaid, rounding, payable }) =>
      when(!net.plus(vat).eq(gross) || !gross.minus(prepaid).plus(rounding).eq(payable), 'total_amount'),
  },
];
