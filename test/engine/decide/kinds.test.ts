import { describe, expect, it } from 'vitest';
import { fold } from '../../../server/checks/fold.ts';
import { otherDocuments } from '../../../server/contract/invoice.ts';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, run } from '../../helpers/printed-page.ts';
import { type PrintedTitles, printedTitles } from './printed-titles.ts';
import { body, bold, high, read } from './titled-pages.ts';

/** Of letters about an invoice, in the words that begin a subject. */
const printedSubjects = lexicon().map(({ language, subject }) => [
  language,
  `${subject[0]}: zgrunt blorba 2026-1204 17.02.2026`,
]) as [string, string][];

const languages = Object.entries(printedTitles);
const kinds = languages.flatMap(([language, printed]) =>
  [...otherDocuments.map((kind) => [kind, printed.others[kind]]), ['proforma', printed.proforma]].map(
    ([kind, title]) => ({ language, kind: kind!, title: title!, printed }),
  ),
);

it('are told in every language of the lexicon', () => {
  expect(languages.map(([language]) => language)).toEqual(lexicon().map(({ language }) => language));
});

describe('a page that is no invoice', () => {
  it.each(kinds)('but in $language a $kind says so, and nothing of it is high: $title', ({ title, kind, printed }) => {
    for (const heading of [
      run(title, 60, 60, 18),
      run(`${title.toUpperCase()} 2026-1204`, 330, 60, 14),
      bold(run(`${title} 2026-1204`, 60, 300)),
    ]) {
      const found = read([...heading, ...body(printed)]);
      expect(found.warnings).toContain('not_an_invoice');
      expect(found.otherKind).toBe(kind === 'proforma' ? undefined : kind);
      expect(high(found)).toEqual([]);
    }
  });

  it.each(kinds.filter(({ kind }) => ['reminder', 'statement', 'remittance', 'payment_receipt'].includes(kind)))(
    'names the invoices that it is about, and remains a $kind: $title',
    ({ title, printed }) => {
      const heading = run(title, 60, 60, 18);
      const invoice = bold(run(`${printed.invoice} 2026-1204`, 60, 320));
      const found = read([...heading, ...invoice, ...body(printed)]);
      expect(found.warnings).toContain('not_an_invoice');
      expect(high(found)).toEqual([]);
    },
  );

  it('breaks its title into two lines', () => {
    const found = read([...column(230, 40, ['Order', 'confirmation'], 16), ...body(printedTitles.en!)]);
    expect(found.warnings).toContain('not_an_invoice');
    expect(high(found)).toEqual([]);
  });

  it.each([
    ['en', 'This document is not an invoice.'],
    ['pt', 'Este documento não serve de fatura'],
    ['ro', 'Acest document nu este factură fiscală.'],
    ['de', 'Dies ist keine Rechnung.'],
  ])('says it in a sentence in %s: %s', (language, sentence) => {
    const found = read([...run(sentence, 60, 700), ...body(printedTitles[language]!)]);
    expect(found.warnings).toContain('not_an_invoice');
    expect(high(found)).toEqual([]);
  });
});

describe('an invoice', () => {
  const invoiceOf = (printed: PrintedTitles): Word[] => run(`${printed.invoice} 2026-1204`, 60, 60, 18);

  it.each(kinds)('in $language mentions a $kind and remains one: $title', ({ title, printed }) => {
    const alone = read([...invoiceOf(printed), ...body(printed)]);
    expect(alone.warnings).not.toContain('not_an_invoice');
    expect(alone.otherKind).toBeUndefined();
    expect(high(alone)).toEqual(expect.arrayContaining(['subtotal', 'vat_amount', 'total_amount']));
    for (const mention of [run(`${title}: 44871`, 330, 90), run(`${title} 44871`, 330, 230)]) {
      const found = read([...invoiceOf(printed), ...mention, ...body(printed)]);
      expect(found.warnings).not.toContain('not_an_invoice');
      expect(high(found)).toEqual(expect.arrayContaining(['subtotal', 'vat_amount', 'total_amount']));
    }
    // Without a number it may be what the page is; it is not called something else for that.
    for (const mention of [bold(run(title, 60, 440)), run(title, 60, 700)]) {
      const found = read([...invoiceOf(printed), ...mention, ...body(printed)]);
      expect(found.warnings).not.toContain('not_an_invoice');
    }
  });

  it.each(
    lexicon().flatMap(({ language, documents }) =>
      documents.simplified_invoice.map((title): [string, string] => [language, title]),
    ),
  )('in %s is one where the law lets it be a simplified one, and says so: %s', (language, title) => {
    for (const printed of [`${title[0]!.toUpperCase()}${title.slice(1)}`, fold(title).toUpperCase()]) {
      const found = read([...run(`${printed} 2026-1204`, 60, 60, 18), ...body(printedTitles[language]!)]);
      expect(found.invoice).toMatchObject({ document_type: 'invoice', invoice_number: '2026-1204' });
      expect(found.otherKind).toBe('simplified_invoice');
      expect(found.warnings).not.toContain('not_an_invoice');
      expect(high(found)).toContain('total_amount');
    }
  });

  it('is no simplified one where only a sentence of it names one', () => {
    const { ro } = printedTitles;
    const sentence = run('Factură simplificată se emite la cerere', 60, 700);
    expect(read([...invoiceOf(ro!), ...sentence, ...body(ro!)]).otherKind).toBeUndefined();
  });

  it.each(languages)('in %s that is a delivery note as well is booked', (_, printed) => {
    const found = read([...run(`${printed.both} 2026-1204`, 60, 60, 18), ...body(printed)]);
    expect(found.warnings).not.toContain('not_an_invoice');
    expect(high(found)).toContain('total_amount');
  });

  it.each(languages)('in %s is still one behind a letter and before its own list of hours', (_, printed) => {
    const letter = column(60, 200, ['Sehr geehrte Damen und Herren,', 'anbei erhalten Sie unsere Unterlagen.']);
    const hours = run(printed.others.timesheet, 60, 60, 18);
    const found = read(letter, [...invoiceOf(printed), ...body(printed)], hours);
    expect(found.warnings).not.toContain('not_an_invoice');
    expect(high(found)).toContain('total_amount');
  });
});

describe('a page that nothing proves to be an invoice', () => {
  const { invoice } = printedTitles.ro!;
  const words = body(printedTitles.ro!);

  it('is not high, whatever its sums and labels say', () => {
    expect(high(read(words))).toEqual([]);
    expect(high(read([...run('Blorba zgrunt', 60, 60, 18), ...words]))).toEqual([]);
    // An invoice's number on a page that calls itself something else, in words that nobody foresaw.
    const named = run(`${invoice} 2026-1204`, 60, 300);
    expect(high(read([...run('Blorba zgrunt', 60, 60, 18), ...named, ...words]))).toEqual([]);
  });

  it('is not one by a label under words that may be its title, however small they are', () => {
    const numbered = run(`${invoice} nr. 2026-1204`, 60, 330);
    expect(high(read([...numbered, ...words]))).toContain('total_amount');
    expect(high(read([...run('Blorba', 330, 60), ...numbered, ...words]))).toEqual([]);
    expect(high(read([...run('Brad Alb', 330, 60), ...numbered, ...words]))).toContain('total_amount');
  });

  it.each([
    'What all of this would come to',
    'Would you kindly look through the bill enclosed',
    'So viel hätten wir dafür verlangt',
    'Voilà ce que nous vous ferions payer',
    'Σας στέλνουμε τις τιμές μας',
    'Изпращаме Ви цените на нашите стоки',
  ])('is not one by a label of its number where a sentence over the lines may say what it is: %s', (sentence) => {
    const numbered = run(`${invoice} nr. 2026-1204`, 60, 330);
    expect(high(read([...numbered, ...words]))).toContain('total_amount');
    for (const y of [90, 400]) expect(high(read([...run(sentence, 60, y), ...numbered, ...words]))).toEqual([]);
    // A label to its left that has its value names nothing in the next column.
    const beside = [...run('E-mail: birou@bradalb.example', 60, 340), ...run(sentence, 360, 340)];
    expect(high(read([...beside, ...numbered, ...words]))).toEqual([]);
    const titled = [...run(invoice, 60, 60, 18), ...numbered, ...words];
    expect(high(read(titled))).toContain('total_amount');
    expect(high(read([...run(sentence, 60, 400), ...titled]))).toEqual([]);
  });

  it('is not one where words that stand apart may take its title back, wherever they stand', () => {
    const titled = [...run(invoice, 60, 60, 18), ...run(`${invoice} nr. 2026-1204`, 60, 330), ...words];
    for (const mark of [bold(run('Blorba zgrunt', 60, 100)), run('BLORBA', 60, 760), run('Blorba', 60, 760, 40)])
      expect(high(read([...titled, ...mark]))).toEqual([]);
    expect(high(read(titled))).toContain('total_amount');
  });

  it.each([
    'Vă mulțumim pentru comandă',
    'Mit freundlichen Grüßen',
    'Copie',
    'Detalii factură',
    'Wir erlauben uns zu berechnen',
    'NEACHITATĂ',
    'MwSt-Übersicht',
    'Descriere produs',
  ])('remains an invoice beside words that take nothing back: %s', (text) => {
    const titled = [...run(invoice, 60, 60, 18), ...run(`${invoice} nr. 2026-1204`, 60, 330), ...words];
    expect(high(read([...titled, ...bold(run(text, 60, 100))]))).toContain('total_amount');
  });

  it.each([
    ['nl', 'Deze brief vervangt de factuur niet'],
    ['cs', 'Tento papír nepředstavuje fakturu'],
    ['el', 'Το έγγραφο αυτό δεν λογίζεται ως τιμολόγιο'],
    ['hr', 'Ovaj papir još nije konačan račun'],
    ['en', 'Not to be taken for an invoice'],
  ])('is not one where a sentence of it denies that (%s): %s', (_, sentence) => {
    const titled = [...run(invoice, 60, 60, 18), ...run(`${invoice} nr. 2026-1204`, 60, 330), ...words];
    expect(high(read([...titled, ...run(sentence, 60, 780)]))).toEqual([]);
  });

  it.each([
    ['de', 'Musterrechnung'],
    ['de', 'Vergleichsrechnung'],
    ['nl', 'Conceptfactuur'],
    ['hu', 'Próbaszámla'],
    ['en', 'Invoice estimate'],
    ['en', 'Invoice approval form'],
    ['es', 'Factura de muestra'],
    ['pt', 'Fatura de exemplo'],
    ['ro', 'Model de factură'],
    ['ro', 'Factura blorba'],
  ])('is not one by a longer name that the word for an invoice is part of (%s): %s', (language, title) => {
    const printed = printedTitles[language]!;
    const numbered = run(`${printed.invoice} nr. 2026-1204`, 60, 330);
    for (const heading of [run(title, 60, 60, 18), run(title, 330, 60)])
      expect(high(read([...heading, ...numbered, ...body(printed)]))).toEqual([]);
  });

  it('is not one that is taken back beside its title: FAKTURA and STORNO', () => {
    const printed = printedTitles.cs!;
    const titled = [...run(printed.invoice, 60, 60, 18), ...run('Faktura č. 2026-1204', 60, 330), ...body(printed)];
    expect(high(read(titled))).toContain('total_amount');
    expect(high(read([...run('STORNO', 330, 60, 18), ...titled]))).toEqual([]);
  });

  it('is not one under the name of another paper whose number has a label of its own', () => {
    const printed = printedTitles.de!;
    const words = [...run('Rechnungs-Nr. NB264668', 60, 330), ...body(printed)];
    expect(high(read(words))).toContain('total_amount');
    expect(high(read([...run('Versicherungsschein', 60, 308, 15), ...words]))).toEqual([]);
  });

  it('remains one beside captions and the city of an address', () => {
    const titled = [...run(invoice, 60, 60, 18), ...run(`${invoice} nr. 2026-1204`, 60, 330), ...words];
    for (const [which, row] of [
      ['caption', bold(run('Blorba:', 60, 100))],
      ['city', run('CLUJ-NAPOCA', 330, 760)],
    ] as const)
      expect(high(read([...titled, ...row])), which).toContain('total_amount');
  });

  it('remains one beside a name in the block of a party, and is none by what stands out of it', () => {
    const under = (text: string) => [
      ...run(`${invoice} nr. 2026-1204`, 60, 330),
      ...run('Client:', 330, 400),
      ...column(330, 414, [text, 'Vama Veche Trans SRL', 'CIF: RO18547290', 'Str. Lungă nr. 3, 400509 Cluj-Napoca']),
      ...words.filter(({ x, y }) => x < 300 || y > 300),
    ];
    expect(high(read(under('Ilinca Zgrunt')))).toContain('total_amount');
    expect(high(read(under('BLORBA ZGRUNT')))).toEqual([]);
    const [first, ...rest] = under('Ilinca Zgrunt');
    expect(high(read([first!, ...bold(run('Ilinca Zgrunt', 60, 360)), ...rest]))).toEqual([]);
  });

  it('is not one by the last line of a longer heading that a narrow place broke', () => {
    const printed = printedTitles.it!;
    const numbered = run(`${printed.invoice} n. 2026-1204`, 60, 330);
    expect(high(read([...column(60, 40, ['Bozza di', 'fattura'], 18), ...numbered, ...body(printed)]))).toEqual([]);
    expect(high(read([...run('Fattura', 60, 40, 18), ...numbered, ...body(printed)]))).toContain('total_amount');
  });

  it('is not one by the last line of a heading in bold that a narrow place broke', () => {
    const printed = printedTitles.pt!;
    const numbered = run(`${printed.invoice} n.º 2026-1204`, 60, 330);
    const title = bold(run('Fatura', 60, 52));
    expect(high(read([...bold(run('Blorba da', 60, 40)), ...title, ...numbered, ...body(printed)]))).toEqual([]);
    expect(high(read([...title, ...numbered, ...body(printed)]))).toContain('total_amount');
  });

  it.each(['Blorba!', 'Hvala na blorbi!', 'B L O R B A D E Z G', 'Ref.: zgrunt la factura 2026-1204 din 17.02.2026'])(
    'is not one by a label where words anywhere over the lines may be its title: %s',
    (heading) => {
      const numbered = run(`${invoice} nr. 2026-1204`, 60, 60);
      expect(high(read([...numbered, ...words]))).toContain('total_amount');
      for (const [x, y] of [
        [330, 60],
        [60, 410],
        [330, 410],
      ] as const)
        expect(high(read([...numbered, ...bold(run(heading, x, y)), ...words])), `${x} ${y}`).toEqual([]);
      // Words of one kind or another stand anywhere; a word by itself or a sentence that nobody knows may say what the page is.
      const below = high(read([...numbered, ...run(heading, 60, 700), ...words]));
      if (/\s\p{Ll}{3}|^\S+$/u.test(heading)) expect(below).toEqual([]);
      else expect(below).toContain('total_amount');
    },
  );

  it.each(printedSubjects)(
    'is not one where a subject says what is written about an invoice (%s)',
    (language, subject) => {
      const printed = printedTitles[language]!;
      const numbered = run(`${printed.invoice} nr. 2026-1204`, 60, 330);
      expect(high(read([...run(subject, 60, 60, 14), ...numbered, ...body(printed)]))).toEqual([]);
    },
  );

  it('is one by its title, beside which a company may set its name larger', () => {
    const title = run(`${invoice} 2026-1204`, 330, 60, 14);
    expect(high(read([...title, ...words]))).toContain('total_amount');
    expect(high(read([...run('Brad Alb', 60, 40, 24), ...title, ...words]))).toContain('total_amount');
  });
});
