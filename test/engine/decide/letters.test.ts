import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const buyer = { vat: 'DE136695976', name: null };
const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

describe('a letter whose parties no label names', () => {
  it('is to the one under a form of address, wherever the other stands', () => {
    const { invoice } = read(
      column(400, 100, ['Atelier Morlaix Sàrl', 'Chemin Vert 3', '1204 Genève']),
      column(60, 112, ['Madame', 'Odile Varenne', '12 rue Basse', '74100 Annemasse']),
      run('Facture AM-417', 60, 200, 14),
      run('Date: 02.03.2026', 60, 230),
      run('Total 2’480.00', 60, 300),
    );
    expect(invoice.vendor.name).toBe('Atelier Morlaix Sàrl');
    expect(invoice.customer).toMatchObject({ name: 'Odile Varenne', address: '12 rue Basse, 74100 Annemasse' });
  });

  it('is to the one whose number was sent, and not from it, under a line with the sender and its address', () => {
    const { invoice } = read(
      run('Blorba GmbH · Lindenstraße 4 · D-80331 München', 60, 129, 8),
      column(60, 154, ['pilzhofKREIS', 'Am Anger 8-10 2. Stock', '99084 Erfurt', 'VAT-ID: DE136695976']),
      run('Invoice: 4711', 400, 60),
      run('Date: 31.01.2026', 400, 74),
      column(60, 700, ['Blorba GmbH', 'VAT-ID: DE811569869'], 11),
    );
    expect(invoice.vendor.name).toBe('Blorba GmbH');
    expect(invoice.customer).toMatchObject({
      name: 'pilzhofKREIS',
      address: 'Am Anger 8-10 2. Stock, 99084 Erfurt',
    });
  });

  it('is from the one in small print over the address, whose bullets were lost, and to the one below', () => {
    const letter = (...lines: Word[][]) =>
      read(
        run('RECHNUNG', 60, 260, 14),
        run('Rechnungsnummer: 4417', 400, 190),
        run('Datum: 12.05.2026', 400, 204),
        ...lines,
        column(60, 740, ['Nordal Netze GmbH', 'Am Wall 30', '28195 Bremen'], 7.5),
        run('USt-ID: DE811569869', 400, 740, 7.5),
      ).invoice;
    const address = column(60, 173, ['Birkner Handel GmbH', 'Frau Voss', 'Ringstr. 8', '50667 Köln'], 10);
    const parts: [string, number][] = [
      ['Nordal Netze GmbH', 60],
      ['Am Wall 30', 132],
      ['28195 Bremen', 180],
    ];
    const invoice = letter(
      parts.flatMap(([text, x]) => run(text, x, 161, 7.5)),
      address,
    );
    expect(invoice.vendor).toMatchObject({ name: 'Nordal Netze GmbH', vat_number: 'DE811569869' });
    expect(invoice.customer).toMatchObject({
      name: 'Birkner Handel GmbH',
      address: 'Ringstr. 8, 50667 Köln',
    });
  });

  it('is to a company for the attention of a person in four words, with its town set apart', () => {
    const { invoice } = read(
      column(400, 60, ['Nordal Netze eG', 'Seeweg 5', 'D-16816 Nordal'], 11),
      run('Nordal Netze eG Seeweg 5 D-16816 Nordal', 60, 130, 8.5),
      column(60, 144, ['Birkner Handel GmbH', 'z. Hd. Herrn Emil Voss', 'Ringstr. 8'], 10),
      run('50667 Köln', 60, 197, 10),
      run('Rechnung', 60, 267, 16),
      run('Nummer: 70318', 60, 290),
      run('Datum: 11.09.2026', 60, 304),
      run('USt.-ID: DE811569869', 60, 772),
    );
    expect(invoice.vendor.name).toBe('Nordal Netze eG');
    expect(invoice.customer.name).toBe('Birkner Handel GmbH');
  });

  it('is to nobody whom a longer caption seems to name', () => {
    const { invoice } = read(
      column(383, 159, ['CASTELNOR', '7 RUE DU PRÉ', '21000 DIJON'], 12),
      run('FACTURE N° 88120', 383, 60, 14),
      run('Date : 11/05/2026', 383, 90),
      column(43, 226, ['Destinataire du courrier :', 'Contact :', 'Courriel :'], 12),
    );
    expect(invoice.customer).toMatchObject({
      name: 'CASTELNOR',
      address: expect.stringMatching(/^7 RUE DU PRÉ,? 21000 DIJON$/),
    });
  });
});

it('an amount with an apostrophe is no number of an invoice', () => {
  const { invoice } = read(
    run('Facture', 60, 60, 14),
    run('Date: 02.03.2026', 60, 80),
    run('Montant de la facture', 60, 200),
    run("1'480.00", 480, 200),
  );
  expect(invoice.invoice_number).toBeNull();
});

it('a day on which the payment came in is none to pay by', () => {
  const dueWith = (sentence: string) =>
    read(
      column(60, 60, ['Nordal Netze GmbH', 'Am Wall 30', '28195 Bremen']),
      run('Rechnung', 60, 160, 14),
      run('Rechnungsdatum: 20.04.2026', 60, 190),
      run(sentence, 60, 400),
    ).invoice.due_date;
  expect(dueWith('Ihre Zahlung ist am 27.04.2026 bei uns eingegangen. Vielen Dank.')).toBeNull();
  expect(dueWith('Zahlung bis zum 27.04.2026 ohne Abzug.')).toBe('2026-04-27');
});

it("the number in a sentence of the terms of business is not the vendor's beside one that stands by itself", () => {
  const { invoice } = read(
    column(60, 60, ['Nordal Netze GmbH', 'Am Wall 30', '28195 Bremen']),
    run('Rechnung', 60, 160, 14),
    run('Preise gelten nur wenn sie aus Kent (VAT No. GB980780684) bestellt wurden', 60, 700, 7),
    run('USt-ID-Nr.: DE811569869', 60, 760, 7),
  );
  expect(invoice.vendor.vat_number).toBe('DE811569869');
});

it('a street whose number was lost is no name', () => {
  const { invoice } = read(
    run('Bremer Str.', 400, 60),
    run('28195 Bremen', 400, 74),
    run('Rechnung', 60, 160, 14),
    run('Rechnungsdatum: 20.03.2026', 60, 190),
  );
  expect(invoice.vendor.name).not.toBe('Bremer Str.');
});
