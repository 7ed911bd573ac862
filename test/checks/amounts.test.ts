import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideNumberStyle, parseNumber } from '../../server/checks/amounts.ts';

const value = (text: string, decimal?: ',' | '.') =>
  parseNumber(text, decimal ? { decimal, certainty: 5 } : null)?.value.toString() ?? null;

/** Writes a whole number of cents the way a convention prints it. */
const print = (cents: bigint, group: string, decimal: string) => {
  const digits = cents.toString().padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group);
  return `${whole}${decimal}${digits.slice(-2)}`;
};

describe('printed numbers', () => {
  it.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['1\u202f234\u202f567,89', '1234567.89'],
    ["1'234.56", '1234.56'],
    ['1’234’567.05', '1234567.05'],
    ['12,5', '12.5'],
    ['0,4500', '0.45'],
    ['.50', '0.5'],
    ['1.234.567', '1234567'],
    ['€ 10,-', '10'],
    ['10,--', '10'],
    ['12,50-', '-12.5'],
    ['-12,50', '-12.5'],
    ['− 12,50', '-12.5'],
    ['(12.50)', '-12.5'],
    ['€12.50', '12.5'],
    ['-€12.50', '-12.5'],
    ['€ -12.50', '-12.5'],
    ['12,50 lei', '12.5'],
    ['12,50RON', '12.5'],
    ['1 250 Ft', '1250'],
    ['12 ,50', '12.5'],
    ['1.234, 56', '1234.56'],
    ['21%', '21'],
    ['19,00 %', '19'],
  ])('reads %s as %s', (text, expected) => expect(value(text)).toBe(expected));

  it.each(['12.05.2025', '12-05-2025', 'A12', '1.23.456', '', 'EUR', '1,2,3', '12/13', '12 34,50', '1.2345,6'])(
    'does not take %s for a number',
    (text) => expect(value(text)).toBeNull(),
  );

  it('lets the document decide 1.234 and offers the other reading', () => {
    expect(value('1.234', ',')).toBe('1234');
    expect(value('1.234', '.')).toBe('1.234');
    expect(value('1,234', '.')).toBe('1234');
    expect(parseNumber('1.234', { decimal: ',', certainty: 3 })?.otherwise?.toString()).toBe('1.234');
    expect(parseNumber('0.234')?.otherwise).toBeNull();
  });

  it('knows percent signs and currencies', () => {
    expect(parseNumber('21 %')).toMatchObject({ percent: true });
    expect(parseNumber('***1.234,56 €')).toMatchObject({ currency: 'EUR', decimals: 2 });
    expect(value('*48,50€', ',')).toBe('48.5');
    expect(value('**1.234,56**', ',')).toBe('1234.56');
    expect(value('*48')).toBeNull();
    expect(value('3*48,50', ',')).toBeNull();
    expect(parseNumber('100,00 €')).toMatchObject({ currency: 'EUR', percent: false });
    expect(parseNumber('CHF 100.00')).toMatchObject({ currency: 'CHF' });
  });

  it('forgives letters for digits only when asked', () => {
    expect(value('1O0,5O')).toBeNull();
    expect(parseNumber('1O0,50', null, true)?.value.toString()).toBe('100.5');
    expect(parseNumber('#27,00', null, true)?.value.toString()).toBe('27');
    expect(parseNumber('x27,00', null, true)).toBeNull();
  });

  it('reads back every amount in every convention, with its own style decided from the page', () => {
    const conventions = fc.constantFrom(
      ['.', ','],
      [',', '.'],
      [' ', ','],
      ['\u202f', ','],
      ["'", '.'],
      ['', ','],
      ['', '.'],
    );
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 11n), conventions, fc.boolean(), (cents, [group, decimal], negative) => {
        const text = `${negative ? '-' : ''}${print(cents, group!, decimal!)}`;
        const read = parseNumber(text, decideNumberStyle([text]));
        expect(read?.value.mul(100).abs().toFixed(0)).toBe(cents.toString());
        expect(read?.decimals).toBe(2);
      }),
    );
  });

  it('never throws and never invents digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.boolean(), (text, ocr) => {
        const read = parseNumber(text, null, ocr);
        if (read && !ocr) {
          const digits = text.replace(/\D/g, '').replace(/^0+/, '');
          const given = read.value.abs().toFixed(read.decimals).replace(/\D/g, '').replace(/^0+/, '');
          if (/^[\x20-\x7e]*$/.test(text)) expect(given).toBe(digits);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the number style of a document', () => {
  it('follows the majority of unambiguous numbers', () => {
    expect(decideNumberStyle(['1.000', '12,50', '3,75', '1.234,00', 'Total'])).toMatchObject({ decimal: ',' });
    expect(decideNumberStyle(['1,000', '12.50', '3.75', '19%'])).toMatchObject({ decimal: '.' });
  });

  it('is not certain without evidence', () => {
    expect(decideNumberStyle(['1.000', 'abc', '17']).certainty).toBe(0);
  });

  it.each<[string[], ',' | '.', boolean]>([
    [['1.234,56', '10.30'], ',', true],
    [['1.234.567', '1.234'], ',', true],
    [['12,50', '3,75', '1.234'], ',', true],
    // One may be a time of day, and two that differ settle nothing.
    [['10.30', '$327.711'], ',', false],
    [['12,50', '3.75', '8.10', '1.234'], '.', false],
    [['$327.711', '$62.265', '1.00'], ',', false],
  ])('decides from %j for the decimal %s, for certain: %s', (texts, decimal, settled) => {
    expect(decideNumberStyle(texts)).toMatchObject({ decimal, settled });
  });
});
