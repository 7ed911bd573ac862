import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { opened, page, printTable, run } from '../../helpers/printed-page.ts';
import { cii, hybrid, printed, type Sample, sample, ubl } from './hybrid.ts';
import { payloads } from './payloads.ts';

const buyer = { vat: 'RO18547290', name: null };
const today = '2026-11-21';

/** The sample with every field that a page and an e-invoice can both show. */
const full: Sample = { ...sample, net: '284.90', vat: '54.13', gross: '339.03', payable: '300.00' };
const register = { vendor: 'HRB 47110', customer: 'J40/1234/2010' };
const phone = '0431 555010';
const email = 'verkauf@nordlicht.example';
const terms = 'Zahlbar innerhalb 30 Tagen netto';
const words = [
  ...printed(full),
  ...run('Rechnung', 60, 20, 16),
  ...run(register.vendor, 60, 106),
  ...run(`Nr. Reg. Com.: ${register.customer}`, 330, 200),
  ...run(`Tel.: ${phone}`, 330, 50),
  ...run(`E-Mail: ${email}`, 330, 64),
  ...run('Lieferschein: LS-40021', 60, 186),
  ...run('Bank: Commerzbank Kiel', 60, 728),
  ...run(`Zahlungsbedingungen: ${terms}`, 60, 660),
  ...printTable(
    [['Rabatt', '-10,00']],
    [
      { x: 330, align: 'left' },
      { x: 530, align: 'right' },
    ],
    370,
  ),
  ...printTable(
    [
      ['Bereits bezahlt', '39,03'],
      ['Zahlbetrag EUR', '300,00'],
    ],
    [
      { x: 330, align: 'left' },
      { x: 530, align: 'right' },
    ],
    460,
  ),
].sort((a, b) => a.y - b.y || a.x - b.x);

/** Puts more behind the first place that holds `before`. */
const after = (xml: string, before: string, more: string): string => xml.replace(before, `${before}${more}`);

function fullCii(): string {
  const legal = (number: string) =>
    `<ram:SpecifiedLegalOrganization><ram:ID>${number}</ram:ID></ram:SpecifiedLegalOrganization>`;
  let xml = after(cii(full), `<ram:Name>${full.buyer.name}</ram:Name>`, legal(register.customer));
  xml = after(xml, `<ram:Name>${full.seller.name}</ram:Name>`, legal(register.vendor));
  xml = after(
    xml,
    legal(register.vendor),
    `<ram:DefinedTradeContact><ram:TelephoneUniversalCommunication><ram:CompleteNumber>${phone}</ram:CompleteNumber></ram:TelephoneUniversalCommunication><ram:EmailURIUniversalCommunication><ram:URIID>${email}</ram:URIID></ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>`,
  );
  xml = xml.replace(
    '<ram:ApplicableHeaderTradeDelivery/>',
    '<ram:ApplicableHeaderTradeDelivery><ram:DespatchAdviceReferencedDocument><ram:IssuerAssignedID>LS-40021</ram:IssuerAssignedID></ram:DespatchAdviceReferencedDocument></ram:ApplicableHeaderTradeDelivery>',
  );
  xml = after(xml, `<ram:BICID>${full.bic}</ram:BICID>`, '<ram:Name>Commerzbank Kiel</ram:Name>');
  xml = after(xml, '<ram:SpecifiedTradePaymentTerms>', `<ram:Description>${terms}</ram:Description>`);
  return xml.replace(
    '<ram:DuePayableAmount>',
    '<ram:AllowanceTotalAmount>10.00</ram:AllowanceTotalAmount><ram:TotalPrepaidAmount>39.03</ram:TotalPrepaidAmount><ram:DuePayableAmount>',
  );
}

function fullUbl(): string {
  const contact = `<cac:Contact><cbc:Telephone>${phone}</cbc:Telephone><cbc:ElectronicMail>${email}</cbc:ElectronicMail></cac:Contact>`;
  let xml = ubl(full).replace('</cac:PartyLegalEntity></cac:Party>', `</cac:PartyLegalEntity>${contact}</cac:Party>`);
  xml = xml.replace(/(<cbc:RegistrationName>Nordlicht[\s\S]*?<\/cac:PartyLegalEntity>)/, `$1${contact}`);
  for (const [name, number] of [
    [full.seller.name, register.vendor],
    [full.buyer.name, register.customer],
  ])
    xml = after(
      xml,
      `<cbc:RegistrationName>${name}</cbc:RegistrationName>`,
      `<cbc:CompanyID>${number}</cbc:CompanyID>`,
    );
  xml = after(
    xml,
    '</cac:OrderReference>',
    '<cac:DespatchDocumentReference><cbc:ID>LS-40021</cbc:ID></cac:DespatchDocumentReference>',
  );
  xml = after(xml, `<cbc:ID>${full.bic}</cbc:ID>`, '<cbc:Name>Commerzbank Kiel</cbc:Name>');
  xml = xml.replace(
    '<cac:TaxTotal>',
    `<cac:PaymentTerms><cbc:Note>${terms}</cbc:Note></cac:PaymentTerms><cac:TaxTotal>`,
  );
  return xml.replace(
    '<cbc:PayableAmount',
    '<cbc:AllowanceTotalAmount currencyID="EUR">10.00</cbc:AllowanceTotalAmount><cbc:PrepaidAmount currencyID="EUR">39.03</cbc:PrepaidAmount><cbc:PayableAmount',
  );
}

/** Where each field stands in the XML: its text is the pattern's second group. */
const places: Record<string, { xml: string; fields: [path: string, at: RegExp][] }> = {
  CII: {
    xml: fullCii(),
    fields: [
      ['document_type', /(<ram:ID>RE-[^<]*<\/ram:ID><ram:TypeCode>)(380)/],
      ['invoice_number', /(<rsm:ExchangedDocument><ram:ID>)([^<]+)/],
      ['invoice_date', /(<ram:IssueDateTime>\s*<udt:DateTimeString format="102">)([^<]+)/],
      ['due_date', /(<ram:DueDateDateTime><udt:DateTimeString format="102">)([^<]+)/],
      ['vendor.name', /(<ram:SellerTradeParty><ram:Name>)([^<]+)/],
      ['vendor.address', /(<ram:SellerTradeParty>[\s\S]*?<ram:LineOne>)([^<]+)/],
      ['vendor.address', /(<ram:SellerTradeParty>[\s\S]*?<ram:PostcodeCode>)([^<]+)/],
      ['vendor.address', /(<ram:SellerTradeParty>[\s\S]*?<ram:CityName>)([^<]+)/],
      ['vendor.vat_number', /(<ram:SellerTradeParty>[\s\S]*?schemeID="VA">)([^<]+)/],
      [
        'vendor.trade_register_number',
        /(<ram:SellerTradeParty>[\s\S]*?<ram:SpecifiedLegalOrganization><ram:ID>HRB )([^<]+)/,
      ],
      [
        'customer.trade_register_number',
        /(<ram:BuyerTradeParty>[\s\S]*?<ram:SpecifiedLegalOrganization><ram:ID>)([^<]+)/,
      ],
      ['vendor.phone', /(<ram:CompleteNumber>)([^<]+)/],
      ['vendor.email', /(<ram:URIID>)([^<]+)/],
      ['customer.name', /(<ram:BuyerTradeParty><ram:Name>)([^<]+)/],
      ['customer.address', /(<ram:BuyerTradeParty>[\s\S]*?<ram:LineOne>)([^<]+)/],
      ['customer.address', /(<ram:BuyerTradeParty>[\s\S]*?<ram:CityName>)([^<]+)/],
      ['customer.vat_number', /(<ram:BuyerTradeParty>[\s\S]*?schemeID="VA">)([^<]+)/],
      ['po_reference', /(<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>)([^<]+)/],
      ['delivery_note_number', /(<ram:DespatchAdviceReferencedDocument><ram:IssuerAssignedID>)([^<]+)/],
      ['currency', /(<ram:InvoiceCurrencyCode>)([^<]+)/],
      ['bank_details.iban', /(<ram:IBANID>)([^<]+)/],
      ['bank_details.bic', /(<ram:BICID>)([^<]+)/],
      ['bank_details.bank_name', /(<\/ram:BICID><ram:Name>)([^<]+)/],
      ['payment_terms', /(<ram:Description>\D*)(\d+)/],
      ['subtotal', /(<ram:TaxBasisTotalAmount>)([^<]+)/],
      ['vat_amount', /(<ram:TaxTotalAmount currencyID="EUR">)([^<]+)/],
      ['discount_amount', /(<ram:AllowanceTotalAmount>)([^<]+)/],
      ['total_amount', /(<ram:GrandTotalAmount>)([^<]+)/],
      ['prepaid_amount', /(<ram:TotalPrepaidAmount>)([^<]+)/],
      ['amount_due', /(<ram:DuePayableAmount>)([^<]+)/],
      ['vat_breakdown.0.base', /(<ram:BasisAmount>)([^<]+)/],
      ['vat_breakdown.0.amount', /(<ram:CalculatedAmount>)([^<]+)/],
      ['vat_breakdown.0.rate', /(<ram:BasisAmount>[^<]+<\/ram:BasisAmount><ram:RateApplicablePercent>)([^<]+)/],
      ...full.lines.flatMap((_, i): [string, RegExp][] => {
        const line = `(<ram:LineID>${i + 1}</ram:LineID>[\\s\\S]*?`;
        return [
          [`line_items.${i}.description`, new RegExp(`${line}<ram:Name>)([^<]+)`)],
          [`line_items.${i}.quantity`, new RegExp(`${line}<ram:BilledQuantity unitCode="H87">)([^<]+)`)],
          [`line_items.${i}.unit_price`, new RegExp(`${line}<ram:ChargeAmount>)([^<]+)`)],
          [`line_items.${i}.vat_rate`, new RegExp(`${line}<ram:RateApplicablePercent>)([^<]+)`)],
          [`line_items.${i}.total`, new RegExp(`${line}<ram:LineTotalAmount>)([^<]+)`)],
        ];
      }),
    ],
  },
  UBL: {
    xml: fullUbl(),
    fields: [
      ['document_type', /(<cbc:InvoiceTypeCode>)(380)/],
      ['invoice_number', /(<cbc:ID>)(RE-[^<]+)/],
      ['invoice_date', /(<cbc:IssueDate>)([^<]+)/],
      ['due_date', /(<cbc:DueDate>)([^<]+)/],
      ['vendor.name', /(<cbc:RegistrationName>)([^<]+)/],
      ['vendor.address', /(<cbc:StreetName>)([^<]+)/],
      ['vendor.address', /(<cbc:PostalZone>)([^<]+)/],
      ['vendor.vat_number', /(<cbc:CompanyID>)(DE[^<]+)/],
      ['vendor.trade_register_number', /(<cbc:CompanyID>HRB )([^<]+)/],
      ['customer.trade_register_number', /(<cbc:CompanyID>J)([^<]+)/],
      ['vendor.phone', /(<cbc:Telephone>)([^<]+)/],
      ['vendor.email', /(<cbc:ElectronicMail>)([^<]+)/],
      ['customer.name', /(<cac:AccountingCustomerParty>[\s\S]*?<cbc:RegistrationName>)([^<]+)/],
      ['customer.address', /(<cac:AccountingCustomerParty>[\s\S]*?<cbc:StreetName>)([^<]+)/],
      ['customer.vat_number', /(<cac:AccountingCustomerParty>[\s\S]*?<cbc:CompanyID>)([^<]+)/],
      ['po_reference', /(<cac:OrderReference><cbc:ID>)([^<]+)/],
      ['delivery_note_number', /(<cac:DespatchDocumentReference><cbc:ID>)([^<]+)/],
      ['currency', /(<cbc:DocumentCurrencyCode>)([^<]+)/],
      ['bank_details.iban', /(<cac:PayeeFinancialAccount><cbc:ID>)([^<]+)/],
      ['bank_details.bic', /(<cac:FinancialInstitutionBranch><cbc:ID>)([^<]+)/],
      ['bank_details.bank_name', /(<cac:FinancialInstitutionBranch><cbc:ID>[^<]+<\/cbc:ID><cbc:Name>)([^<]+)/],
      ['payment_terms', /(<cbc:Note>\D*)(\d+)/],
      ['subtotal', /(<cbc:TaxExclusiveAmount currencyID="EUR">)([^<]+)/],
      ['vat_amount', /(<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">)([^<]+)/],
      ['discount_amount', /(<cbc:AllowanceTotalAmount currencyID="EUR">)([^<]+)/],
      ['total_amount', /(<cbc:TaxInclusiveAmount currencyID="EUR">)([^<]+)/],
      ['prepaid_amount', /(<cbc:PrepaidAmount currencyID="EUR">)([^<]+)/],
      ['amount_due', /(<cbc:PayableAmount currencyID="EUR">)([^<]+)/],
      ['vat_breakdown.0.base', /(<cbc:TaxableAmount currencyID="EUR">)([^<]+)/],
      ['vat_breakdown.0.amount', /(<cac:TaxSubtotal>[\s\S]*?<cbc:TaxAmount currencyID="EUR">)([^<]+)/],
      ['vat_breakdown.0.rate', /(<cac:TaxCategory><cbc:Percent>)([^<]+)/],
      ...full.lines.flatMap((_, i): [string, RegExp][] => {
        const line = `(<cac:InvoiceLine><cbc:ID>${i + 1}</cbc:ID>[\\s\\S]*?`;
        return [
          [`line_items.${i}.description`, new RegExp(`${line}<cac:Item><cbc:Name>)([^<]+)`)],
          [`line_items.${i}.quantity`, new RegExp(`${line}<cbc:InvoicedQuantity unitCode="H87">)([^<]+)`)],
          [`line_items.${i}.unit_price`, new RegExp(`${line}<cbc:PriceAmount currencyID="EUR">)([^<]+)`)],
          [`line_items.${i}.vat_rate`, new RegExp(`${line}<cac:ClassifiedTaxCategory><cbc:Percent>)([^<]+)`)],
          [`line_items.${i}.total`, new RegExp(`${line}<cbc:LineExtensionAmount currencyID="EUR">)([^<]+)`)],
        ];
      }),
    ],
  },
};

/** The text with one of its letters or digits changed into another of its kind; a date stays a date. */
function altered(path: string, text: string): fc.Arbitrary<string> {
  if (path === 'document_type') return fc.constant('381');
  if (path === 'currency') return fc.constantFrom('CHF', 'RON', 'USD');
  if (path.endsWith('_date')) return fc.constantFrom('01', '02', '27').map((day) => text.replace(/\d\d$/, day));
  const places = [...text].flatMap((letter, at) => (/[A-Za-z\d]/.test(letter) ? [at] : []));
  return fc.tuple(fc.constantFrom(...places), fc.integer({ min: 1, max: 8 })).map(([at, by]) => {
    const letter = text[at]!;
    const [first, count] = /\d/.test(letter) ? [48, 10] : /[a-z]/.test(letter) ? [97, 26] : [65, 26];
    const other = String.fromCharCode(first + ((letter.charCodeAt(0) - first + by) % count));
    return text.slice(0, at) + other + text.slice(at + 1);
  });
}

describe.each(Object.entries(places))('the e-invoice in %s', (_, { xml, fields }) => {
  const honest = decide(hybrid(words, xml), buyer, today);

  it('states every field that the page shows, and both agree', () => {
    expect(honest.warnings).not.toContain('einvoice_mismatch');
    for (const [path] of fields) expect(honest.fields[path]?.evidence, path).toContain('einvoice_agrees');
  });

  it.each(fields)('is flagged when one character of %s is altered', (path, at) => {
    const [, , text] = at.exec(xml)!;
    fc.assert(
      fc.property(altered(path, text!), (other) => {
        const {
          invoice,
          fields: given,
          warnings,
        } = decide(
          hybrid(
            words,
            xml.replace(at, (_, before) => before + other),
          ),
          buyer,
          today,
        );
        expect(warnings).toContain('einvoice_mismatch');
        expect(invoice.quality_flags.notes).toContain(path);
        expect(given[path]?.confidence).toBe('low');
        expect({ ...invoice, quality_flags: null }).toEqual({ ...honest.invoice, quality_flags: null });
      }),
      { numRuns: 4 },
    );
  });
});

describe.each(Object.entries(payloads))('the printed code %s', (_, made) => {
  it('is flagged in each field that the page shows otherwise', () => {
    const shown = decide(opened(page(words)), buyer, today);
    fc.assert(
      fc.property(made, ({ text, header, payable }) => {
        const box = { x: 1, y: 2, width: 70, height: 70 };
        const { fields, invoice } = decide({ ...opened(page(words)), codes: [{ page: 1, box, text }] }, buyer, today);
        const stated = Object.entries({ ...header, ...(payable === null ? {} : { amount_due: payable }) });
        for (const [path, value] of stated) {
          const own = path
            .split('.')
            .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], shown.invoice);
          if (own === value) continue;
          expect(fields[path]?.confidence, path).toBe('low');
          expect(invoice.quality_flags.notes).toContain(path);
        }
        expect({ ...invoice, quality_flags: null }).toEqual({ ...shown.invoice, quality_flags: null });
      }),
      { numRuns: 8 },
    );
  });
});
