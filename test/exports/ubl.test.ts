import { Decimal } from 'decimal.js';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { openFile } from '../../server/engine/open/open-file.ts';
import { readOpened } from '../../server/engine/read-invoice.ts';
import type { ExportSettings } from '../../server/exports/target.ts';
import { ublRo } from '../../server/exports/ubl-ro.ts';
import { wordsIn } from '../../server/exports/words.ts';
import { bookedInvoice, ownCompany } from '../helpers/booked.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';

const settings: ExportSettings = { company: ownCompany, words: wordsIn('ro'), linePerRate: false };
const list = ['InvoiceLine', 'CreditNoteLine', 'TaxTotal', 'TaxSubtotal', 'PartyTaxScheme', 'AllowanceCharge', 'Note'];
const parser = new XMLParser({
  parseTagValue: false,
  ignoreAttributes: false,
  removeNSPrefix: true,
  isArray: (name) => list.includes(name),
});

// biome-ignore lint/suspicious/noExplicitAny: an XML tree as its parser gives it
type Tree = any;

async function written(kind: string): Promise<{ xml: string; root: Tree; isCredit: boolean }> {
  const { files } = await ublRo.write([kindsOfInvoices()[kind]!], settings);
  const xml = Buffer.from(files[0]!.bytes).toString('utf8');
  expect(XMLValidator.validate(xml)).toBe(true);
  const tree = parser.parse(xml);
  return { xml, root: tree.Invoice ?? tree.CreditNote, isCredit: tree.CreditNote !== undefined };
}

const amount = (element: Tree): Decimal => new Decimal(element?.['#text'] ?? 0);
const sum = (elements: Tree[], of: (element: Tree) => Decimal): Decimal =>
  elements.reduce((all, each) => all.plus(of(each)), new Decimal(0));

const kinds = Object.keys(kindsOfInvoices());

/** Kinds that no e-invoice of the norm can be, with what is said of them. */
const declared: Record<string, string[]> = {
  'no rates at all': ['no_rates'],
  'reverse charge without VAT or lines': ['no_rates'],
  'exempt without VAT': ['no_rates'],
  'a rate without its base beside another': ['no_rates'],
  'several rates that do not make the VAT': ['no_rates'],
  'within the EU': ['rule_broken vat_breakdown.category'],
  'untaxed for no reason': ['no_category vat_breakdown.category'],
  'euro without a rate': ['no_exchange_rate exchange_rate'],
  deposit: ['sums_do_not_close total_amount'],
  'deposit as a line': ['rule_broken vat_breakdown.category'],
  receipt: ['missing due_date'],
  'lines that do not make the base': ['sums_do_not_close subtotal'],
  'number without a digit': ['rule_broken invoice_number'],
  'no number of the supplier': ['missing vendor.vat_number'],
  'no address': ['missing vendor.street', 'missing vendor.city', 'missing vendor.county'],
  'in Bucharest without a sector': ['rule_broken vendor.city'],
  'no date to pay by': ['missing due_date'],
};
const ofAll = ['another company', 'company unknown', 'misaddressed', 'in doubt', 'sums that do not close'];

describe('UBL for RO e-Factura', () => {
  it.each(Object.entries(declared))('leaves out "%s" and says why', async (kind, reasons) => {
    const { files, problems } = await ublRo.write([kindsOfInvoices()[kind]!], settings);
    expect(files).toEqual([]);
    const said = problems.filter(({ blocking }) => blocking).map(({ code, path }) => `${code} ${path}`);
    for (const reason of reasons) expect(said.join(', ')).toContain(reason);
  });

  const good = kinds.filter((kind) => !(kind in declared) && !ofAll.includes(kind));

  it.each(good)('keeps the rules of the norm: %s', async (kind) => {
    const { root, isCredit } = await written(kind);
    const currency = root.DocumentCurrencyCode;
    const lines: Tree[] = isCredit ? root.CreditNoteLine : root.InvoiceLine;
    const total = root.LegalMonetaryTotal;
    const [tax, inRon] = root.TaxTotal as Tree[];
    const allowances: Tree[] = root.AllowanceCharge ?? [];

    // BR-01 to BR-05, BR-RO-001, BR-RO-010, BR-RO-020
    expect(root.CustomizationID).toBe('urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1');
    expect(root.ID).toMatch(/\d/);
    expect(root.IssueDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(isCredit ? root.CreditNoteTypeCode : root.InvoiceTypeCode).toBe(isCredit ? '381' : '380');
    // BR-53, BR-RO-030
    if (currency !== 'RON') {
      expect(root.TaxCurrencyCode).toBe('RON');
      expect(inRon.TaxAmount['@_currencyID']).toBe('RON');
    } else expect(inRon).toBeUndefined();
    for (const role of ['AccountingSupplierParty', 'AccountingCustomerParty']) {
      const { PostalAddress: address, PartyLegalEntity: legal, PartyTaxScheme: schemes = [] } = root[role].Party;
      const country = address.Country.IdentificationCode;
      // BR-06 to BR-11, BR-RO-081 to BR-RO-111
      expect(legal.RegistrationName).toMatch(/\S/);
      expect(address.StreetName).toMatch(/\S/);
      expect(address.CityName).toMatch(/\S/);
      expect(country).toMatch(/^[A-Z]{2}$/);
      if (country === 'RO') expect(address.CountrySubentity).toMatch(/^RO-[A-Z]{1,2}$/);
      if (address.CountrySubentity === 'RO-B') expect(address.CityName).toMatch(/^SECTOR[1-6]$/);
      // BR-CO-09: a VAT number begins with its country; BR-CO-26, BR-RO-065, BR-RO-120: each party has a number.
      for (const { CompanyID, TaxScheme } of schemes)
        if (TaxScheme.ID === 'VAT') expect(CompanyID).toMatch(/^[A-Z]{2}/);
      expect(schemes.length > 0 || legal.CompanyID !== undefined).toBe(true);
    }
    const categories = (tax.TaxSubtotal as Tree[]).map(({ TaxCategory }) => TaxCategory);
    // BR-E-01 and its like: one row for what is charged alike.
    expect(new Set(categories.map(({ ID, Percent }) => `${ID} ${Percent}`)).size).toBe(categories.length);
    // BR-CO-18, BR-CO-04, BR-S-05, BR-E-05 to BR-O-05, BR-AE-10, BR-E-10, BR-G-10, BR-O-10
    for (const { ID, Percent, TaxExemptionReason: reason, TaxExemptionReasonCode: code } of categories) {
      if (ID === 'S') expect(Number(Percent)).toBeGreaterThan(0);
      else if (ID === 'O') expect(Percent).toBeUndefined();
      else expect(Number(Percent)).toBe(0);
      expect(reason !== undefined || code !== undefined).toBe(ID !== 'S');
    }
    // BR-O-11, BR-O-02
    if (categories.some(({ ID }) => ID === 'O')) {
      expect(categories).toHaveLength(1);
      const schemes = [root.AccountingSupplierParty, root.AccountingCustomerParty].flatMap(
        ({ Party }) => Party.PartyTaxScheme ?? [],
      );
      expect(schemes.filter(({ TaxScheme }) => TaxScheme.ID === 'VAT')).toEqual([]);
    }
    // BR-16, BR-21 to BR-27, BR-RO-L1024
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const quantity = isCredit ? line.CreditedQuantity : line.InvoicedQuantity;
      expect(quantity['@_unitCode']).toMatch(/^[A-Z0-9]{2,3}$/);
      expect(amount(line.Price.PriceAmount).isNegative()).toBe(false);
      expect(line.Item.Name).toMatch(/\S/);
      expect([...line.Item.Name].length).toBeLessThanOrEqual(100);
      expect([...(line.Item.Description ?? '')].length).toBeLessThanOrEqual(200);
      expect(categories.map(({ ID }) => ID)).toContain(line.Item.ClassifiedTaxCategory.ID);
      const product = amount(quantity).times(amount(line.Price.PriceAmount)).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
      expect(product.eq(amount(line.LineExtensionAmount))).toBe(true);
    }
    // BR-S-08 and its like: the bases are those of the lines less what was taken off.
    for (const subtotal of tax.TaxSubtotal as Tree[]) {
      const same = (category: Tree): boolean =>
        category.ID === subtotal.TaxCategory.ID && category.Percent === subtotal.TaxCategory.Percent;
      const net = sum(
        lines.filter((line) => same(line.Item.ClassifiedTaxCategory)),
        (line) => amount(line.LineExtensionAmount),
      ).minus(
        sum(
          allowances.filter(({ TaxCategory }) => same(TaxCategory)),
          ({ Amount }) => amount(Amount),
        ),
      );
      expect(net.eq(amount(subtotal.TaxableAmount))).toBe(true);
      // BR-CO-17
      const made = amount(subtotal.TaxableAmount)
        .times(subtotal.TaxCategory.Percent ?? 0)
        .div(100);
      expect(made.minus(amount(subtotal.TaxAmount)).abs().lt(1)).toBe(true);
    }
    // BR-CO-10 to BR-CO-16
    const sums = [
      [sum(lines, (line) => amount(line.LineExtensionAmount)), total.LineExtensionAmount],
      [sum(allowances, ({ Amount }) => amount(Amount)), total.AllowanceTotalAmount],
      [amount(total.LineExtensionAmount).minus(amount(total.AllowanceTotalAmount)), total.TaxExclusiveAmount],
      [sum(tax.TaxSubtotal, ({ TaxAmount }) => amount(TaxAmount)), tax.TaxAmount],
      [amount(total.TaxExclusiveAmount).plus(amount(tax.TaxAmount)), total.TaxInclusiveAmount],
      [
        amount(total.TaxInclusiveAmount).minus(amount(total.PrepaidAmount)).plus(amount(total.PayableRoundingAmount)),
        total.PayableAmount,
      ],
    ] as const;
    for (const [made, says] of sums) expect(made.toFixed(2)).toBe(amount(says).toFixed(2));
    // BR-CO-25
    if (amount(total.PayableAmount).gt(0)) {
      expect([root.DueDate, root.PaymentMeans?.PaymentDueDate, ...(root.PaymentTerms?.Note ?? [])].join('')).toMatch(
        /\S/,
      );
    }
    // It is for import only.
    expect(root.Note[0]).toContain('nu se trimite în SPV');
    for (const note of root.Note) expect([...note].length).toBeLessThanOrEqual(300);
  });

  it.each(good)('says what the invoice says, read back as any e-invoice: %s', async (kind) => {
    const { xml } = await written(kind);
    const { invoice } = kindsOfInvoices()[kind]!.extraction;
    const opened = await openFile(Buffer.from(xml), {});
    const { invoice: read } = readOpened(opened, {
      buyer: { vat: ownCompany.vat, name: null },
      today: '2026-11-01',
    }).extraction;
    const sign = invoice.document_type === 'credit_note' && invoice.total_amount! < 0 ? -1 : 1;
    expect(read.invoice_number).not.toBeNull();
    expect(read).toMatchObject({ invoice_date: invoice.invoice_date, currency: invoice.currency });
    // Where no VAT is charged the total may be all that is printed.
    const printed = { ...invoice, subtotal: invoice.subtotal ?? invoice.total_amount };
    for (const name of ['subtotal', 'vat_amount', 'total_amount'] as const)
      expect(read[name]).toBe((printed[name] ?? 0) * sign);
    expect(read.vendor.county).toBe(invoice.vendor.county);
    if (invoice.discount_amount) expect(read.discount_amount).toBe(invoice.discount_amount);
  });

  it('names a unit by its word in the country of who prints it, and a sign that is the same everywhere by none', async () => {
    const unitOf = async (unit: string, vendor = {}): Promise<string> => {
      const line = { description: 'Marfă', quantity: 4, unit, unit_price: 50, vat_rate: 21, total: 200 };
      const { files } = await ublRo.write([bookedInvoice({ vendor, line_items: [line] })], settings);
      return /unitCode="(\w+)"/.exec(Buffer.from(files[0]!.bytes).toString('utf8'))![1]!;
    };
    const polish = { country: null, county: null, vat_number: 'PL5260250274' };
    expect([await unitOf('mc'), await unitOf('MC'), await unitOf('mc', polish)]).toEqual(['MTQ', 'MTQ', 'MON']);
    expect(await unitOf('ml')).toBe('C62');
  });

  it('writes a country and a county by their codes, however a person typed them', async () => {
    const written = async (change: object) => {
      const { files } = await ublRo.write([bookedInvoice(change)], settings);
      return files[0] && Buffer.from(files[0].bytes).toString('utf8');
    };
    const british = { country: 'UK', county: null, vat_number: 'GB980780684' };
    expect(await written({ vendor: british })).toContain('<cbc:IdentificationCode>GB</cbc:IdentificationCode>');
    for (const county of ['BV', 'Brașov', 'ro-bv'])
      expect(await written({ vendor: { county } })).toContain('<cbc:CountrySubentity>RO-BV</cbc:CountrySubentity>');
    const line = { description: 'Marfă', quantity: 4, unit: 'buc', unit_price: 50, vat_rate: 21, total: 200 };
    const origin = async (origin_country: string) =>
      (await written({ line_items: [{ ...line, origin_country }] }))!.includes('OriginCountry');
    expect([await origin('IT'), await origin('EU'), await origin('XX')]).toEqual([true, false, false]);
  });

  it.each([
    [{ vendor: { country: 'XX' } }, 'rule_broken vendor.country'],
    [{ customer: { country: 'Romania' } }, 'rule_broken customer.country'],
    [{ vendor: { county: 'Ilfovul' } }, 'rule_broken vendor.county'],
    [{ currency: 'BGN', exchange_rate: 2.6, exchange_rate_currency: 'BGN' }, 'rule_broken currency'],
    [{ currency: 'DEM', exchange_rate: 2.6, exchange_rate_currency: 'DEM' }, 'rule_broken currency'],
    [{ invoice_date: '2026-02-30' }, 'missing invoice_date'],
    [{ due_date: '19.10.2026' }, 'missing due_date'],
    [{ prepaid_amount: 0.125 }, 'rule_broken prepaid_amount'],
    [{ total_amount: 242.005 }, 'rule_broken total_amount'],
    [{ vat_breakdown: [{ rate: 21, base: 200.004, amount: 42.001 }] }, 'sums_do_not_close vat_breakdown'],
  ])('leaves out what no code, day or cent can say: %j', async (change, reason) => {
    const { files, problems } = await ublRo.write([bookedInvoice(change)], settings);
    expect(files).toEqual([]);
    const said = problems.filter(({ blocking }) => blocking).map(({ code, path }) => `${code} ${path}`);
    expect(said).toContain(reason);
  });

  it('says no reason for what is charged, and no account where there is none', async () => {
    const islands = { rate: 7, base: 200, amount: 14, reason: 'IGIC', category: 'L' as const };
    const { files } = await ublRo.write(
      [
        bookedInvoice({
          vat_amount: 14,
          total_amount: 214,
          bank_details: { iban: ' ' },
          line_items: [{ description: 'Marfă', quantity: 4, unit: 'buc', unit_price: 50, vat_rate: 7, total: 200 }],
          vat_breakdown: [islands],
        }),
      ],
      settings,
    );
    const xml = Buffer.from(files[0]!.bytes).toString('utf8');
    expect(xml).toContain('<cbc:ID>L</cbc:ID>');
    expect(xml).not.toMatch(/TaxExemptionReason|PaymentMeans/);
  });

  it("says the seller's code of an article, and reads it and a line's discount back", async () => {
    const line = { description: 'Scaun', quantity: 4, unit: 'buc', unit_price: 50, vat_rate: 21, total: 200 };
    const { files } = await ublRo.write([bookedInvoice({ line_items: [{ ...line, item_code: 'SC-104' }] })], settings);
    const xml = Buffer.from(files[0]!.bytes).toString('utf8');
    const reduced = xml.replace(
      '<cac:Item>',
      `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:Amount currencyID="RON">15.50</cbc:Amount>
       </cac:AllowanceCharge><cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator>
       <cbc:Amount currencyID="RON">2.00</cbc:Amount></cac:AllowanceCharge><cac:Item>`,
    );
    const linesOf = async (text: string) => {
      const buyer = { vat: ownCompany.vat, name: null };
      return readOpened(await openFile(Buffer.from(text), {}), { buyer, today: '2026-11-01' }).extraction.invoice
        .line_items;
    };
    expect(await linesOf(xml)).toMatchObject([{ item_code: 'SC-104', discount: null }]);
    expect(await linesOf(reduced)).toMatchObject([{ item_code: 'SC-104', discount: 15.5 }]);
  });

  it('names a buyer that is not registered for VAT by its number alone', async () => {
    const { root } = await written('buyer that is not registered');
    const { PartyLegalEntity, PartyTaxScheme } = root.AccountingCustomerParty.Party;
    expect([PartyLegalEntity.CompanyID, PartyTaxScheme]).toEqual(['9900816346', undefined]);
  });

  it('names the file a draft, of the supplier and the number', async () => {
    const { files } = await ublRo.write([bookedInvoice({ invoice_number: 'FMS 7/2026' })], settings);
    expect(files.map(({ name }) => name)).toEqual(['CIORNA_RO16702141_FMS-7-2026.xml']);
  });
});
