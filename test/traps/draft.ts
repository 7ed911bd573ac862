import { Decimal } from 'decimal.js';
import { type Country, countries } from './countries.ts';
import { Chance, inventBic, inventIban, inventVat } from './invented.ts';
import type { Party, Place, Row, Sheet } from './sheet.ts';
import { fill, type Half, type Language, type Words, wordsOf } from './words.ts';

export interface TrueLine {
  description: string;
  quantity: number;
  unit: string;
  unit_price: number;
  vat_rate: number;
  total: number;
}

/** What the page says of the invoice, by the paths of the contract; null where it certainly says nothing. */
export interface Truth {
  header: Record<string, string | number | null>;
  lines: TrueLine[];
  /** False on quotations, statements and the like: of those no number, day, sum or line is an invoice's. */
  invoice: boolean;
  /** Paths, or beginnings of paths, about which the page leaves room for opinions. */
  unknown: string[];
}

/** One line of an invoice before it is printed. */
interface Item {
  name: string;
  quantity: Decimal;
  unit: string;
  price: Decimal;
  rate: number;
  total: Decimal;
}

/** An ordinary invoice, which a recipe then changes: what it prints and what is true of it. */
export interface Draft {
  words: Words;
  country: Country;
  chance: Chance;
  half: Half;
  language: Language;
  sheet: Sheet;
  truth: Truth;
  items: Item[];
  net: Decimal;
  vat: Decimal;
  gross: Decimal;
  /** Day of the invoice, ISO 8601. */
  date: string;
}

/** The country whose invoices a half shows in a language: where two countries speak it, each half has another. */
const homes: Record<Half, Record<Language, string>> = {
  open: {
    bg: 'BG',
    cs: 'CZ',
    de: 'DE',
    el: 'EL',
    en: 'GB',
    es: 'ES',
    fr: 'FR',
    hr: 'HR',
    hu: 'HU',
    it: 'IT',
    nl: 'NL',
    pl: 'PL',
    pt: 'PT',
    ro: 'RO',
    sl: 'SI',
  },
  held: {
    bg: 'BG',
    cs: 'CZ',
    de: 'AT',
    el: 'CY',
    en: 'IE',
    es: 'ES',
    fr: 'BE',
    hr: 'HR',
    hu: 'HU',
    it: 'IT',
    nl: 'BE',
    pl: 'PL',
    pt: 'PT',
    ro: 'RO',
    sl: 'SI',
  },
};

export function startDraft(half: Half, language: Language, seed: string): Draft {
  const words = wordsOf(half, language);
  const country = countries[homes[half][language]]!;
  const chance = new Chance(`${half} ${language} ${seed}`);
  const { labels } = words;
  const date = addDays('2026-01-12', chance.whole(0, 250));
  const due = chance.next() < 0.7 ? addDays(date, 30) : null;
  const order = chance.next() < 0.6 ? `${chance.letters(2)}-${chance.digits(5)}` : null;
  const number = inventNumber(chance, date);
  const items = inventItems(chance, words, country);
  const [vendor, customer] = twoOf(chance, [0, 1, 2, 3, 8]).map((at) => inventParty(chance, words, country, at));
  const iban = inventIban(chance, country);
  const bic = inventBic(chance, country);
  const bank = chance.one(words.banks);
  const sheet: Sheet = {
    words,
    title: labels.invoice!,
    vendor: vendor!,
    customer: { ...customer!, contact: [] },
    billTo: labels.billTo!,
    meta: [
      row(labels.number!, number),
      row(labels.date!, printDay(country, date)),
      ...(due ? [row(labels.due!, printDay(country, due))] : []),
      ...(order ? [row(labels.order!, order)] : []),
      ...(chance.next() < 0.5 ? [row(labels.customerNo!, chance.digits(5))] : []),
    ],
    table: { heads: [], right: [], rows: [] },
    sums: [],
    terms: words.terms,
    payment: [row(labels.bank!, bank), row(labels.iban!, inFours(iban)), row(labels.bic!, bic)],
    notes: { head: [], vendor: [], customer: [], beforeLines: [], underSums: [], payment: [], foot: [] },
    pages: [],
    unseen: null,
  };
  const header = {
    invoice_number: number,
    invoice_date: date,
    due_date: due,
    po_reference: order,
    delivery_note_number: null,
    currency: country.currency,
    exchange_rate: null,
    exchange_rate_currency: null,
    subtotal: null,
    vat_amount: null,
    discount_amount: null,
    total_amount: null,
    prepaid_amount: null,
    amount_due: null,
    'vendor.name': vendor!.name,
    'vendor.address': `${vendor!.street}, ${vendor!.city}`,
    'vendor.vat_number': vendor!.vat.value,
    'vendor.phone': vendor!.contact[0]!.value,
    'vendor.email': vendor!.contact[1]!.value,
    'customer.name': customer!.name,
    'customer.address': `${customer!.street}, ${customer!.city}`,
    'customer.vat_number': customer!.vat.value,
    'bank_details.iban': iban,
    'bank_details.bic': bic,
    'bank_details.bank_name': bank,
  };
  const truth: Truth = { header, lines: [], invoice: true, unknown: [] };
  const zero = new Decimal(0);
  const draft = {
    words,
    country,
    chance,
    half,
    language,
    sheet,
    truth,
    items,
    net: zero,
    vat: zero,
    gross: zero,
    date,
  };
  sumUp(draft);
  return draft;
}

/** Prints the draft's items and their sums, and says so in its truth; to be called again when a recipe changed items. */
export function sumUp(draft: Draft): void {
  const { items, country, sheet, truth, words } = draft;
  const { labels } = words;
  draft.net = items.reduce((sum, item) => sum.plus(item.total), new Decimal(0));
  const perRate = [...Map.groupBy(items, (item) => item.rate)].map(([rate, own]) => {
    const base = own.reduce((sum, item) => sum.plus(item.total), new Decimal(0));
    return { rate, vat: rounded(base.times(rate).div(100), country) };
  });
  draft.vat = perRate.reduce((sum, { vat }) => sum.plus(vat), new Decimal(0));
  draft.gross = draft.net.plus(draft.vat);
  sheet.table = {
    heads: ['description', 'quantity', 'unit', 'price', 'rate', 'amount'].map((name) => labels[name]!),
    right: [false, true, false, true, true, true],
    rows: items.map((item) => [
      item.name,
      printNumber(country, item.quantity, item.quantity.decimalPlaces()),
      item.unit,
      printAmount(country, item.price),
      printNumber(country, new Decimal(item.rate), item.rate % 1 ? 1 : 0),
      printAmount(country, item.total),
    ]),
  };
  sheet.sums = [
    row(labels.subtotal!, money(draft, draft.net)),
    ...perRate.map(({ rate, vat }) => row(fill(labels.vatSum!, { rate: percent(country, rate) }), money(draft, vat))),
    { ...row(labels.total!, money(draft, draft.gross)), strong: true },
  ];
  truth.lines = items.map((item) => ({
    description: item.name,
    quantity: item.quantity.toNumber(),
    unit: item.unit,
    unit_price: item.price.toNumber(),
    vat_rate: item.rate,
    total: item.total.toNumber(),
  }));
  Object.assign(truth.header, {
    subtotal: draft.net.toNumber(),
    vat_amount: draft.vat.toNumber(),
    total_amount: draft.gross.toNumber(),
  });
}

export const row = (label: string, value: string): Row => ({ label, value });

export function note(draft: Draft, places: readonly Place[], html: string): void {
  draft.sheet.notes[draft.chance.one(places)].push(html);
}

/** An amount with its currency, as the country prints it. */
export function money({ country }: Draft, amount: Decimal): string {
  const printed = printAmount(country, amount);
  return country.signBefore
    ? `${country.sign}${country.sign === '€' ? ' ' : ''}${printed}`
    : `${printed} ${country.sign}`;
}

export const printAmount = (country: Country, amount: Decimal): string =>
  printNumber(country, amount, country.decimals);

export function printNumber({ point, thousands }: Country, number: Decimal, decimals: number): string {
  const [whole, behind] = number.toFixed(decimals).split('.');
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, thousands === ' ' ? ' ' : thousands);
  return behind ? `${grouped}${point}${behind}` : grouped;
}

export const percent = (country: Country, rate: number): string =>
  `${printNumber(country, new Decimal(rate), rate % 1 ? 1 : 0)} %`;

export function printDay({ day }: Country, iso: string): string {
  const [year, month, date] = iso.split('-');
  return day.replace('yyyy', year!).replace('mm', month!).replace('dd', date!);
}

export function addDays(iso: string, days: number): string {
  const moved = new Date(`${iso}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');

export const rounded = (amount: Decimal, { decimals }: Country): Decimal =>
  amount.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);

/** An account that the draft's own is not, in groups of four. */
export const otherIban = ({ chance, country }: Draft): string => inFours(inventIban(chance, country));

/** A company that is neither the vendor nor the customer. @param at its place among the half's companies, from 4 on */
export const otherParty = ({ chance, words, country }: Draft, at: 4 | 5 | 6 | 7): Party =>
  inventParty(chance, words, country, at);

function inventParty(chance: Chance, words: Words, country: Country, at: number): Party {
  const [street, city] = chance.one(words.places).split('|');
  const name = words.companies[at]!;
  return {
    name,
    street: street!,
    city: city!,
    vat: row(words.labels.vat!, printVat(country, inventVat(name, country))),
    contact: [
      row(words.labels.tel!, `0${chance.whole(20, 89)} ${chance.digits(3)} ${chance.digits(4)}`),
      row('E-mail', `${['office', 'info', 'billing'][at % 3]}@${domain(at, country)}`),
    ],
  };
}

/** A VAT number as the country prints it. */
function printVat(country: Country, vat: string): string {
  const body = vat.slice(country.code.length);
  return `${country.vatPrefix}${body}${country.code === 'HU' ? '-2-42' : ''}`;
}

export function inventNumber(chance: Chance, date: string): string {
  const year = date.slice(0, 4);
  const running = chance.digits(4);
  return chance.one([
    `${year}-${running}`,
    `${chance.letters(2)}${year.slice(2)}${running}`,
    `${running}/${year}`,
    `${chance.letters(3)}-${chance.digits(6)}`,
  ]);
}

const domain = (at: number, { code }: Country): string => `firm-${code.toLowerCase()}-${at + 1}.example`;

function inventItems(chance: Chance, words: Words, country: Country): Item[] {
  const count = chance.whole(2, 4);
  const names = shuffled(chance, words.goods).slice(0, count);
  // Without minor units amounts are hundreds of times as large.
  const worth = country.decimals === 0 ? 200 : country.currency === 'CZK' ? 20 : 1;
  return names.map((name) => {
    const quantity = new Decimal(chance.whole(1, 24));
    const price = rounded(new Decimal(chance.whole(450, 28_900)).div(100).times(worth), country);
    return {
      name,
      quantity,
      unit: chance.one([words.labels.piece!, words.labels.hour!]),
      price,
      rate: country.rates[0],
      total: rounded(quantity.times(price), country),
    };
  });
}

function twoOf(chance: Chance, of: readonly number[]): [number, number] {
  const [first, second] = shuffled(chance, of);
  return [first!, second!];
}

function shuffled<T>(chance: Chance, of: readonly T[]): T[] {
  return of
    .map((value) => ({ value, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
