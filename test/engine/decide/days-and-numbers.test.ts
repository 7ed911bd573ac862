import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const read = (...words: Word[][]) => decide(opened(page(words.flat())), { vat: '', name: null }, '2026-11-21').invoice;
const vendor = column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']);

it('the day of a document is its own, and not that of its entry in the books', () => {
  const invoice = read(
    vendor,
    run('Rechnung 4417', 60, 160, 14),
    column(300, 180, ['Belegdatum 05.06.2026', 'Buchungsdatum 31.05.2026', 'Abrechnung bis 31.05.2026']),
  );
  expect(invoice.invoice_date).toBe('2026-06-05');
});

it('the day of a document is not that of another one that a letter behind it speaks of', () => {
  const bill = page([
    ...vendor,
    ...run('Rechnung 4417', 60, 160, 14),
    ...run('Rechnungsdatum:', 300, 180),
    ...run('05.06.2026', 300, 194),
  ]);
  const letter = page(run('Bitte korrigieren Sie Ihre mit Rechnungsdatum 28.05.2026 und 83,40 EUR', 60, 100));
  const { invoice } = decide(opened(bill, letter), { vat: '', name: null }, '2026-11-21');
  expect(invoice.invoice_date).toBe('2026-06-05');
});

it('the day until which is paid may have its weekday before it', () => {
  const invoice = read(
    column(60, 60, ['Cetina Verde Impex S.R.L.', 'RO16702141']),
    run('Factura nr. 4417 din 16.10.2026', 60, 160, 14),
    run('Plata: OP în 7 zile, adică până joi 23 octombrie 2026.', 60, 400),
  );
  expect(invoice.due_date).toBe('2026-10-23');
});

it('days are abbreviated in Greek terms of payment', () => {
  const invoice = read(run('ΤΙΜΟΛΟΓΙΟ 4417', 60, 160, 14), run('ΤΡΟΠΟΣ ΠΛΗΡΩΜΗΣ: ΕΠΙ ΠΙΣΤΩΣΕΙ 45 ΗΜ.', 60, 400));
  expect(invoice.payment_terms).toBe('ΕΠΙ ΠΙΣΤΩΣΕΙ 45 ΗΜ.');
});

it('the day until which money is to come in is when it is due', () => {
  const invoice = read(
    vendor,
    run('Rechnung Nr. 4417', 60, 160, 14),
    run('Zahlungseingang bis 19.06.2026 595,00 €', 60, 400),
  );
  expect(invoice.due_date).toBe('2026-06-19');
});

it('the day in brackets behind a number of days is when it is due, though the word for days names a number elsewhere', () => {
  const invoice = read(
    vendor,
    run('Faktura 12/2026', 60, 160, 14),
    column(60, 180, ['Data wystawienia: 25-05-2026', 'Termin zapłaty: 21 dni (15-06-2026)']),
  );
  expect(invoice.due_date).toBe('2026-06-15');
});

it('the day until which goods keep is not when it is due, whichever of both the word means', () => {
  const goods = (word: string, y: number) => [
    ...run('FARINA DI CECI 500G', 60, y),
    ...run('Lotto: K81', 60, y + 12),
    ...run(`${word} 24/10/2026`, 260, y + 12),
  ];
  const head = run('Fattura 4417 del 05/06/2026', 60, 160, 14);
  for (const word of ['Scad.:', 'Scadenza:'])
    expect(read(vendor, head, goods(word, 300), goods(word, 330)).due_date).toBeNull();
  expect(read(vendor, head, run('Scadenza: 24/10/2026', 60, 300)).due_date).toBe('2026-10-24');
});

it('the day when it is due is none before it was written, as days of earlier payments are called as well', () => {
  const invoice = read(
    vendor,
    run('Rechnung Nr. 4417', 60, 160, 14),
    column(300, 180, ['Rechnungsdatum: 24.02.2026']),
    run('Den Betrag buchen wir am 13.03.2026 von Ihrem Konto ab.', 60, 300),
    column(60, 500, ['fällig', '12.03.2025', '12.05.2025']),
  );
  expect(invoice.due_date).toBe('2026-03-13');
});

describe('numbers as programs print them', () => {
  it('begin with the letters of a label, where slashes set them apart', () => {
    expect(read(vendor, run('Faktura VAT nr VAT/K/31/2026', 60, 160)).invoice_number).toBe('VAT/K/31/2026');
  });

  it.each([
    ['Rechnungsnummer', '611 804 229 7'],
    ['Rechnungsnummer', '4500 887 12'],
    ['FACTURA:', '26/A 018847'],
    ['Rechnung:', '2026 0413'],
    ['Numéro de document :', '311804229'],
  ])('%s %s', (label, number) => {
    expect(read(vendor, run(label, 60, 160), run(number, 200, 160)).invoice_number).toBe(number);
  });

  it('stand with the word for a number in the cell beside the title', () => {
    const invoice = read(
      vendor,
      run('RECHNUNG', 60, 160, 14),
      run('Nr. 4417', 260, 160),
      column(60, 400, ['Bonnummer', '208816']),
    );
    expect(invoice.invoice_number).toBe('4417');
  });

  it('of deliveries are named in two languages', () => {
    const invoice = read(
      vendor,
      run('Rechnung / Invoice Nr.:', 60, 160),
      run('250107', 300, 160),
      run('Zu Lieferschein / Delivery Note Nr.:', 60, 174),
      run('618822', 300, 174),
    );
    expect(invoice).toMatchObject({ invoice_number: '250107', delivery_note_number: '618822' });
  });
});

describe('days', () => {
  it('until which something else is done are none to pay by', () => {
    const invoice = read(
      column(60, 60, ['Hidro Lumina SA', 'Str. Lungă nr. 5, Iași', 'CIF: RO16702141']),
      column(60, 130, ['Factura nr. 4188 din 21.06.2026', 'Data scadență:', '22.07.2026']),
      run(
        'Clienții noștri folosesc aplicația nouă fără nicio grijă până la data de 31 martie 2027, oricât consumă',
        60,
        700,
        7,
      ),
    );
    expect(invoice.due_date).toBe('2026-07-22');
  });

  it('stand behind a town with its code, and again beside the number of the invoice', () => {
    const invoice = read(
      vendor,
      run('35390 Gießen, 05.11.2025', 340, 130),
      run('RECHNUNG', 60, 160, 14),
      run('Nr. 4417', 260, 160),
      run('Bon 208816 vom 07.10.2025', 60, 300),
      run('Anlage zur Rechnung Nr. 4417 vom 05.11.2025', 60, 600),
    );
    expect(invoice.invoice_date).toBe('2025-11-05');
  });

  it('are said once more behind the term that leads to them', () => {
    const invoice = read(
      column(60, 60, ['Atelier Lemaire SAS', '3 rue du Four', '29000 Quimper', 'FR83404833048']),
      run('Facture 2026-019 du 28 février 2026', 60, 150),
      run('Règlement par virement sous 30 jours, soit le 30 mars 2026 au plus tard.', 60, 500),
    );
    expect(invoice.due_date).toBe('2026-03-30');
  });
});

describe('accounts', () => {
  const footer = (...lines: string[]) =>
    read(vendor, run('Rechnung Nr. 2026-118', 60, 150), column(60, 700, lines)).bank_details;

  it('have the code of their bank in groups below them, without a label', () => {
    expect(footer('Deutsche Bank AG', 'DE89 3704 0044 0532 0130 00', 'COBA DEFF 370').bic).toBe('COBADEFF370');
  });

  it('are British, behind the name of the bank', () => {
    expect(footer('Bank: Barclays 20-11-45 a/c 31880427', 'IBAN GB29 NWBK 6016 1331 9268 19').bank_name).toBe(
      'Barclays',
    );
  });
});

describe('a number behind the word for one', () => {
  it.each([
    ['Gaszähler Nummer: 80417'],
    [
      'Water for 2026',
      'From April to March',
      'Our company is registered in England',
      'number 02366661. Registered office',
    ],
  ])('is not the invoice’s where other words say whose it is: %s', (...lines) => {
    expect(read(vendor, run('Rechnung', 60, 160, 14), column(60, 500, lines)).invoice_number).toBeNull();
  });

  it('is the invoice’s where it begins its line', () => {
    expect(read(vendor, run('Rechnung', 60, 160, 14), run('Nummer: 80417', 60, 200)).invoice_number).toBe('80417');
  });

  it('goes on in groups of digits behind its series', () => {
    const invoice = read(vendor, run('Rechnungsnummer', 300, 160), run('KD 2026 0011 40537', 300, 172));
    expect(invoice.invoice_number).toBe('KD 2026 0011 40537');
  });

  it('stands behind a title that calls the invoice a receipt as well', () => {
    expect(read(vendor, run('FATURA-RECIBO FR 26A2/4071', 60, 160)).invoice_number).toBe('FR 26A2/4071');
  });

  it('is counted by month and year in its series, and no day', () => {
    const invoice = read(vendor, run('FAKTURA NR', 60, 160, 14), run('FV 12/5/2026', 60, 180));
    expect(invoice.invoice_number).toBe('FV 12/5/2026');
  });
});

it('in a form’s boxes the day behind the number is the invoice’s, whatever days of deliveries stand below', () => {
  const invoice = read(
    vendor,
    run('Fattura nr.', 300, 120),
    run('1521', 380, 120),
    run('del', 440, 120),
    run('31/12/2026', 480, 120),
    column(60, 250, ['Rif. Doc. di trasporto 977 del 05/12/2026, 999 del', '12/12/2026, 1039 del 27/12/2026:']),
  );
  expect(invoice).toMatchObject({ invoice_number: '1521', invoice_date: '2026-12-31' });
});

it.each([
  ['Rechnungsnummer:', '0 5384 1197'],
  ['Rechn.Nr.:', '050914198 1346'],
])('all groups behind %s are the number: %s', (label, number) => {
  expect(read(vendor, run(label, 60, 160), run(number, 200, 160)).invoice_number).toBe(number);
});

it.each(['Meter number: 80417', 'Area ref: 80417', 'Zählpunkt: 80417', 'Serie contor: 80417', 'Nr licznika: 80417'])(
  'what an energy bill numbers is no invoice: %s',
  (line) => {
    expect(read(vendor, run('Rechnung', 60, 160, 14), column(60, 500, [line])).invoice_number).toBeNull();
  },
);

it('the day under a head of discounts is not the last one to pay', () => {
  const invoice = read(
    vendor,
    column(60, 160, ['Rechnung Nr. 4417', 'Datum: 24.01.2026']),
    run('fällig ohne Abzug am 25.03.2026', 60, 690),
    run('fällig bis', 60, 713),
    run('abzüglich Skonto', 160, 713),
    run('11.03.2026', 60, 726),
    run('2,00% = 1.618,06', 160, 726),
  );
  expect(invoice.due_date).toBe('2026-03-25');
});

it.each(['FATTURA DEL', 'FATTURA N. DEL', 'FACTURA NR. DIN', 'FACTURE N° DU', 'INVOICE NO. OF', 'FAKTURA NR Z'])(
  'a day behind a word for days is no number in a series: %s',
  (title) => {
    expect(read(vendor, run(`${title} 12/03/2026`, 60, 160, 14)).invoice_number).toBeNull();
  },
);

it('a number that is counted by month is one behind its label, where the page has a day of that month', () => {
  const numbered = (number: string, day: string) =>
    read(vendor, column(60, 160, [`Invoice No. ${number}`, `Issue date: ${day}`])).invoice_number;
  expect(numbered('3/05/2026', '25.05.2026')).toBe('3/05/2026');
  expect(numbered('25/05/2026', '25.05.2026')).toBeNull();
  expect(numbered('3/04/2026', '25.05.2026')).toBeNull();
});

it.each([
  ['FACTURA FISCALA', 'NUMAR INTERN: 40-118822-2'],
  ['FATTURA', 'Numero interno: 40-118822-2'],
  ['RECHNUNG', 'Interne Nr.: 40-118822-2'],
])('an internal number under a title is not the invoice’s: %s', (title, internal) => {
  const invoice = read(
    vendor,
    run(title, 200, 160, 14),
    run('Seria AB', 340, 160),
    run('nr. 30417788', 420, 160),
    run(internal, 203, 176),
  );
  expect(invoice.invoice_number).toMatch(/30417788$/);
});

describe('days and numbers in lines of text', () => {
  it('are dated behind the town with a word for the hour', () => {
    const words = [
      ...vendor,
      ...run('Osijek, 30.06.2026. u 13:05', 60, 140),
      ...run('26.06.2026 Gradilište', 60, 400),
      ...run('Račun br. 118', 60, 160),
    ];
    const { fields } = decide(opened(page(words)), { vat: '', name: null }, '2026-11-21');
    expect(fields.invoice_date?.confidence).toBe('medium');
  });

  it('are due on the day in brackets that the next line begins with', () => {
    const invoice = read(
      vendor,
      run('Račun br. 118', 60, 160),
      column(60, 180, [
        'Izdan 24. 8. 2026. u 18:31, Zadar · Isporuka 22. 8. 2026. · Rok plaćanja 15 dana',
        '(8. 9. 2026.) · Ref',
      ]),
    );
    expect(invoice).toMatchObject({ invoice_date: '2026-08-24', due_date: '2026-09-08' });
  });

  it('are not dated by an advance that is taken off', () => {
    const invoice = read(
      vendor,
      run('RAČUN R-2026-114', 60, 160, 14),
      run('Vodice, 28. 8. 2026', 60, 180),
      run('Avans po računu A-2026-009 z dne 2. 6. 2026', 60, 400),
    );
    expect(invoice.invoice_date).toBe('2026-08-28');
  });

  it('are read with the months of Slovak', () => {
    const text = ['V Javorníku dňa 3. júla 2026. Dodané 30. júna 2026. Splatné do 14 dní, t. j.', '17. júla 2026.'];
    const invoice = read(vendor, run('Faktúra 2026070', 60, 160), column(60, 180, text));
    expect(invoice).toMatchObject({ invoice_date: '2026-07-03', due_date: '2026-07-17' });
  });

  it('stand level with the foot of a title in large print', () => {
    expect(read(vendor, run('Számla', 60, 140, 33), run('LJ-2026-41', 470, 160, 12)).invoice_number).toBe('LJ-2026-41');
  });

  it('stand behind a title of two papers', () => {
    const invoice = read(vendor, run('RACUN - OTPREMNICA 7310-VP1-4', 60, 160), run('Otpremnica OT-26-4402', 60, 180));
    expect(invoice).toMatchObject({ invoice_number: '7310-VP1-4', delivery_note_number: 'OT-26-4402' });
  });
});

it('the day that a number of days comes to is when it is due, whatever leads on to it', () => {
  const bill = (day: string) =>
    read(
      vendor,
      run('Rechnung 4417 vom 5.06.2026', 60, 160, 14),
      run(`Zahlbar 20 Tage ab Ausstellung, das wäre ${day}`, 60, 400),
    );
  expect(bill('25.06.2026').due_date).toBe('2026-06-25');
  expect(bill('27.06.2026').due_date).toBeNull();
});

it('the day on which a bank is to collect the amount is when it is due', () => {
  const collected = (sentence: string) =>
    read(vendor, run('Rechnung 4417', 60, 160, 14), run('Datum 05.06.2026', 300, 180), run(sentence, 60, 400)).due_date;
  expect(collected('Der Betrag wird am 12.06.2026 per Lastschrift eingezogen.')).toBe('2026-06-12');
  expect(collected('Data debitării SEPA/DD: 12.06.2026')).toBe('2026-06-12');
  expect(collected('Het bedrag wordt omstreeks 12.06.2026 afgeschreven.')).toBe('2026-06-12');
});

it('a series, a year and a long number are one number, and so are a series and the number below its head', () => {
  const numbered = (...words: Word[][]) => read(vendor, ...words).invoice_number;
  expect(numbered(run('Rechnung', 300, 140, 14), run('Rechnungsnummer: QTB 2026 0048117', 300, 180))).toBe(
    'QTB 2026 0048117',
  );
  expect(
    numbered(run('Factura seria QTB26 nr.', 300, 160), run('Data emiterii', 450, 160), column(300, 174, ['5510284'])),
  ).toBe('QTB26 5510284');
});

it('short captions name the number, and that of the order', () => {
  expect(read(vendor, run('R-Nr. QT-26-004417', 60, 180), run('| Ihre Ref.: PO-LKW-8', 300, 180))).toMatchObject({
    invoice_number: 'QT-26-004417',
    po_reference: 'PO-LKW-8',
  });
  expect(read(vendor, run('Beleg: DP/2026/3311 vom 5.6.2026', 60, 180)).invoice_number).toBe('DP/2026/3311');
  expect(read(vendor, run('Prolongatienota 26.004417 Relatienummer 20551', 60, 180)).invoice_number).toBe('26.004417');
});
