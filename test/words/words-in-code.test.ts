import { describe, expect, it } from 'vitest';
import { wordsInCode, wordsInFolders } from './words-in-code.ts';

const wordsOf = (program: string): string[] => wordsInCode('server/engine/made-up.ts', program).map(({ word }) => word);

describe('words of languages in the code', () => {
  it('are none where pages are read and shown', () => {
    expect(wordsInFolders(['server/engine', 'renderer'])).toEqual([]);
  });

  it.each([
    ['a word in a list', "const words = new Set(['rechnung', 'po']);", ['rechnung']],
    ['a word in an expression', 'const days = /\\d+ (zile|tage)/u;', ['zile', 'tage']],
    ['an English word in an expression', 'const printed = /^printed|payment$/;', ['printed', 'payment']],
    ['a word behind a class of characters', 'const street = /[A-Z]strada/;', ['strada']],
    ['a short word in an expression', 'const number = /\\b(nr|no)\\b/i;', ['nr', 'no']],
    ['a word with a choice of letters', 'const bank = /\\bban[ck]a/iu;', ['banca']],
    ['letters outside ASCII, in the lexicon or not', "const a = 'žlutý'; const b = /дне/;", ['žlutý', 'дне']],
    ['a piece of a template', `const a = \`\${b} facturii \${c} seria\`;`, ['facturii', 'seria']],
    ['text between tags', "const a = { label: 'Nummer der Rechnung' };", ['Nummer', 'Rechnung']],
  ])('are found: %s', (_, program, words) => {
    expect(wordsOf(program)).toEqual(words);
  });

  it.each([
    ['names of the program', "const a: 'invoice_number' = 'invoice_number'; const b = 'totalAmount';"],
    ['sentences in English', "throw new Error('The file has no invoice and no total.');"],
    ['paths of fields', 'const a = /^vendor\\.name$/;'],
    ['flags of an expression, and codes', 'const a = /^RO(HU)?$/gu; const b = /^M{2}$/im;'],
    ['types and imports', "import a from './serie.ts'; type B = 'serie';"],
    ['letters by themselves, and classes of them', "const a = /[ăâîșț]/u; const b = 'ß';"],
  ])('are not %s', (_, program) => {
    expect(wordsOf(program)).toEqual([]);
  });
});
