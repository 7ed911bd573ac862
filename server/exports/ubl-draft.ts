import { Decimal } from 'decimal.js';
import { isCountryCode } from '../checks/countries.ts';
import { countyNamed } from '../checks/romanian-counties.ts';
import { checkVatNumber } from '../checks/vat-numbers.ts';
import type { Invoice, VatCategory } from '../contract/invoice.ts';
import { unitCode } from '../engine/witnesses/units.ts';
import type { Say, Whole } from './book.ts';
import { type BookLine, type BookRate, turned } from './book-lines.ts';
import { priced } from './priced.ts';
import type { ExportSettings } from './target.ts';
import { cut, oneLine, parted } from './written.ts';

/** A party as EN 16931 has it (BG-4, BG-7). */
export interface DraftParty {
  /** Its path in the invoice. */
  path: 'vendor' | 'customer';
  name: string | null;
  street: string | null;
  city: string | null;
  county: string | null;
  postalCode: string | null;
  country: string | null;
  /** BT-31, BT-48: with the prefix of its country. */
  vatId: string | null;
  /** BT-32: a tax number that is no VAT number. */
  taxId: string | null;
  /** BT-30, BT-47. */
  legalId: string | null;
  phone: string | null;
  email: string | null;
}

export interface DraftLine {
  /** Index in the invoice's lines; null for a line of ours. */
  index: number | null;
  name: string;
  description: string | null;
  /** BT-155: the seller's code of the article. */
  code: string | null;
  /** The unit as printed, where no code says it. */
  note: string | null;
  quantity: Decimal;
  unit: string;
  net: Decimal;
  price: Decimal;
  origin: string | null;
  of: BookRate;
}

/** An invoice as it goes into UBL, with the sums that follow from it. */
export interface UblDraft {
  isCredit: boolean;
  number: string;
  date: string;
  due: string | null;
  terms: string | null;
  notes: string[];
  currency: string;
  order: string | null;
  despatch: string | null;
  seller: DraftParty;
  buyer: DraftParty;
  iban: string | null;
  allowances: { amount: Decimal; reason: string; of: BookRate }[];
  rates: readonly BookRate[];
  lines: DraftLine[];
  lineSum: Decimal;
  net: Decimal;
  vat: Decimal;
  /** BT-111, in RON; null in RON. */
  vatInRon: Decimal | null;
  gross: Decimal;
  prepaid: Decimal;
  rounding: Decimal;
  payable: Decimal;
}

/** CIUS-RO's lengths, in characters. */
const lengths = {
  number: 200,
  street: 150,
  city: 50,
  postalCode: 20,
  note: 300,
  terms: 300,
  name: 200,
  contact: 100,
  item: 100,
  more: 200,
};
const mostNotes = 20;
/** "One" of Recommendation 20 says that there is no unit of measure. */
const noUnit = 'C62';

/** The invoice's own values in the places of the norm; what it does not show is null. */
export function draftOf(whole: Whole, settings: ExportSettings, say: Say): UblDraft {
  const { invoice, currency } = whole;
  const isCredit = invoice.document_type === 'credit_note';
  // A credit note states its amounts without a sign (EN 16931, BT-3 381).
  const isTurned = isCredit && (invoice.total_amount ?? 0) < 0;
  const { lines, rates } = isTurned ? turned(whole.lines) : whole.lines;
  const sum = (values: readonly Decimal[]): Decimal => values.reduce((all, one) => all.plus(one), new Decimal(0));
  const own = lines.filter(({ stands }) => stands !== 'discount');
  const allowances = lines.flatMap(({ stands, net, of }) =>
    stands === 'discount' ? [{ amount: net.negated(), reason: settings.words.of('exportLine.discount'), of }] : [],
  );
  const lineSum = sum(own.map(({ net }) => net));
  const net = lineSum.minus(sum(allowances.map(({ amount }) => amount)));
  const vat = sum(rates.map((rate) => rate.vat));
  const gross = net.plus(vat);
  const total = new Decimal(invoice.total_amount ?? gross).times(isTurned ? -1 : 1);
  const paid = paidOf(invoice, say).times(isTurned ? -1 : 1);
  const rounding = total.minus(gross);
  const isUntaxed = rates.every(({ category }) => category === 'O');
  const seller = sellerOf(whole, isUntaxed, say);
  return {
    isCredit,
    number: cut(whole.number, lengths.number, 'invoice_number', say) ?? '',
    date: whole.date,
    due: invoice.due_date,
    terms: cut(invoice.payment_terms, lengths.terms, 'payment_terms', say),
    notes: notesOf(invoice, settings, say),
    currency,
    order: cut(invoice.po_reference, lengths.number, 'po_reference', say),
    despatch: cut(invoice.delivery_note_number, lengths.number, 'delivery_note_number', say),
    seller,
    buyer: buyerOf(whole, settings, isUntaxed, say),
    iban: accountOf(invoice),
    allowances,
    rates,
    lines: own.map((line) => lineOf(line, invoice, seller.country, settings, say)),
    lineSum,
    net,
    vat,
    vatInRon: vatInRon(whole, vat, say),
    gross,
    prepaid: paid,
    rounding,
    payable: gross.minus(paid).plus(rounding),
  };
}

/** Where the account is no text that says one, none is named. */
function accountOf({ bank_details: { iban } }: Invoice): string | null {
  return iban !== null && /[A-Z0-9]/i.test(iban) ? oneLine(iban) : null;
}

/** What was paid before; where only what is left to pay is printed, it follows from that. */
function paidOf({ prepaid_amount, amount_due, total_amount }: Invoice, say: Say): Decimal {
  if (prepaid_amount !== null) return new Decimal(prepaid_amount);
  if (amount_due === null || total_amount === null || total_amount < 0 || amount_due >= total_amount) {
    return new Decimal(0);
  }
  say('computed', 'prepaid_amount');
  return new Decimal(total_amount).minus(amount_due);
}

/** In another currency the VAT is owed in lei too: by the rate that is printed, or nobody knows it. */
function vatInRon({ invoice, currency }: Whole, vat: Decimal, say: Say): Decimal | null {
  if (currency === 'RON') return null;
  const { exchange_rate, exchange_rate_currency } = invoice;
  if (exchange_rate === null || (exchange_rate_currency !== null && exchange_rate_currency !== currency)) return null;
  say('computed', 'vat_amount');
  return vat.times(exchange_rate).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

function sellerOf({ invoice, vendorName }: Whole, isUntaxed: boolean, say: Say): DraftParty {
  const { vendor } = invoice;
  const number = vendor.vat_number ?? '';
  const check = checkVatNumber(number);
  // A number without its country is no VAT number: its company is not registered for it.
  const isVat = check?.prefixed === true && !isUntaxed;
  return {
    ...placeOf('vendor', vendor, say),
    name: cut(vendorName, lengths.name, 'vendor.name', say),
    vatId: isVat ? check.normalised : null,
    taxId: isVat || number === '' ? null : number,
    legalId: vendor.trade_register_number ?? (number || null),
    phone: cut(vendor.phone, lengths.contact, 'vendor.phone', say),
    email: cut(vendor.email, lengths.contact, 'vendor.email', say),
  };
}

function buyerOf({ invoice, booked }: Whole, { company }: ExportSettings, isUntaxed: boolean, say: Say): DraftParty {
  const { customer } = invoice;
  const vat = booked.buyerVat ?? '';
  // A company that is not registered prints its number without its country.
  const printed = customer.vat_number === null ? null : checkVatNumber(customer.vat_number, 'RO');
  const isVat = !isUntaxed && (printed === null || printed.prefixed);
  return {
    ...placeOf('customer', { ...customer, vat_number: vat }, say),
    name: cut(company?.name ?? customer.name, lengths.name, 'customer.name', say),
    vatId: isVat ? vat : null,
    taxId: null,
    legalId: isVat ? customer.trade_register_number : printed?.prefixed === false ? printed.body : vat,
    phone: null,
    email: null,
  };
}

type Place = Pick<Invoice['customer'], 'street' | 'city' | 'county' | 'postal_code' | 'country' | 'vat_number'>;

function placeOf(path: 'vendor' | 'customer', of: Place, say: Say) {
  // Additions of later versions are not in what an earlier one has read.
  const { street = null, city = null, county = null, postal_code = null, country = null } = of;
  const land = country === null ? countryOf(of.vat_number, path, say) : (otherwise[country] ?? country);
  const sector = city === null ? null : /^sect(?:or)?(?:ul)?[\s.]{0,2}([1-6])$/i.exec(city.trim())?.[1];
  return {
    path,
    street: cut(street, lengths.street, `${path}.street`, say),
    city: sector ? `SECTOR${sector}` : cut(city, lengths.city, `${path}.city`, say),
    // A county that a person typed by its name has its code there.
    county: county !== null && land === 'RO' ? (countyNamed(county) ?? county) : county,
    postalCode: cut(postal_code, lengths.postalCode, `${path}.postal_code`, say),
    country: land,
  };
}

/** What is in use for a country and is not its code in ISO 3166-1. */
const otherwise: Record<string, string> = { EL: 'GR', CHE: 'CH', XI: 'GB', UK: 'GB' };

/** Where the address names no country, its VAT number does. */
function countryOf(vat: string | null, path: string, say: Say): string | null {
  const check = vat === null ? null : checkVatNumber(vat);
  if (!check) return null;
  say('computed', `${path}.country`);
  return otherwise[check.country] ?? check.country;
}

/** That the file is only for taking it in stands first; long notes go on in further ones. */
function notesOf({ notes }: Invoice, settings: ExportSettings, say: Say): string[] {
  const all = [settings.words.of('exportLine.draft')];
  for (let left = notes === null ? '' : oneLine(notes); left !== '' && all.length < mostNotes; ) {
    const { kept, rest } = parted(left, lengths.note);
    all.push(kept);
    left = rest;
    if (all.length === mostNotes && rest !== '') say('cut', 'notes');
  }
  return all;
}

/** @param country of the seller */
function lineOf(
  line: BookLine,
  invoice: Invoice,
  country: string | null,
  settings: ExportSettings,
  say: Say,
): DraftLine {
  const index = line.line ? invoice.line_items.indexOf(line.line) : null;
  const at = (name: string): string => `line_items.${index}.${name}`;
  const named = line.line?.description ?? settings.words.of(`exportLine.${line.stands}`);
  const { kept, rest } = parted(named, lengths.item);
  const details = line.line?.details ?? null;
  const { quantity, price, isComputed } = priced(line);
  if (isComputed) say('computed', at('unit_price'));
  const unit = line.line?.unit ?? null;
  const code = unit === null ? noUnit : unitCode(unit, country);
  if (code === null) say('unit_unknown', at('unit'));
  const origin = line.line?.origin_country ?? null;
  return {
    index,
    name: kept,
    description: cut([rest, details ?? ''].filter(Boolean).join(' ') || null, lengths.more, at('description'), say),
    code: cut(line.line?.item_code ?? null, lengths.number, at('item_code'), say),
    note: code === null ? unit : null,
    quantity,
    unit: code ?? noUnit,
    net: line.net,
    price,
    origin: origin !== null && isCountryCode(origin) ? origin : null,
    of: line.of,
  };
}

/** The code of VATEX that stands for a category alone. */
export const exemptionCodes: Partial<Record<VatCategory, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};
