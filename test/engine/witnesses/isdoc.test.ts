import { describe, expect, it } from 'vitest';
import { readEInvoices } from '../../../server/engine/witnesses/e-invoice/read-e-invoices.ts';

/** An invoice of one line in ISDOC, in euros where a rate is given. */
function isdoc({ type = '1', rate = null as number | null, claimed = 0 } = {}): Uint8Array {
  const both = (name: string, amount: number): string =>
    rate === null
      ? `<${name}>${amount}</${name}>`
      : `<${name}Curr>${amount}</${name}Curr><${name}>${amount * rate}</${name}>`;
  const party = (name: string, street: string, house: string, vat: string): string =>
    `<Party><PartyIdentification><ID>1</ID></PartyIdentification><PartyName><Name>${name}</Name></PartyName>
     <PostalAddress><StreetName>${street}</StreetName><BuildingNumber>${house}</BuildingNumber><CityName>Brno</CityName>
     <PostalZone>60200</PostalZone><Country><IdentificationCode>CZ</IdentificationCode></Country></PostalAddress>
     <PartyTaxScheme><CompanyID>${vat}</CompanyID><TaxScheme>VAT</TaxScheme></PartyTaxScheme></Party>`;
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>
<Invoice xmlns="http://isdoc.cz/namespace/2013" version="6.0.2">
  <DocumentType>${type}</DocumentType><ID>FV-2026/118</ID><IssueDate>2026-05-04</IssueDate>
  <LocalCurrencyCode>CZK</LocalCurrencyCode>${rate === null ? '' : '<ForeignCurrencyCode>EUR</ForeignCurrencyCode>'}
  <AccountingSupplierParty>${party('Truhlářství Lipka s.r.o.', 'Úvoz', '977/18', 'CZ25584553')}</AccountingSupplierParty>
  <AccountingCustomerParty>${party('A + S, s.r.o.', 'Sídliště', '360', 'CZ64442543')}</AccountingCustomerParty>
  <InvoiceLines><InvoiceLine><ID>1</ID><InvoicedQuantity unitCode="ks">4</InvoicedQuantity>
    ${both('LineExtensionAmount', 100)}<UnitPrice>${25 * (rate ?? 1)}</UnitPrice>
    <ClassifiedTaxCategory><Percent>21</Percent></ClassifiedTaxCategory>
    <Item><Description>Police dubová</Description></Item></InvoiceLine></InvoiceLines>
  <TaxTotal><TaxSubTotal>${both('TaxableAmount', 100)}${both('TaxAmount', 21)}
    <TaxCategory><Percent>21</Percent></TaxCategory></TaxSubTotal>${both('TaxAmount', 21)}</TaxTotal>
  <LegalMonetaryTotal>${both('TaxExclusiveAmount', 100)}${both('TaxInclusiveAmount', 121)}
    <AlreadyClaimedTaxInclusiveAmount>${claimed}</AlreadyClaimedTaxInclusiveAmount>${both('PayableAmount', 121)}
  </LegalMonetaryTotal>
  <PaymentMeans><Payment><PaidAmount>121</PaidAmount><PaymentMeansCode>42</PaymentMeansCode><Details>
    <PaymentDueDate>2026-05-18</PaymentDueDate><IBAN>CZ65 0800 0000 1920 0014 5399</IBAN><BIC>GIBACZPX</BIC>
  </Details></Payment></PaymentMeans>
</Invoice>`);
}

const read = (file: Uint8Array) => readEInvoices([{ name: 'faktura.isdoc', bytes: file }]).witness;

describe('ISDOC', () => {
  it('states parties with the numbers of their houses, sums, account and lines', () => {
    expect(read(isdoc())).toMatchObject({
      header: {
        'vendor.name': 'Truhlářství Lipka s.r.o.',
        'vendor.address': 'Úvoz 977/18, 60200 Brno',
        'vendor.vat_number': 'CZ25584553',
        'customer.name': 'A + S, s.r.o.',
        document_type: 'invoice',
        invoice_number: 'FV-2026/118',
        invoice_date: '2026-05-04',
        due_date: '2026-05-18',
        currency: 'CZK',
        subtotal: 100,
        vat_amount: 21,
        total_amount: 121,
        'bank_details.iban': 'CZ6508000000192000145399',
      },
      rates: [{ rate: 21, base: 100, amount: 21 }],
      lines: [{ description: 'Police dubová', quantity: 4, unit: 'ks', unit_price: 25, vat_rate: 21, total: 100 }],
    });
  });

  it('states the amounts of an invoice in another currency in that one', () => {
    const { header, lines } = read(isdoc({ rate: 25 }))!;
    expect(header).toMatchObject({ currency: 'EUR', subtotal: 100, vat_amount: 21, total_amount: 121 });
    expect(lines).toMatchObject([{ unit_price: null, total: 100 }]);
  });

  it('says of a credit note what it is, and no sums', () => {
    const { header, lines } = read(isdoc({ type: '2' }))!;
    expect(header).toMatchObject({ document_type: 'credit_note', invoice_number: 'FV-2026/118' });
    expect(header).not.toHaveProperty('total_amount');
    expect(lines).toEqual([]);
  });

  it('says no sums where taxed advances were taken off', () => {
    expect(read(isdoc({ claimed: 60.5 }))!.header).not.toHaveProperty('total_amount');
  });

  it('is no invoice where it asks for an advance', () => {
    expect(read(isdoc({ type: '4' }))).toBeNull();
  });
});
