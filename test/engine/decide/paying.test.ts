import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const buyer = { vat: 'DE811128135', name: null };

const read = (...words: Word[][]) => decide(opened(page(words.flat())), buyer, '2026-11-21');

const head = [
  ...run('RECHNUNG', 60, 30, 16),
  ...run('Kerzenhaus Imhof GmbH', 60, 70),
  ...run('Rechnungsnr.: 2210', 60, 200),
  ...run('Rechnungsdatum: 12.02.2026', 60, 214),
];

/** Each text in a box of its own. */
const boxes = (texts: string[], x: number, y: number): Word[] =>
  texts.flatMap((text, i) => run(text, x + i * 45, y, 10));

describe('the account to pay to', () => {
  it('is read out of a box for each of its groups', () => {
    const { invoice } = read(head, boxes(['IBAN:', 'ES79', '2100', '0813', '6101', '2345', '6789'], 60, 500));
    expect(invoice.bank_details.iban).toBe('ES7921000813610123456789');
  });

  it('is read over three lines of a narrow box', () => {
    const { invoice } = read(head, column(60, 500, ['IBAN:', 'HU42 1177 3016', '1111 1018 0000', '0000']));
    expect(invoice.bank_details.iban).toBe('HU42117730161111101800000000');
  });

  it('is given as it is printed, and low, where it has too few characters or too many', () => {
    const short = read(head, run('IBAN: FR42 7718 9035', 60, 500));
    expect(short.invoice.bank_details.iban).toBe('FR4277189035');
    expect(short.fields['bank_details.iban']!.confidence).toBe('low');
    const long = read(head, run('IBAN: RO61INGB000010077310442915', 60, 500));
    expect(long.invoice.bank_details.iban).toBe('RO61INGB000010077310442915');
    expect(long.fields['bank_details.iban']!.confidence).toBe('low');
  });

  it('is none of wrong length beside one that is whole', () => {
    const { invoice } = read(
      head,
      run('IBAN: FR42 7718 9035', 60, 500),
      run('IBAN: ES7921000813610123456789', 60, 520),
    );
    expect(invoice.bank_details.iban).toBe('ES7921000813610123456789');
  });
});

describe('an account that is debited', () => {
  const debited = (way: string, ...rows: string[]) => read(head, column(60, 500, [way, ...rows])).invoice.bank_details;

  it.each(['Zahlungsart: Lastschrift', 'Forma de pago: domiciliación bancaria', 'Modo: débito direto'])(
    'is the customer\'s below "%s", and so is its bank',
    (way) => {
      const none = { iban: null, bic: null, bank_name: null };
      expect(debited(way, 'IBAN: ES79 2100 0813 6101 2345 6789', 'BIC: CAIXESBBXXX')).toEqual(none);
      expect(debited(way, 'Bank: Sparkasse Musterstadt')).toEqual(none);
    },
  );

  it('is not told by another way of paying', () => {
    expect(debited('Zahlungsart: Überweisung', 'IBAN: ES79 2100 0813 6101 2345 6789').iban).toBe(
      'ES7921000813610123456789',
    );
  });
});

describe('the day to pay by', () => {
  it.each([
    'Payable before 14/03/2026',
    'Pagabile entro il 14/03/2026',
    'Pagadero hasta 14/03/2026',
    'Betaalbaar tot 14/03/2026',
    'Płatne do dnia 14.03.2026',
    'Plata până la 14.03.2026',
    'Pagável até 14/03/2026',
    "Payable jusqu'au 14/03/2026",
    "À payer d'ici le 14/03/2026",
    'Plativo do 14.03.2026',
    'Plačljivo do 14.03.2026',
    'Платимо до 14.03.2026',
    'Uhradit do 14.03.2026',
    'Règlement à 30 jours date de facture, soit le 14/03/2026, par virement',
    'Dat bedrag mag vóór 14/03/2026 op onze rekening staan',
    'Πληρωμή έως 14/03/2026',
  ])('is said by "%s"', (line) => {
    expect(read(head, run(line, 60, 500)).invoice.due_date).toBe('2026-03-14');
  });

  it('is the last one where an earlier one is for who takes a discount', () => {
    const { invoice } = read(
      head,
      run('Zahlungsbedingung: Bis zum 22.02.2026 erhalten Sie 2,000 % Skonto.', 60, 500),
      run('Bis zum 14.03.2026 ohne Abzug.', 60, 514),
    );
    expect(invoice.due_date).toBe('2026-03-14');
  });

  it.each([
    "DATA DI SCADENZA DELL'OFFERTA: 31/12/2026",
    'Vertragsende: 31.12.2026',
    'Data expirării contractului: 31.12.2026',
  ])('is not the one on which a contract or an offer ends: %s', (text) => {
    expect(read(head, run(text, 60, 500)).invoice.due_date).toBeNull();
  });

  it.each([
    ['Date limite de paiement le 5 juillet 2026', '2026-07-05'],
    ['Fällig am: am 5. Juli 2026', '2026-07-05'],
  ])('stands behind a preposition: %s', (text, day) => {
    expect(read(head, run(text, 60, 500)).invoice.due_date).toBe(day);
  });
});

describe('the terms of payment', () => {
  it.each([
    ['Zahlungsziel:', 'Bitte überweisen Sie innerhalb von zwei Wochen.'],
    ['Terms:', 'On receipt'],
    ['Forma pago:', 'TRANSFERENCIA CONTADO'],
  ])('stand behind %s', (label, terms) => {
    const { invoice } = read(head, run(`${label} ${terms}`, 60, 500));
    expect(invoice.payment_terms).toBe(terms.replace(/\.$/, ''));
  });

  it.each([
    ['Fällig am: 14.03.2026 (30 Tage)', '30 Tage'],
    ['Zahlungsart: Überweisung, 30 Tage', 'Überweisung, 30 Tage'],
    ['Lieferung 12.02.2026 · Fälligkeit 15 Tage', '15 Tage'],
  ])('are in "%s" as many days', (text, terms) => {
    expect(read(head, run(text, 60, 500)).invoice.payment_terms).toBe(terms);
  });

  it('stand in the line below the day to pay by', () => {
    const { invoice } = read(head, column(60, 500, ['Fällig am: 14.03.2026', '(30 Tage) Zahlung: Überweisung']));
    expect(invoice.payment_terms).toBe('30 Tage');
  });

  it('are no way of paying', () => {
    expect(read(head, run('Zahlungsart: Barzahlung', 60, 500)).invoice.payment_terms).toBeNull();
  });
});

describe('the bank', () => {
  const iban = 'IBAN: ES7921000813610123456789';
  const named = (...lines: string[]) => read(head, column(60, 500, lines)).invoice.bank_details.bank_name;

  it.each([
    ['K&H Bank Zrt. 10403167-55067271-04850194', 'K&H Bank Zrt'],
    ['Bank Pekao 55 1240 3187 3111 0010 0288 7140', 'Bank Pekao'],
  ])('has no account in its name: %s', (line, name) => {
    expect(named(line, iban)).toBe(name);
  });

  it('has its legal form behind a comma, beside an account in the country’s own form', () => {
    expect(named('Číslo účtu: 288410075/0300 ČSOB, a.s.', iban)).toBe('ČSOB, a.s.');
  });

  it('has its legal form in small letters before a sentence', () => {
    expect(named('Plačilo na TRR ES7921000813610123456789, NLB d.d. Ob zamudi zaračunamo zakonske obresti.')).toBe(
      'NLB d.d',
    );
  });

  it('is named within a sentence by a word in small letters', () => {
    expect(named('Úhradu prosím na účet v Tatra banka, ES7921000813610123456789')).toBe('Tatra banka');
  });

  it('keeps an account that stands below the place of supply', () => {
    const { invoice } = read(head, run('Място на сделката: гр. Плевен', 222, 480), run(iban, 218, 493));
    expect(invoice.bank_details.iban).toBe('ES7921000813610123456789');
  });
});

it('the currency of the total is the invoice’s, however often another is printed beside it', () => {
  const line = (sum: string, other: string, y: number) => [
    ...run(`${sum} €`, 480, y),
    ...run(`${other} лв.`, 480, y + 11),
  ];
  const { invoice, fields } = read(
    head,
    [...line('180,00', '352,05', 300), ...line('50,00', '97,79', 330), ...line('320,00', '625,87', 360)],
    [...run('Сума за плащане', 360, 400), ...run('550,00 €', 480, 400)],
    [...run('в лева', 360, 415), ...run('1 075,71 лв.', 480, 415)],
  );
  expect(invoice.currency).toBe('EUR');
  expect(fields.currency?.confidence).toBe('medium');
});
