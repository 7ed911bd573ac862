import type { Booked } from '../../server/contract/booked.ts';
import { bookedInvoice } from './booked.ts';

const foreign = (country: string, vat: string | null, city: string) => ({
  name: `Handelshaus ${city} GmbH`,
  vat_number: vat,
  trade_register_number: null,
  address: `Hauptstrasse 5, ${city}`,
  street: 'Hauptstrasse 5',
  city,
  county: null,
  country,
});
const line = (description: string | null, quantity: number, unit_price: number, vat_rate: number, more = {}) => ({
  description,
  quantity,
  unit: 'buc',
  unit_price,
  vat_rate,
  total: Math.round(quantity * unit_price * 100) / 100,
  ...more,
});
const untaxed = (
  total: number,
  reason: string | null,
  category: 'AE' | 'K' | 'G' | 'O' | 'E' | 'Z' | null,
  more = {},
) =>
  bookedInvoice({
    subtotal: total,
    vat_amount: 0,
    total_amount: total,
    line_items: [line('Marfă', 1, total, 0)],
    vat_breakdown: [{ rate: 0, base: total, amount: 0, reason, category }],
    ...more,
  });
const credit = (sign: 1 | -1) =>
  bookedInvoice({
    document_type: 'credit_note',
    subtotal: 100 * sign,
    vat_amount: 21 * sign,
    total_amount: 121 * sign,
    line_items: [line('Retur scaun', 2 * sign, 50, 21)],
    vat_breakdown: [{ rate: 21, base: 100 * sign, amount: 21 * sign }],
  });
const inEuro = (more = {}) =>
  bookedInvoice({
    currency: 'EUR',
    exchange_rate: 5.0712,
    exchange_rate_currency: 'EUR',
    vendor: foreign('DE', 'DE136695976', 'Kiel'),
    ...more,
  });
const bucharest = { street: 'Bd. Unirii nr. 7', city: 'Sector 3', county: 'RO-B', country: 'RO' };

/** Invoices as offices get them, by what is special about each. */
export const kindsOfInvoices = (): Record<string, Booked> => ({
  plain: bookedInvoice(),
  'two rates': bookedInvoice({
    subtotal: 300,
    vat_amount: 53,
    total_amount: 353,
    line_items: [line('Scaun', 4, 50, 21), line('Carte', 10, 10, 11)],
    vat_breakdown: [
      { rate: 21, base: 200, amount: 42 },
      { rate: 11, base: 100, amount: 11 },
    ],
  }),
  'four rates': bookedInvoice({
    subtotal: 400,
    vat_amount: 41,
    total_amount: 441,
    line_items: [line('A', 1, 100, 21), line('B', 1, 100, 11), line('C', 1, 100, 9), line('D', 1, 100, 0)],
    vat_breakdown: [
      { rate: 21, base: 100, amount: 21 },
      { rate: 11, base: 100, amount: 11 },
      { rate: 9, base: 100, amount: 9 },
      { rate: 0, base: 100, amount: 0, reason: 'Scutit', category: 'E' },
    ],
  }),
  'cents left over': bookedInvoice({
    subtotal: 1.0,
    vat_amount: 0.21,
    total_amount: 1.21,
    line_items: [line('A', 1, 0.33, 21), line('B', 1, 0.33, 21), line('C', 1, 0.34, 21)],
    vat_breakdown: [{ rate: 21, base: 1, amount: 0.21 }],
  }),
  'rates at lines alone': bookedInvoice({ vat_breakdown: [] }),
  'several rates at lines alone': bookedInvoice({
    subtotal: 300,
    vat_amount: 53,
    total_amount: 353,
    line_items: [line('Scaun', 4, 50, 21), line('Carte', 10, 10, 11)],
    vat_breakdown: [],
  }),
  'several rates that do not make the VAT': bookedInvoice({
    subtotal: 300,
    vat_amount: 52,
    total_amount: 352,
    line_items: [line('Scaun', 4, 50, 21), line('Carte', 10, 10, 11)],
    vat_breakdown: [],
  }),
  'no rates at all': bookedInvoice({
    vat_breakdown: [],
    line_items: [{ description: 'Abonament', total: 200 }],
  }),
  'reverse charge': untaxed(500, 'Taxare inversă', 'AE'),
  'reverse charge without its base': untaxed(500, null, null, {
    line_items: [line('Marfă', 1, 500, 0), line('Ambalaj', 1, 0, 0, { vat_rate: null })],
    vat_breakdown: [{ rate: 0, base: null, amount: 0, reason: 'Taxare inversă', category: 'AE' }],
  }),
  'a rate without its base beside another': untaxed(500, null, null, {
    line_items: [line('Marfă', 1, 400, 0), line('Scaun', 1, 100, 21)],
    vat_breakdown: [{ rate: 0, base: null, amount: 0, reason: 'Taxare inversă', category: 'AE' }],
  }),
  'reverse charge beside VAT': bookedInvoice({
    subtotal: 300,
    vat_amount: 42,
    total_amount: 342,
    line_items: [line('Scaun', 4, 50, 21), line('Deșeuri', 1, 100, 0)],
    vat_breakdown: [
      { rate: 21, base: 200, amount: 42 },
      { rate: 0, base: 100, amount: 0, reason: 'Taxare inversă', category: 'AE' },
    ],
  }),
  'within the EU': untaxed(500, 'Livrare intracomunitară', 'K', { vendor: foreign('HU', 'HU12345676', 'Szeged') }),
  export: untaxed(500, 'Export', 'G'),
  exempt: untaxed(500, 'Scutit de TVA', 'E'),
  'exempt for two reasons': bookedInvoice({
    subtotal: 300,
    vat_amount: 0,
    total_amount: 300,
    line_items: [line('Curs', 1, 200, 0), line('Manual', 1, 100, 0)],
    vat_breakdown: [
      { rate: 0, base: 200, amount: 0, reason: 'Scutit art. 292', category: 'E' },
      { rate: 0, base: 100, amount: 0, reason: 'Scutit art. 310', category: 'E' },
    ],
  }),
  'not subject to VAT': untaxed(500, 'Neplătitor de TVA', 'O', { vendor: { vat_number: '18547290' } }),
  'not subject to VAT, without a rate': bookedInvoice({
    vendor: { vat_number: '18547290' },
    subtotal: 500,
    vat_amount: 0,
    total_amount: 500,
    line_items: [{ ...line('Marfă', 1, 500, 0), vat_rate: null }],
    vat_breakdown: [{ rate: null, base: 500, amount: 0, reason: null, category: 'O' }],
  }),
  'not registered for VAT, without any': bookedInvoice({
    vendor: { vat_number: '18547290' },
    subtotal: null,
    vat_amount: null,
    total_amount: 500,
    line_items: [{ ...line('Editare video', 1, 500, 0), vat_rate: null }],
    vat_breakdown: [],
    notes: 'Emitent neplătitor de TVA (regim special de scutire).',
  }),
  'reverse charge without a rate': untaxed(500, null, null, {
    vat_breakdown: [],
    line_items: [{ ...line('Grâu', 1, 500, 0), vat_rate: null }],
    notes: 'TVA (taxare inversă), art. 331',
  }),
  'reverse charge without VAT': untaxed(500, null, null, {
    ...{ vat_breakdown: [], subtotal: null, vat_amount: null },
    line_items: [{ ...line('Grâu', 1, 500, 0), vat_rate: null }],
    notes: 'Taxare inversă',
  }),
  'reverse charge without VAT or lines': untaxed(500, null, null, {
    ...{ vat_breakdown: [], subtotal: null, vat_amount: null, line_items: [] },
    notes: 'Taxare inversă',
  }),
  'exempt without VAT': untaxed(500, null, null, {
    ...{ vat_breakdown: [], subtotal: null, vat_amount: null },
    line_items: [{ ...line('Curs', 1, 500, 0), vat_rate: null }],
    notes: 'Scutit de accize',
  }),
  'reverse charge at lines alone': untaxed(500, null, null, { vat_breakdown: [], notes: 'Taxare inversă, art. 331' }),
  'cash accounting at lines alone': bookedInvoice({ vat_breakdown: [], notes: 'TVA la încasare' }),
  'cash accounting at several rates of lines': bookedInvoice({
    subtotal: 300,
    vat_amount: 53,
    total_amount: 353,
    line_items: [line('Scaun', 4, 50, 21), line('Carte', 10, 10, 11)],
    vat_breakdown: [],
    notes: 'Se aplică TVA la încasare.',
  }),
  'untaxed for no reason': untaxed(500, null, null),
  'cash accounting': bookedInvoice({
    vat_breakdown: [{ rate: 21, base: 200, amount: 42, reason: 'TVA la încasare' }],
  }),
  'credit note above zero': credit(1),
  'credit note below zero': credit(-1),
  'invoice below zero': bookedInvoice({
    subtotal: -200,
    vat_amount: -42,
    total_amount: -242,
    due_date: null,
    line_items: [line('Storno scaun', -4, 50, 21)],
    vat_breakdown: [{ rate: 21, base: -200, amount: -42 }],
  }),
  'euro with a rate': inEuro(),
  'euro without a rate': inEuro({ exchange_rate: null, exchange_rate_currency: null }),
  'euro of a Romanian': inEuro({ vendor: {} }),
  'discount on all': bookedInvoice({
    subtotal: 180,
    vat_amount: 37.8,
    total_amount: 217.8,
    discount_amount: 20,
    line_items: [line('Scaun', 4, 50, 21)],
    vat_breakdown: [{ rate: 21, base: 180, amount: 37.8 }],
  }),
  'discount on two rates': bookedInvoice({
    subtotal: 164,
    vat_amount: 30.64,
    total_amount: 194.64,
    discount_amount: 10,
    line_items: [line('Hârtie', 10, 12.1, 21), line('Manual', 4, 9.5, 11), line('Transport', 1, 15, 21)],
    vat_breakdown: [
      { rate: 21, base: 126, amount: 26.46 },
      { rate: 11, base: 38, amount: 4.18 },
    ],
  }),
  'price that is rounded to cents': bookedInvoice({ line_items: [line('Șurub', 300, 0.67, 21, { total: 200 })] }),
  'buyer that is not registered': bookedInvoice({ customer: { vat_number: '9900816346' } }),
  'units of a language': bookedInvoice({ line_items: [line('Cherestea', 4, 50, 21, { unit: 'mc' })] }),
  deposit: bookedInvoice({
    subtotal: 200,
    vat_amount: 42,
    total_amount: 245,
    line_items: [line('Suc', 4, 50, 21)],
  }),
  'deposit as a line': bookedInvoice({
    subtotal: 203,
    vat_amount: 42,
    total_amount: 245,
    line_items: [line('Suc', 4, 50, 21), line('Garanție ambalaj SGR', 6, 0.5, 0)],
    vat_breakdown: [
      { rate: 21, base: 200, amount: 42 },
      { rate: 0, base: 3, amount: 0, reason: 'Neimpozabil', category: 'O' },
    ],
  }),
  receipt: bookedInvoice({ document_type: 'receipt', customer: { vat_number: null }, due_date: null }),
  'receipt with a number': bookedInvoice({ document_type: 'receipt', due_date: null, payment_terms: 'Achitat' }),
  'no lines': bookedInvoice({ line_items: [] }),
  'lines that do not make the base': bookedInvoice({
    subtotal: 200,
    line_items: [line('Scaun', 3, 50, 21), line('Masă', 1, 50.04, 21)],
  }),
  'long number': bookedInvoice({ invoice_number: 'SERIE-FOARTE-LUNGA-2026-000000417' }),
  'number without a digit': bookedInvoice({ invoice_number: 'FĂRĂ' }),
  'foreign supplier': untaxed(500, 'Reverse charge', 'AE', {
    vendor: foreign('DE', 'DE136695976', 'Kiel'),
    currency: 'EUR',
    exchange_rate: 5.0712,
    exchange_rate_currency: 'EUR',
  }),
  'foreign letters': bookedInvoice({
    vendor: { name: 'Αλφα Εμπορική Α.Ε.', vat_number: 'EL094014201', country: 'GR', county: null },
  }),
  'no number of the supplier': bookedInvoice({ vendor: { vat_number: null } }),
  'no address': bookedInvoice({
    vendor: { address: null, street: null, city: null, county: null, country: null },
  }),
  'in Bucharest': bookedInvoice({ vendor: bucharest }),
  'in Bucharest without a sector': bookedInvoice({ vendor: { ...bucharest, city: 'București' } }),
  'long names': bookedInvoice({
    vendor: { name: `Societatea ${'foarte '.repeat(12)}lungă S.R.L.`, address: `Strada ${'lungă '.repeat(30)}nr. 1` },
    line_items: [line(`Scaun ${'de lemn masiv '.repeat(12)}`, 4, 50, 21)],
  }),
  'no date to pay by': bookedInvoice({ due_date: null }),
  'prepaid in part': bookedInvoice({ prepaid_amount: 100, amount_due: 142 }),
  'without words': bookedInvoice({ line_items: [line(null, 4, 50, 21, { unit: null })] }),
  'unknown unit': bookedInvoice({ line_items: [line('Servicii', 4, 50, 21, { unit: 'zgrumț' })] }),
  'price of many decimals': bookedInvoice({
    subtotal: 41.67,
    vat_amount: 8.75,
    total_amount: 50.42,
    line_items: [
      { description: 'Curent', quantity: 123.4567, unit: 'kWh', unit_price: 0.3375, vat_rate: 21, total: 41.67 },
    ],
    vat_breakdown: [{ rate: 21, base: 41.67, amount: 8.75 }],
  }),
  'another company': bookedInvoice({}, { buyerVat: 'RO18547290' }),
  'company unknown': bookedInvoice({}, { buyerVat: null }),
  misaddressed: bookedInvoice({}, { warnings: ['buyer_vat_mismatch'] }),
  'in doubt': bookedInvoice(
    { quality_flags: { overall_confidence: 'low', low_confidence_fields: ['total_amount'], notes: null } },
    { state: 'to_check' },
  ),
  'sums that do not close': bookedInvoice({ total_amount: 260 }),
  'signs of XML and INI': bookedInvoice({
    vendor: { name: 'Tom & Jerry <SRL> "A"; [x]' },
    line_items: [line('=1+1; a\nb & <c>', 4, 50, 21)],
  }),
});
