import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findIbans, ibanLength, isBic } from '../../server/checks/iban.ts';

describe('IBANs', () => {
  it.each([
    ['IBAN: RO49 AAAA 1B31 0075 9384 0000', 'RO49AAAA1B31007593840000'],
    ['RO49AAAA1B31007593840000, Banca', 'RO49AAAA1B31007593840000'],
    ['(DE89 3704 0044 0532 0130 00)', 'DE89370400440532013000'],
  ])('finds the number in %s', (text, iban) => {
    expect(findIbans(text)).toMatchObject([{ iban, valid: true }]);
  });

  it('says when the check digits are wrong', () => {
    expect(findIbans('RO49 AAAA 1B31 0075 9384 0001')).toMatchObject([{ valid: false }]);
  });

  it('takes nothing that is shorter or longer than the country has', () => {
    expect(findIbans('RO49 AAAA 1B31 0075')).toEqual([]);
    expect(findIbans('RO49AAAA1B310075938400001')).toEqual([]);
    expect(findIbans('XX12 3456 7890 1234 5678')).toEqual([]);
    expect(ibanLength('RO')).toBe(24);
  });

  it('takes no words of letters where the country has digits alone', () => {
    expect(findIbans('CUPS ES04 2210 8004 4040 52PW 0009')).toEqual([]);
    expect(findIbans('IBAN RO49 AAAA 1B31 0075 9384 0000')).toHaveLength(1);
  });

  it('takes no VAT number with the label of an account behind it', () => {
    expect(findIbans('btw NL123456782B12 NL91 ABNA 0417 1643 00')).toMatchObject([
      { iban: 'NL91ABNA0417164300', valid: true },
    ]);
    expect(findIbans('Btw-nr: NL123456782B12 IBAN: NL91ABNA0417164300')).toMatchObject([
      { iban: 'NL91ABNA0417164300', valid: true },
    ]);
  });

  it('notices every single wrong digit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, step) => {
        const good = 'DE89370400440532013000';
        const bad = good.slice(0, at) + ((Number(good[at]) + step) % 10) + good.slice(at + 1);
        expect(findIbans(bad)).toMatchObject([{ valid: false }]);
      }),
    );
  });

  it('tells a bank code from a word', () => {
    expect(isBic('BTRLRO22')).toBe(true);
    expect(isBic('FACTURAX')).toBe(false);
  });
});
