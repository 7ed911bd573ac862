import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, opened, page, run } from '../../helpers/printed-page.ts';

const read = (...words: Word[][]) =>
  decide(opened(page(words.flat())), { vat: 'RO18547290', name: null }, '2026-11-21').invoice;

const vendor = column(40, 60, ['Nordal Trading S.R.L.', 'Str. Morii 12, Arad', 'CUI RO18547290']);
const goods = [
  ...[...run('Denumire', 40, 300), ...run('Cant.', 260, 300), ...run('Pret', 330, 300), ...run('Valoare', 420, 300)],
  ...[...run('Cutii carton', 40, 316), ...run('4', 260, 316), ...run('25,00', 330, 316), ...run('100,00', 420, 316)],
];
const sums = [
  ...[...run('Total fara TVA', 260, 350), ...run('100,00', 420, 350)],
  ...[...run('TVA 21%', 260, 364), ...run('21,00', 420, 364)],
  ...[...run('Total de plata', 260, 378), ...run('121,00', 420, 378)],
];
const readWith = (...words: Word[][]) => read(vendor, goods, sums, ...words);

describe('the number of an invoice', () => {
  it('stands behind a bare sign under a heading, with a day and more behind it', () => {
    const head = [
      ...run('FACTURA CENTRALIZATOARE CARDURI', 340, 20, 14),
      ...run('Nr. KDB/2026/0418 12.03.2026 pag 1/2', 400, 60),
    ];
    expect(readWith(head)).toMatchObject({ invoice_number: 'KDB/2026/0418', invoice_date: '2026-03-12' });
    const said = [
      ...run('FACTURA DE CALDURA', 240, 20, 14),
      ...run('nr. KT-A 204.118 din 12.02.2026, scadenta la 14.03.2026', 220, 40),
    ];
    expect(readWith(said)).toMatchObject({
      invoice_number: 'KT-A 204.118',
      invoice_date: '2026-02-12',
      due_date: '2026-03-14',
    });
  });

  it('stands behind its series and the title, also in print that sets words wide apart', () => {
    const head = [...run('FACTURA', 60, 30), ...run('MT-B', 106, 30), ...run('00448120', 138, 30)];
    expect(readWith(head, run('DATA 11.12.2026', 200, 30)).invoice_number).toBe('MT-B 00448120');
    expect(readWith(run('fct. 218/2026', 300, 30)).invoice_number).toBe('218/2026');
  });

  it('is of all groups of digits behind its series, where nothing else follows', () => {
    const number = (text: string) => readWith(run(text, 300, 40, 12)).invoice_number;
    expect(number('Factură TMK 5011 883 204')).toBe('TMK 5011 883 204');
    expect(number('FACTURA nr. KTI 2026 447')).toBe('KTI 2026 447');
    expect(number('Factura fiscală seria VK nr. 25 0091 7746')).toBe('VK 25 0091 7746');
    expect(number('Factură TMK 5011 din 12.02.2026')).toBe('TMK 5011');
  });

  it('has the series that stands between its title and its sign', () => {
    expect(readWith(run('Factura KPM nr. 61190', 400, 40, 12)).invoice_number).toBe('KPM 61190');
  });

  it('ends before a day behind a slash and begins behind its sign', () => {
    const head = [...run('FACTURA FISCALA', 240, 20, 14), ...run('Nr.KT-204418/12.02.2026', 240, 42, 11)];
    expect(readWith(head)).toMatchObject({ invoice_number: 'KT-204418', invoice_date: '2026-02-12' });
    const dashed = [...run('FACTURA FISCALA', 240, 20, 14), ...run('Nr.: KT-204418/12-02-2026', 240, 42, 11)];
    expect(readWith(dashed)).toMatchObject({ invoice_number: 'KT-204418', invoice_date: '2026-02-12' });
  });

  it('has a series of two words in boxes, or one with letters behind its digits', () => {
    const title = run('FACTURA FISCALA', 240, 20, 14);
    const boxes = [...run('Seria', 220, 42, 8), ...run('KB VNT', 250, 42, 10), ...run('Nr. 0048118', 300, 42, 8)];
    expect(readWith(title, boxes).invoice_number).toBe('KB VNT 0048118');
    const joined = run('Seria KT25E nr. 10044718 din 07.07.2026', 240, 42);
    expect(readWith(title, joined)).toMatchObject({ invoice_number: 'KT25E 10044718', invoice_date: '2026-07-07' });
  });

  it('stands under a heading that says what the invoice is for', () => {
    const head = [
      ...run('FACTURA AVANS', 240, 20, 14),
      ...run('KTN-AV-00057', 246, 46, 9),
      ...run('4 decembrie 2026', 240, 58, 9),
    ];
    expect(readWith(head)).toMatchObject({ invoice_number: 'KTN-AV-00057', invoice_date: '2026-12-04' });
  });

  it('is level with the middle of a label in two languages', () => {
    const rows = [
      ...[...run('Serie, nr.', 330, 60, 7), ...run('/ Series,', 330, 68, 7), ...run('no.', 330, 76, 7)],
      ...run('KTF-EU 0219', 390, 68, 9),
    ];
    expect(readWith(run('FACTURA / INVOICE', 330, 20, 13), rows).invoice_number).toBe('KTF-EU 0219');
  });

  it('is not that of the receipt, where another label names it', () => {
    const rows = [
      ...run('FACTURA NR: 0/0(021)0033/004417', 260, 60),
      ...run('BON FISCAL NR. 0207 / 23.02.2026', 40, 420),
    ];
    expect(readWith(rows).invoice_number).toBe('0/0(021)0033/004417');
  });
});

it('values that begin under the heads of a form are told apart, however near to each other they are set', () => {
  const heads = [
    ...[...run('FACTURA SERIA / NUMAR', 40, 150, 7), ...run('DATA', 160, 150, 7), ...run('SCADENTA', 212, 150, 7)],
    ...run('CONTRACT', 264, 150, 7),
  ];
  const values = [
    ...[...run('KTL 1188', 40, 160, 8), ...run('01-09-2026', 160, 160, 8), ...run('10-09-2026', 212, 160, 8)],
    ...run('FIN-23-08812', 264, 160, 8),
  ];
  expect(readWith(heads, values)).toMatchObject({
    invoice_number: 'KTL 1188',
    invoice_date: '2026-09-01',
    due_date: '2026-09-10',
  });
});

describe('a day', () => {
  const title = run('Rechnung Nr. KT-118', 240, 20, 14);

  it('to pay by stands behind a word for until in a sentence about paying', () => {
    const text = run('Bitte zahlen Sie ohne Abzug innerhalb von 30 Tagen (bis 03.04.2026) auf unser Konto', 40, 430);
    expect(readWith(title, run('Datum: 04.03.2026', 400, 60), text).due_date).toBe('2026-04-03');
    const received = run('Zahlungen sind bis 03.04.2026 eingegangen', 40, 430);
    expect(readWith(title, run('Datum: 04.03.2026', 400, 60), received).due_date).toBeNull();
  });

  it('to pay by without a discount is the later one', () => {
    const terms = [
      ...[...run('Zahlungsbedingung', 40, 430), ...run('bis 14.03.2026 erhalten Sie 2,000 % Skonto', 140, 430)],
      ...run('bis 03.04.2026 ohne Abzug', 140, 441),
    ];
    expect(readWith(title, run('Datum: 04.03.2026', 400, 60), terms).due_date).toBe('2026-04-03');
  });

  it('begins the line below a label in running text', () => {
    const text = [
      ...run(
        'Faktura cislo KT-118, vystavena v Brne dne 1. brezna 2026, den uskutecneni plneni 31. brezna 2026, splatna',
        40,
        120,
      ),
      ...run('nejpozdeji 15. brezna 2026.', 40, 131),
    ];
    expect(readWith(text)).toMatchObject({ invoice_date: '2026-03-01', due_date: '2026-03-15' });
  });

  it('is of each of several captions', () => {
    const text = [...run('Szamla: KT-118', 240, 20, 12), ...run('Kelt, telj., fiz.hat.: 2026.03.16', 240, 40)];
    expect(readWith(text)).toMatchObject({ invoice_date: '2026-03-16', due_date: '2026-03-16' });
  });

  it('stands over its caption, and another invoice is dated beside it', () => {
    const text = [
      ...[...run('Arad, 2026-02-12', 400, 110, 9), ...run('data wystawienia', 400, 120, 9)],
      ...run('FAKTURA KORYGUJACA KFS/0031/02/2026', 280, 20, 13),
      ...run('do faktury FS/0612/01/2026 z dnia 2026-01-27', 340, 36, 9),
    ];
    expect(readWith(text).invoice_date).toBe('2026-02-12');
  });

  it('of a later instalment is not the one to pay this by', () => {
    const text = [
      ...run('Den Betrag buchen wir am 09.04.2026 von Ihrem Konto DE47 ab.', 40, 430),
      ...run(
        'Ihr neuer Abschlag: 128,00 EUR monatlich, erstmals fällig am 01.05.2026. Darin enthalten: 20,44 EUR Umsatzsteuer.',
        40,
        450,
      ),
    ];
    expect(readWith(title, run('Datum: 04.03.2026', 400, 60), text).due_date).toBe('2026-04-09');
  });

  it('is named with what days are counted from, and dates no invoice', () => {
    const text = run('PAYMENT STRICTLY 14 DAYS FROM INVOICE DATE - DUE 18MAR26', 40, 430);
    const head = [...run('Invoice KT-118', 240, 20, 14), ...run('Tax point: 04MAR26', 400, 60)];
    expect(readWith(head, text)).toMatchObject({ invoice_date: '2026-03-04', due_date: '2026-03-18' });
  });

  it('heads a letter with the time of day behind it', () => {
    const lines = ['09.03.26', '10.03.26'].flatMap((day, row) => run(day, 460, 316 + 14 * row));
    const guest = run('Gast 318 09.03.26', 400, 130);
    expect(readWith(title, guest, run('Neustadt, 12.03.26 07:48', 40, 180, 12), lines).invoice_date).toBe('2026-03-12');
  });
});

describe('a bank', () => {
  const bankOf = (text: string) =>
    readWith(run('Factura nr. KT-118', 240, 20, 14), run(text, 40, 430)).bank_details.bank_name;

  it('is named right beside its account, whatever it is called', () => {
    expect(bankOf('Plata prin virament in 30 zile : KTC Vest, IBAN RO49AAAA1B31007593840000')).toBe('KTC Vest');
    expect(bankOf('RO49AAAA1B31007593840000 KT Arad')).toBe('KT Arad');
    expect(bankOf('Rachunek bankowy EUR: nBank S.A. RO49AAAA1B31007593840000')).toBe('nBank S.A.');
    expect(bankOf('Titular cont: Ion Pop IBAN RO49AAAA1B31007593840000')).toBeNull();
  });
});
