import type { DocumentType } from '../../../contract/document-types.ts';
import type { Line, VatBreakdown } from '../../../contract/invoice.ts';
import { type Given, noCode, said, type Witness } from '../witness.ts';
import { registerNumber } from './legal-id.ts';
import { isCharge, lineOf, positive, vatCategory } from './line.ts';
import { all, attribute, dateAt, first, lineAt, numberAt, ownText, textAt, type XmlElement } from './xml.ts';

/** UNTDID 1001: what is a credit note among the types of document. */
const creditTypes = new Set(['81', '83', '261', '262', '296', '308', '381', '396', '420', '458', '532']);

/**
 * What a type code says of the document. Corrections, part bills and self-billing have many titles on paper, and a
 * cancellation may be an invoice with negative amounts, so of these nothing is said.
 */
export function documentType(code: string | null, total: number | null): DocumentType | null {
  if (code !== null && creditTypes.has(code)) return 'credit_note';
  return code === '380' && (total ?? 0) >= 0 ? 'invoice' : null;
}

/**
 * Reads UN/CEFACT Cross Industry Invoice: Factur-X and ZUGFeRD of all profiles, XRechnung (EN 16931-3-3, D16B), and
 * the older names of ZUGFeRD 1.0 (CrossIndustryDocument).
 */
export function readCii(root: XmlElement): Witness {
  const document = first(root, 'ExchangedDocument|HeaderExchangedDocument');
  const trade = first(root, 'SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction');
  const agreement = first(trade, 'ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement');
  const delivery = first(trade, 'ApplicableHeaderTradeDelivery|ApplicableSupplyChainTradeDelivery');
  const settlement = first(trade, 'ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement');
  const sums = first(
    settlement,
    'SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation',
  );
  const seller = first(agreement, 'SellerTradeParty');
  const buyer = first(agreement, 'BuyerTradeParty');
  const contact = first(seller, 'DefinedTradeContact');
  const currency = textAt(settlement, 'InvoiceCurrencyCode');
  const paid = all(settlement, 'SpecifiedTradeSettlementPaymentMeans').find((means) =>
    textAt(means, 'PayeePartyCreditorFinancialAccount/IBANID|ProprietaryID'),
  );
  const terms = all(settlement, 'SpecifiedTradePaymentTerms');
  return {
    source: 'einvoice',
    ...noCode,
    header: said({
      'vendor.name': lineAt(seller, 'Name'),
      'vendor.address': address(seller),
      ...addressParts('vendor', seller),
      'vendor.vat_number': vatNumber(seller),
      'vendor.trade_register_number': registerNumber(first(seller, 'SpecifiedLegalOrganization/ID'), vatNumber(seller)),
      'vendor.email': textAt(contact, 'EmailURIUniversalCommunication/URIID|CompleteNumber'),
      'vendor.phone': textAt(contact, 'TelephoneUniversalCommunication/CompleteNumber'),
      'customer.name': lineAt(buyer, 'Name'),
      'customer.address': address(buyer),
      ...addressParts('customer', buyer),
      'customer.vat_number': vatNumber(buyer),
      'customer.trade_register_number': registerNumber(first(buyer, 'SpecifiedLegalOrganization/ID'), vatNumber(buyer)),
      document_type: documentType(textAt(document, 'TypeCode'), amountIn(sums, 'GrandTotalAmount', currency)),
      invoice_number: textAt(document, 'ID'),
      invoice_date: dateAt(document, 'IssueDateTime/DateTimeString') ?? dateAt(document, 'IssueDateTime'),
      due_date: terms.map((each) => dateAt(each, 'DueDateDateTime/DateTimeString')).find((date) => date !== null),
      po_reference: textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID|ID'),
      delivery_note_number: textAt(
        delivery,
        'DespatchAdviceReferencedDocument|DeliveryNoteReferencedDocument/IssuerAssignedID|ID',
      ),
      currency,
      subtotal: amountIn(sums, 'TaxBasisTotalAmount', currency),
      vat_amount: amountIn(sums, 'TaxTotalAmount', currency),
      discount_amount: positive(amountIn(sums, 'AllowanceTotalAmount', currency)),
      total_amount: amountIn(sums, 'GrandTotalAmount', currency),
      prepaid_amount: positive(amountIn(sums, 'TotalPrepaidAmount', currency)),
      amount_due: amountIn(sums, 'DuePayableAmount', currency),
      payment_terms: terms.flatMap((each) => textAt(each, 'Description') ?? []).join('\n'),
      'bank_details.iban': textAt(paid ?? null, 'PayeePartyCreditorFinancialAccount/IBANID')?.replace(/\s/g, ''),
      'bank_details.bic': textAt(paid ?? null, 'PayeeSpecifiedCreditorFinancialInstitution/BICID'),
      'bank_details.bank_name': textAt(paid ?? null, 'PayeeSpecifiedCreditorFinancialInstitution/Name'),
    }),
    lines: all(trade, 'IncludedSupplyChainTradeLineItem').flatMap(lineOfItem),
    lineSum: amountIn(sums, 'LineTotalAmount', currency),
    rates: all(settlement, 'ApplicableTradeTax').map(rateOf),
    place: null,
  };
}

function lineOfItem(item: XmlElement): Given<Line>[] {
  const product = first(item, 'SpecifiedTradeProduct');
  const agreement = first(item, 'SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement');
  const settlement = first(item, 'SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement');
  const quantity = first(item, 'SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery/BilledQuantity');
  const description = lineAt(product, 'Name');
  const total = numberAt(
    settlement,
    'SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation/LineTotalAmount',
  );
  // ZUGFeRD 1.0 and the extended profile have lines that are nothing but a note, or that group others.
  if (description === null && total === null) return [];
  if (/^(GROUP|INFORMATION)$/.test(textAt(item, 'AssociatedDocumentLineDocument/LineStatusReasonCode') ?? ''))
    return [];
  return [
    lineOf({
      description,
      quantity: quantity && plainNumber(quantity),
      unit: attribute(quantity, 'unitCode'),
      price: numberAt(agreement, 'NetPriceProductTradePrice/ChargeAmount'),
      basis: numberAt(agreement, 'NetPriceProductTradePrice/BasisQuantity'),
      charges: all(settlement, 'SpecifiedTradeAllowanceCharge').map((each) => ({
        amount: numberAt(each, 'ActualAmount'),
        isCharge: isCharge(each),
      })),
      code: textAt(product, 'SellerAssignedID'),
      rate: numberAt(settlement, 'ApplicableTradeTax/RateApplicablePercent|ApplicablePercent'),
      total,
      lot: textAt(product, 'IndividualTradeProductInstance/BatchID'),
      origin: textAt(product, 'OriginTradeCountry/ID'),
      order: textAt(agreement, 'BuyerOrderReferencedDocument/IssuerAssignedID|ID'),
      details: textAt(product, 'Description'),
    }),
  ];
}

const plainNumber = (element: XmlElement): number | null => numberAt({ own: element }, 'own');

function rateOf(tax: XmlElement): Given<VatBreakdown> {
  return {
    rate: numberAt(tax, 'RateApplicablePercent|ApplicablePercent'),
    base: numberAt(tax, 'BasisAmount'),
    amount: numberAt(tax, 'CalculatedAmount'),
    reason: textAt(tax, 'ExemptionReason'),
    category: vatCategory(textAt(tax, 'CategoryCode')),
  };
}

/** Amounts may stand in the currency of the tax too; the invoice's own has its attribute or none. */
function amountIn(sums: XmlElement | null, name: string, currency: string | null): number | null {
  const amounts = all(sums, name);
  const own = amounts.find((amount) => attribute(amount, 'currencyID') === currency) ?? amounts[0];
  return own ? plainNumber(own) : null;
}

function vatNumber(party: XmlElement | null): string | null {
  const registered = all(party, 'SpecifiedTaxRegistration/ID').find((id) => attribute(id, 'schemeID') === 'VA');
  return registered ? (ownText(registered)?.replace(/[\s.-]/g, '') ?? null) : null;
}

function addressParts(name: 'vendor' | 'customer', party: XmlElement | null) {
  const postal = first(party, 'PostalTradeAddress');
  const street = ['LineOne', 'LineTwo', 'LineThree'].map((line) => textAt(postal, line));
  return {
    [`${name}.street`]: street.filter(Boolean).join(', ') || null,
    [`${name}.city`]: textAt(postal, 'CityName'),
    [`${name}.county`]: textAt(postal, 'CountrySubDivisionName'),
    [`${name}.postal_code`]: textAt(postal, 'PostcodeCode'),
    [`${name}.country`]: textAt(postal, 'CountryID'),
  };
}

function address(party: XmlElement | null): string | null {
  const postal = first(party, 'PostalTradeAddress');
  const town = [textAt(postal, 'PostcodeCode'), textAt(postal, 'CityName')].filter(Boolean).join(' ');
  const lines = ['LineOne', 'LineTwo', 'LineThree'].map((name) => textAt(postal, name));
  return [...lines, town].filter(Boolean).join(', ') || null;
}
