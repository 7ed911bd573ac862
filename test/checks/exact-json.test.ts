import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExactly, writtenText } from '../../server/checks/exact-json.ts';

describe('JSON that is written again as it was', () => {
  test.each([
    '1.10',
    '1.0',
    '-0.0',
    '1e2',
    '1E+2',
    '12345678901234567890',
    '9007199254740993',
    '0.1000',
    '"1.10"',
    'null',
    '[1.50,{"a":2.50}]',
  ])('%s', (text) => {
    expect(JSON.stringify(parseExactly(text))).toBe(text);
    expect(JSON.stringify(parseExactly(JSON.stringify(parseExactly(text))))).toBe(text);
  });

  test('whatever JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const text = JSON.stringify(JSON.parse(json));
        expect(JSON.stringify(parseExactly(text))).toBe(text);
      }),
    );
  });

  test('numbers that print as they were written stay numbers', () => {
    expect(parseExactly('{"a":1.5,"b":7}')).toEqual({ a: 1.5, b: 7 });
  });

  test('the length of a value is that of what was written', () => {
    const { a, b, c } = parseExactly('{"a":"xy","b":1.500,"c":7}') as Record<string, unknown>;
    expect([a, b, c].map((value) => writtenText(value).length)).toEqual([2, 5, 0]);
  });
});
