import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };

/** Lines of print at the same left edge, from `top` downwards. */

const read = (...pages: Word[][]) => decide(opened(...pages.map((words) => page(words))), buyer, '2026-11-21');

const letterhead = column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']);
const german = [...letterhead, ...column(60, 200, ['Rechnung Nr. 2026-88', 'Datum: 12.02.2026'])];

describe('the heads of invoices', () => {
  it('gives a name that is set in two lines of its own size whole', () => {
    const { vendor } = read([
      ...column(60, 40, ['FERRAMENTA', 'GALLI & FIGLI'], 16),
      ...column(60, 90, ['Via Roma 12', '20121 Milano', 'P.IVA 07282030159']),
    ]).invoice;
    expect(vendor).toMatchObject({ name: 'FERRAMENTA GALLI & FIGLI', address: 'Via Roma 12, 20121 Milano' });
  });

  it('gives the full name of the foot, where the head has but its beginning', () => {
    const { vendor } = read([
      ...column(60, 40, ['Fichtner'], 18),
      ...column(60, 90, ['Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']),
      ...column(60, 800, ['Fichtner Holzbau GmbH, Amtsgericht Traunstein HRB 1234']),
    ]).invoice;
    expect(vendor.name).toBe('Fichtner Holzbau GmbH');
  });

  it('leaves people and departments out of a company’s address', () => {
    const { customer } = read([
      ...german,
      ...column(330, 120, ['An:', 'Kraus Logistik AG', 'z. Hd. Frau Berg', 'Hafenstraße 9', '93047 Regensburg']),
    ]).invoice;
    expect(customer).toMatchObject({ name: 'Kraus Logistik AG', address: 'Hafenstraße 9, 93047 Regensburg' });
  });

  it('puts an e-mail address together that a narrow column broke', () => {
    const { vendor } = read([...german, ...column(330, 60, ['E-Mail buero@holzbau-', 'fichtner.example'])]).invoice;
    expect(vendor.email).toBe('buero@holzbau-fichtner.example');
  });

  it('numbers the invoice by what stands under its title, not by a policy or a transfer’s purpose', () => {
    const { invoice, fields } = read([
      ...letterhead,
      ...column(60, 200, ['Beitragsrechnung BR-26-00417', 'Versicherungsschein-Nr. 55-1120447']),
      ...column(60, 300, ['Verwendungszweck: 55-1120447']),
    ]);
    expect(invoice.invoice_number).toBe('BR-26-00417');
    expect(fields.invoice_number!.confidence).not.toBe('high');
  });

  it('dates the invoice by its letter, not by the order or the invoice that it corrects', () => {
    expect(read([...letterhead, ...column(60, 200, ['Rosenheim, 3. März 2026'])]).invoice.invoice_date).toBe(
      '2026-03-03',
    );
    const credit = read([
      ...letterhead,
      ...column(60, 200, ['AVOIR', 'n° AV-19', 'Date : 3 mars 2026', 'Sur facture n° F-288 du 24/02/2026']),
    ]).invoice;
    expect(credit).toMatchObject({ invoice_number: 'AV-19', invoice_date: '2026-03-03' });
  });

  it('reads the terms of payment from a sentence about paying, and none from one about delay', () => {
    const terms = (sentence: string) => read([...german, ...column(60, 600, [sentence])]).invoice.payment_terms;
    const sentence = 'Bitte zahlen Sie den Betrag innerhalb von 14 Tagen ohne Abzug.';
    expect(terms(sentence)).toBe(sentence.slice(0, -1));
    expect(terms('Bei Zahlungsverzug nach 30 Tagen berechnen wir Zinsen.')).toBeNull();
  });

  it('warns of two invoices in one file, and of pages of one not', () => {
    const other = [...column(60, 60, ['Holzbau Fichtner GmbH']), ...column(60, 200, ['Rechnung Nr. 2026-93'])];
    const annex = [...column(60, 60, ['Rechnung Nr. 2026-88', 'Seite 2'])];
    expect(read(german, other).warnings).toContain('multiple_invoices');
    expect(read(german, annex).warnings).not.toContain('multiple_invoices');
  });

  it('warns of a rate that the vendor’s country did not have then', () => {
    const at = (rate: string, date: string) =>
      read([
        ...letterhead,
        ...column(60, 200, ['Rechnung Nr. 2026-88', `Datum: ${date}`]),
        ...[
          ['Netto', '100,00'],
          [`USt ${rate}%`, `${rate},00`],
          ['Gesamt', `1${rate},00`],
        ].flatMap(([name, amount], i) => [...run(name!, 330, 500 + 18 * i), ...runTo(amount!, 540, 500 + 18 * i)]),
      ]).warnings;
    expect(at('19', '12.02.2026')).not.toContain('vat_rate_unusual');
    expect(at('16', '12.09.2020')).not.toContain('vat_rate_unusual');
    expect(at('16', '12.02.2026')).toContain('vat_rate_unusual');
  });

  it('puts values under labels that hardly a space parts', () => {
    const { invoice_number, invoice_date } = read([
      ...letterhead,
      ...run('Rechnungsnummer', 60, 200),
      ...run('Rechnungsdatum', 137, 200),
      ...run('Kundennummer', 210, 200),
      ...run('R-1188', 60, 213),
      ...run('12.02.2026', 137, 213),
      ...run('40071', 210, 213),
    ]).invoice;
    expect({ invoice_number, invoice_date }).toEqual({ invoice_number: 'R-1188', invoice_date: '2026-02-12' });
  });

  it('takes what stands between the total and what it leaves for paid, whatever both are called', () => {
    const { invoice, fields } = read([
      ...german,
      ...[
        ['Gesamtbetrag', '1.190,00'],
        ['Ihre Raten', '-1.000,00'],
        ['Es bleiben', '190,00'],
      ].flatMap(([name, amount], i) => [...run(name!, 330, 500 + 16 * i), ...runTo(amount!, 540, 500 + 16 * i)]),
    ]);
    expect(invoice).toMatchObject({ total_amount: 1190, prepaid_amount: 1000, amount_due: 190 });
    expect(fields.amount_due!.evidence).toContain('sums_agree');
  });

  it('reads a tax number that two labels name', () => {
    const { vendor } = read(
      column(60, 60, ['Acque Chiare S.p.A.', 'Via Roma 12', '20121 Milano', 'P. IVA e Cod. Fisc. 07282030159']),
    ).invoice;
    expect(vendor.vat_number).toMatch(/07282030159$/);
  });

  it('does not take the sender’s line over the window for the customer', () => {
    const { customer, vendor } = read([
      ...run('Pichler KG, Grazer Straße 71, 8160 Weiz', 60, 100, 7),
      ...column(60, 120, ['Hausverwaltung Steirer GmbH', 'Joanneumring 8', '8010 Graz', 'CUI: RO18547290']),
      ...run('Pichler KG · Grazer Straße 71 · 8160 Weiz · UID ATU61744820', 60, 800, 7),
    ]).invoice;
    expect(customer.name).toBe('Hausverwaltung Steirer GmbH');
    expect(vendor).toMatchObject({ name: 'Pichler KG', vat_number: 'ATU61744820' });
  });

  it('finds a vendor without legal form in the line that gives its address', () => {
    const { vendor } = read([
      ...column(60, 120, ['Bloemenhandel Tulp VOF', 'Legmeerdijk 313', '1431 GB Aalsmeer']),
      ...run('Jansen & Smit Accountants, Singel 201, 1015 AB Amsterdam, telefoon 020-5550177', 60, 800, 8),
    ]).invoice;
    expect(vendor).toMatchObject({ name: 'Jansen & Smit Accountants', address: 'Singel 201, 1015 AB Amsterdam' });
  });

  it.each([
    ['Tischlerwerk Ahorn Lindenstraße 14, 34117 Kassel', 'Tischlerwerk Ahorn', 'Lindenstraße 14, 34117 Kassel'],
    ['Florăria Mimoza str. Morii 12, 700123 Iași', 'Florăria Mimoza', 'str. Morii 12, 700123 Iași'],
    ['Atelier du Lac rue des Forges 8, 74000 Annecy', 'Atelier du Lac', 'rue des Forges 8, 74000 Annecy'],
  ])('parts a name from the street right behind it in %s', (line, name, address) => {
    const { vendor } = read([...run(line, 60, 60), ...run('Rechnung Nr. 2026-88', 60, 120)]).invoice;
    expect(vendor).toMatchObject({ name, address });
  });

  it('does not part a name from a street of which nothing says where it begins', () => {
    const { vendor } = read([
      ...run('Tischlerwerk Ahorn Alte Straße 14, 34117 Kassel', 60, 60),
      ...run('Rechnung Nr. 2026-88', 60, 120),
    ]).invoice;
    expect(vendor.name).not.toBe('Tischlerwerk Ahorn Alte');
  });
});

it('a greeting over the name under a letter is no part of it', () => {
  const { vendor } = read([
    ...column(320, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim']),
    ...column(60, 120, ['Kraus Logistik AG', 'Hafenstraße 9', '93047 Regensburg', 'USt-IdNr. DE136695976']),
    ...column(60, 200, ['Rechnung Nr. 2026-88', 'Datum: 12.02.2026']),
    ...column(60, 690, ['Mit freundlichen Grüßen', 'Holzbau Fichtner GmbH']),
    ...column(240, 740, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']),
  ]).invoice;
  expect(vendor.name).toBe('Holzbau Fichtner GmbH');
});

it.each(['A + B, s.r.o.', 'K & M GmbH'])('%s is a name, though its words are single letters', (name) => {
  const { customer } = read([
    ...letterhead,
    ...column(330, 120, ['Kunde:', name, 'Hafenstraße 9', '93047 Regensburg']),
  ]).invoice;
  expect(customer).toMatchObject({ name, address: 'Hafenstraße 9, 93047 Regensburg' });
});
