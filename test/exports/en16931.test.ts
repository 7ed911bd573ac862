import { describe, expect, it } from 'vitest';
import type { Booked } from '../../server/contract/booked.ts';
import type { VatCategory } from '../../server/contract/invoice.ts';
import { ublRo } from '../../server/exports/ubl-ro.ts';
import { wordsIn } from '../../server/exports/words.ts';
import { bookedInvoice, ownCompany } from '../helpers/booked.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { brokenBy, ruleNames } from './en16931.ts';

async function written(booked: Booked, linePerRate = false): Promise<string | null> {
  const { files } = await ublRo.write([booked], { company: ownCompany, words: wordsIn('ro'), linePerRate });
  return files[0] ? Buffer.from(files[0].bytes).toString('utf8') : null;
}

const line = { description: 'Scaun', quantity: 4, unit: 'buc', unit_price: 50, vat_rate: 21, total: 200 };
/** With as much in it as a file can hold. */
const full = bookedInvoice({
  ...{ currency: 'EUR', exchange_rate: 5.0712, exchange_rate_currency: 'EUR' },
  ...{ payment_terms: '30 de zile', notes: 'Livrat.', po_reference: 'C 12', delivery_note_number: 'AV 3' },
  ...{ discount_amount: 20, prepaid_amount: 50, subtotal: 280, vat_amount: 48.8, total_amount: 328.82 },
  vendor: { phone: '0268 000 000', email: 'birou@example.com', postal_code: '500030' },
  customer: { postal_code: '400001' },
  line_items: [
    { ...line, details: 'din fag', unit: 'zgrumț', origin_country: 'IT', item_code: 'SC-4' },
    { description: 'Carte', quantity: 10, unit: 'buc', unit_price: 10, vat_rate: 11, total: 100 },
  ],
  vat_breakdown: [
    { rate: 21, base: 180, amount: 37.8 },
    { rate: 11, base: 100, amount: 11 },
  ],
});
const untaxed = (category: VatCategory, reason: string | null) =>
  bookedInvoice({
    ...{ vat_amount: 0, total_amount: 200, line_items: [{ ...line, vat_rate: 0 }] },
    vat_breakdown: [{ rate: 0, base: 200, amount: 0, category, reason }],
  });
const bases: Record<string, Booked> = {
  full,
  S: bookedInvoice(),
  Z: untaxed('Z', null),
  E: untaxed('E', 'Scutit'),
  AE: untaxed('AE', 'Taxare inversă'),
  G: untaxed('G', 'Export'),
  O: untaxed('O', 'Neimpozabil'),
};

const long = (count: number) => 'ș'.repeat(count);
const party = (role: 'Supplier' | 'Customer', element: string) =>
  new RegExp(`(<cac:Accounting${role}Party>[\\s\\S]*?<cbc:${element}[^>]*>)[^<]*`);
const withoutNumbers = (xml: string): string =>
  xml
    .replace(/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/g, '')
    .replace(/(RegistrationName>\s*)<cbc:CompanyID>[^<]*<\/cbc:CompanyID>/g, '$1');
const set = (element: string, to: string) => (xml: string) =>
  xml.replace(new RegExp(`(<cbc:${element}(?: [^>]*)?>)[^<]*`), `$1${to}`);
const setOf = (role: 'Supplier' | 'Customer', element: string, to: string) => (xml: string) =>
  xml.replace(party(role, element), `$1${to}`);
const drop = (pattern: string) => (xml: string) => xml.replace(new RegExp(pattern, 'g'), '');
const dropOne = (pattern: string) => (xml: string) => xml.replace(new RegExp(pattern), '');
const asCategory = (id: string) => (xml: string) =>
  xml.replace(/<cbc:ID>(S|Z|E|AE|G|O)<\/cbc:ID>/g, `<cbc:ID>${id}</cbc:ID>`);
const both = (one: (xml: string) => string, other: (xml: string) => string) => (xml: string) => other(one(xml));
const taxedLine = set('Percent', '5.00');
const vatOfRow = (xml: string) => xml.replace(/(<\/cbc:TaxableAmount>\s*<cbc:TaxAmount[^>]*>)[^<]*/, '$17.00');
const noReason = drop('<cbc:TaxExemptionReason(Code)?>[^<]*</cbc:TaxExemptionReason(Code)?>');

/** How a file comes to break each rule. */
const spoiled: Record<string, [base: keyof typeof bases, spoil: (xml: string) => string]> = {
  'BR-RO-001': ['full', set('CustomizationID', 'urn:cen.eu:en16931:2017')],
  'BR-02': ['full', set('ID', ' ')],
  'BR-RO-010': ['full', set('ID', 'FĂRĂ')],
  'BR-03': ['full', set('IssueDate', '2026-02-30')],
  'BR-RO-DT003': ['full', set('DueDate', '30.11.2026')],
  'BR-RO-020': ['full', set('InvoiceTypeCode', '325')],
  'BR-CL-04': ['full', set('DocumentCurrencyCode', 'LEI')],
  'BR-CL-03': ['full', (xml) => xml.replace('currencyID="EUR"', 'currencyID="USD"')],
  'BR-RO-030': ['full', set('TaxCurrencyCode', 'USD')],
  'BR-53': ['full', (xml) => xml.replace('currencyID="RON"', 'currencyID="EUR"')],
  'UBL-SR-TaxTotal': ['full', dropOne('<cbc:TaxCurrencyCode>RON</cbc:TaxCurrencyCode>')],
  'BR-06': ['full', setOf('Supplier', 'RegistrationName', '')],
  'BR-07': ['full', setOf('Customer', 'RegistrationName', '')],
  'BR-08': ['full', dropOne('<cac:PostalAddress>[\\s\\S]*?</cac:PostalAddress>')],
  'BR-10': ['full', drop('<cac:PostalAddress>[\\s\\S]*?</cac:PostalAddress>')],
  'BR-09': ['full', setOf('Supplier', 'IdentificationCode', '')],
  'BR-11': ['full', setOf('Customer', 'IdentificationCode', '')],
  'BR-CL-14 seller': ['full', setOf('Supplier', 'IdentificationCode', 'UK')],
  'BR-CL-14 buyer': ['full', setOf('Customer', 'IdentificationCode', 'XX')],
  'BR-CO-09 seller': ['full', setOf('Supplier', 'CompanyID', '16702141')],
  'BR-CO-09 buyer': ['full', setOf('Customer', 'CompanyID', '9900816346')],
  'BR-RO-081': ['full', setOf('Supplier', 'StreetName', '')],
  'BR-RO-082': ['full', setOf('Customer', 'StreetName', ' ')],
  'BR-RO-091': ['full', setOf('Supplier', 'CityName', '')],
  'BR-RO-092': ['full', setOf('Customer', 'CityName', '')],
  'BR-RO-110': ['full', setOf('Supplier', 'CountrySubentity', 'BV')],
  'BR-RO-111': ['full', setOf('Customer', 'CountrySubentity', 'RO-XX')],
  'BR-RO-100': ['full', setOf('Supplier', 'CountrySubentity', 'RO-B')],
  'BR-RO-101': ['full', setOf('Customer', 'CountrySubentity', 'RO-B')],
  'BR-RO-L151': ['full', setOf('Supplier', 'StreetName', long(151))],
  'BR-RO-L152': ['full', setOf('Customer', 'StreetName', long(151))],
  'BR-RO-L0501': ['full', setOf('Supplier', 'CityName', long(51))],
  'BR-RO-L0502': ['full', setOf('Customer', 'CityName', long(51))],
  'BR-RO-L0201': ['full', setOf('Supplier', 'PostalZone', long(21))],
  'BR-RO-L0202': ['full', setOf('Customer', 'PostalZone', long(21))],
  'BR-RO-L201': ['full', setOf('Supplier', 'RegistrationName', long(201))],
  'BR-RO-L203': ['full', setOf('Customer', 'RegistrationName', long(201))],
  'BR-RO-L1005': ['full', setOf('Supplier', 'Telephone', long(101))],
  'BR-RO-L1010': [
    'full',
    (xml) =>
      xml.replace(
        /(<cac:AccountingCustomerParty>\s*<cac:Party>)/,
        `$1<cac:Contact><cbc:Telephone>${long(101)}</cbc:Telephone></cac:Contact>`,
      ),
  ],
  'BR-RO-L1006': ['full', setOf('Supplier', 'ElectronicMail', long(101))],
  'BR-RO-L1011': [
    'full',
    (xml) =>
      xml.replace(
        /(<cac:AccountingCustomerParty>\s*<cac:Party>)/,
        `$1<cac:Contact><cbc:ElectronicMail>${long(101)}</cbc:ElectronicMail></cac:Contact>`,
      ),
  ],
  'BR-RO-L155': ['full', set('ID', `1${long(200)}`)],
  'BR-RO-L0303': ['full', (xml) => xml.replace('C 12', long(201))],
  'BR-RO-L0306': ['full', (xml) => xml.replace('AV 3', long(201))],
  'BR-RO-L301': ['full', (xml) => xml.replace('30 de zile', long(301))],
  'BR-RO-L302': ['full', (xml) => xml.replace('Livrat.', long(301))],
  'BR-RO-A020': ['full', (xml) => xml.replace('<cbc:Note>', `${'<cbc:Note>x</cbc:Note>'.repeat(19)}<cbc:Note>`)],
  'BR-CO-26': ['full', withoutNumbers],
  'BR-RO-065': ['full', drop('<cac:PartyTaxScheme>[\\s\\S]*?</cac:PartyTaxScheme>')],
  'BR-RO-120': ['full', withoutNumbers],
  'BR-13': ['full', set('TaxExclusiveAmount', '')],
  'BR-14': ['full', set('TaxInclusiveAmount', '')],
  'BR-15': ['full', set('PayableAmount', '')],
  'BR-CO-18': ['full', drop('<cac:TaxSubtotal>[\\s\\S]*?</cac:TaxSubtotal>')],
  'BR-16': ['full', drop('<cac:InvoiceLine>[\\s\\S]*</cac:InvoiceLine>')],
  'BR-21': ['full', (xml) => xml.replace(/(<cac:InvoiceLine>\s*<cbc:ID>)2/, '$11')],
  'BR-22': ['full', set('InvoicedQuantity', '')],
  'BR-23': ['full', (xml) => xml.replace('unitCode="C62"', 'unitCode="zgrumț"')],
  'BR-24': ['full', (xml) => xml.replace(/(<cac:InvoiceLine>[\s\S]*?<cbc:LineExtensionAmount[^>]*>)[^<]*/, '$1')],
  'BR-25': ['full', set('Name', '')],
  'BR-26': ['full', set('PriceAmount', '')],
  'BR-27': ['full', set('PriceAmount', '-50.00')],
  'BR-CO-04': ['full', (xml) => xml.replace(/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>)S/, '$1B')],
  'BR-CL-15': ['full', (xml) => xml.replace('>IT<', '>EU<')],
  'BR-RO-L1024': ['full', set('Name', long(101))],
  'BR-RO-L212': ['full', set('Description', long(201))],
  'BR-RO-L303': ['full', (xml) => xml.replace('<cbc:Note>zgrumț', `<cbc:Note>${long(301)}`)],
  'BR-DEC-23': [
    'full',
    (xml) => xml.replace(/(<cac:InvoiceLine>[\s\S]*?<cbc:LineExtensionAmount[^>]*>)[^<]*/, '$1200.001'),
  ],
  'line = quantity × price': ['full', set('PriceAmount', '49.00')],
  'BR-31': ['full', set('Amount', '')],
  'BR-32': ['full', (xml) => xml.replace(/(<cac:AllowanceCharge>[\s\S]*?<cac:TaxCategory>\s*<cbc:ID>)S/, '$1')],
  'BR-33': ['full', set('AllowanceChargeReason', '')],
  'BR-DEC-01': ['full', set('Amount', '20.001')],
  'BR-DEC-09': ['full', set('LineExtensionAmount', '300.001')],
  'BR-DEC-10': ['full', set('AllowanceTotalAmount', '20.001')],
  'BR-DEC-12': ['full', set('TaxExclusiveAmount', '280.001')],
  'BR-DEC-14': ['full', set('TaxInclusiveAmount', '328.801')],
  'BR-DEC-16': ['full', set('PrepaidAmount', '50.001')],
  'BR-DEC-17': ['full', set('PayableRoundingAmount', '0.021')],
  'BR-DEC-18': ['full', set('PayableAmount', '278.821')],
  'BR-DEC-13': ['full', set('TaxAmount', '48.801')],
  'BR-DEC-15': ['full', (xml) => xml.replace(/(currencyID="RON">)[^<]*/, '$1247.471')],
  'BR-DEC-19': ['full', set('TaxableAmount', '180.001')],
  'BR-DEC-20': ['full', (xml) => xml.replace(/(<\/cbc:TaxableAmount>\s*<cbc:TaxAmount[^>]*>)[^<]*/, '$137.801')],
  'BR-CO-10': ['full', set('LineExtensionAmount', '300.01')],
  'BR-CO-11': ['full', set('AllowanceTotalAmount', '20.01')],
  'BR-CO-13': ['full', set('TaxExclusiveAmount', '280.01')],
  'BR-CO-14': ['full', set('TaxAmount', '48.81')],
  'BR-CO-15': ['full', set('TaxInclusiveAmount', '328.81')],
  'BR-CO-16': ['full', set('PayableAmount', '278.81')],
  'BR-CO-17': ['full', (xml) => xml.replace(/(<\/cbc:TaxableAmount>\s*<cbc:TaxAmount[^>]*>)[^<]*/, '$138.81')],
  'BR-CO-25': [
    'full',
    both(dropOne('<cbc:DueDate>[^<]*</cbc:DueDate>'), dropOne('<cac:PaymentTerms>[\\s\\S]*?</cac:PaymentTerms>')),
  ],
  'BR-49': ['full', set('PaymentMeansCode', '')],
  'BR-50': ['full', (xml) => xml.replace(/(<cac:PayeeFinancialAccount>\s*<cbc:ID>)[^<]*/, '$1')],
  'BR-61': ['full', dropOne('<cac:PayeeFinancialAccount>[\\s\\S]*?</cac:PayeeFinancialAccount>')],
  'BR-45 to BR-48': ['full', (xml) => xml.replace(/(<\/cbc:TaxAmount>\s*<cac:TaxCategory>\s*<cbc:ID>)S/, '$1B')],
  'one row for what is charged alike': [
    'full',
    (xml) => xml.replace(/<cac:TaxSubtotal>[\s\S]*?<\/cac:TaxSubtotal>/, '$&$&'),
  ],
  'BR-S-01': ['full', (xml) => xml.replace(/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>)S/, '$1Z')],
  'BR-S-02': ['S', drop('<cac:PartyTaxScheme>[\\s\\S]*?</cac:PartyTaxScheme>')],
  'BR-S-05': ['S', (xml) => xml.replace(/(<cac:ClassifiedTaxCategory>[\s\S]*?<cbc:Percent>)21/, '$10')],
  'BR-S-08': ['full', set('TaxableAmount', '181.00')],
  'BR-S-10': [
    'S',
    (xml) => xml.replace(/<\/cbc:Percent>/, '$&<cbc:TaxExemptionReason>Scutit</cbc:TaxExemptionReason>'),
  ],
  'BR-Z-05': ['Z', (xml) => xml.replaceAll('<cbc:Percent>0', '<cbc:Percent>5')],
  'BR-E-05': ['E', (xml) => xml.replaceAll('<cbc:Percent>0', '<cbc:Percent>5')],
  'BR-AE-05': ['AE', (xml) => xml.replaceAll('<cbc:Percent>0', '<cbc:Percent>5')],
  'BR-IC-05': ['E', both(asCategory('K'), (xml) => xml.replaceAll('<cbc:Percent>0', '<cbc:Percent>5'))],
  'BR-G-05': ['G', (xml) => xml.replaceAll('<cbc:Percent>0', '<cbc:Percent>5')],
  'BR-O-05': ['E', both(asCategory('O'), taxedLine)],
  'BR-Z-09': ['Z', vatOfRow],
  'BR-E-09': ['E', vatOfRow],
  'BR-AE-09': ['AE', vatOfRow],
  'BR-IC-09': ['E', both(asCategory('K'), vatOfRow)],
  'BR-G-09': ['G', vatOfRow],
  'BR-O-09': ['O', vatOfRow],
  'BR-E-10': ['E', noReason],
  'BR-AE-10': ['AE', noReason],
  'BR-IC-10': ['E', both(asCategory('K'), noReason)],
  'BR-G-10': ['G', noReason],
  'BR-O-10': ['O', noReason],
  'BR-E-02': ['E', withoutNumbers],
  'BR-AE-02': ['AE', withoutNumbers],
  'BR-G-02': ['G', withoutNumbers],
  'BR-IC-11': ['E', asCategory('K')],
  'BR-O-02': ['E', asCategory('O')],
  'BR-O-11': ['full', (xml) => xml.replace(/(<\/cbc:TaxAmount>\s*<cac:TaxCategory>\s*<cbc:ID>)S/, '$1O')],
  'BR-CL-22': ['AE', set('TaxExemptionReasonCode', 'VATEX-RO')],
  'no empty element (PEPPOL-EN16931-R008)': [
    'full',
    (xml) => xml.replace('<cac:Item>', '<cac:Item><cbc:Keyword></cbc:Keyword>'),
  ],
};

describe('the rules of EN 16931 and CIUS-RO', () => {
  it.each(Object.entries(kindsOfInvoices()))(
    'are kept by %s, with its own lines and with one a rate',
    async (_kind, booked) => {
      for (const linePerRate of [false, true]) {
        const xml = await written(booked, linePerRate);
        if (xml !== null) expect(brokenBy(xml)).toEqual([]);
      }
    },
  );

  it.each(Object.entries(bases))('are kept by a file of %s', async (_name, booked) => {
    expect(brokenBy((await written(booked))!)).toEqual([]);
  });

  it.each(ruleNames)('%s is broken by a file that is spoiled so', async (id) => {
    const [base, spoil] = spoiled[id]!;
    const xml = (await written(bases[base]!))!;
    const other = spoil(xml);
    expect(other).not.toBe(xml);
    expect(brokenBy(other)).toContain(id);
  });
});
