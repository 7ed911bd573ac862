import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };
const today = '2026-11-21';

/** Lines of print at the same left edge, from `top` downwards. */

const read = (words: Word[], on = today) => decide(opened(page(words)), buyer, on);

const vendorBlock = [
  'Furnizor',
  'Brad Alb Impex S.R.L.',
  'CIF: RO16702141',
  'Str. Lungă nr. 5, Iași, jud. Iași',
  'IBAN: RO49AAAA1B31007593840000',
  'Banca: Banca Exemplu',
];
const customerBlock = [
  'Client',
  'Auto Test 2003 SRL',
  'CIF: RO18547290',
  'Calea Florești nr. 3, Cluj-Napoca',
  'IBAN: DE89370400440532013000',
];
const invoice = (head: string[]) =>
  read([...column(60, 60, head), ...column(60, 160, vendorBlock), ...column(330, 160, customerBlock)]);

describe('the header', () => {
  it('takes the vendor from what the file calls itself, where print leaves it open', () => {
    const words = [
      ...column(60, 40, ['HAUS AM SEE', 'BRANDT KERAMIK', 'Seeweg 4', '18055 Rostock']),
      ...column(330, 160, ['Kunde', ...customerBlock.slice(1, 4)]),
      ...column(60, 260, ['Rechnung', 'Rechnungsnummer: R-2291']),
      ...run('Brandt Service GmbH, Amtsgericht Rostock', 60, 780),
    ];
    const named = (title: string | null, author: string | null) => {
      const file = opened(page(words));
      file.info = { title, author, producer: null };
      return decide(file, buyer, today).invoice.vendor.name;
    };
    expect(named(null, null)).not.toBe('BRANDT KERAMIK');
    expect(named('BRANDT KERAMIK: Invoice R-2291', null)).toBe('BRANDT KERAMIK');
    expect(named('BRANDT KERAMIK R-2291', 'BRANDT KERAMIK')).toBe('BRANDT KERAMIK');
    // Who wrote a file is as often a person as a company.
    expect(named('Rechnung', 'BRANDT KERAMIK')).toBe(named(null, null));
  });

  it('tells vendor and customer apart by their labels, with whole addresses', () => {
    const {
      invoice: found,
      fields,
      warnings,
    } = invoice(['FACTURĂ', 'Seria BA nr. 00123', 'Data emiterii: 28.03.2025']);
    expect(found.vendor).toMatchObject({
      name: 'Brad Alb Impex S.R.L.',
      vat_number: 'RO16702141',
      address: 'Str. Lungă nr. 5, Iași, jud. Iași',
    });
    expect(found.customer).toMatchObject({
      name: 'Auto Test 2003 SRL',
      vat_number: 'RO18547290',
      address: 'Calea Florești nr. 3, Cluj-Napoca',
    });
    expect(fields['customer.vat_number']).toMatchObject({ confidence: 'high', page: 1, source: 'text' });
    expect(warnings).not.toContain('buyer_vat_mismatch');
  });

  it('goes on with an address that breaks off behind a word that names what comes next', () => {
    const { vendor } = read(
      column(60, 160, [
        'Furnizor',
        'Brad Alb Impex S.R.L.',
        'Str. Lungă nr. 5, 725400 Rădăuți, jud.',
        'Suceava',
        'CIF: RO16702141',
      ]),
    ).invoice;
    expect(vendor.address).toBe('Str. Lungă nr. 5, 725400 Rădăuți, jud. Suceava');
  });

  it('ends the terms of payment with their sentence', () => {
    const { payment_terms } = read(
      column(60, 600, ['Termen de plată: 30 de zile. Factura circulă fără semnătură.']),
    ).invoice;
    expect(payment_terms).toBe('30 de zile');
  });

  it("gives the vendor's account, never the buyer's", () => {
    const { bank_details } = invoice(['FACTURĂ']).invoice;
    expect(bank_details).toMatchObject({ iban: 'RO49AAAA1B31007593840000', bank_name: 'Banca Exemplu' });
  });

  it('joins series and number that are printed apart', () => {
    const withSeries = invoice(['FACTURĂ', 'Seria BA nr. 00123']);
    expect(withSeries.invoice.invoice_number).toBe('BA 00123');
    expect(withSeries.fields.invoice_number?.evidence).not.toContain('contradicted');
  });

  it('gives a due date only when one is printed', () => {
    const without = invoice(['FACTURĂ nr. 77', 'Data: 28.03.2025', 'Termen de plată: 30 zile']).invoice;
    expect(without).toMatchObject({ invoice_date: '2025-03-28', due_date: null });
    const { invoice: found, fields } = invoice([
      'FACTURĂ nr. 77',
      'Data: 28.03.2025',
      'Scadența: 27.04.2025',
      'Termen de plată: 30 zile',
    ]);
    expect(found.due_date).toBe('2025-04-27');
    expect(fields.due_date!.evidence).toContain('sums_agree');
  });

  it('keeps numbers of contracts, clients and orders away from the invoice number', () => {
    const found = invoice([
      'FACTURĂ',
      'Cod client: 90210',
      'Contract nr. 55/2024',
      'Nr. factură: 4711',
      'Comandă nr.: 8080',
      'Aviz nr.: 99',
    ]).invoice;
    expect(found).toMatchObject({ invoice_number: '4711', po_reference: '8080', delivery_note_number: '99' });
  });

  it("reads days and months by the document's own dates", () => {
    const date = (head: string[]) => read(column(60, 60, head)).invoice.invoice_date;
    expect(date(['INVOICE no. 5521', 'Invoice date: 03/04/2025', 'Delivery date: 03/20/2025'])).toBe('2025-03-04');
    expect(date(['INVOICE no. 5521', 'Invoice date: 03/04/2025', 'Delivery date: 20/03/2025'])).toBe('2025-04-03');
  });

  it("takes the reader's own order before another that the page numbers as well", () => {
    const found = invoice(['INVOICE', 'Invoice no.: 4711', 'Order no.: 45502', 'Your order: 3389']);
    expect(found.invoice.po_reference).toBe('3389');
    expect(found.fields.po_reference!.evidence).not.toContain('contradicted');
  });

  it('names the bank whose letters the account bears, though another stands nearer', () => {
    const bank = ['Cont (EUR): RO45RZBR0000060012186372', 'Banca: Raiffeisen Bank'];
    const own = ['Cont (RON): RO07BRDE919SV32421465568', 'Banca: BRD', 'Total: 119,00 RON'];
    const found = read([
      ...column(60, 60, ['FACTURĂ nr. 77']),
      ...column(60, 160, vendorBlock.slice(0, 4)),
      ...column(60, 640, [...bank, ...own]),
    ]);
    expect(found.invoice.bank_details).toMatchObject({ iban: 'RO07BRDE919SV32421465568', bank_name: 'BRD' });
  });

  it('is dated behind its number, in the next cell or where the number is printed again', () => {
    const date = (words: Word[]) => read([...run('FACTURE', 60, 30, 16), ...words]).invoice.invoice_date;
    const number = run('N° facture', 60, 60);
    const reading = column(60, 120, ['Prochain relevé', 'le 17 avril 2026']);
    expect(date([...number, ...run('38947', 160, 60), ...run('du 20.02.2026', 240, 60), ...reading])).toBe(
      '2026-02-20',
    );
    const head = run('N° de compte 7711, facture 38947 du 20.02.2026', 60, 300);
    expect(date([...number, ...run('38947', 160, 60), ...head, ...reading])).toBe('2026-02-20');
    const other = run('Avis 238947 du 20.02.2026', 60, 300);
    expect(date([...number, ...run('38947', 160, 60), ...other, ...reading])).not.toBe('2026-02-20');
  });

  it('finds the vendor in a letterhead and the customer in the window under the sender line', () => {
    const { vendor, customer } = read([
      ...run('Sonnenhof Biowaren GmbH · Am Anger 7 · 99084 Erfurt', 60, 130, 7),
      ...column(60, 146, ['Gasthaus zur Post', 'Marktplatz 3', '07743 Jena']),
      ...column(60, 260, ['Rechnung', 'Rechnungsnummer: 24-10877']),
      ...column(60, 780, ['Sonnenhof Biowaren GmbH · USt-IdNr. DE271483066']),
    ]).invoice;
    expect(vendor).toMatchObject({ name: 'Sonnenhof Biowaren GmbH', vat_number: 'DE271483066' });
    expect(customer).toMatchObject({ name: 'Gasthaus zur Post', address: 'Marktplatz 3, 07743 Jena' });
  });

  it('parts the vendor from its address in a sender line whose first separator was lost', () => {
    const { vendor } = read([
      ...run('Sonnenhof Biowaren GmbH Am Kirchgrund 7 - 99084 Erfurt', 60, 130, 7),
      ...column(60, 146, ['Gasthaus zur Post', 'Marktplatz 3', '07743 Jena']),
      ...column(60, 260, ['Rechnung', 'Rechnungsnummer: 24-10877']),
      ...column(60, 780, ['USt-IdNr. DE271483066']),
    ]).invoice;
    expect(vendor).toMatchObject({ name: 'Sonnenhof Biowaren GmbH', address: 'Am Kirchgrund 7 - 99084 Erfurt' });
  });

  it('warns of another customer, of a date to come and of a failing VAT number', () => {
    const wrong = customerBlock.map((line) => line.replace('RO18547290', 'RO14399840'));
    const { warnings } = read(
      [
        ...column(60, 60, ['Data: 28.03.2025']),
        ...column(
          60,
          160,
          vendorBlock.map((line) => line.replace('RO16702141', 'RO16702142')),
        ),
        ...column(330, 160, wrong),
      ],
      '2025-03-01',
    );
    expect(warnings).toEqual(
      expect.arrayContaining(['buyer_vat_mismatch', 'invoice_date_in_future', 'vendor_vat_unverified']),
    );
  });

  it('leaves the parties as they are labelled where the buyer that was sent issued the invoice, and says so', () => {
    const { invoice, fields, warnings } = read([
      ...column(60, 60, ['FACTURĂ nr. 9']),
      ...column(
        60,
        160,
        vendorBlock.map((line) => line.replace('RO16702141', 'RO18547290')),
      ),
      ...column(
        330,
        160,
        customerBlock.map((line) => line.replace('RO18547290', 'RO16702141')),
      ),
    ]);
    expect(invoice.vendor).toMatchObject({ name: 'Brad Alb Impex S.R.L.', vat_number: 'RO18547290' });
    expect(invoice.customer).toMatchObject({ name: 'Auto Test 2003 SRL', vat_number: 'RO16702141' });
    expect(fields['customer.vat_number']?.confidence).not.toBe('high');
    expect(warnings).toContain('buyer_is_vendor');
    expect(warnings).not.toContain('buyer_vat_mismatch');
  });

  it('reads a printed rate of exchange with its currency', () => {
    const found = invoice(['FACTURĂ nr. 9', 'Curs BNR: 1 EUR = 4,9764 lei']).invoice;
    expect(found).toMatchObject({ exchange_rate: 4.9764, exchange_rate_currency: 'EUR' });
  });

  it('reads a rate behind its day, of the only foreign currency that is printed', () => {
    const rate = 'Curs de schimb BNR 17-aug-26: 4.9412';
    const { invoice: found } = invoice(['FACTURĂ nr. 9', 'Moneda: RON', 'valoare 3000EUR la cursul zilei', rate]);
    expect(found).toMatchObject({ exchange_rate: 4.9412, exchange_rate_currency: 'EUR', currency: 'RON' });
    const { invoice: two } = invoice(['FACTURĂ nr. 9', 'Moneda: RON', 'valoare 3000EUR sau 3240 USD', rate]);
    expect(two.exchange_rate).toBeNull();
  });

  it('adds no zero to a number whose country is a guess, even where one country’s old numbers have got it', () => {
    const words = [...column(60, 40, ['Facture nr. MT-1204']), ...run('TVA 21 555 0101', 60, 120)];
    const { invoice } = decide(opened(page(words)), { vat: 'RO18547290', name: null }, '2026-11-21');
    expect(invoice.vendor.vat_number).toBe('215550101');
  });

  it('names what it did not find among the fields to look at', () => {
    const { quality_flags } = read(column(60, 60, ['Bun venit la noi'])).invoice;
    expect(quality_flags).toMatchObject({ overall_confidence: 'low' });
    expect(quality_flags.low_confidence_fields).toEqual(
      expect.arrayContaining(['invoice_number', 'vendor.vat_number', 'total_amount']),
    );
  });

  it('knows the number of a credit note from that of a receipt beside the invoice', () => {
    const number = (head: string[]) => invoice(head).invoice.invoice_number;
    expect(number(['FACTURA DE ABONO', 'Abono nº: 2207/26', 'Número: 338120'])).toBe('2207/26');
    expect(number(['FACTURĂ', 'Bon fiscal nr: 00418', 'Nr. factură: 3391'])).toBe('3391');
  });

  it('numbers an invoice by three figures of which no day and month are made', () => {
    const { invoice: found } = invoice(['Factură nr. 238/47/2026', 'Data: 09.02.2026']);
    expect(found).toMatchObject({ invoice_number: '238/47/2026', invoice_date: '2026-02-09' });
    expect(invoice(['Factură nr. 12/03/2026']).invoice.invoice_number).not.toBe('12/03/2026');
  });

  it('takes no BIC for the number of a delivery note', () => {
    const { invoice: found } = invoice(['Invoice no.: 2026-1204', 'Delivery note', 'BRDEROBU']);
    expect(found.delivery_note_number ?? null).toBeNull();
  });

  it('takes the date of issue, and not the day on which the tax fell due', () => {
    const dated = invoice(['Invoice no.: 2026-1204', 'Invoice date: 09.02.2026', 'Tax point: 05.02.2026']);
    expect(dated.invoice.invoice_date).toBe('2026-02-09');
    expect(dated.fields.invoice_date!.confidence).toBe('high');
    const undated = invoice(['Invoice no.: 2026-1204', 'Tax point: 05.02.2026']);
    expect(undated.fields.invoice_date?.confidence ?? 'none').not.toBe('high');
  });

  it('takes no due date from the block of another invoice', () => {
    const block = (named: string) => {
      const found = read([
        ...column(60, 12, ['FACTURĂ'], 16),
        ...column(60, 60, ['Factură nr.: 2026-1204', 'Data facturii: 09.02.2026']),
        ...column(60, 160, vendorBlock),
        ...column(330, 160, customerBlock),
        ...column(60, 640, [`${named}: 2025-0777`, 'Scadența: 15.03.2026']),
      ]);
      return found.fields.due_date?.confidence ?? 'none';
    };
    expect(block('Factura anterioară nr.')).not.toBe('high');
    expect(block('Referință client')).toBe('high');
  });

  it('takes the only date that nothing names for the one of issue, with a doubt less than the first of two', () => {
    const dated = (...more: string[]) => invoice(['Factură nr. 2026-1204', '09.02.2026', ...more]);
    const alone = dated('Scadența: 11.03.2026');
    expect(alone.invoice).toMatchObject({ invoice_date: '2026-02-09', due_date: '2026-03-11' });
    expect(alone.fields.invoice_date!.confidence).toBe('medium');
    const two = dated('12.02.2026', 'Scadența: 11.03.2026');
    expect(two.fields.invoice_date!.confidence).toBe('low');
  });

  it.each([
    'Den Betrag von 238,00 € buchen wir am 23.04.2026 ab.',
    'Vous serez prélevé le 23.04.2026 sur votre compte.',
    'L’importo verrà addebitato il 23.04.2026.',
  ])('takes the day of a direct debit that is to come for the day to pay by: %s', (sentence) => {
    expect(invoice(['Factură nr. 2026-1204', 'Data facturii: 09.04.2026', sentence]).invoice.due_date).toBe(
      '2026-04-23',
    );
  });

  it.each([
    ['Račun br.: 2026-1204', 'Datum dospijeća', 'listopada', '2026-10-05'],
    ['Faktura nr: 2026-1204', 'Termin płatności', 'listopada', '2026-11-05'],
  ])("tells months by the page's language: %s, %s, %s", (number, label, month, due) => {
    expect(invoice([number, `${label}: 5. ${month} 2026`]).invoice.due_date).toBe(due);
  });

  it('reads a value under a label that a narrow column breaks, and not the one beside its last line', () => {
    const { invoice: found } = read([
      ...column(60, 12, ['FACTURĂ'], 16),
      ...column(60, 60, ['Nr. factură:', '2026-1204']),
      ...column(200, 60, ['Nr. aviz', 'de însoțire', '506633']),
      ...column(330, 60, ['Blorba zgrunt', 'PT65ZZZ068722949']),
      ...column(60, 160, vendorBlock),
      ...column(330, 160, customerBlock),
    ]);
    expect(found.delivery_note_number).toBe('506633');
  });

  it('does not prove by a later page what the order was where the invoice has no number of its own', () => {
    const pages = (...head: string[]) =>
      decide(
        opened(
          page([...run('FACTURĂ', 60, 12, 16), ...column(60, 60, head), ...column(60, 160, vendorBlock)]),
          page([...run('FACTURĂ', 60, 12, 16), ...column(60, 60, ['Comanda nr.: 77120-B'])]),
        ),
        buyer,
        today,
      ).fields.po_reference?.confidence;
    expect(pages('Data: 09.02.2026')).toBe('medium');
    expect(pages('Nr. factură: 2026-1204', 'Data: 09.02.2026')).toBe('high');
  });
});
