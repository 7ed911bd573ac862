import { createHash, sign, X509Certificate } from 'node:crypto';
import { zipSync } from 'fflate';

/** What an e-invoice of a Romanian company says, as UBL (RO_CIUS). */
export interface RomanianInvoice {
  number: string;
  /** Each at 12.50 lei: how many of it. */
  quantities: number[];
  /** What is charged on the whole. */
  transport: number;
  root: 'Invoice' | 'CreditNote';
  /** PDFs inside. */
  pdfs: Uint8Array[];
  iban: string;
}

export const seller = { name: 'Fabrica de Mobilă Nouă S.R.L.', vat: 'RO16702141' };

const usual: RomanianInvoice = {
  number: 'FMN 2026-00417',
  quantities: [1, 2, 4],
  transport: 0,
  root: 'Invoice',
  pdfs: [],
  iban: 'RO45RZBR0000060012186372',
};

const money = (cents: number): string => (cents / 100).toFixed(2);

/** The sums of such an invoice, in bani. */
export function sumsOf({ quantities, transport }: Pick<RomanianInvoice, 'quantities' | 'transport'>) {
  const lines = quantities.reduce((sum, quantity) => sum + quantity * 1250, 0);
  const net = lines + transport * 100;
  const vat = Math.round(net * 0.21);
  return { lines, net, vat, gross: net + vat };
}

/** @param buyer whom it is for */
export function romanianInvoice(
  buyer: { vat: string; name: string | null },
  change: Partial<RomanianInvoice> = {},
): string {
  const { number, quantities, transport, root, pdfs, iban } = { ...usual, ...change };
  const sums = sumsOf({ quantities, transport });
  const lineName = `${root}Line`;
  const amount = (name: string, cents: number): string => `<cbc:${name} currencyID="RON">${money(cents)}</cbc:${name}>`;
  const category =
    '<cbc:ID>S</cbc:ID><cbc:Percent>21.00</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
  const party = ({ name, vat }: { name: string | null; vat: string }, city: string): string =>
    `<cac:Party><cac:PostalAddress><cbc:StreetName>Str. Lungă nr. 5</cbc:StreetName><cbc:CityName>${city}</cbc:CityName>
     <cbc:PostalZone>500035</cbc:PostalZone><cac:Country><cbc:IdentificationCode>RO</cbc:IdentificationCode></cac:Country>
     </cac:PostalAddress><cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID>
     </cac:TaxScheme></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName>
     </cac:PartyLegalEntity></cac:Party>`;
  const lines = quantities.map(
    (quantity, index) => `<cac:${lineName}><cbc:ID>${index + 1}</cbc:ID>
     <cbc:${root === 'Invoice' ? 'Invoiced' : 'Credited'}Quantity unitCode="H87">${quantity}</cbc:${root === 'Invoice' ? 'Invoiced' : 'Credited'}Quantity>
     ${amount('LineExtensionAmount', quantity * 1250)}<cac:Item><cbc:Name>Șurub cu cap înecat și țeavă, M${index + 1}</cbc:Name>
     <cac:ClassifiedTaxCategory>${category}</cac:ClassifiedTaxCategory></cac:Item>
     <cac:Price><cbc:PriceAmount currencyID="RON">12.50</cbc:PriceAmount></cac:Price></cac:${lineName}>`,
  );
  const inside = pdfs.map(
    (pdf, index) => `<cac:AdditionalDocumentReference><cbc:ID>${index + 1}</cbc:ID><cac:Attachment>
     <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="${index + 1}.pdf">${Buffer.from(pdf).toString('base64')}</cbc:EmbeddedDocumentBinaryObject>
     </cac:Attachment></cac:AdditionalDocumentReference>`,
  );
  const charge =
    transport === 0
      ? ''
      : `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Transport</cbc:AllowanceChargeReason>
         ${amount('Amount', transport * 100)}<cac:TaxCategory>${category}</cac:TaxCategory></cac:AllowanceCharge>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1</cbc:CustomizationID>
  <cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-08-03</cbc:IssueDate>${root === 'Invoice' ? '<cbc:DueDate>2026-09-02</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>' : ''}
  <cbc:Note>Întocmit de: Țepeș Ștefania</cbc:Note><cbc:DocumentCurrencyCode>RON</cbc:DocumentCurrencyCode>
  <cac:ContractDocumentReference><cbc:ID>CTR 77</cbc:ID></cac:ContractDocumentReference>${inside.join('')}
  <cac:AccountingSupplierParty>${party(seller, 'Brașov')}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${party(buyer, 'Cluj-Napoca')}</cac:AccountingCustomerParty>
  <cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cac:PayeeFinancialAccount><cbc:ID>${iban}</cbc:ID></cac:PayeeFinancialAccount></cac:PaymentMeans>
  ${charge}<cac:TaxTotal>${amount('TaxAmount', sums.vat)}<cac:TaxSubtotal>${amount('TaxableAmount', sums.net)}${amount('TaxAmount', sums.vat)}
    <cac:TaxCategory>${category}</cac:TaxCategory></cac:TaxSubtotal></cac:TaxTotal>
  <cac:LegalMonetaryTotal>${amount('LineExtensionAmount', sums.lines)}${amount('TaxExclusiveAmount', sums.net)}
    ${amount('TaxInclusiveAmount', sums.gross)}${amount('PayableAmount', sums.gross)}</cac:LegalMonetaryTotal>
  ${lines.join('')}</${root}>`;
}

/** A key and a certificate that were made for tests, and are nobody's. */
export const signer = {
  key: `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCKdIGubAx3rAAx
xXEK2R1y05XwY8TJl+rdysQKNd2C2IC93/RMzaSRvNzq5znnYkF+nTaRQRS9W4FC
B+x4VnpYI8j1x+6YGkwhwp7bMKPrlkklKUaz51YRd+O5D0QPvVzPp9q3GjcnNzb7
qgsIw2ohqM3LQtLmlD5lzc/Js11haZGe6Zav8YKp3h4tjaSAWWIaQgAaTbFZbE3L
ROdaUu+hidg52PLRb8VRbxNwLhfkj6RhRQCD9iWv0RI4W0mprFp+pRnxTdHAQhqE
S4Xba0Vf6n2Sybp3C+QqREItMv8HomXfQm4My/LPQ+dc7v1EPa+uB452vRJeC3xn
l9gnzRj1AgMBAAECggEACoC/C6e3pGZgV2Y2Zo/Ey56gW6190psbHnsQtwOSC6h3
z6+K/T6GUuXkTk9/FX3fIQc1CfzJYXntCsDGH/TTcBc62eYyQ8iO6Oq2GUON08PB
RbflXKVaYpXZKQMu8xC21yvRDB3JfEiUe6/RCXeld+sxvU8S55nsR9W+gvr/xPFc
Iasw6QLcum6dKqxxsDvDZSDp7VtkfDPA0c4thlpYfIh7K5R93r8lV7jw3xjM2mUM
Q7Mrfid3+rPpPfAqfh/kEn0m0CJF5BHttfAmUpUu3V/JsVMQGu0gQWx29zaBhcJx
iAzEfN5H3JDG7N7OHN3pfs1tOvi4r9rmOP3No48vgQKBgQC9ecLQw6ERR4bres8Z
XV+Aymdf54xrAHRtft+GEMSjtQ19OCIVwdKabhN16If4Gkq/5pgpPxWzqHpuBMjc
SB+p3OOYulOhwzVuqgOJs4U8XgXTaxkkdf2vvFBekEyO26tW9wTmuUWv+eCUA9/G
ysBGgm1vRfBH3MVfL15ztvWQtQKBgQC7EPmij/jq15l3ERm4SYwW3umvTDO6LWR5
kNtVrIh12III+XD2sUbpSssya+KUhBAT5Ffd3okN1tZSil55UAWjWkwO6QL914Ug
PCBFIszot8/bm9iTBJ9UdLZ2il0riv+DkOruW5hZZUeLmNKAuCf9fICa6LYmxwR0
tnWOSU3PQQKBgFaCG0J5rzZWc/Fblua7zPjecKhG7cOE56N+g8uQKFeeOFRtppJM
dj1v+I6i5kGOr4ZCYEKkvOHUEGHe6V45x8skQP3gRILcv66RDSB3yGMxgnNuuIH/
JR5xWjhypaGsBeSkz6YP/RNFgRXTVv5KX9NRhWmCgxwsXikBVZx7ck7pAoGALm9M
SDoMw964zYGFLOW0zIiQ4V69CF30LujySRYG2ZngzXF9xP7EZ2yVe/Kjz9HoW8e2
t/BhfPnzQZHvWZWvkJj9gEX+5Bv3g8TpDcBRtQLLqevJmtTu5/wAvvQhpIlgW7xB
VOGPs8EcPV62AhW0d4vMMKfLb1y/kmkoTSWNFwECgYEArb8rGAzweXlz8uNkLcqz
mR7q1CsLolr14CacWsrJgkw/kCSFfPpTCzqa0Ri2kLVlB12mQLofD+86bfOX7AkJ
ln/koU9P0nHXI4SWhiIEScRWsWOj2Kp9ISXwLEe7m/uXp2peSI0ih1xsRa5STfnw
7zc6ziqlPJa0E960L1n568Y=
-----END PRIVATE KEY-----`,
  certificate: new X509Certificate(`-----BEGIN CERTIFICATE-----
MIIDdTCCAl2gAwIBAgIUFpCESN3KE61ERG2S3cNVbUQfbfcwDQYJKoZIhvcNAQEL
BQAwSTELMAkGA1UEBhMCUk8xHDAaBgNVBAoME01pbmlzdGVydWwgZGUgUHJvYmUx
HDAaBgNVBAMME01pbmlzdGVydWwgZGUgUHJvYmUwIBcNMjYxMTIzMDU1MTE5WhgP
MjEyNjEwMzAwNTUxMTlaMEkxCzAJBgNVBAYTAlJPMRwwGgYDVQQKDBNNaW5pc3Rl
cnVsIGRlIFByb2JlMRwwGgYDVQQDDBNNaW5pc3RlcnVsIGRlIFByb2JlMIIBIjAN
BgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAinSBrmwMd6wAMcVxCtkdctOV8GPE
yZfq3crECjXdgtiAvd/0TM2kkbzc6uc552JBfp02kUEUvVuBQgfseFZ6WCPI9cfu
mBpMIcKe2zCj65ZJJSlGs+dWEXfjuQ9ED71cz6fatxo3Jzc2+6oLCMNqIajNy0LS
5pQ+Zc3PybNdYWmRnumWr/GCqd4eLY2kgFliGkIAGk2xWWxNy0TnWlLvoYnYOdjy
0W/FUW8TcC4X5I+kYUUAg/Ylr9ESOFtJqaxafqUZ8U3RwEIahEuF22tFX+p9ksm6
dwvkKkRCLTL/B6Jl30JuDMvyz0PnXO79RD2vrgeOdr0SXgt8Z5fYJ80Y9QIDAQAB
o1MwUTAdBgNVHQ4EFgQUJvNedmxjxxczuHPe7uEFHoHOJIUwHwYDVR0jBBgwFoAU
JvNedmxjxxczuHPe7uEFHoHOJIUwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0B
AQsFAAOCAQEAUpZpHckY6ReMm72DeTC06nFw0qC+QeYqK35sRprDzTnbMiYScYGe
FnOx5BhX19vjR9wW1jcczFVvGloxA4am/oLSN9HGqi7jT5EuF0Pn6Rw4AbfawIO5
1gKMlp/5+Hu7ujsUEK3iS3w7I0bNtQWAubfDE3nN2msBKnxGXxa26d9RIor3JI0z
BwelMhqvJbyKJ+mrAFZcjnVklxLnsuDQ3ROgdupWbJmkee8AFNunEpVmh0NasmS2
3B/K15DpO4Jh7oCCjTh9WxwtKrbATCG7vL4Oyt2+zz2ayxSo9WG6S8q3b0xrAIVA
64T82n5WHxwJ50wm9E/Hwu5Ir67eeidaZw==
-----END CERTIFICATE-----`),
};

/** The SHA-256 by which a certificate is known. */
export const fingerprint = createHash('sha256').update(signer.certificate.raw).digest('hex');

/**
 * A signature apart from its file, as the portal hands one out. It is written in its canonical form already, so that
 * nothing of what is tested has made it.
 */
export function signatureOver(
  xml: string | Uint8Array,
  change: (signature: string) => string = (same) => same,
): string {
  const digest = createHash('sha256').update(xml).digest('base64');
  const space = 'xmlns="http://www.w3.org/2000/09/xmldsig#"';
  const inside = `<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod><Reference URI="factura.xml"><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`;
  const value = sign('sha256', Buffer.from(`<SignedInfo ${space}>${inside}</SignedInfo>`), signer.key).toString(
    'base64',
  );
  return change(
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?><Signature ${space}><SignedInfo>${inside}</SignedInfo><SignatureValue>${value}</SignatureValue><KeyInfo><X509Data><X509Certificate>${signer.certificate.raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></Signature>`,
  );
}

/** What the portal hands out: the invoice, and the signature over it where there is one. */
export function archive(xml: string, signature: string | null, id = '4213377001'): Uint8Array {
  return zipSync({
    ...(signature !== null && { [`semnatura_${id}.xml`]: Buffer.from(signature) }),
    [`${id}.xml`]: Buffer.from(xml),
  });
}
