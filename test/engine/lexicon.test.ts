import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../server/checks/fold.ts';
import { languages } from '../../server/checks/month-names.ts';
import { gatherFacts } from '../../server/engine/candidates/facts.ts';
import { findLabels } from '../../server/engine/candidates/labels.ts';
import { readText } from '../../server/engine/candidates/text-lines.ts';
import { layOut } from '../../server/engine/layout/layout.ts';
import { labelKinds, lexicon } from '../../server/engine/lexicon/lexicon.ts';
import { matcher } from '../../server/engine/lexicon/matcher.ts';
import { phrasesOf, wordGroups, wordsOf } from '../../server/engine/lexicon/words.ts';
import type { OpenedFile } from '../../server/engine/page.ts';
import { page, run } from '../helpers/printed-page.ts';

function printed(text: string, source: 'text' | 'ocr' = 'text'): OpenedFile {
  const words = run(text, 40, 100).map((word) => ({ ...word, source }));
  return {
    mimeType: 'application/pdf',
    pages: [page(words)],
    attachments: [],
    codes: [],
    info: { title: null, author: null, producer: null },
  };
}

function kindsOf(text: string, source?: 'text' | 'ocr'): string[] {
  const document = readText(layOut(printed(text, source)));
  return [...findLabels(document).values()].flat().flatMap((label) => label.kinds);
}

describe('the lexicon', () => {
  it('speaks the languages that months may be written in', () => {
    expect(lexicon().map(({ language }) => language)).toEqual(languages.toSorted());
  });

  it('has labels of the main meanings in every language', () => {
    for (const language of lexicon()) {
      for (const kind of labelKinds) {
        if (kind === 'invoice_series') continue;
        expect(language.labels[kind]?.length, `${language.language} ${kind}`).toBeGreaterThan(0);
      }
    }
  });

  /** Columns and sums that not every country's invoices have. */
  const notEverywhere: ReadonlySet<string> = new Set([
    'price_gross',
    'price_other',
    'price_base',
    'lines_sum',
    'withheld',
    'cash_accounting',
  ]);

  it.each(lexicon())('has words for every purpose of an account, column and sum in $language', (file) => {
    for (const group of ['account_purposes', 'columns', 'totals'] as const)
      for (const [kind, words] of Object.entries(file[group]))
        if (!notEverywhere.has(kind)) expect(words.length, `${group}: ${kind}`).toBeGreaterThan(0);
  });

  /** Groups for which a language may have no word. */
  const mayBeEmpty: ReadonlySet<string> = new Set([
    'series',
    'county_before',
    'town_before',
    'of',
    'articles',
    'plots',
    'unnumbered',
    'street_before',
    'street_behind',
    'register_courts',
    'register_parts',
    'numbered_by_month',
    'invoice_genitives',
  ]);

  it.each(lexicon().map(({ language }) => language))('has words of every group in %s, and finds each', (language) => {
    const file = lexicon().find((one) => one.language === language)!;
    for (const group of wordGroups) {
      const phrases = phrasesOf(file, group);
      if (!mayBeEmpty.has(group)) expect(phrases.length, group).toBeGreaterThan(0);
      for (const phrase of phrases) {
        const printed = phrase.startsWith('-') ? `Ober${phrase.slice(1)}` : phrase.replace(/-$/, 'a');
        for (const text of [printed, printed.toUpperCase(), printed.normalize('NFD').replace(/\p{M}/gu, '')])
          expect(wordsOf(group).has(`(${text})`), `${group}: ${text}`).toBe(true);
      }
    }
  });

  it('finds words only as they are meant: whole, going on, or at the end of a compound', () => {
    expect(wordsOf('printed').has('Printed on 4 May')).toBe(true);
    expect(wordsOf('printed').has('Blueprint 4')).toBe(false);
    expect(wordsOf('streets').has('Bahnhofstraße')).toBe(true);
    expect(wordsOf('numbers').has('Nokia')).toBe(false);
    expect(wordsOf('days').leading('zile de la emitere')).toBe(4);
    expect(wordsOf('series').closing('Factura seria')).toBe(8);
    expect(wordsOf('dated').is('z dnia ')).toBe(true);
    expect(wordsOf('dated').is('nota din')).toBe(false);
  });

  it('finds letters that are set apart, and no word made of parts of several', () => {
    const phrases = matcher([['carried', 'suma y sigue'] as const, ['quantity', 'tage'] as const]);
    expect(phrases.is('S U M A  Y  S I G U E')).toBe(true);
    expect(phrases.is('S um a y sigue:')).toBe(true);
    expect(phrases.has('su mañana y sigue')).toBe(false);
    expect(phrases.has('Innerhalb 10 Tag(e)')).toBe(false);
  });

  it('forgives what OCR gets wrong, where it is asked to', () => {
    const phrases = matcher([['due', 'total de plată'] as const, ['total', 'total'] as const]);
    const found = (text: string, ocr?: boolean) => phrases.find(text, ocr).flatMap(({ kinds }) => kinds);
    expect(found('Tota| 12,50', true)).toEqual(['total']);
    expect(found('Tota| 12,50')).toEqual([]);
    expect(found('Total de plală', true)).toEqual(['due']);
    expect(phrases.find('Tatal', true)[0]!.exact).toBe(false);
    expect(phrases.find('TOTAL', true)[0]!.exact).toBe(true);
    expect(found('Total', true)).toEqual(['total']);
  });

  it('knows initials of which OCR took a letter for another, or lost a full stop, and no word of three letters', () => {
    const phrases = matcher([['vat', 'c.u.i.'] as const, ['vat', 'c.i.f.'] as const, ['due', 'due'] as const]);
    const found = (text: string, ocr?: boolean) => phrases.find(text, ocr).flatMap(({ kinds }) => kinds);
    expect(found('D.U.I: 18547290', true)).toEqual(['vat']);
    expect(found('C.LF.: 18547290', true)).toEqual(['vat']);
    expect(found('D.U.I: 18547290')).toEqual([]);
    expect(found('Dui 18547290', true)).toEqual([]);
    expect(kindsOf('D.U.I: 18547290', 'ocr')).toEqual(['vat_number']);
  });

  it('knows the short label of a till, set right before its number', () => {
    expect(kindsOf('DOC.0217-0046', 'ocr')).toEqual(['invoice_number']);
  });

  it('is none where initials may be of several kinds', () => {
    const phrases = matcher([['vat', 'c.u.i.'] as const, ['phone', 'd.u.e.'] as const]);
    expect(phrases.find('D.U.I: 18547290', true)).toEqual([]);
  });

  it('finds every phrase that it is given, whatever stands around it', () => {
    const word = fc.stringMatching(/^[a-z]{3,9}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), word, word, (words, before, after) => {
        const phrase = words.join(' ');
        const [match] = matcher([['kind', phrase] as const]).find(`${before}: ${phrase}; ${after}`);
        expect(match?.end).toBeGreaterThanOrEqual(phrase.length);
      }),
    );
  });

  it('knows Romanian with comma below, with cedilla and without diacritics', () => {
    expect(fold('Scadență')).toBe(fold('Scadenţă'));
    for (const text of ['Data scadenței: 1.2.2026', 'Data scadenţei: 1.2.2026', 'Data scadentei: 1.2.2026']) {
      expect(kindsOf(text)).toContain('due_date');
    }
  });

  it.each([
    ['F A C T U R A', 'invoice_number'],
    ['C.U.I.: RO18547290', 'vat_number'],
    ['USt.-Id.-Nr. DE271483066', 'vat_number'],
    ['Nr./Data facturii: 1', 'invoice_date'],
    ['FURNIZOR / SUPPLIER', 'vendor'],
    ['Broj računa: 1/P1/1', 'invoice_number'],
    ['Datum zapadlosti: 1. 2. 2026', 'due_date'],
    ['Ημερομηνία έκδοσης: 01/02/2026', 'invoice_date'],
  ])('finds the label in %s', (text, kind) => {
    expect(kindsOf(text)).toContain(kind);
  });

  it('finds labels through faults of OCR, and only there', () => {
    expect(kindsOf('Dala scadenței: 01.02.2026', 'ocr')).toContain('due_date');
    expect(kindsOf('Rechnungsnumner: 12', 'ocr')).toContain('invoice_number');
    expect(kindsOf('Rechnungsnumner: 12')).not.toContain('invoice_number');
  });

  it.each([
    ['Račun br. 12/1/1, OIB: 12345678903', 'HR'],
    ['Račun št. 2026-12, ID za DDV: 12345679', 'SI'],
    ['Τιμολόγιο 12, ΑΦΜ: 123456783', 'EL'],
  ])('knows by its language whose VAT number %s has', (text, country) => {
    const page = gatherFacts(layOut(printed(text)), { vat: 'RO9900816346', name: null }, printed(text).info);
    expect(page.vatNumbers.map(({ check }) => [check?.country, check?.checkDigitOk])).toEqual([[country, true]]);
  });

  it('finds no label inside words and codes', () => {
    expect(kindsOf('7B3DE19-0042')).toEqual([]);
    expect(kindsOf('PO-30816')).toEqual([]);
    expect(kindsOf('Nordwind')).toEqual([]);
  });

  it('takes a word behind an article for a label only before a colon', () => {
    expect(kindsOf('Le client : Ateliers Bertin')).toContain('customer');
    expect(kindsOf('le client accepte ces conditions')).not.toContain('customer');
  });
});
