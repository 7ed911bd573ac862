import { Decimal } from 'decimal.js';
import { isToTheCent } from '../../../checks/cents.ts';
import type { Line } from '../../../contract/invoice.ts';
import { type Given, noCode, said, type Witness } from '../witness.ts';
import { lineOf, positive } from './line.ts';
import { all, attribute, dateAt, first, lineAt, numberAt, textAt, type XmlElement } from './xml.ts';

/** Whether a root is of ISDOC, whose elements bear names of UBL and mean other things: only ISDOC has a local currency. */
export const isIsdoc = (root: XmlElement): boolean => first(root, 'LocalCurrencyCode') !== null;

/** The types of documents that charge something: an invoice, and a simplified one. */
const charging = ['1', '7'];
/** Credit notes, for an invoice and for an advance. */
const crediting = ['2', '6'];

/**
 * Reads ISDOC 6.0, which Czech programs attach to their PDFs. In an invoice in another currency what ends with "Curr" is in
 * it, and everything else in the local one. The norm does not say which sign the sums of credit notes have, and what is
 * left of an invoice after taxed advances is stated in several ways, so of these sums nothing is said.
 * @returns null for advances, which are no invoices, and debit notes
 */
export function readIsdoc(root: XmlElement): Witness | null {
  const type = textAt(root, 'DocumentType') ?? '';
  if (![...charging, ...crediting].includes(type)) return null;
  const currency = textAt(root, 'ForeignCurrencyCode') ?? textAt(root, 'LocalCurrencyCode');
  const suffix = first(root, 'ForeignCurrencyCode') ? 'Curr' : '';
  const sums = first(root, 'LegalMonetaryTotal');
  const claimed = numberAt(sums, 'AlreadyClaimedTaxInclusiveAmount') ?? 0;
  const tellsSums = charging.includes(type) && claimed === 0;
  const amount = (from: XmlElement | null, path: string): number | null =>
    tellsSums ? numberAt(from, `${path}${suffix}`) : null;
  const total = amount(sums, 'TaxInclusiveAmount');
  const payments = all(root, 'PaymentMeans/Payment/Details');
  const lines = all(root, 'InvoiceLines/InvoiceLine');
  return {
    source: 'einvoice',
    ...noCode,
    header: said({
      ...party('vendor', first(root, 'AccountingSupplierParty/Party')),
      ...party('customer', first(root, 'AccountingCustomerParty/Party')),
      document_type: crediting.includes(type) ? 'credit_note' : total !== null && total >= 0 ? 'invoice' : null,
      invoice_number: textAt(root, 'ID'),
      invoice_date: dateAt(root, 'IssueDate'),
      due_date: only(payments.map((each) => dateAt(each, 'PaymentDueDate'))),
      currency,
      subtotal: amount(sums, 'TaxExclusiveAmount'),
      vat_amount: amount(first(root, 'TaxTotal'), 'TaxAmount'),
      total_amount: total,
      prepaid_amount: positive(amount(sums, 'PaidDepositsAmount')),
      amount_due: amount(sums, 'PayableAmount'),
      'bank_details.iban': only(payments.map((each) => textAt(each, 'IBAN')?.replace(/\s/g, '') ?? null)),
      'bank_details.bic': only(payments.map((each) => textAt(each, 'BIC'))),
      'bank_details.bank_name': only(payments.map((each) => textAt(each, 'Name'))),
    }),
    lines: tellsSums ? lines.map((line) => lineIn(line, suffix)) : [],
    lineSum: null,
    rates: tellsSums
      ? all(root, 'TaxTotal/TaxSubTotal').map((rate) => ({
          rate: numberAt(rate, 'TaxCategory/Percent'),
          base: amount(rate, 'TaxableAmount'),
          amount: amount(rate, 'TaxAmount'),
          reason: null,
          category: null,
        }))
      : [],
    place: null,
  };
}

/** The only value that is stated; null where several differ, such as accounts or days of parts. */
function only(values: readonly (string | null)[]): string | null {
  const [value, ...more] = new Set(values.filter((each) => each !== null));
  return more.length === 0 ? (value ?? null) : null;
}

function party(name: 'vendor' | 'customer', of: XmlElement | null) {
  const postal = first(of, 'PostalAddress');
  const street = [textAt(postal, 'StreetName'), textAt(postal, 'BuildingNumber')].filter(Boolean).join(' ');
  const [city, code] = [textAt(postal, 'CityName'), textAt(postal, 'PostalZone')];
  const taxed = all(of, 'PartyTaxScheme').find((scheme) => textAt(scheme, 'TaxScheme') === 'VAT');
  return {
    [`${name}.name`]: lineAt(of, 'PartyName/Name'),
    [`${name}.address`]: [street, [code, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    [`${name}.street`]: street,
    [`${name}.city`]: city,
    [`${name}.postal_code`]: code,
    [`${name}.country`]: textAt(postal, 'Country/IdentificationCode'),
    [`${name}.vat_number`]: textAt(taxed ?? null, 'CompanyID')?.replace(/[\s.-]/g, ''),
    ...(name === 'vendor' && {
      'vendor.email': textAt(of, 'Contact/ElectronicMail'),
      'vendor.phone': textAt(of, 'Contact/Telephone'),
    }),
  };
}

function lineIn(line: XmlElement, suffix: string): Given<Line> {
  const unit = attribute(first(line, 'InvoicedQuantity'), 'unitCode');
  const [quantity, total] = [numberAt(line, 'InvoicedQuantity'), numberAt(line, `LineExtensionAmount${suffix}`)];
  // The price is in the local currency, and before the line's discount where there is one.
  const price = numberAt(line, 'UnitPrice');
  const isPrice =
    price !== null && quantity !== null && total !== null && isToTheCent(new Decimal(price).mul(quantity), total);
  return lineOf({
    description: lineAt(line, 'Item/Description'),
    quantity,
    // Programs write how much of the unit there is where its name is asked for.
    unit: unit !== null && /\p{L}/u.test(unit) ? unit : null,
    price: isPrice ? price : null,
    basis: null,
    charges: [],
    code: textAt(line, 'Item/SellersItemIdentification/ID'),
    rate: numberAt(line, 'ClassifiedTaxCategory/Percent'),
    total,
    lot: null,
    origin: null,
    order: null,
    details: null,
  });
}
