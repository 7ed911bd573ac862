import { checkVatNumber } from '../checks/vat-numbers.ts';
import type { Deductibility } from '../contract/booking.ts';
import { asBooked, fileForEach, type Say, type Whole } from './book.ts';
import type { BookLine } from './book-lines.ts';
import { bookingOf } from './line-booking.ts';
import { pricedBeside } from './priced.ts';
import type { ExportSettings, Target } from './target.ts';
import { cut, decimals, namePart, oneLine, parted, romanianDate } from './written.ts';
import { type Element, xmlOf } from './xml.ts';

/** Characters of SAGA's columns, as its help names them. */
const widths = { name: 64, address: 100, city: 46, number: 16, line: 60, unit: 5, more: 250 };

/** Of a quantity and of a unit's price, as their columns have them. */
const quantityDecimals = 3;
const priceDecimals = 4;

/**
 * Invoices for SAGA C ("Diverse", "Import date"), an XML file each, named as its help asks: F_code_number_date.xml. It books an
 * invoice as a purchase because the company's number stands in ClientCIF. Its import checks nothing, and to undo an entry is
 * work: what is not certain is left out here.
 */
export const saga: Target = {
  name: 'saga',
  perCompany: true,
  perInvoice: true,
  withFields: false,
  takesBookings: true,
  write(invoices, settings) {
    const known = new Set<string>();
    return fileForEach(invoices, settings, ['vendor.vat_number'], (whole, say) => {
      const number = numberOf(whole, settings, known, say);
      const code = codeOf(whole.invoice.vendor.vat_number, settings);
      return {
        name: `F_${namePart(code ?? '')}_${namePart(number)}_${romanianDate(whole.date)}.xml`,
        bytes: xmlOf(['Facturi', [invoiceElement({ ...whole, number }, settings, say)]]),
      };
    });
  },
};

/**
 * The number as it is written.
 * @param known what was written before: SAGA passes over a number that the supplier's invoice of that day has already
 */
function numberOf({ number, invoice, date }: Whole, settings: ExportSettings, known: Set<string>, say: Say): string {
  const whole = oneLine(number);
  const isTooLong = [...whole].length > widths.number;
  const part = isTooLong && settings.shortNumbers ? lastPart(whole) : null;
  const keyOf = (text: string): string => JSON.stringify([invoice.vendor.vat_number, text, date]);
  const written = part !== null && !known.has(keyOf(part)) ? part : whole;
  if (isTooLong) say(written === whole ? 'number_too_long' : 'number_shortened', 'invoice_number');
  known.add(keyOf(written));
  return written;
}

/** What stands behind a number's last separator; null where that is no number, or still too long. */
function lastPart(number: string): string | null {
  const part = number
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .at(-1);
  return part !== undefined && /\d/.test(part) && [...part].length <= widths.number ? part : null;
}

/** A company's code; of a Romanian one without RO where the office's SAGA has them so. */
function codeOf(number: string | null, { forms }: ExportSettings): string | null {
  const check = number === null || !forms?.sagaBareCodes ? null : checkVatNumber(number, 'RO');
  return check?.country === 'RO' ? check.body : number;
}

function invoiceElement(whole: Whole, settings: ExportSettings, say: Say): Element {
  const { lines } = asBooked(whole, say);
  return [
    'Factura',
    [
      ['Antet', header(whole, settings, lines, say)],
      ['Detalii', [['Continut', lines.map((line, index) => lineElement(whole, line, index, settings, say))]]],
    ],
  ];
}

function header(whole: Whole, settings: ExportSettings, lines: readonly BookLine[], say: Say): Element[] {
  const { invoice, booked, number, currency } = whole;
  const { vendor, bank_details: bank } = invoice;
  const isReverse = lines.every(isReverseCharge);
  // It is said of the whole invoice or not at all.
  if (!isReverse && lines.some(isReverseCharge)) say('reverse_charge_in_part', 'vat_breakdown', true);
  if (lines.some(({ of }) => of.category === null)) say('no_category', 'vat_breakdown', true);
  const rate = rateOfExchange(whole, say);
  return [
    ['FurnizorNume', cut(whole.vendorName, widths.name, 'vendor.name', say)],
    ['FurnizorCIF', codeOf(vendor.vat_number, settings)],
    ['FurnizorNrRegCom', vendor.trade_register_number],
    ['FurnizorTara', vendor.country],
    ['FurnizorLocalitate', cut(vendor.city, widths.city, 'vendor.city', say)],
    ['FurnizorJudet', vendor.county?.replace(/^RO-/, '') ?? null],
    ['FurnizorAdresa', cut(vendor.address, widths.address, 'vendor.address', say)],
    ['FurnizorTelefon', vendor.phone],
    ['FurnizorMail', vendor.email],
    ['FurnizorBanca', bank.bank_name],
    ['FurnizorIBAN', bank.iban],
    ['ClientNume', cut(settings.company?.name ?? invoice.customer.name, widths.name, 'customer.name', say)],
    ['ClientCIF', codeOf(settings.company?.vat ?? booked.buyerVat, settings)],
    ['FacturaNumar', number],
    ['FacturaData', romanianDate(whole.date)],
    ['FacturaScadenta', invoice.due_date === null ? null : romanianDate(invoice.due_date)],
    ['FacturaTaxareInversa', isReverse ? 'Da' : 'Nu'],
    ['FacturaTVAIncasare', lines.some(({ of }) => of.isCashAccounting) ? 'Da' : 'Nu'],
    ['FacturaTip', kindOf(whole, isReverse)],
    ['FacturaInformatiiSuplimentare', rate && cut(rate, widths.more, 'exchange_rate', say)],
    ['FacturaMoneda', currency],
  ];
}

/** SAGA's letters: B a till's receipt, C one that prints the buyer's number, T reverse charge; none for an invoice. */
function kindOf({ invoice, booked }: Whole, isReverse: boolean): string | null {
  if (invoice.document_type === 'receipt') {
    const { vat_number } = invoice.customer;
    return vat_number !== null && sameNumber(vat_number, booked.buyerVat) ? 'C' : 'B';
  }
  return isReverse ? 'T' : null;
}

function sameNumber(a: string, b: string | null): boolean {
  const bodyOf = (text: string): string => checkVatNumber(text, 'RO')?.body ?? text;
  return b !== null && bodyOf(a) === bodyOf(b);
}

const isReverseCharge = ({ of }: BookLine): boolean => of.category === 'AE';

/** There is no element for a rate of exchange, so it goes into the free text. */
function rateOfExchange({ invoice, currency }: Whole, say: Say): string | null {
  if (currency === 'RON' || invoice.exchange_rate === null) return null;
  say('rate_beside', 'exchange_rate');
  return `Curs ${invoice.exchange_rate}`;
}

/** SAGA's letters for VAT that is deducted by half, and for VAT that is not. */
const deductions: Record<Deductibility, string> = { half: 'N50', none: 'I' };

const code = (text: string | null): string | null => text && oneLine(text);

function lineElement(whole: Whole, line: BookLine, index: number, settings: ExportSettings, say: Say): Element {
  const { invoice } = whole;
  const at = line.line ? invoice.line_items.indexOf(line.line) : null;
  const named = line.line?.description ?? settings.words.of(`exportLine.${line.stands}`);
  const { kept, rest } = parted(named, widths.line);
  const more = rest === '' ? null : cut(rest, widths.more, `line_items.${at}.description`, say);
  if (rest !== '' && more !== null) say('cut', `line_items.${at}.description`);
  const { account, article, deductibility, warehouse } = bookingOf(line, whole, say);
  const { quantity, price, isComputed } = pricedBeside(line, priceDecimals);
  if (isComputed) say('computed', `line_items.${at}.unit_price`);
  if (quantity.decimalPlaces() > quantityDecimals) say('cut', `line_items.${at}.quantity`);
  if (price.decimalPlaces() > priceDecimals) say('cut', `line_items.${at}.unit_price`);
  return [
    'Linie',
    [
      ['LinieNrCrt', String(index + 1)],
      ['Gestiune', code(warehouse)],
      ['Descriere', kept],
      ['CodArticolFurnizor', code(line.line?.item_code ?? null)],
      ['CodArticolClient', code(article)],
      ['InformatiiSuplimentare', more],
      ['UM', cut(line.line?.unit ?? null, widths.unit, `line_items.${at}.unit`, say)],
      ['Cantitate', decimals(quantity, 0, quantityDecimals)],
      ['Pret', decimals(price, 2, priceDecimals)],
      ['Valoare', decimals(line.net, 2)],
      ['ProcTVA', decimals(line.rate, 0, 2)],
      ['TVA', decimals(line.vat, 2)],
      ['Cont', code(account)],
      ['TipDeducere', deductibility && deductions[deductibility]],
    ],
  ];
}
