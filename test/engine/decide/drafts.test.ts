import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import { opened, page, run } from '../../helpers/printed-page.ts';
import { printedTitles } from './printed-titles.ts';
import { body, bold, buyer, high, read } from './titled-pages.ts';

/** In each language: a mark of what is not valid, news of an invoice that is still to come, in two ways, and what a paper is for. */
const printed: Readonly<Record<string, readonly [mark: string, toCome: string, delayed: string, informs: string]>> = {
  bg: [
    'Чернова v2',
    'Данъчен документ ще бъде издаден след плащането.',
    'Фактура ще съставим едва след Вашето одобрение.',
    'Не дава право на данъчен кредит.',
  ],
  cs: [
    'Koncept v2',
    'Daňový doklad bude vystaven po úhradě.',
    'Fakturu sepíšeme až po vašem souhlasu.',
    'Zasíláme pouze pro informaci.',
  ],
  de: [
    'Entwurf v2',
    'Die Rechnung wird nach Zahlungseingang ausgestellt.',
    'Die Rechnung schreiben wir erst nach Ihrer Zusage.',
    'Wir senden Ihnen das nur zur Information.',
  ],
  el: [
    'Πρόχειρο v2',
    'Το τιμολόγιο θα εκδοθεί μετά την πληρωμή.',
    'Τιμολόγιο συντάσσεται μόνο μετά τη συναίνεσή σας.',
    'Το στέλνουμε μόνο για ενημέρωση.',
  ],
  en: [
    'DRAFT v2',
    'A final invoice will be issued once we are paid.',
    'We draw up the invoice only after your consent.',
    'You get this for information only.',
  ],
  es: [
    'Borrador v2',
    'La factura se emitirá tras el pago.',
    'Haremos la factura solo tras su visto bueno.',
    'Se entrega a título informativo.',
  ],
  fr: [
    'Brouillon',
    'La facture sera établie après votre paiement.',
    "Une facture ne vient qu'après votre accord.",
    'Ce papier est remis à titre indicatif.',
  ],
  hr: [
    'Nacrt v2',
    'Račun će slijediti: izdat će se nakon uplate.',
    'Račun pišemo tek nakon vašeg pristanka.',
    'Šaljemo ga samo za informaciju.',
  ],
  hu: [
    'Tervezet v2',
    'A számlát fizetés után állítjuk ki.',
    'Számlát írunk, de csak azután, hogy elfogadta.',
    'Ezt csak tájékoztatásul küldjük.',
  ],
  it: [
    'Bozza v2',
    'La fattura sarà emessa dopo il pagamento.',
    'Faremo fattura solo dopo il vostro assenso.',
    'Si consegna a titolo informativo.',
  ],
  nl: [
    'Concept v2',
    'De factuur wordt opgemaakt na betaling.',
    'Een factuur maken wij pas na uw akkoord.',
    'U krijgt dit uitsluitend ter informatie.',
  ],
  pl: [
    'Wydruk próbny',
    'Faktura zostanie wystawiona po zapłacie.',
    'Fakturę spiszemy dopiero po Państwa zgodzie.',
    'Wysyłamy to tylko do informacji.',
  ],
  pt: [
    'Rascunho v2',
    'A fatura será emitida depois do pagamento.',
    'Fazemos a fatura só após o seu acordo.',
    'Entrega-se a título informativo.',
  ],
  ro: [
    'Ciornă v2',
    'Factura va fi emisă după plată.',
    'Facem factura numai după acordul dumneavoastră.',
    'Se predă cu titlu informativ.',
  ],
  sl: [
    'Osnutek v2',
    'Račun bo izdan po plačilu.',
    'Račun napišemo šele po vašem soglasju.',
    'Pošiljamo ga samo za informacijo.',
  ],
};
const languages = Object.entries(printed).map(([language, [mark, ...sentences]]) => ({ language, mark, sentences }));

it('are told in every language of the lexicon', () => {
  expect(Object.keys(printed)).toEqual(lexicon().map(({ language }) => language));
});

describe.each(languages)('a page with the title of an invoice ($language)', ({ language, mark, sentences }) => {
  const titles = printedTitles[language]!;
  const titled = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];

  it(`proves nothing where a mark takes it back, however small: ${mark}`, () => {
    expect(high(read(titled))).toContain('total_amount');
    for (const [x, y, size] of [
      [330, 90, 6],
      [60, 700, 8],
    ] as const)
      expect(high(read([...titled, ...run(mark, x, y, size)])), `${x} ${y}`).toEqual([]);
  });

  it.each(sentences)('proves nothing where a sentence takes it back: %s', (sentence) => {
    expect(high(read([...titled, ...run(sentence, 60, 700)]))).toEqual([]);
  });
});

describe('another paper’s title', () => {
  const titles = printedTitles.en!;
  const titled = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];

  it.each(['PROFORMA INVOICE', 'STATEMENT OF ACCOUNT'])('takes an invoice back where it stands apart: %s', (mark) => {
    expect(high(read([...titled, ...bold(run(mark, 330, 90, 10))]))).toEqual([]);
  });

  it('takes nothing where its number stands beside it', () => {
    expect(high(read([...titled, ...run('Delivery note no.: LS-4471', 330, 90, 10)]))).toContain('total_amount');
  });
});

describe('a sentence that names the invoice', () => {
  const titles = printedTitles.en!;
  const titled = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];

  it('denies it, but not where it says why no tax is on it', () => {
    const below = (text: string) => high(read([...titled, ...run(text, 60, 700, 8)]));
    expect(below('VAT is not charged on this invoice because of the reverse charge.')).toContain('total_amount');
    expect(below('This does not take the place of an invoice.')).toEqual([]);
  });
});

describe('no mark of a draft', () => {
  const titles = printedTitles.en!;
  const titled = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];

  it.each(['Sample no.: 12', 'Sample: 12', 'Template Blorba', 'Draft 44871'])('is a label or a name: %s', (text) => {
    expect(high(read([...titled, ...run(text, 60, 700)]))).toContain('total_amount');
  });

  it.each(['The invoice counts as paid only after the sum has come in.', 'The goods are yours only after payment.'])(
    'is a condition of something else: %s',
    (sentence) => {
      expect(high(read([...titled, ...run(sentence, 60, 700)]))).toContain('total_amount');
    },
  );

  it('is what is described in the lines', () => {
    expect(high(read([...titled, ...run('sample', 150, 497)]))).toContain('total_amount');
  });
});

it.each([
  ['QUOTATION', false],
  ['PAID', true],
])('is an invoice with %s across its page: %s', (slanted, proven) => {
  const titles = printedTitles.en!;
  const words = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];
  const { fields } = decide(opened({ ...page(words), slanted }), buyer, '2026-11-21');
  expect(fields.total_amount!.confidence === 'high').toBe(proven);
});

it.each([
  ['QUOTATION', false],
  ['Prices for the next quarter', false],
  ['Printed by a test system.', false],
  ['Withdrawn', false],
  ['BUDGET 2027', false],
  ['Registered in England and Wales, company number 07712345', true],
  ['Str. Lungă nr. 5, 700123 Iași', true],
  ['Brad Alb Impex S.R.L.', true],
  ['F-2026/118', true],
])('is an invoice with %s along its margin: %s', (aside, proven) => {
  const titles = printedTitles.en!;
  const words = [...run(`${titles.invoice} 2026-1204`, 60, 60, 18), ...body(titles)];
  const { fields } = decide(opened({ ...page(words), aside: [aside] }), buyer, '2026-11-21');
  expect(fields.total_amount!.confidence === 'high').toBe(proven);
});
