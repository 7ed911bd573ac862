import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, invoiceTitle, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const untitled = (...words: Word[][]) =>
  decide(opened(page(words.flat())), { vat: 'RO18547290', name: null }, '2026-11-21');
const read = (...words: Word[][]) => untitled(invoiceTitle, ...words);
const furnizor = column(60, 60, ['Brad Alb Impex S.R.L.', 'CIF: RO16702141', 'Str. Lungă nr. 5, Iași, jud. Iași']);
const iban = 'RO49AAAA1B31007593840000';

describe('accounts', () => {
  it.each([
    `Încasările dvs. nete vor fi virate în contul IBAN: ${iban}`,
    `Your payout will be sent to IBAN: ${iban}`,
    `Die Auszahlung erfolgt auf IBAN: ${iban}`,
    `Cont garanții și escrow: ${iban}`,
    `Kautionskonto IBAN: ${iban}`,
  ])('that money is paid out to are not confirmed as the vendor’s: %s', (line) => {
    const { fields } = read(furnizor, run(line, 60, 400));
    expect(fields['bank_details.iban']?.confidence).toBe('low');
  });

  it.each([
    ['Domiciliation : Banque du Port', `IBAN : ${iban}`],
    ['Reverse charge: the customer accounts for VAT.', `IBAN: ${iban}`],
  ])('stay confirmed below "%s"', (over, line) => {
    const { fields } = read(furnizor, run(over, 60, 400), run(line, 60, 412));
    expect(fields['bank_details.iban']?.confidence).toBe('high');
  });

  it('that a sentence asks to pay to are the vendor’s, even in the block below the customer', () => {
    const { invoice } = read(
      furnizor,
      column(60, 160, [
        'Chiriaș (locatar): Auto Test 2003 SRL',
        'Calea Florești nr. 3, Cluj-Napoca',
        'CUI RO18547290',
        `Plata se face până la 10.11.2026 în contul ${iban}`,
      ]),
    );
    expect(invoice.bank_details.iban).toBe(iban);
  });

  it('to pay to go before those of securities, wherever both are printed', () => {
    const { invoice } = read(
      furnizor,
      run('IBAN: RO09BCYP0000001234567890', 60, 200),
      run(`Chiria se plătește în contul ${iban}`, 60, 600),
    );
    expect(invoice.bank_details.iban).toBe(iban);
  });

  it('are kept by banks with their legal form', () => {
    const named = (line: string) =>
      read(furnizor, run(line, 60, 400), run(`IBAN: ${iban}`, 60, 413)).invoice.bank_details.bank_name;
    expect(named('Banka: ČSOB, a.s.')).toBe('ČSOB, a.s.');
    expect(named('Bank: Volksbank Nord, eine Genossenschaft')).toBe('Volksbank Nord');
  });
});

describe('numbers', () => {
  it('beside a proforma’s title in two languages are the document’s own', () => {
    const title = [run('FACTURĂ PROFORMĂ', 60, 130, 14), run('PROFORMA INVOICE', 60, 146)];
    expect(untitled(furnizor, ...title, run('P-2026-19', 400, 130)).invoice.invoice_number).toBe('P-2026-19');
    const invoiced = [run('FACTURA', 60, 116, 14), run('Nr. 2026-204', 60, 300)];
    expect(read(furnizor, ...invoiced, ...title, run('P-2026-19', 400, 130)).invoice.invoice_number).not.toBe(
      'P-2026-19',
    );
  });

  it('stand beside the first line of a label that goes on in a second', () => {
    const { invoice } = read(
      furnizor,
      run('FAKTURA - DAŇOVÝ', 300, 130),
      run('2026100447', 480, 130),
      run('DOKLAD č.', 300, 143),
    );
    expect(invoice.invoice_number).toBe('2026100447');
  });

  it.each([
    ['Vyúčtovacia faktúra za elektrinu č. 7010044182', '7010044182'],
    ['Factură pentru servicii lunare 2026-0418', '2026-0418'],
  ])('follow a title that says what is invoiced: %s', (title, number) => {
    expect(read(furnizor, run(title, 60, 130)).invoice.invoice_number).toBe(number);
  });

  it('stand behind a series with the year in it', () => {
    const { invoice } = read(furnizor, run('Factura seria DT 2026 nr. 1100442 din 03.10.2026', 60, 130));
    expect(invoice.invoice_number).toBe('DT 2026 1100442');
  });

  it('of an advance that is taken off are not those of the final invoice', () => {
    const { invoice } = read(
      furnizor,
      run('Factură finală', 400, 60),
      run('VTR 2260', 400, 76),
      run('Factura de avans VTR 2188 din 12.09.2026', 300, 160),
      run('Storno avans facturat cu VTR 2188', 60, 300),
    );
    expect(invoice.invoice_number).toBe('VTR 2260');
  });

  it('whose series stands in a box of its own are no rivals of themselves', () => {
    const { invoice, fields } = read(
      furnizor,
      ...['Σειρά', 'Αριθμός', 'Ημερομηνία'].map((head, i) => run(head, 300 + 90 * i, 60)),
      ...['Α', '1182', '15/10/2026'].map((value, i) => run(value, 300 + 90 * i, 74)),
    );
    expect(invoice.invoice_number).toBe('Α 1182');
    expect(fields.invoice_number?.confidence).toBe('high');
  });
});

describe('the parties', () => {
  it('stand one above the other in a letter, and the upper one is not the customer', () => {
    const { vendor, customer } = read(
      column(51, 53, ['Brunnen Maschinenbau GmbH', 'Industriering 8', '72213 Altensteig', 'Deutschland'], 8.5),
      column(51, 107, ['Zakład Drzewny Sosna Sp. z o.o.', 'ul. Leśna 12', '64-100 Leszno', 'Polen'], 8.5),
      column(51, 163, ['Rechnung Nr. 26-10477', 'Rechnungsdatum: 16.09.2026', 'USt-IdNr.: DE136695976'], 8.5),
    ).invoice;
    expect(vendor.name).toBe('Brunnen Maschinenbau GmbH');
    expect(customer.name).toBe('Zakład Drzewny Sosna Sp. z o.o.');
  });

  it('are not confirmed by a tax number of another country than their address', () => {
    const letter = (country: string) =>
      read(
        column(60, 60, ['Furnizor', 'Brunnen Maschinenbau GmbH', 'Industriering 8', '72213 Altensteig', country]),
        run('VAT no.: RO16702141', 60, 780),
        run('CUI client: RO18547290', 330, 100),
      ).fields['vendor.vat_number']?.confidence;
    expect(letter('Germania')).toBe('medium');
    expect(letter('România')).toBe('high');
  });

  it('do not reach into the lines, whose heads stand close below', () => {
    const { customer } = read(
      furnizor,
      column(300, 160, ['Client: Asociația Oltenia', 'CIF: RO18547290', 'Str. Unirii 1, Craiova']),
      ...['Serviciu', 'Zile', 'Tarif', 'Total'].map((head, i) => run(head, 60 + 121 * i, 202)),
      ...['Sonorizare', '5', '2.500,00', '12.500,00'].map((cell, i) => run(cell, 60 + 121 * i, 216)),
    ).invoice;
    expect(customer.address).toBe('Str. Unirii 1, Craiova');
  });

  it('have their own e-mail addresses, even where the customer’s letterhead is on top', () => {
    const mail = (host: string) =>
      read(
        column(60, 40, ['Moara Veche SA', `office@${host}.example`]),
        column(60, 160, ['Cumpărător: Moara Veche SA', 'CUI RO18547290', 'Șos. Brăilei 9, Fetești']),
        column(330, 160, ['Furnizor: Ferma Verde SRL', 'CUI RO16702141', 'Str. Câmpului 4, Slobozia']),
      ).invoice.vendor.email;
    expect(mail('moaraveche')).toBeNull();
    expect(mail('contabilitate')).toBe('office@contabilitate.example');
  });

  it('have names in two lines of their own weight, also under a label', () => {
    const bold = column(60, 73, ['CABINET MEDICAL VETERINAR', 'DR. ILINCA POPA']).map((one) => ({
      ...one,
      bold: true,
    }));
    const { vendor } = read(
      run('Furnizor:', 60, 60),
      bold,
      column(60, 99, ['Str. Zorilor 8, Bistrița, jud. Bistrița-Năsăud', 'CIF: RO16702141']),
    ).invoice;
    expect(vendor).toMatchObject({
      name: 'CABINET MEDICAL VETERINAR DR. ILINCA POPA',
      address: 'Str. Zorilor 8, Bistrița, jud. Bistrița-Năsăud',
    });
  });

  it('are greeted in front of their name', () => {
    const { customer } = read(
      furnizor,
      column(330, 160, ['Spett.le Comune di Rovereto', 'Piazza Podestà 11', '38068 Rovereto (TN)']),
    ).invoice;
    expect(customer.name).toBe('Comune di Rovereto');
  });
});

it('a series may have the letters of a label', () => {
  const { invoice } = read(furnizor, run('AUTOFACTURĂ seria AUT nr. 0091 din 11.08.2026', 60, 130));
  expect(invoice).toMatchObject({ invoice_number: 'AUT 0091', invoice_date: '2026-08-11' });
});

describe('addresses', () => {
  it('may name a building, which is no company', () => {
    const { invoice } = read(
      column(60, 60, ['Furnizor:', 'Carduri Nord S.R.L.', 'Str. Uzinei nr. 1, Corp B', 'Otopeni, jud. Ilfov']),
    );
    expect(invoice.vendor).toMatchObject({
      name: 'Carduri Nord S.R.L.',
      address: 'Str. Uzinei nr. 1, Corp B, Otopeni, jud. Ilfov',
    });
  });

  it('end with their country, whatever their parts are called', () => {
    const { customer } = read(
      furnizor,
      column(330, 160, ['Customer: Test Agency SRL', 'Incinta Port, Dana 31, Constanța, Romania', 'VAT: RO18547290']),
    ).invoice;
    expect(customer.address).toBe('Incinta Port, Dana 31, Constanța, Romania');
  });

  it('of a customer stand under another printing of its name', () => {
    const { invoice } = read(
      furnizor,
      column(60, 160, ['Client: Auto Test 2003 SRL', 'CUI: RO18547290', 'Factura nr.: 4418']),
      column(330, 160, ['Auto Test 2003 SRL', 'Calea Florești nr. 3', 'Cluj-Napoca, jud. Cluj']),
    );
    expect(invoice.customer.address).toBe('Calea Florești nr. 3, Cluj-Napoca, jud. Cluj');
  });

  it('in the foot may end with a sector or a county instead of a code', () => {
    const foot = 'Cabinetul Nostru · Str. Episcopiei nr. 3, et. 2, București, sector 1 · CIF RO16702141';
    const { vendor } = read(run('CABINETUL NOSTRU', 240, 40, 14), run(foot, 60, 800)).invoice;
    expect(vendor.address).toBe('Str. Episcopiei nr. 3, et. 2, București, sector 1');
  });
});

describe('terms, rates and phones', () => {
  it('are given without the full stop of their sentence, but with one of an abbreviation', () => {
    const terms = (line: string) => read(furnizor, run(line, 60, 400)).invoice.payment_terms;
    expect(terms('Termen de plată: 30 de zile.')).toBe('30 de zile');
    expect(terms('Zahlungsbedingungen: 30 Tage netto o. A.')).toBe('30 Tage netto o. A.');
  });

  it('are read from a row of several labels without the others', () => {
    const line = 'Zamówienie: 44/ZAM Sposób zapłaty: przelew 30 dni, termin płatności: 12.11.2026';
    expect(read(furnizor, run(line, 60, 400)).invoice.payment_terms).toBe('przelew 30 dni');
  });

  it('are rates by which a sum is turned into lei, where a rate is spoken of', () => {
    const rent = 'Chirie luna noiembrie: 600 EUR x 5,0855';
    const { invoice } = read(furnizor, run(rent, 60, 300), run('lei/EUR (curs BNR din 30.10.2026)', 60, 313));
    expect(invoice).toMatchObject({ exchange_rate: 5.0855, exchange_rate_currency: 'EUR' });
    expect(read(furnizor, run(rent, 60, 300), runTo('3.051,30', 500, 330)).invoice.exchange_rate).toBeNull();
  });

  it('are a phone behind the e-mail address in the foot, and no phone in a period of days or a time', () => {
    expect(read(furnizor, run('birou@bradalb.example, 0244 555 100', 60, 800)).invoice.vendor.phone).toBe(
      '0244 555 100',
    );
    expect(read(furnizor, run('Tel. 02.02. - 13.02.2026', 60, 800)).invoice.vendor.phone).toBeNull();
    expect(read(furnizor, run('Tel. 22.05.2026 16:41', 60, 800)).invoice.vendor.phone).toBeNull();
  });

  it.each([
    ['96 637 29 93 birou@bradalb.example www.bradalb.example', '96 637 29 93'],
    ['011 4647357 birou@bradalb.example', '011 4647357'],
    ['birou@bradalb.example - 01 61 53 44 84', '01 61 53 44 84'],
    ['Pentru asistență sunați la 0744 053 440 · birou@bradalb.example', '0744 053 440'],
  ])('are a phone beside an e-mail address: %s', (line, phone) => {
    expect(read(furnizor, run(line, 60, 800)).invoice.vendor.phone).toBe(phone);
  });

  it.each(['IBAN RO07 BRDE 0919 0324 2146 5568 birou@bradalb.example', 'Fax: 0244 555 100 birou@bradalb.example'])(
    'are no phone beside one in what is another number: %s',
    (line) => {
      expect(read(furnizor, run(line, 60, 800)).invoice.vendor.phone).toBeNull();
    },
  );

  it('are a phone by itself rather than one in a sentence, which is an authority’s as often', () => {
    const sentence = run('Pentru reclamații puteți suna la autoritatea competentă la telefon 0244 555 900', 60, 780, 7);
    expect(read(furnizor, sentence, run('Tel. 0244 555 100', 60, 800)).invoice.vendor.phone).toBe('0244 555 100');
  });

  it('are a helpline where there is no other phone, which nothing proves, and the first of two', () => {
    const foot = (...lines: string[]) => read(furnizor, column(60, 780, lines));
    const { invoice, fields } = foot('Infoline: 0800 800 404');
    expect(invoice.vendor.phone).toBe('0800 800 404');
    expect(fields['vendor.phone']!.confidence).toBe('medium');
    const two = foot('Infoline: 0800 800 404', 'Dispecerat: 0244 555 100');
    expect(two.invoice.vendor.phone).toBe('0800 800 404');
    expect(two.fields['vendor.phone']!.confidence).toBe('medium');
    expect(foot('Infoline: 0800 800 404', 'Tel: 0244 555 100').invoice.vendor.phone).toBe('0244 555 100');
  });

  it('are a phone in a line between the address and the e-mail address, however far the title stands to its left', () => {
    const block = (words: string[]) =>
      column(330, 60, ['Brad Alb Impex S.R.L.', 'Str. Lungă nr. 5, 700123 Iași', ...words]);
    expect(read(block(['224522286', 'birou@bradalb.example'])).invoice.vendor.phone).toBe('224522286');
    const far = untitled(run('Factura', 34, 86, 14), block(['0264 807 847', 'CIF: RO16702141']));
    expect(far.invoice.vendor.phone).toBe('0264 807 847');
  });

  it('are terms where days stand alone, and no goods, delivery or guarantee is spoken of', () => {
    const terms = (...words: Word[][]) => read(furnizor, ...words).invoice.payment_terms;
    expect(terms(run('30 zile', 60, 500))).toBe('30 zile');
    expect(terms(column(60, 500, ['Mențiuni', '14 zile']))).toBe('14 zile');
    expect(terms(run('7 giorni data fattura', 60, 500))).toBe('7 giorni data fattura');
    expect(terms(run('Termen de livrare', 60, 500), run('15 zile', 160, 500))).toBeNull();
    expect(terms(column(60, 500, ['Valabilitate ofertă', '15 zile']))).toBeNull();
  });
});

describe('a company that is billed at its flat', () => {
  const client = ['Client: Popescu Marin', 'Str. Lalelelor nr. 4 Bl. BL.17, Sc. A, Ap. 9', '700123 Iași'];

  it('has no delivery note in its block of flats', () => {
    expect(read(furnizor, column(60, 200, client)).invoice.delivery_note_number).toBeNull();
  });

  it('has not the number of the bank at which the vendor has its account', () => {
    const customerOf = (bank: string) =>
      read(furnizor, column(60, 200, client), column(400, 330, [`Cont: ${iban}`, bank])).invoice.customer.vat_number;
    expect(customerOf('TREZORERIE (CUI 27413564)')).toBeNull();
  });
});

it('a company has not the number of the vendor’s branch, which stands in its column far below', () => {
  const client = column(360, 60, ['CLIENT', 'Popescu Marin', 'Str. Lalelelor nr. 4, 700123 Iași']);
  const branch = ['PRIN Sucursala Nord', 'Str. Uzinei nr. 3, Iași', 'CIF: 31904829'];
  expect(read(furnizor, client, column(60, 200, branch)).invoice.customer.vat_number).toBeNull();
  expect(read(furnizor, client, column(360, 260, ['CIF: 31904829'])).invoice.customer.vat_number).toBe('31904829');
});

it('days from one to another are no telephone number', () => {
  expect(read(furnizor, run('03.02 - 02.03', 300, 300)).invoice.vendor.phone).toBeNull();
});
