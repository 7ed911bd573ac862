import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };

const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

const letterhead = column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']);
const furnizor = column(60, 60, ['Brad Alb Impex S.R.L.', 'CIF: RO16702141', 'Str. Lungă nr. 5, Iași, jud. Iași']);

describe('parties in forms', () => {
  it('are customers in a window under the sender, though their names are those of banks', () => {
    const window = ['Firma', 'Raiffeisen Landhandel eG', 'Uferweg 101', '83059 Kolbermoor'];
    const { invoice } = read(
      run('Holzbau Fichtner GmbH · Sägeweg 3 · 83022 Rosenheim', 60, 126, 7),
      column(60, 147, window),
      run('USt-IdNr. DE289598008', 60, 790),
    );
    expect(invoice.customer).toMatchObject({
      name: 'Raiffeisen Landhandel eG',
      address: 'Uferweg 101, 83059 Kolbermoor',
    });
  });

  it('have the trades above their name in it, whose first word breaks off in the second', () => {
    const named = (...lines: string[]) =>
      read(
        run('Holzbau Fichtner GmbH · Sägeweg 3 · 83022 Rosenheim', 60, 126, 7),
        column(60, 147, [...lines, 'Uferweg 101', 'DE - 83059 - Kolbermoor']),
        run('USt-IdNr. DE289598008', 60, 790),
      ).invoice.customer;
    expect(named('Hoch- und Tiefbau', 'Anton Silbernagl GmbH & Co. KG')).toMatchObject({
      name: 'Hoch- und Tiefbau Anton Silbernagl GmbH & Co. KG',
      address: 'Uferweg 101, DE - 83059 - Kolbermoor',
    });
    expect(named('Anton Silbernagl', 'Hoch- und Tiefbau').name).toBe('Anton Silbernagl');
  });

  it('are paid to where the vendor’s name stands once more, as who receives the money', () => {
    const { invoice } = read(
      column(60, 60, ['Nabywca', 'Silva Drumuri SRL', 'Str. Depozitelor nr. 24, 435933 Sibiu', 'NIP: RO18547290']),
      column(340, 60, ['Sprzedawca', 'Srebrny Jawor S.A.', 'ul. Nowa 7, 31-154 Kraków', 'NIP: 5290625773']),
      column(60, 690, ['Odbiorca: Srebrny Jawor S.A.', 'Rachunek bankowy: PL31 1090 9270 8678 6801 2038 4564']),
    );
    expect(invoice.bank_details.iban).toBe('PL31109092708678680120384564');
  });

  it('stand far to the right of their label in a form that goes on below', () => {
    const { customer } = read(
      furnizor,
      [...run('Client', 60, 200), ...run('Lacto Brad SRL, str. Morii 7, Sibiu — CIF RO18547290', 260, 200)],
      [...run('Vehicul', 60, 216), ...run('Furgonetă', 260, 216), ...run('Km: 87.112', 400, 216)],
      [...run('Constatări', 60, 232), ...run('zgomot la frânare', 260, 232)],
    ).invoice;
    expect(customer).toMatchObject({ name: 'Lacto Brad SRL', address: 'str. Morii 7, Sibiu' });
  });

  it('have a name without a legal form, their address and their number behind the label', () => {
    const { customer } = read(
      furnizor,
      run('Către: Asociația „Brazii”, Str. Morii 18, Sebeș, jud. Alba, CIF RO18547290', 60, 200),
    ).invoice;
    expect(customer).toMatchObject({ name: 'Asociația „Brazii”', address: 'Str. Morii 18, Sebeș, jud. Alba' });
  });

  it('have a name of two lines that are set alike over its legal form', () => {
    const { vendor } = read(
      column(60, 60, ['CASA OLARULUI', 'LA DOUĂ MORI', 'S.R.L.', 'Bd. Unirii 171', 'CIF: RO16702141']),
    ).invoice;
    expect(vendor).toMatchObject({ name: 'CASA OLARULUI LA DOUĂ MORI S.R.L.', address: 'Bd. Unirii 171' });
  });

  it('stand under a heading that is centred over them', () => {
    const address = run('ul. Przemysłowa 17, 35-105 Rzeszów', 60, 87);
    const end = address.at(-1)!.x + address.at(-1)!.width;
    const { vendor } = read(
      runTo('Sprzedawca', end, 60),
      run('Hurtownia Elektryczna i Oświetleniowa Wolt Sp. z o.o.', 60, 74),
      address,
      column(60, 100, ['NIP: 526-104-08-28', 'PKO BP O/Rzeszów', '11 1020 5558 9906 2606 6543 6317']),
    ).invoice;
    expect(vendor).toMatchObject({
      name: 'Hurtownia Elektryczna i Oświetleniowa Wolt Sp. z o.o.',
      address: 'ul. Przemysłowa 17, 35-105 Rzeszów',
    });
  });

  it('are named at the left of the boxes with the invoice’s data', () => {
    const { vendor } = read(
      ...['FACTURA', 'FECHA', 'CLIENTE', 'HOJA'].map((name, i) => run(name, 310 + 65 * i, 60, 8)),
      ...['FV26/44', '05-06-2026', '43007', '1'].map((value, i) => run(value, 310 + 65 * i, 74, 8)),
      column(60, 74, ['Distribuciones Ferrer, S.L.', 'C/ Cartagena 14', '46988 Paterna (Valencia)', 'CIF: B64717838']),
    ).invoice;
    expect(vendor).toMatchObject({
      name: 'Distribuciones Ferrer, S.L.',
      address: 'C/ Cartagena 14, 46988 Paterna (Valencia)',
    });
  });

  it('are not the person to whose attention the company gets it', () => {
    const { customer } = read(
      letterhead,
      column(60, 160, [
        'Auto Test 2003 SRL',
        'Attention: Andrei Marin',
        'Calea Florești 3',
        '400516 Cluj-Napoca',
        'VAT: RO18547290',
      ]),
    ).invoice;
    expect(customer).toMatchObject({ name: 'Auto Test 2003 SRL', address: 'Calea Florești 3, 400516 Cluj-Napoca' });
  });

  it('have names that go on behind a legal form in the second line, or end in one without its accents', () => {
    const { vendor, customer } = read(
      run('Officine Bertolini', 60, 60, 14),
      column(60, 76, ['S.n.c. di Bertolini A. & C.', 'Via Roma, 33 - 41012 Carpi (MO)', 'P.IVA 00743110157']),
      column(330, 76, ['Cumparator: DUMITRESCU I. NICOLAE', 'INTREPRINDERE INDIVIDUALA', 'C.I.F.: RO18547290']),
    ).invoice;
    expect(vendor).toMatchObject({
      name: 'Officine Bertolini S.n.c. di Bertolini A. & C.',
      address: 'Via Roma, 33 - 41012 Carpi (MO)',
    });
    expect(customer.name).toBe('DUMITRESCU I. NICOLAE INTREPRINDERE INDIVIDUALA');
  });

  it('have streets named after kings, no trade and no bank in their addresses', () => {
    const address = (...lines: string[]) =>
      read(column(60, 60, ['Ateliers Girard SARL', ...lines, 'N° TVA FR23334175221']), run('Facture N° F-118', 60, 200))
        .invoice.vendor.address;
    expect(address('18, rue Albert II', '25000 Besançon')).toBe('18, rue Albert II, 25000 Besançon');
    expect(address('Froid - Matériel - Dépannage', '12 rue des Forges', '25000 Besançon')).toBe(
      '12 rue des Forges, 25000 Besançon',
    );
    expect(address('Banque Exemple, 106 rue Basse, Besançon')).toBeNull();
  });

  it('have all of their address where only its end is named', () => {
    const { vendor } = read(
      run('Emitent: Brad Alb S.A., Bd. Unirii nr. 77, Iași, jud. Iași, cod poștal 700077', 60, 780, 7),
      run('CIF RO16702141', 60, 790, 7),
    ).invoice;
    expect(vendor.address).toBe('Bd. Unirii nr. 77, Iași, jud. Iași, 700077');
  });

  it('have their own address and numbers below a place of theirs that stands right under their name', () => {
    const block = (...lines: string[]) =>
      read(
        run('BRAD ALB', 60, 40, 14),
        column(60, 80, ['Vânzător: BRAD ALB IMPEX S.R.L.', ...lines, 'CIF: RO16702141'], 9),
        column(240, 80, ['Beneficiar: CETINA VERDE S.R.L.', 'Adresa: Arad, Str. Lungă 4', 'CIF: RO18547290'], 9),
        column(420, 80, ['Număr document: BAL 118', 'Data: 22.05.2026', 'Nr. NIR: 4471'], 9),
      ).invoice.vendor;
    const office = ['Sediu social: Oradea, Str. Plopilor 17,', 'Bihor', 'Reg. com.: J05/2218/2007'];
    expect(block('Punct de lucru: Bacău, Șos. Gării 33', ...office)).toMatchObject({
      name: 'BRAD ALB IMPEX S.R.L.',
      vat_number: 'RO16702141',
      address: 'Oradea, Str. Plopilor 17, Bihor',
    });
    expect(block('Punct de lucru: depozitul nr. 2').address).toBeNull();
  });

  it('have the telephone and e-mail address that stand under a heading of their own', () => {
    const { vendor } = read(
      furnizor,
      column(60, 140, ['CONTACT', '0359 555 771', 'receptie@brad-', 'alb.example']),
      column(330, 140, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290']),
    ).invoice;
    expect(vendor).toMatchObject({ phone: '0359 555 771', email: 'receptie@brad-alb.example' });
  });

  it('are called at a whole number, with the zero for callers of its country, and at no tax number below its head', () => {
    const called = (text: string) =>
      read(column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', text]));
    expect(called('+49 (0) 8031 / 555010-0').invoice.vendor.phone).toBe('+49 (0) 8031 / 555010-0');
    expect(called('Tel.: +49 8031 555010 / +49 8031 555011').invoice.vendor.phone).toBe('+49 8031 555010');
    expect(called('21-06-26 14.05').invoice.vendor.phone).toBeNull();
    const { vendor } = read(
      furnizor,
      [...run('Tel.', 60, 120), ...run('Fax', 160, 120)],
      run('N.I.F. 12345678Z', 60, 133),
    ).invoice;
    expect(vendor.phone).toBeNull();
  });

  it('are not called what a word says of a web address at the top', () => {
    const { vendor } = read(
      column(330, 40, ['Asistent virtual: casa.brad-alb.example/ajutor', 'Str. Lungă nr. 5, 700123 Iași']),
      run('contact@brad-alb.example', 60, 60),
      column(330, 130, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290']),
    ).invoice;
    expect(vendor.name ?? '').not.toContain(':');
  });

  it('cannot be called at a period', () => {
    const { vendor } = read(furnizor, run('Perioada', 350, 140, 7), run('04-10.05.2026', 350, 150)).invoice;
    expect(vendor.phone).toBeNull();
  });

  it('have a telephone in a column beside other values', () => {
    const { vendor } = read(
      column(60, 760, ['Brad Alb Impex S.R.L.', 'Str. Lungă 5, 700077 Iași'], 8),
      run('CIF RO16702141', 250, 760, 8),
      run('0745 555 118', 440, 760, 8),
    ).invoice;
    expect(vendor.phone).toBe('0745 555 118');
  });
});

describe('a party beside whose block its label stands', () => {
  const blocks = (top: number, label: number) => [
    run('Vânzător', 40, label),
    column(110, top, ['BRAD ȘI FIII', 'RO16702149', 'J24/118/2009', 'BAIA MARE', 'MARAMUREȘ']),
    run('Cumpărător', 310, label),
    column(380, top, ['Auto Test 2003 SRL', 'RO18547290', 'J12/77/2003', 'CLUJ-NAPOCA', 'CLUJ']),
  ];

  it.each([
    ['at its top', 100, 100],
    ['in its middle', 100, 139],
  ])('%s', (_, top, label) => {
    const { invoice } = read(run('FACTURA', 400, 40, 16), run('CLASIC SOFT', 60, 60), ...blocks(top, label));
    expect(invoice.vendor.name).toBe('BRAD ȘI FIII');
    expect(invoice.customer).toMatchObject({ name: 'Auto Test 2003 SRL', vat_number: 'RO18547290' });
  });

  it('does not begin over another label of the same form', () => {
    const { invoice } = read(
      ...[
        ['Comanda', 'Trans Nord Logistic SRL'],
        ['Cumpărător', 'Auto Test 2003 SRL'],
        ['Adresa', 'Calea Florești nr. 3, Cluj-Napoca'],
      ].flatMap(([label, value], i) => [run(label!, 40, 100 + 13 * i), run(value!, 140, 100 + 13 * i)]),
    );
    expect(invoice.customer.name).toBe('Auto Test 2003 SRL');
  });
});

it('who is filled into the only form below a letterhead with its own number is the customer', () => {
  const letterheadOf = ['ΜΑΡΙΑ Δ. ΚΟΝΤΟΥ', 'ΝΟΜΑΔΩΝ 44, 10431 ΑΘΗΝΑ', 'ΑΦΜ: 094014201'];
  const { invoice } = read(
    column(260, 60, letterheadOf),
    run('ΤΙΜΟΛΟΓΙΟ', 60, 130, 14),
    column(60, 170, ['ΕΠΩΝΥΜΙΑ: Δίκτυα Αιγαίου Α.Ε.', 'ΔΙΕΥΘΥΝΣΗ: Μεσογείων 56, 11527 Αθήνα', 'ΑΦΜ: 090000045']),
  );
  expect(invoice).toMatchObject({
    vendor: { name: 'ΜΑΡΙΑ Δ. ΚΟΝΤΟΥ', vat_number: '094014201' },
    customer: { name: 'Δίκτυα Αιγαίου Α.Ε.', vat_number: '090000045' },
  });
});

it('a sender with its town in one line ends there, and below it stands whom it writes to', () => {
  const { invoice } = read(
    column(64, 26, ['Gemeinde Nordal', 'Dorfstraße 15, 5721 Nordal', 'UID: ATU40371209']),
    run('Rechnungsnummer: 538411', 380, 90),
    run('Absender: Gemeinde Nordal, 5721 Nordal', 73, 124),
    column(73, 147, ['Firma', 'Bergbahn Nordal AG', 'Salzachtal Bundesstraße 7', '5700 Zell am See']),
    run('Bitte die Gesamtsumme bis', 387, 147),
  );
  expect(invoice).toMatchObject({
    vendor: { name: 'Gemeinde Nordal', address: 'Dorfstraße 15, 5721 Nordal' },
    customer: { name: 'Bergbahn Nordal AG', address: 'Salzachtal Bundesstraße 7, 5700 Zell am See' },
  });
});

it('a Hungarian tax number needs no label, a floor is no legal form, and half a label no name', () => {
  const { invoice } = read(
    run('Számla 2026-110', 38, 40, 14),
    column(38, 124, [
      'ELADÓ',
      'Tolnai Könyvelő Kft.',
      'Budapest',
      'Csányi László utca 34. A. ép. II.',
      '1043',
      'Magyarország',
    ]),
    run('Közös. adószám: HU12709029', 38, 210),
    column(305, 124, ['VEVŐ', 'Nordal Kft.', 'Ócsa', 'Pesti úti major 24', '2364', 'Magyarország', '11829052-2-13']),
  );
  expect(invoice).toMatchObject({
    vendor: {
      name: 'Tolnai Könyvelő Kft.',
      address: 'Budapest, Csányi László utca 34. A. ép. II.',
    },
    customer: { name: 'Nordal Kft.', vat_number: '11829052-2-13' },
  });
});

it('a legal form alone in its line ends the name above it in a window', () => {
  const { invoice } = read(
    letterhead,
    column(60, 160, ['Salzburger Sand-u. Kieswerke', 'Ges .mbH', 'Straniakstraße 1', '5020 Salzburg']),
    run('Rechnung Nr. 4417', 60, 260, 14),
  );
  expect(invoice.customer.name).toBe('Salzburger Sand-u. Kieswerke Ges .mbH');
});

it('an address of mails at the customer is not the vendor’s, whose umlaut has an e there', () => {
  const { invoice } = read(
    column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']),
    column(60, 160, ['BÄCKER-Österreich e. Gen.', 'Im Südpark 194', '4030 Linz']),
    run('Rechnung mailen an: eingang@baecker.example', 60, 500),
  );
  expect(invoice.vendor.email).toBeNull();
});

it('the province in brackets behind a town is of the address, and no register', () => {
  const { invoice } = read(
    letterhead,
    column(60, 160, ['Destinatario', 'Faro S.R.L.', 'Via Piave 55', '00187 ROMA (RM)']),
    run('Fattura 4417', 60, 260, 14),
  );
  expect(invoice.customer.address).toBe('Via Piave 55, 00187 ROMA (RM)');
});

it('who names itself once at the foot is not the customer whose number stands above', () => {
  const { invoice } = read(
    run('Holzbau Fichtner GmbH · Sägeweg 3 · 83022 Rosenheim', 60, 126, 7),
    column(60, 147, ['Bergbahn Nordal AG', 'Talweg 7', '5700 Zell am See', 'Ihre USt-IdNr.: ATU40371209']),
    run('Rechnung Nr. 4417', 60, 260, 14),
    column(60, 760, ['Firma: Holzbau Fichtner GmbH', 'USt-IdNr.: DE289598008']),
  );
  expect(invoice.customer.name).toBe('Bergbahn Nordal AG');
});
