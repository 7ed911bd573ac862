import type { OpenedFile, Word } from '../../../server/engine/page.ts';
import { opened, page, printTable, run } from '../../helpers/printed-page.ts';

/** An invoice to print and to state as XML. Amounts and dates as the norms write them. */
export interface Sample {
  number: string;
  date: string;
  due: string;
  order: string;
  seller: { name: string; street: string; postcode: string; city: string; vat: string };
  buyer: { name: string; street: string; postcode: string; city: string; vat: string };
  iban: string;
  bic: string;
  lines: { name: string; quantity: string; price: string; rate: string; total: string }[];
  net: string;
  vat: string;
  gross: string;
  payable: string;
}

export const sample: Sample = {
  number: 'RE-2025/0417',
  date: '2025-03-14',
  due: '2025-04-13',
  order: 'B-77105',
  seller: {
    name: 'Nordlicht Werkzeuge GmbH',
    street: 'Hafenweg 12',
    postcode: '24103',
    city: 'Kiel',
    vat: 'DE271483066',
  },
  buyer: {
    name: 'Auto Test 2003 SRL',
    street: 'Calea Florești 3',
    postcode: '400509',
    city: 'Cluj-Napoca',
    vat: 'RO18547290',
  },
  iban: 'DE89370400440532013000',
  bic: 'COBADEFFXXX',
  lines: [
    { name: 'Bohrkrone Diamant', quantity: '4', price: '37.50', rate: '19', total: '150.00' },
    { name: 'Schleifscheibe fein', quantity: '12', price: '8.25', rate: '19', total: '99.00' },
    { name: 'Versandkosten Palette', quantity: '1', price: '45.90', rate: '19', total: '45.90' },
  ],
  net: '294.90',
  vat: '56.03',
  gross: '350.93',
  payable: '350.93',
};

const german = (amount: string): string => amount.replace('.', ',');
const printedDate = (iso: string): string => iso.split('-').reverse().join('.');

/**
 * The sample as a page prints it.
 * @param unit the word for the unit of its lines, H87 in their XML
 */
export function printed(invoice: Sample, unit = 'Stk.'): Word[] {
  const column = (x: number, top: number, lines: string[]): Word[] =>
    lines.flatMap((line, i) => run(line, x, top + i * 14));
  const { seller, buyer } = invoice;
  return [
    ...column(60, 50, [seller.name, seller.street, `${seller.postcode} ${seller.city}`, `USt-IdNr.: ${seller.vat}`]),
    ...column(330, 130, [
      'Kunde',
      buyer.name,
      buyer.street,
      `${buyer.postcode} ${buyer.city}`,
      `USt-IdNr.: ${buyer.vat}`,
    ]),
    ...column(60, 130, [
      `Rechnungsnummer: ${invoice.number}`,
      `Rechnungsdatum: ${printedDate(invoice.date)}`,
      `Fällig am: ${printedDate(invoice.due)}`,
      `Bestellnummer: ${invoice.order}`,
    ]),
    ...printTable(
      [
        ['Bezeichnung', 'Menge', 'Einheit', 'Einzelpreis', 'USt', 'Gesamt EUR'],
        ...invoice.lines.map((line) => [
          line.name,
          line.quantity,
          unit,
          german(line.price),
          `${line.rate}%`,
          german(line.total),
        ]),
      ],
      [
        { x: 60, align: 'left' },
        { x: 250, align: 'right' },
        { x: 265, align: 'left' },
        { x: 370, align: 'right' },
        { x: 430, align: 'right' },
        { x: 530, align: 'right' },
      ],
      260,
    ),
    ...printTable(
      [
        ['Nettobetrag', german(invoice.net)],
        ['USt 19%', german(invoice.vat)],
        ['Gesamtbetrag EUR', german(invoice.gross)],
      ],
      [
        { x: 330, align: 'left' },
        { x: 530, align: 'right' },
      ],
      400,
    ),
    ...column(60, 700, [`IBAN: ${invoice.iban}`, `BIC: ${invoice.bic}`]),
  ].sort((a, b) => a.y - b.y || a.x - b.x);
}

/** The file that a person is sent: the printed page with the XML inside. */
export const hybrid = (words: Word[], xml: string | Uint8Array, name = 'factur-x.xml'): OpenedFile => ({
  ...opened(page(words)),
  attachments: [{ name, bytes: typeof xml === 'string' ? new TextEncoder().encode(xml) : xml }],
});

const compact = (iso: string): string => iso.replaceAll('-', '');

/** UN/CEFACT CII D16B, as Factur-X and ZUGFeRD 2 embed it. */
export function cii(invoice: Sample): string {
  const party = (role: string, { name, street, postcode, city, vat }: Sample['seller']): string =>
    `<ram:${role}><ram:Name>${name}</ram:Name><ram:PostalTradeAddress><ram:PostcodeCode>${postcode}</ram:PostcodeCode>
     <ram:LineOne>${street}</ram:LineOne><ram:CityName>${city}</ram:CityName></ram:PostalTradeAddress>
     <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${vat}</ram:ID></ram:SpecifiedTaxRegistration></ram:${role}>`;
  const lines = invoice.lines.map(
    (line, i) => `<ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>${i + 1}</ram:LineID></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct><ram:Name>${line.name}</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${line.price}</ram:ChargeAmount>
      </ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="H87">${line.quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode>
      <ram:RateApplicablePercent>${line.rate}</ram:RateApplicablePercent></ram:ApplicableTradeTax>
      <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${line.total}</ram:LineTotalAmount>
      </ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
      </ram:IncludedSupplyChainTradeLineItem>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
  <rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
    xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
    xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocument><ram:ID>${invoice.number}</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>
    <udt:DateTimeString format="102">${compact(invoice.date)}</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>${lines.join('')}
  <ram:ApplicableHeaderTradeAgreement>${party('SellerTradeParty', invoice.seller)}${party('BuyerTradeParty', invoice.buyer)}
    <ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>${invoice.order}</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>
  </ram:ApplicableHeaderTradeAgreement><ram:ApplicableHeaderTradeDelivery/>
  <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
    <ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>58</ram:TypeCode>
      <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>${invoice.iban}</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>
      <ram:PayeeSpecifiedCreditorFinancialInstitution><ram:BICID>${invoice.bic}</ram:BICID></ram:PayeeSpecifiedCreditorFinancialInstitution>
    </ram:SpecifiedTradeSettlementPaymentMeans>
    <ram:ApplicableTradeTax><ram:CalculatedAmount>${invoice.vat}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>
      <ram:BasisAmount>${invoice.net}</ram:BasisAmount><ram:RateApplicablePercent>19</ram:RateApplicablePercent></ram:ApplicableTradeTax>
    <ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">${compact(invoice.due)}</udt:DateTimeString>
    </ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
    <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>${invoice.net}</ram:LineTotalAmount>
      <ram:TaxBasisTotalAmount>${invoice.net}</ram:TaxBasisTotalAmount>
      <ram:TaxTotalAmount currencyID="EUR">${invoice.vat}</ram:TaxTotalAmount>
      <ram:GrandTotalAmount>${invoice.gross}</ram:GrandTotalAmount><ram:DuePayableAmount>${invoice.payable}</ram:DuePayableAmount>
    </ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
}

/** The same in the names of ZUGFeRD 1.0. */
export const zugferd1 = (invoice: Sample): string =>
  cii(invoice)
    .replaceAll('CrossIndustryInvoice', 'CrossIndustryDocument')
    .replaceAll('rsm:ExchangedDocument', 'rsm:HeaderExchangedDocument')
    .replaceAll('rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction')
    .replace(/ApplicableHeaderTrade(Agreement|Delivery|Settlement)/g, 'ApplicableSupplyChainTrade$1')
    .replace(/SpecifiedLineTrade(Agreement|Delivery|Settlement)/g, 'SpecifiedSupplyChainTrade$1')
    .replaceAll('RateApplicablePercent', 'ApplicablePercent')
    .replace(/SpecifiedTradeSettlement(Line|Header)MonetarySummation/g, 'SpecifiedTradeSettlementMonetarySummation')
    .replaceAll('ram:IssuerAssignedID', 'ram:ID');

/** UBL 2.1, as Peppol, XRechnung and RO_CIUS have it. */
export function ubl(invoice: Sample): string {
  const party = ({ name, street, postcode, city, vat }: Sample['seller']): string =>
    `<cac:Party><cac:PostalAddress><cbc:StreetName>${street}</cbc:StreetName><cbc:CityName>${city}</cbc:CityName>
     <cbc:PostalZone>${postcode}</cbc:PostalZone></cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID>
     <cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity>
     <cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>`;
  const lines = invoice.lines.map(
    (
      line,
      i,
    ) => `<cac:InvoiceLine><cbc:ID>${i + 1}</cbc:ID><cbc:InvoicedQuantity unitCode="H87">${line.quantity}</cbc:InvoicedQuantity>
     <cbc:LineExtensionAmount currencyID="EUR">${line.total}</cbc:LineExtensionAmount><cac:Item><cbc:Name>${line.name}</cbc:Name>
     <cac:ClassifiedTaxCategory><cbc:Percent>${line.rate}</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
     <cac:Price><cbc:PriceAmount currencyID="EUR">${line.price}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`,
  );
  return `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
    xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
    xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
    <cbc:ID>${invoice.number}</cbc:ID><cbc:IssueDate>${invoice.date}</cbc:IssueDate><cbc:DueDate>${invoice.due}</cbc:DueDate>
    <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
    <cac:OrderReference><cbc:ID>${invoice.order}</cbc:ID></cac:OrderReference>
    <cac:AccountingSupplierParty>${party(invoice.seller)}</cac:AccountingSupplierParty>
    <cac:AccountingCustomerParty>${party(invoice.buyer)}</cac:AccountingCustomerParty>
    <cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>${invoice.iban}</cbc:ID>
      <cac:FinancialInstitutionBranch><cbc:ID>${invoice.bic}</cbc:ID></cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount></cac:PaymentMeans>
    <cac:TaxTotal><cbc:TaxAmount currencyID="EUR">${invoice.vat}</cbc:TaxAmount><cac:TaxSubtotal>
      <cbc:TaxableAmount currencyID="EUR">${invoice.net}</cbc:TaxableAmount><cbc:TaxAmount currencyID="EUR">${invoice.vat}</cbc:TaxAmount>
      <cac:TaxCategory><cbc:Percent>19</cbc:Percent></cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
    <cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">${invoice.net}</cbc:LineExtensionAmount>
      <cbc:TaxExclusiveAmount currencyID="EUR">${invoice.net}</cbc:TaxExclusiveAmount>
      <cbc:TaxInclusiveAmount currencyID="EUR">${invoice.gross}</cbc:TaxInclusiveAmount>
      <cbc:PayableAmount currencyID="EUR">${invoice.payable}</cbc:PayableAmount></cac:LegalMonetaryTotal>${lines.join('')}</Invoice>`;
}
