import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import { isOtherUnit, unitCode } from '../../../server/engine/witnesses/units.ts';
import { cii, hybrid, printed, sample, ubl } from './hybrid.ts';

const read = (word: string, xml: string) =>
  decide(hybrid(printed(sample, word), xml), { vat: 'RO18547290', name: null }, '2026-11-21');

describe('a printed unit and a code', () => {
  it.each([
    ['buc.', 'H87', false],
    ['Stk.', 'C62', false],
    ['szt.', 'EA', false],
    ['бр.', 'XPP', false],
    ['Set', 'C62', false],
    ['m²', 'MTK', false],
    ['m.p.', 'MTK', false],
    ['KGM', 'KGM', false],
    ['h', 'HUR', false],
    // A word of two meanings is none of another unit's.
    ['ml', 'MLT', false],
    ['ml', 'MTR', false],
    // Unknown on either side: nothing is said.
    ['Gebinde X', 'KGM', false],
    ['kg', 'ZZ', false],
    ['', 'KGM', false],
    ['kg', '', false],
    ['kg', 'MTR', true],
    ['kg', 'GRM', true],
    ['kg', 'C62', true],
    ['ore', 'DAY', true],
    ['m²', 'MTQ', true],
    ['cutie', 'H87', true],
    ['C62', 'KGM', true],
    ['ml', 'KGM', true],
  ])('%s, %s: another unit %s', (word, code, expected) => expect(isOtherUnit(word, code)).toBe(expected));

  it('are the same for every word of the lexicon, whatever its case, and its code', () => {
    for (const { language, units } of lexicon()) {
      for (const [code, words] of Object.entries(units)) {
        for (const word of words) {
          expect(isOtherUnit(word, code), `${language} ${word}`).toBe(false);
          expect(isOtherUnit(`${word.toUpperCase()}.`, code), `${language} ${word}`).toBe(false);
        }
      }
    }
  });
});

/** Those of Recommendation 20 and 21 that are in force, as far as a printed unit can mean them. */
const inForce = new Set(
  (
    'ANN C62 CMT DAY DMQ E48 E49 E51 EA GRM H87 HUR KGM KMT KT KWH LM LS LTR MGM MIN MLT MMT MON MTK MTQ MTR MWH NAR P1 PR SET ' +
    'TNE WEE XBG XBO XBX XCS XCT XPA XPC XPK XPP XPX XRO'
  ).split(' '),
);

describe('the code of a printed unit', () => {
  it('is one in force, for every word of the lexicon and every code', () => {
    const printed = lexicon().flatMap(({ units }) =>
      Object.entries(units).flatMap(([code, words]) => [code, ...words]),
    );
    for (const text of [...printed, ...inForce]) {
      const code = unitCode(text, 'RO');
      if (code !== null) expect(inForce, `${text} is ${code}`).toContain(code);
    }
  });

  it.each([
    ['pereche', 'PR'],
    ['NPR', 'PR'],
    ['PCE', 'H87'],
    ['BX', 'XBX'],
    ['CT', 'XBX'],
    ['PK', 'XPK'],
    ['KTM', 'KMT'],
    ['EA', 'EA'],
  ])('%s is %s', (text, code) => expect(unitCode(text)).toBe(code));
});

describe.each([
  ['CII', cii],
  ['UBL', ubl],
])('the unit of a line in %s', (_, write) => {
  const xml = write(sample);
  const unit = /unitCode="(H87)"/g;

  it('is no mismatch where the page has a word for it, which confirms little', () => {
    const { invoice, fields, warnings } = read('Stk.', xml);
    expect(warnings).not.toContain('einvoice_mismatch');
    expect(invoice.line_items[0]?.unit).toBe('Stk.');
    expect(fields['line_items.0.unit']).toMatchObject({ confidence: 'medium', evidence: ['labelled'] });
  });

  it('is confirmed where the page prints the code itself', () => {
    expect(read('H87', xml).fields['line_items.0.unit']?.confidence).toBe('high');
  });

  it.each([0, 1, 2])('is flagged where it is altered, in line %i', (index) => {
    for (const code of ['KGM', 'MTR', 'HUR', 'XBX', 'LTR']) {
      let at = 0;
      const altered = xml.replace(unit, (own) => (at++ === index ? `unitCode="${code}"` : own));
      const { invoice, fields, warnings } = read('Stk.', altered);
      expect(warnings).toContain('einvoice_mismatch');
      expect(invoice.quality_flags.notes).toContain(`line_items.${index}.unit`);
      expect(invoice.line_items[index]?.unit).toBe('Stk.');
      expect(fields[`line_items.${index}.unit`]?.confidence).toBe('low');
      expect(fields[`line_items.${index}.total`]?.confidence).toBe('high');
    }
  });
});
