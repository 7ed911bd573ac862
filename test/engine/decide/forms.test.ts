import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run, runTo } from '../../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };

const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

const letterhead = column(60, 60, ['Holzbau Fichtner GmbH', 'Sägeweg 3', '83022 Rosenheim', 'USt-IdNr. DE289598008']);
const furnizor = column(60, 60, ['Brad Alb Impex S.R.L.', 'CIF: RO16702141', 'Str. Lungă nr. 5, Iași, jud. Iași']);

describe('numbers in forms', () => {
  it('stand under a heading that names their date as well', () => {
    const { invoice } = read(
      letterhead,
      ...['Rechnungs-Nr. / Datum', 'Ihre Bestellung / Datum', 'Lieferschein / Datum'].map((name, i) =>
        run(name, 60 + 160 * i, 200, 7),
      ),
      ...['1900077 / 22.09.2026', 'HF-450-88 / 02.09.2026', '8055120 / 18.09.2026'].map((value, i) =>
        run(value, 60 + 160 * i, 210),
      ),
    );
    expect(invoice).toMatchObject({
      invoice_number: '1900077',
      invoice_date: '2026-09-22',
      po_reference: 'HF-450-88',
      delivery_note_number: '8055120',
    });
  });

  it('follow their series in one line, in the next cell or under its name in two languages', () => {
    const heads = [
      [run('FACTURA', 400, 60), run('Seria BAI Nr. facturii 003381', 400, 76)],
      [run('FACTURA', 400, 60), run('seria BAI numarul 003381', 400, 76)],
      [
        run('Seria BAI', 60, 140),
        run('Nr. 003381', 160, 140),
        run('Stornează factura seria BA nr. 0044 din 02.03.2026', 60, 154),
      ],
      [run('Seria / Series BAI', 400, 60), run('Numar / No. 003381', 400, 74)],
    ];
    for (const head of heads) expect(read(furnizor, ...head).invoice.invoice_number).toBe('BAI 003381');
  });

  it('break behind their series in a narrow column, whose head is higher than others', () => {
    const { invoice } = read(
      furnizor,
      ...[
        [run('Dată', 200, 200), run('Curs BNR', 400, 200)],
        [run('Nr. factură', 60, 206), run('Scadență', 300, 206)],
        [run('factură', 200, 212), run('30.10.2026', 400, 212)],
        [run('BAI-C', 60, 232)],
        [run('01.11.2026', 200, 238), run('10.11.2026', 300, 238), run('5,0836 lei/euro', 400, 238)],
        [run('2026/1107', 60, 244)],
      ].flat(),
    );
    expect(invoice).toMatchObject({
      invoice_number: 'BAI-C 2026/1107',
      invoice_date: '2026-11-01',
      due_date: '2026-11-10',
      exchange_rate: 5.0836,
      exchange_rate_currency: 'EUR',
    });
  });

  it('are no part of the word before a second colon, however often both are printed', () => {
    const words = [
      ...furnizor,
      ...run('Comanda SEAP: DA 38811204', 350, 150),
      ...run('Comanda SEAP: DA 38811204', 350, 500),
    ];
    expect(read(words).invoice.po_reference).toBe('DA 38811204');
  });

  it('follow a series that has digits itself, where the label names both', () => {
    for (const label of ['Serie/nr : ', 'Seria si numarul: '])
      expect(read(furnizor, run(`${label}BAI2026 0331`, 350, 150)).invoice.invoice_number).toBe('BAI2026 0331');
  });

  it('stand behind their series and its label in one cell, or in boxes', () => {
    for (const head of [
      run('Seria: BAI Nr.: 077', 350, 150),
      [...run('Seria', 300, 150), ...run('BAI nr.', 350, 150), ...run('077', 430, 150)],
    ])
      expect(read(furnizor, run('FACTURA', 350, 120), head).invoice.invoice_number).toBe('BAI 077');
  });

  it('stand behind their series without the comma that parts them', () => {
    for (const printed of ['Seria BAI, nr. 077', 'Seria BAI, 077'])
      expect([
        printed,
        read(furnizor, run('FACTURA', 350, 120), run(printed, 350, 150)).invoice.invoice_number,
      ]).toEqual([printed, 'BAI 077']);
  });

  it('of a street stand behind no series', () => {
    const words = [...run('FACTURA', 350, 120), ...run('Seria: BAI', 350, 150), ...run('Calea BAI nr. 077', 60, 250)];
    expect(read(furnizor, words).invoice.invoice_number).not.toBe('BAI 077');
  });

  it('may have a series, a hyphen apart and digits in groups', () => {
    const words = [...run('Nº Factura', 300, 150), ...run('25 - 80.315', 300, 170), ...run('28-11-2025', 430, 170)];
    expect(read(letterhead, words).invoice.invoice_number).toBe('25-80.315');
  });

  it('may end in a letter and digits behind groups of digits', () => {
    const { invoice } = read(letterhead, run('n° de facture : 9 004 471 882 C6', 60, 200));
    expect(invoice.invoice_number).toBe('9 004 471 882 C6');
  });
});

describe('labels in two lines', () => {
  const form = [
    run('Rechnungs-', 320, 60),
    run('datum', 320, 71),
    run('22.09.2026', 420, 65.5),
    run('Rechnungs-', 320, 90),
    run('nummer', 320, 101),
    run('1900077', 420, 95.5),
  ];

  it('have their values beside their middle', () => {
    const { invoice } = read(letterhead, ...form);
    expect(invoice).toMatchObject({ invoice_number: '1900077', invoice_date: '2026-09-22' });
  });

  it('have their sums beside their middle', () => {
    const { invoice } = read(
      letterhead,
      ...form,
      ...[run('Netto-', 320, 400), run('betrag', 320, 411), runTo('200,00', 540, 405.5)],
      ...[run('MwSt. 19%', 320, 430), runTo('38,00', 540, 430)],
      ...[run('Gesamt-', 320, 450), run('betrag', 320, 461), runTo('238,00', 540, 455.5)],
    );
    expect(invoice).toMatchObject({ subtotal: 200, vat_amount: 38, total_amount: 238 });
  });
});

describe('dates in forms', () => {
  it('are American where only the buyer has a VAT number', () => {
    const { invoice } = read(
      column(60, 60, ['Prairie Signal, Inc.', '2210 Industrial Pkwy', 'Omaha, NE 68137 US']),
      column(60, 150, ['BILL TO', 'Auto Test 2003 SRL', 'Str. Tecuci 12', '700402 Iasi', 'VAT RO18547290']),
      column(400, 150, ['INVOICE # 10877', 'DATE 03/04/2026', 'DUE DATE 04/03/2026', 'TERMS Net 30']),
    );
    expect(invoice).toMatchObject({ invoice_date: '2026-03-04', due_date: '2026-04-03', payment_terms: 'Net 30' });
  });

  it('are the last to pay where the terms name one', () => {
    const { invoice } = read(
      letterhead,
      run('Facture N° F-118 du 16/03/2026', 60, 200),
      run('Conditions de règlement : LCR 30 jours fin de mois le 30/04/26', 60, 600),
    );
    expect(invoice).toMatchObject({ invoice_date: '2026-03-16', due_date: '2026-04-30' });
  });
});

describe('dates in tables of payments', () => {
  it("are when to pay, and not the invoice's", () => {
    const { invoice } = read(
      letterhead,
      run('Factura Nº 77120', 60, 170),
      run('Fecha: 16/03/2026', 60, 190),
      ...[run('Vencimientos:', 60, 600), run('Fecha', 200, 600), run('Concepto', 300, 600), run('Importe', 450, 600)],
      ...[run('15/04/2026', 200, 614), run('Plazo 1', 300, 614), run('250,10', 450, 614)],
    );
    expect(invoice).toMatchObject({ invoice_date: '2026-03-16', due_date: '2026-04-15' });
  });
});

describe('banks', () => {
  const account = 'RO49AAAA1B31007593840000';
  const nameOf = (...lines: string[]) => read(furnizor, column(60, 700, lines)).invoice.bank_details.bank_name;

  it('lose a number of another kind before their name', () => {
    expect(nameOf(account, 'F12/1882/2020 Banca Exemplu')).toBe('Banca Exemplu');
  });

  it('are not proven behind a word for a bank that may be of the name, or their label', () => {
    for (const [printed, name] of [
      ['Banca UniCredit Bank Turda', 'UniCredit Bank Turda'],
      ['Banca BCR', 'Banca BCR'],
    ]) {
      const { invoice, fields } = read(furnizor, column(60, 700, [`${account}`, printed!]));
      expect(invoice.bank_details.bank_name).toBe(name);
      expect(fields['bank_details.bank_name']?.evidence).not.toContain('labelled');
    }
  });

  it('keep the city that the line broke off', () => {
    expect(nameOf(`Cont ${account}, Trezoreria`, 'Iași')).toBe('Trezoreria Iași');
  });

  it('lose what stood around a code behind their name', () => {
    for (const name of ['Banca Exemplu', 'Banca Exemplu S.A.'])
      for (const code of [', SWIFT RZBRROBU.', ' (SWIFT RZBRROBU).', '; BIC: RZBRROBU .'])
        expect(nameOf(`Plata se face în contul ${account} deschis la ${name}${code}`)).toBe(name);
  });

  it('stand in the column beside their account, in a foot of several columns', () => {
    const foot = [run('Banca Exemplu S.A.', 290, 791, 7), run('Str. Gării 4', 290, 799, 7)];
    const { invoice } = read(
      furnizor,
      ...foot,
      run('BIC: RZBRROBU', 385, 791, 7),
      run(`IBAN: ${account}`, 385, 799, 7),
    );
    expect(invoice.bank_details.bank_name).toBe('Banca Exemplu S.A.');
  });

  it('are not those of another account', () => {
    expect(
      nameOf(
        `Cont: ${account}, Banca Exemplu`,
        'Tel: 0232 555 120',
        'Suma se restituie în contul',
        'DE89370400440532013000 deschis la BRD.',
      ),
    ).toBe('Banca Exemplu');
  });
});

describe('sums in boxes', () => {
  it('add up with a charge beside the VAT', () => {
    const heads = ['BASE IMPONIBLE', 'CUOTA IVA', 'CUOTA R.E.', 'TOTAL FACTURA'];
    const { invoice, fields } = read(
      ...heads.map((name, i) => runTo(name, 160 + 120 * i, 600, 8)),
      ...['640,00', '134,40', '33,28', '807,68 €'].map((value, i) => runTo(value, 160 + 120 * i, 614)),
    );
    expect(invoice).toMatchObject({ subtotal: 640, vat_amount: 134.4, total_amount: 807.68 });
    expect(fields.total_amount!.confidence).not.toBe('low');
  });

  it('belong to the labels over them, where another box is empty', () => {
    const { invoice } = read(
      run('Scadenze', 60, 600, 7),
      run('Acconto', 380, 600, 7),
      run('Netto a pagare', 470, 600, 7),
      run('31/07/2026', 60, 610),
      run('4.135,80', 130, 610),
      run('4.135,80', 470, 610),
    );
    expect(invoice).toMatchObject({ prepaid_amount: null });
  });
});

describe('captions', () => {
  it('of days say in short what days they are where a heading over them says the rest', () => {
    const { invoice } = read(
      column(60, 60, ['Dodavatel:', 'Pekárna Lužec s.r.o.', 'Mlýnská 14', '277 06 Lužec']),
      run('Faktura č. 260114', 60, 150, 14),
      run('Datum', 60, 180),
      ...['vystavení:', 'splatnosti:', 'zd. plnění:'].map((name, i) => run(name, 60, 194 + 14 * i)),
      ...['12.01.2026', '26.01.2026', '09.01.2026'].map((day, i) => run(day, 130, 194 + 14 * i)),
    );
    expect(invoice).toMatchObject({ invoice_date: '2026-01-12', due_date: '2026-01-26' });
  });

  it('are no part of the name of the company behind them', () => {
    const signed = column(300, 60, ['Elektronicky podepsal:', 'drzitel: Lužecké pekárny a.s./CZ', '12.01.2026, 9:28']);
    const { invoice } = read(run('Faktura č. 260114', 60, 150, 14), signed, run('DIČ: CZ46967168', 60, 200));
    expect(invoice.vendor.name).toBe('Lužecké pekárny a.s.');
  });
});

describe('days and numbers of something else', () => {
  const head = [letterhead, run('Rechnung Nr. 20417', 60, 150, 14), run('Rechnungsdatum: 04.03.2026', 60, 170)];

  it('are no day to pay by where a caption beside says what ends on it', () => {
    const ends = (caption: string) => [
      ...run(caption, 60, 400),
      ...run('1 Monat, Eingang spätestens am: 13.05.2026, sonst ein Jahr länger', 220, 400),
    ];
    expect(read(...head, ends('Kündigungsfrist:')).invoice.due_date).toBeNull();
    expect(read(...head, ends('Zahlung:')).invoice.due_date).toBe('2026-05-13');
  });

  it('are not those of a credit note beside the invoice that it is for', () => {
    const { invoice } = read(
      letterhead,
      column(60, 150, ['Gutschriftennummer: CN-2026-118', 'Ausstellungsdatum: 04.03.2026']),
      column(60, 400, ['Ursprüngliche Rechnungsnummer', 'AE-2026-4410']),
    );
    expect(invoice.invoice_number).toBe('CN-2026-118');
  });
});
