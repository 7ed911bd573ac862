import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const read = (...words: Word[][]) =>
  decide(opened(page(words.flat())), { vat: 'RO18547290', name: null }, '2026-11-21').invoice;

const title = run('FAKTURA - DAŇOVÝ DOKLAD č. 2054/26', 40, 20, 12);
const vendor = ['Tiskárna Habřina s.r.o.', 'Kovářská 14/3', '586 01 Jihlava'];
const customer = ['Spolek Zelená louka', 'Lipová 812/7', '602 00 Brno'];
const numbers = run('IČO: 25123891 DIČ: CZ25123891', 20, 130);
const parties = {
  vendor: { name: vendor[0], address: 'Kovářská 14/3, 586 01 Jihlava', vat_number: 'CZ25123891' },
  customer: { name: customer[0], address: 'Lipová 812/7, 602 00 Brno' },
};

describe('a heading set out to the left of its block', () => {
  it('is nearer to what ends before it than to the other block', () => {
    const heads = [...run('DODAVATEL:', 12, 60), ...run('ODBĚRATEL:', 302, 60)];
    expect(read(title, heads, column(68, 74, vendor), column(357, 74, customer), numbers)).toMatchObject(parties);
  });

  it('stands some rows of the other block above it, and the code hangs out of it', () => {
    const heads = [...run('Dodavatel:', 62, 74), ...run('Odběratel:', 302, 88, 6)];
    const rows = [...run('Lipová 812/7', 357, 142), ...run('602 00', 310, 156), ...run('Brno', 357, 156)];
    expect(read(title, heads, column(62, 90, vendor), run(customer[0]!, 357, 120), rows, numbers)).toMatchObject(
      parties,
    );
  });
});

it('a name stands in the cell beside its label, with its address under the label', () => {
  const rows = [
    ...run('Prodávající:', 20, 60),
    ...run('Knihovna Habřina', 88, 60),
    ...run('Kovářská 14/3, 586 01 Jihlava, IČ: 25123891, DIČ: CZ25123891, Telefon:', 20, 74),
    ...run('+420551200300', 20, 84),
    ...run('Zapsána v OR u MS v Praze, oddíl C, vložka 41207.', 20, 96),
    ...[...run('Daňový doklad:', 20, 114), ...run('Faktura', 148, 114), ...run('Kupující:', 320, 114)],
    ...[...run('Datum vystavení:', 20, 126), ...run('28.02.2026', 148, 126)],
  ];
  expect(read(title, rows, column(320, 128, customer))).toMatchObject({
    vendor: { name: 'Knihovna Habřina', vat_number: 'CZ25123891', address: 'Kovářská 14/3, 586 01 Jihlava' },
    customer: parties.customer,
  });
});

it('a postal code below the town ends the address', () => {
  const heads = [...run('Dodavatel', 40, 60), ...run('Odběratel', 320, 60)];
  const blocks = [
    ...column(40, 74, ['Tiskárna Habřina s.r.o.', 'Kovářská 9', 'Olomouc 7', '779 00']),
    ...column(320, 74, ['Spolek Zelená louka', 'Lipová 812/7', 'Brno 2', '602 00']),
  ];
  expect(read(title, heads, blocks, numbers)).toMatchObject({
    vendor: { address: 'Kovářská 9, Olomouc 7, 779 00' },
    customer: { address: 'Lipová 812/7, Brno 2, 602 00' },
  });
});

describe('a name', () => {
  it('goes on in small letters behind a dash, up to its legal form', () => {
    const name = 'KD habřina - tisk pro obce s.r.o.';
    const heads = [...run('Dodavatel:', 40, 60), ...run('Odběratel:', 320, 60)];
    const blocks = [...column(40, 74, [name, ...vendor.slice(1)]), ...column(320, 74, customer)];
    expect(read(title, heads, blocks, numbers).vendor.name).toBe(name);
  });

  it('is none that says whose the form is', () => {
    const blocks = [...column(40, 74, vendor), ...run('Odběratel:', 320, 60), ...column(320, 74, customer)];
    const foot = run('2026 © Informační systém firmy Tiskárna Habřina s.r.o.', 300, 800, 6);
    expect(read(title, blocks, numbers, foot).vendor.name).toBe(vendor[0]);
  });
});

it('a name ends where the address follows behind its label at a comma', () => {
  const line = run('Odběratel: Spolek Zelená louka, Lipová 812, Brno 602 00', 40, 240);
  const { customer: buyer } = read(title, run('Dodavatel:', 40, 60), column(40, 74, vendor), numbers, line);
  expect(buyer).toMatchObject({ name: 'Spolek Zelená louka', address: 'Lipová 812, Brno 602 00' });
});

describe('numbers and days', () => {
  it('the number stands far behind the title that begins its row', () => {
    const row = [
      ...run('FAKTURA', 29, 20),
      ...run('- DAŇOVÝ DOKLAD', 110, 20),
      ...run('číslo', 382, 20),
      ...run('830442', 425, 20),
    ];
    const heads = [...run('Dodavatel:', 40, 60), ...run('Odběratel:', 320, 60)];
    const blocks = [...column(40, 74, vendor), ...column(320, 74, customer)];
    expect(read(row, heads, blocks, numbers).invoice_number).toBe('830442');
  });

  it('the number stands in groups, or is the symbol to pay by where no other is printed', () => {
    const grouped = [...run('Faktura číslo:', 360, 40), ...run('528 3 064', 465, 40)];
    const symbol = [...run('Variabilní symbol:', 360, 100), ...run('5283064', 465, 100)];
    expect(read(run('Faktura - daňový doklad', 40, 20, 12), grouped, symbol).invoice_number).toBe('528 3 064');
    expect(read(run('Faktura - daňový doklad', 40, 20, 12), symbol).invoice_number).toBe('5283064');
  });

  it('an abbreviation that a hyphen joins to a number is of it', () => {
    const order = [...run('Objednávka:', 40, 200), ...run('OBJ-KT-27', 180, 200)];
    expect(read(title, order).po_reference).toBe('OBJ-KT-27');
  });

  it('a day below what was sold is the invoice’s only where no other one is', () => {
    const lines = [
      ...[...run('Omschrijving', 40, 300), ...run('Aantal', 296, 300), ...run('Bedrag', 500, 300)],
      ...[...run('Afvoer puin', 40, 318), ...run('4 m3', 300, 318), ...run('152,00', 503, 318)],
      ...run('weegbon nr. 71.204 d.d. 12-10-2026', 40, 332),
      ...[...run('Zand', 40, 350), ...run('9 kg', 300, 350), ...run('45,00', 508, 350)],
    ];
    const heading = run('Nota 2611-031', 440, 40);
    expect(read(heading, run('2 november 2026', 440, 54), lines).invoice_date).toBe('2026-11-02');
    expect(read(heading, lines).invoice_date).toBe('2026-10-12');
    const margin = [...run('Datum', 10, 316, 6), ...run('03-11-2026', 10, 324, 6)];
    const beside = lines.map((word) => ({ ...word, x: word.x + 60 }));
    const later = run('In 2026 tot 5 oktober gefactureerd: 5.150,00', 40, 700);
    expect(read(heading, beside, margin, later).invoice_date).toBe('2026-11-03');
  });

  it('when a file was signed is no day of its invoice, and a till’s time takes none away', () => {
    const signature = column(10, 780, ['Digitally signed by Tiskárna', 'Date: 2026.02.11 16:20:45 CET']);
    expect(read(title, signature).invoice_date).toBeNull();
    expect(read(title, run('Datum vystavení: 05.02.2026', 40, 200), signature).invoice_date).toBe('2026-02-05');
    for (const time of ['2026.02.11 16:20:45 NAV', '11.02.2026 16:20:45 EUR 412'])
      expect(read(title, run(`Datum: ${time}`, 40, 200)).invoice_date, time).toBe('2026-02-11');
  });

  it('a year that a form prints half of is read, and a person is to look at it', () => {
    const { invoice, fields } = decide(
      opened(page([...title, ...run('Datum vystavení: 16.02.20 26', 40, 200)])),
      { vat: 'RO18547290', name: null },
      '2026-11-21',
    );
    expect([invoice.invoice_date, fields.invoice_date?.confidence]).toEqual(['2026-02-16', 'low']);
  });
});

it('of two companies side by side, each with its number, the left one sells', () => {
  const left = ['Tiskárna Habřina s.r.o.', 'Kovářská 14/3', '586 01 Jihlava', 'DIČ: CZ25123891'];
  const right = ['Pekárna Lipová s.r.o.', 'Lipová 812/7', '602 00 Brno', 'DIČ: CZ00001350'];
  expect(read(title, column(46, 60, left), column(313, 60, right))).toMatchObject({
    vendor: { name: left[0], vat_number: 'CZ25123891' },
    customer: { name: right[0], vat_number: 'CZ00001350' },
  });
});

it('a company right under the larger print of another is written to', () => {
  const head = run('Stadtwerke Ohmtal GmbH', 60, 50, 13);
  const blocks = column(58, 72, ['Bäckerei Wiegler OHG', 'Neue Gasse 12', '35260 Stadtallendorf']);
  const foot = run('Stadtwerke Ohmtal GmbH, Am Wehr 3, 35260 Stadtallendorf, USt-IdNr. DE136695976', 58, 760, 7);
  expect(read(head, blocks, run('Rechnung Nr. 2026-118 vom 19.01.2026', 58, 160), foot)).toMatchObject({
    vendor: { name: 'Stadtwerke Ohmtal GmbH', vat_number: 'DE136695976' },
    customer: { name: 'Bäckerei Wiegler OHG', address: 'Neue Gasse 12, 35260 Stadtallendorf' },
  });
});
