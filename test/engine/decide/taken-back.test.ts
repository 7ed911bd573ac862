import { describe, expect, it } from 'vitest';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import { column, printTable, run } from '../../helpers/printed-page.ts';
import { printedTitles } from './printed-titles.ts';
import { body, high, read } from './titled-pages.ts';

/**
 * In each language: a paper that only tries something, one that was taken back, one whose sums bind nobody, one that still
 * has to be approved; and a sentence about the invoice that takes nothing back.
 */
const printed: Readonly<Record<string, readonly [string, string, string, string, harmless: string]>> = {
  bg: [
    'Разпечатано от тестова система.',
    'Тази фактура е сторнирана на 4.05.2026.',
    'Сумите са необвързващи.',
    'Валидна едва след Вашето одобрение.',
    'Тази фактура е валидна без подпис.',
  ],
  cs: [
    'Vytištěno v testovacím prostředí.',
    'Tato faktura byla zrušena dne 4.5.2026.',
    'Částky jsou nezávazné.',
    'Platí až po vašem podpisu.',
    'Tato faktura platí bez podpisu.',
  ],
  de: [
    'Auf einem Testsystem gedruckt.',
    'Diese Rechnung wurde am 4.5.2026 storniert.',
    'Die Beträge sind unverbindlich.',
    'Gilt erst nach Ihrer Unterschrift.',
    'Diese Rechnung ist ohne Unterschrift gültig.',
  ],
  el: [
    'Τυπώθηκε σε δοκιμαστικό σύστημα.',
    'Το τιμολόγιο αυτό ακυρώθηκε στις 4/5/2026.',
    'Τα ποσά είναι μη δεσμευτικά.',
    'Ισχύει μόνο μετά την υπογραφή σας.',
    'Το τιμολόγιο αυτό ισχύει χωρίς υπογραφή.',
  ],
  en: [
    'Printed by a test system.',
    'This invoice was withdrawn on 4 May 2026.',
    'The amounts are not binding.',
    'Valid only after your approval.',
    'This invoice is valid without a signature.',
  ],
  es: [
    'Impreso en un entorno de pruebas.',
    'Esta factura fue anulada el 4/5/2026.',
    'Los importes son orientativos.',
    'Válida solo tras su aprobación.',
    'Esta factura es válida sin firma.',
  ],
  fr: [
    'Imprimé sur un système de test.',
    'Cette facture a été annulée le 4/5/2026.',
    'Les montants sont sans engagement.',
    "Ne prend effet qu'après votre accord.",
    'Cette facture est valable sans cachet.',
  ],
  hr: [
    'Ispisano u testnom sustavu.',
    'Ovaj račun storniran je 4.5.2026.',
    'Iznosi su neobvezujući.',
    'Vrijedi tek nakon vašeg potpisa.',
    'Ovaj račun je valjan bez potpisa.',
  ],
  hu: [
    'Tesztrendszerben nyomtatva.',
    'Ezt a számlát 2026.05.04. napján sztornóztuk.',
    'Az összegek tájékoztató jellegűek.',
    'Csak az Ön aláírása után érvényes.',
    'Ez a számla aláírás nélkül érvényes.',
  ],
  it: [
    'Stampato in un ambiente di prova.',
    'Questa fattura è stata annullata il 4/5/2026.',
    'Gli importi sono indicativi.',
    'Valida solo dopo la vostra firma.',
    'Questa fattura è valida senza firma.',
  ],
  nl: [
    'Afgedrukt in een testomgeving.',
    'Deze factuur is op 4-5-2026 ingetrokken.',
    'De bedragen zijn vrijblijvend.',
    'Pas geldig na uw akkoord.',
    'Deze factuur is geldig zonder handtekening.',
  ],
  pl: [
    'Wydrukowano w systemie testowym.',
    'Ta faktura została wycofana dnia 4.05.2026.',
    'Kwoty są niewiążące.',
    'Ważna dopiero po Państwa podpisie.',
    'Ta faktura jest ważna bez podpisu.',
  ],
  pt: [
    'Impresso num ambiente de testes.',
    'Esta fatura foi retirada em 4/5/2026.',
    'Os valores são orientativos.',
    'Só é válida após a sua assinatura.',
    'Esta fatura é válida sem carimbo.',
  ],
  ro: [
    'Tipărit într-un mediu de test.',
    'Această factură a fost retrasă la 4.05.2026.',
    'Sumele sunt orientative.',
    'Valabilă doar după semnarea dvs.',
    'Această factură este valabilă fără semnătură.',
  ],
  sl: [
    'Natisnjeno v testnem okolju.',
    'Ta račun je bil umaknjen dne 4.5.2026.',
    'Zneski so nezavezujoči.',
    'Velja šele po vašem podpisu.',
    'Ta račun velja brez podpisa.',
  ],
};

it('is told in every language of the lexicon', () => {
  for (const told of [printed, remarks])
    expect(Object.keys(told).sort()).toEqual(lexicon().map(({ language }) => language));
});

describe.each(Object.entries(printed))('what a title of an invoice says in %s', (language, [...sentences]) => {
  const harmless = sentences.pop()!;
  const titles = printedTitles[language]!;
  const titled = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];

  it.each(sentences)('is taken back by a sentence: %s', (sentence) => {
    for (const y of [430, 700]) expect(high(read([...titled, ...run(sentence, 60, y, 8)])), String(y)).toEqual([]);
  });

  it(`stays: ${harmless}`, () => {
    expect(high(read([...titled, ...run(harmless, 60, 700, 8)]))).toContain('total_amount');
  });
});

/** In each language a remark of ordinary words that leaves open what is priced, and one that tells what it is about. */
const remarks: Readonly<Record<string, readonly [open: string, told: string]>> = {
  bg: ['Цени за следващото тримесечие', 'Благодарим Ви за поръчката'],
  cs: ['Ceny na příští čtvrtletí', 'Děkujeme za Vaši objednávku'],
  de: ['Preise für das nächste Quartal', 'Vielen Dank für Ihren Auftrag'],
  el: ['Τιμές για το επόμενο τρίμηνο', 'Σας ευχαριστούμε για την παραγγελία'],
  en: ['Prices for the next quarter', 'Thank you for your order'],
  es: ['Precios para el próximo trimestre', 'Gracias por su pedido'],
  fr: ['Prix pour le prochain trimestre', 'Merci pour votre commande'],
  hr: ['Cijene za sljedeće tromjesečje', 'Hvala Vam na narudžbi'],
  hu: ['Árak a következő negyedévre', 'Köszönjük a megrendelését'],
  it: ['Prezzi per il prossimo trimestre', 'Grazie per il vostro ordine'],
  nl: ['Prijzen voor het volgende kwartaal', 'Hartelijk dank voor uw bestelling'],
  pl: ['Ceny na następny kwartał', 'Dziękujemy za Państwa zamówienie'],
  pt: ['Preços para o próximo trimestre', 'Obrigado pela sua encomenda'],
  ro: ['Prețuri pentru trimestrul viitor', 'Vă mulțumim pentru comandă'],
  sl: ['Cene za naslednje četrtletje', 'Hvala za vaše naročilo'],
};

describe.each(Object.entries(remarks))('a remark by itself in %s', (language, [open, told]) => {
  const titles = printedTitles[language]!;
  const titled = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];

  it(`leaves open what is priced: ${open}`, () => {
    for (const text of [open, `${open.toLocaleUpperCase(language)} 2027`])
      for (const y of [430, 700]) expect(high(read([...titled, ...run(text, 60, y, 8)])), text).toEqual([]);
  });

  it(`tells what it is about: ${told}`, () => {
    expect(high(read([...titled, ...run(told, 60, 700, 8)]))).toContain('total_amount');
  });
});

describe('in English, what a page says of itself', () => {
  const titles = printedTitles.en!;
  const numbered = run('Invoice no.: 2026-1204', 330, 90);
  const titled = [...run(titles.invoice, 60, 60, 18), ...numbered, ...body(titles)];

  it('takes the title back in two lines of a narrow column', () => {
    const broken = column(60, 700, ['This invoice was issued', 'by mistake and then withdrawn']);
    expect(high(read([...titled, ...broken]))).toEqual([]);
  });

  it('is open where nothing in it is known, and of no account in the terms', () => {
    expect(high(read([...titled, ...run('This document serves the tender alone', 60, 700)]))).toEqual([]);
    const terms = column(60, 700, [
      'Offers are not binding for us until they are accepted by the buyer in writing, and the',
      'buyer of goods that were replaced under this document has to return those without delay.',
    ]);
    expect(high(read([...titled, ...terms]))).toContain('total_amount');
  });

  it.each([
    ['Withdrawn', false],
    ['preview.', false],
    ['Thanks!', true],
    ['Iași', true],
  ])('is a word by itself, which is known or of an address: %s', (text, proven) => {
    expect(high(read([...titled, ...run(text, 60, 700)])).includes('total_amount')).toBe(proven);
  });

  it.each([
    ['For the driver', false],
    ['Values for the bank', false],
    ['Costs of last month under the new contract', false],
    ['REPLACED ON 4 MAY 2026', false],
    ['BUDGET 2027', false],
    ['BIC: RZBRROBU', true],
    ['PAYMENT WITHIN 14 DAYS', true],
    ['Payment within 14 days', true],
    ['All amounts in Euros (EUR)', true],
    ['All prices for the next quarter', false],
    ['Customer invoice and delivery note 2026-1204', true],
    ['Serial number of the machine 4471', true],
    ['Date of issue 26.08.2026', true],
    ['Date of issue cancelled 26.08.2026', false],
    ['Questions about this invoice to help@blorba.example', true],
    ['A copy of the prices for the next quarter is at the counter.', true],
  ])('is a remark by itself, which may be of the paper: %s', (text, proven) => {
    expect(high(read([...titled, ...run(text, 60, 700)])).includes('total_amount')).toBe(proven);
  });

  it.each([
    ['(for review)', false],
    ['unchecked', false],
    ['Original', true],
  ])('stands right under the title: %s', (text, proven) => {
    expect(high(read([...titled, ...run(text, 60, 81, 8)])).includes('total_amount')).toBe(proven);
  });

  it.each([
    ['Waybill', false],
    ['Yearly overview', false],
    ['Invoice', true],
  ])('stands before the name of who wrote it: %s', (title, proven) => {
    const untitled = [...run(`${title} — Brad Alb Impex S.R.L.`, 60, 60), ...numbered, ...body(titles)];
    expect(high(read(untitled)).includes('total_amount')).toBe(proven);
  });
});

it('is looked for on a second copy, whose lines count no more', () => {
  const titles = printedTitles.en!;
  const page = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];
  const marked = [...page, ...run('Withdrawn', 60, 700)];
  const [both, one, none] = [read(marked, page), read(page, page), read(marked, marked)];
  for (const { invoice } of [both, one, none]) expect(invoice.line_items).toHaveLength(2);
  expect(high(one)).toContain('total_amount');
  // A mark on one copy counts for both.
  expect(high(both)).toEqual([]);
  expect(high(none)).toEqual([]);
});

describe('a value is open beside another meaning', () => {
  const titles = printedTitles.en!;
  const title = run(titles.invoice, 60, 40, 18);

  it('begins with a letter that would make an abbreviation of its label', () => {
    const found = read([...title, ...run('Fattura n.: R26-6118', 330, 90), ...body(titles)]);
    expect(found.invoice.invoice_number).toBe('R26-6118');
  });

  it('has a date that stands under a head of its own', () => {
    const heads = [...run('Invoice no.', 330, 80, 7), ...run('Payable by', 385, 80, 7)];
    const values = [...run('UT/9412', 330, 92), ...run('28.09.2026', 378, 92)];
    expect(high(read([...title, ...heads, ...values, ...body(titles)]))).not.toContain('invoice_date');
  });

  it('is one of several numbers under a head', () => {
    const list = (...rows: string[][]) =>
      printTable(
        [['PO number', 'Date'], ...rows],
        [
          { x: 60, align: 'left' },
          { x: 200, align: 'left' },
        ],
        690,
        14,
      );
    const page = [...title, ...run('Invoice no.: 2026-1204', 330, 90), ...body(titles)];
    expect(high(read([...page, ...list(['AB-4471', '2.2.2026'])]))).toContain('po_reference');
    expect(high(read([...page, ...list(['AB-4471', '2.2.2026'], ['AB-4478', '9.2.2026'])]))).not.toContain(
      'po_reference',
    );
  });

  it('is a date whose year may stand first', () => {
    const dated = (day: string) =>
      read([
        ...title,
        ...run('Invoice no.: 2026-1204', 330, 90),
        ...run(`Invoice date: ${day}`, 330, 105),
        ...body(titles),
      ]);
    expect(high(dated('13.08.26'))).toContain('invoice_date');
    expect(high(dated('26.08.13'))).not.toContain('invoice_date');
  });
});
