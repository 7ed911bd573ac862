import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutEnd } from '../../server/checks/without-end.ts';

test.each([
  ['Cluj, ;', /[\s,;]/u, 'Cluj'],
  [',;,', /[\s,;]/u, ''],
  ['', /0/, ''],
  ['1𝐀--', /[^\p{L}\p{N}]/u, '1𝐀'],
  ['1😀😀', /[^\p{L}\p{N}]/u, '1'],
])('%j without %s at its end is %j', (text, letter, expected) => {
  expect(withoutEnd(text, letter)).toBe(expected);
});

test('says what the expression says that takes the square of the time', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ',', ';', ' ', '😀') }), (text) => {
      expect(withoutEnd(text, /[\s,;😀]/u)).toBe(text.replace(/[\s,;😀]+$/u, ''));
    }),
  );
});

test('takes a megabyte in time', () => {
  expect(withoutEnd(','.repeat(1024 * 1024), /,/)).toBe('');
});
