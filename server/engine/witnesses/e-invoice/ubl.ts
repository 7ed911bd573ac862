import type { Line, VatBreakdown } from '../../../contract/invoice.ts';
import { type Given, noCode, said, type Witness } from '../witness.ts';
import { documentType } from './cii.ts';
import { registerNumber } from './legal-id.ts';
import { isCharge, lineOf, positive, vatCategory } from './line.ts';
import { all, attribute, dateAt, first, lineAt, numberAt, ownText, textAt, type XmlElement } from './xml.ts';

/** Reads UBL 2.1 Invoice and CreditNote (EN 16931-3-2): Peppol, XRechnung, and Romania's RO_CIUS. */
export function readUbl(root: XmlElement, name: 'Invoice' | 'CreditNote'): Witness {
  const seller = first(root, 'AccountingSupplierParty/Party');
  const buyer = first(root, 'AccountingCustomerParty/Party');
  const sums = first(root, 'LegalMonetaryTotal');
  const currency = textAt(root, 'DocumentCurrencyCode');
  const account = first(root, 'PaymentMeans/PayeeFinancialAccount');
  // VAT may be stated once more in another currency.
  const tax =
    all(root, 'TaxTotal').find((each) => attribute(first(each, 'TaxAmount'), 'currencyID') === currency) ??
    first(root, 'TaxTotal');
  const type = name === 'CreditNote' ? '381' : textAt(root, 'InvoiceTypeCode');
  return {
    source: 'einvoice',
    ...noCode,
    header: said({
      'vendor.name': partyName(seller),
      'vendor.address': address(seller),
      ...addressParts('vendor', seller),
      'vendor.vat_number': vatNumber(seller),
      'vendor.trade_register_number': registerNumber(first(seller, 'PartyLegalEntity/CompanyID'), vatNumber(seller)),
      'vendor.email': textAt(seller, 'Contact/ElectronicMail'),
      'vendor.phone': textAt(seller, 'Contact/Telephone'),
      'customer.name': partyName(buyer),
      'customer.address': address(buyer),
      ...addressParts('customer', buyer),
      'customer.vat_number': vatNumber(buyer),
      'customer.trade_register_number': registerNumber(first(buyer, 'PartyLegalEntity/CompanyID'), vatNumber(buyer)),
      document_type: documentType(type, numberAt(sums, 'TaxInclusiveAmount')),
      invoice_number: textAt(root, 'ID'),
      invoice_date: dateAt(root, 'IssueDate'),
      due_date: dateAt(root, 'DueDate') ?? dateAt(root, 'PaymentMeans/PaymentDueDate'),
      po_reference: textAt(root, 'OrderReference/ID'),
      delivery_note_number: textAt(root, 'DespatchDocumentReference/ID'),
      currency,
      subtotal: numberAt(sums, 'TaxExclusiveAmount'),
      vat_amount: numberAt(tax, 'TaxAmount'),
      discount_amount: positive(numberAt(sums, 'AllowanceTotalAmount')),
      total_amount: numberAt(sums, 'TaxInclusiveAmount'),
      prepaid_amount: positive(numberAt(sums, 'PrepaidAmount')),
      amount_due: numberAt(sums, 'PayableAmount'),
      payment_terms: textAt(root, 'PaymentTerms/Note'),
      'bank_details.iban': textAt(account, 'ID')?.replace(/\s/g, ''),
      'bank_details.bic': textAt(account, 'FinancialInstitutionBranch/ID'),
      'bank_details.bank_name': textAt(account, 'FinancialInstitutionBranch/Name'),
    }),
    lines: all(root, 'InvoiceLine|CreditNoteLine').map(lineOfItem),
    lineSum: numberAt(sums, 'LineExtensionAmount'),
    rates: all(tax, 'TaxSubtotal').map(rateOf),
    place: null,
  };
}

function lineOfItem(line: XmlElement): Given<Line> {
  const quantity = first(line, 'InvoicedQuantity|CreditedQuantity');
  const item = first(line, 'Item');
  return lineOf({
    description: lineAt(item, 'Name') ?? lineAt(item, 'Description'),
    quantity: numberAt(line, 'InvoicedQuantity|CreditedQuantity'),
    unit: attribute(quantity, 'unitCode'),
    price: numberAt(line, 'Price/PriceAmount'),
    basis: numberAt(line, 'Price/BaseQuantity'),
    charges: all(line, 'AllowanceCharge').map((each) => ({
      amount: numberAt(each, 'Amount'),
      isCharge: isCharge(each),
    })),
    code: textAt(item, 'SellersItemIdentification/ID'),
    rate: numberAt(item, 'ClassifiedTaxCategory/Percent'),
    total: numberAt(line, 'LineExtensionAmount'),
    lot: textAt(item, 'ItemInstance/LotIdentification/LotNumberID'),
    origin: textAt(item, 'OriginCountry/IdentificationCode'),
    order: textAt(line, 'OrderLineReference/OrderReference/ID'),
    details: textAt(item, 'Name') === null ? null : textAt(item, 'Description'),
  });
}

function rateOf(tax: XmlElement): Given<VatBreakdown> {
  return {
    rate: numberAt(tax, 'TaxCategory/Percent'),
    base: numberAt(tax, 'TaxableAmount'),
    amount: numberAt(tax, 'TaxAmount'),
    reason: textAt(tax, 'TaxCategory/TaxExemptionReason'),
    category: vatCategory(textAt(tax, 'TaxCategory/ID')),
  };
}

const partyName = (party: XmlElement | null): string | null =>
  lineAt(party, 'PartyLegalEntity/RegistrationName') ?? lineAt(party, 'PartyName/Name');

/** A party that is not registered for VAT has its tax number as a legal entity alone (RO_CIUS). */
function vatNumber(party: XmlElement | null): string | null {
  const taxed = all(party, 'PartyTaxScheme').filter((scheme) => textAt(scheme, 'TaxScheme/ID') === 'VAT');
  const number = taxed.flatMap((scheme) => all(scheme, 'CompanyID')).map(ownText)[0] ?? null;
  const legal = textAt(party, 'PartyLegalEntity/CompanyID');
  const given = number ?? (legal && /^\d{2,10}$/.test(legal) && country(party) === 'RO' ? legal : null);
  return given?.replace(/[\s.-]/g, '') ?? null;
}

const country = (party: XmlElement | null): string | null => textAt(party, 'PostalAddress/Country/IdentificationCode');

function addressParts(name: 'vendor' | 'customer', party: XmlElement | null) {
  const postal = first(party, 'PostalAddress');
  return {
    [`${name}.street`]: streetIn(postal) || null,
    [`${name}.city`]: textAt(postal, 'CityName'),
    [`${name}.county`]: textAt(postal, 'CountrySubentity'),
    [`${name}.postal_code`]: textAt(postal, 'PostalZone'),
    [`${name}.country`]: country(party),
  };
}

function address(party: XmlElement | null): string | null {
  const postal = first(party, 'PostalAddress');
  const town = [textAt(postal, 'PostalZone'), textAt(postal, 'CityName')].filter(Boolean).join(' ');
  return [streetIn(postal), town].filter(Boolean).join(', ') || null;
}

/** UBL has an element for the number of the house, which EN 16931 writes behind the street. */
function streetIn(postal: XmlElement | null): string {
  const [street, ...more] = ['StreetName', 'AdditionalStreetName', 'AddressLine/Line'].map((part) =>
    textAt(postal, part),
  );
  const first = [street, textAt(postal, 'BuildingNumber')].filter(Boolean).join(' ');
  return [first, ...more].filter(Boolean).join(', ');
}
