import { describe, expect, it } from 'vitest';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, run } from '../../helpers/printed-page.ts';
import { printedTitles } from './printed-titles.ts';
import { body, bold, high, read } from './titled-pages.ts';

/** A slogan in each language, and the same with a word that may take the invoice back. */
const slogans: Readonly<Record<string, readonly [string, string]>> = {
  bg: ['Качество и доверие', 'Качество и блорба'],
  cs: ['Kvalita a spolehlivost', 'Kvalita a blorba'],
  de: ['Ihr Partner vor Ort', 'Ihr Blorb vor Ort'],
  el: ['Ποιότητα και αξιοπιστία', 'Ποιότητα και μπλορμπα'],
  en: ['Your partner for quality', 'Your blorb for quality'],
  es: ['Calidad y confianza', 'Calidad y blorba'],
  fr: ['Qualité et confiance', 'Qualité et blorbe'],
  hr: ['Kvaliteta i povjerenje', 'Kvaliteta i blorba'],
  hu: ['Megbízható partner', 'Megbízható blorba'],
  it: ['Qualità e fiducia', 'Qualità e blorba'],
  nl: ['Kwaliteit en vertrouwen', 'Kwaliteit en blorba'],
  pl: ['Jakość i zaufanie', 'Jakość i blorba'],
  pt: ['Qualidade e confiança', 'Qualidade e blorba'],
  ro: ['Calitate și încredere', 'Calitate și blorbă'],
  sl: ['Kakovost in zaupanje', 'Kakovost in blorba'],
};

/** An invoice issued under a proforma, where its word is inflected. */
const underProforma: readonly (readonly [string, string])[] = [
  ['ro', 'Factură emisă în baza facturii proforme nr. PF 71204 din 12.02.2026'],
  ['ro', 'Factură emisă în baza proformei nr. PF 71204 din 12.02.2026'],
  ['pl', 'Faktura wystawiona na podstawie proformy nr PF 71204 z 12.02.2026'],
  ['cs', 'Faktura vystavena na základě proformy č. PF 71204 ze dne 12.02.2026'],
];

/** Words in the print of a heading above the parties of an invoice whose number nothing but a label names. */
const under = (heading: Word[], language = 'en') => {
  const printed = printedTitles[language]!;
  return high(read([...heading, ...run(`${printed.invoice} 2026-1204`, 60, 60, 18), ...body(printed)]));
};
const untitled = (...prints: Word[][]) =>
  high(read([...run('Invoice no.: 2026-1204', 60, 60), ...prints.flat(), ...body(printedTitles.en!)]));

it('has a slogan of every language of the lexicon', () => {
  expect(Object.keys(slogans).sort()).toEqual(lexicon().map(({ language }) => language));
});

describe('what is set large or by itself on an invoice takes nothing', () => {
  it('where it is the half of a sentence that names the register of companies, and every word of it is known', () => {
    const entered = (text: string) =>
      high(
        read([
          ...run('FAKTURA:', 60, 60),
          ...run('2026-1204', 120, 60),
          ...run(text, 330, 60),
          ...body(printedTitles.cs!),
        ]),
      );
    expect(entered('Společnost zapsaná v obchodním rejstříku')).toContain('total_amount');
    expect(entered('Společnost blorbovaná v obchodním rejstříku')).toEqual([]);
  });

  it.each(Object.entries(slogans))('where it is a slogan, and no word more, in %s', (language, [slogan, other]) => {
    expect(under(bold(run(slogan, 330, 60, 14)), language)).toContain('total_amount');
    expect(under(bold(run(other, 330, 60, 14)), language)).toEqual([]);
  });

  it.each(underProforma)('where it tells the proforma that the invoice follows, in %s: %s', (language, sentence) => {
    const printed = printedTitles[language]!;
    const title = run(`${printed.invoice} 2026-1204`, 60, 75, 12);
    const found = read([...run(sentence, 60, 40, 18), ...title, ...body(printed)]);
    expect(found.invoice.invoice_number).toBe('2026-1204');
    expect(high(found)).toContain('total_amount');
  });

  it.each([
    ['a term of payment', 'Payment within 5 bank days', 'Payment within 5 blorb days'],
    ['a day without its year', '22 February', '22 blorbuary'],
    ['the code of a way to pay', '30 - Bank transfer', '30 - Blorb transfer'],
    ['a number by itself', 'INV71204', 'BLORB71204'],
    ['a group of EN 16931', 'Payment instructions (BG-16)', 'Payment instructions (XY-16)'],
  ])('where it is %s', (_, explained, open) => {
    expect(untitled(run(explained, 330, 60, 14))).toContain('total_amount');
    expect(untitled(run(open, 330, 60, 14))).toEqual([]);
  });

  it('where it is half of a label that a narrow place breaks', () => {
    expect(untitled(column(330, 60, ['Payment', 'method'], 14))).toContain('total_amount');
    expect(untitled(column(330, 60, ['Payment', 'blorb'], 14))).toEqual([]);
    // Another paper's number or its title.
    expect(untitled(column(330, 60, ['Delivery', 'note no.'], 14))).toEqual([]);
  });

  it('where it is what a row of labels asks for, in their print', () => {
    const heads = (head: string, size: number) => [
      ...run(head, 60, 90, size),
      ...run('Customer no.', 200, 90, 9),
      ...run('Due date', 330, 90, 9),
      ...run('71204', 200, 102, 9),
      ...run('17.03.2026', 330, 102, 9),
    ];
    expect(untitled(heads('Subject', 9))).toContain('total_amount');
    expect(untitled(heads('Blorb', 9))).toEqual([]);
  });

  it('where it stands in the middle under its label', () => {
    const code = (label: string) => [...run(label, 320, 90, 9), ...run('BLORBZGR', 336, 102, 9)];
    expect(under(code('Order reference'))).toContain('total_amount');
    expect(under(code('Zgrunt frumbel'))).toEqual([]);
  });
});
