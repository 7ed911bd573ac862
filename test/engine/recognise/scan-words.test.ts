import { expect, it } from 'vitest';
import { restoreNumeroSigns, wordsOfScan } from '../../../server/engine/recognise/scan-words.ts';

const read = (line: string[]) =>
  line.map((text, index) => {
    return { text, x: index * 90, y: 100, width: 80, height: 20, confidence: 0.9, line: 0, bold: false };
  });
const texts = (...line: string[]): string[] => wordsOfScan(read(line), 0.3).map(({ text }) => text);
const signs = (...line: string[]): string[] => restoreNumeroSigns(read(line)).map(({ text }) => text);

it('takes what stands before a number and is no word for the sign of a number', () => {
  expect(signs('ФАКТУРА', 'Ме', '0004711')).toEqual(['ФАКТУРА', '№', '0004711']);
  expect(signs('Rechnung', 'Ne', 'R-4711')).toEqual(['Rechnung', '№', 'R-4711']);
  expect(signs('facture', 'n2', '2024-017')).toEqual(['facture', '№', '2024-017']);
  expect(signs('azot', 'N2', 'tehnic')).toEqual(['azot', 'N2', 'tehnic']);
});

it('gives words without the spaces that the engine reads into them', () => {
  expect(texts(' Fita', 'de ')).toEqual(['Fita', 'de']);
});

it('leaves out signs of currency of their own that may as well be figures', () => {
  const sign = { text: '$', x: 0, y: 100, width: 20, height: 20, line: 0, bold: false };
  const signsRead = [0.72, 0.92].map((confidence, index) => ({ ...sign, x: index * 40, confidence }));
  expect(wordsOfScan(signsRead, 0.3).map(({ confidence }) => confidence)).toEqual([0.92]);
});

it('gives words without what is seen of rules beside them and quotation marks that nothing closes', () => {
  expect(texts('|Lapte', '8.000|', '[100|', '“Furnizor', 'X')).toEqual(['Lapte', '8.000', '100', 'Furnizor', 'X']);
  expect(texts('|BAN:', '[KL034]', '„Fabrica“')).toEqual(['|BAN:', '[KL034]', '„Fabrica“']);
});

it('gives words with what a second reader saw of them', () => {
  const [alike, other] = read(['78160', '12.50']);
  const given = wordsOfScan(
    [
      { ...alike!, alike: '78160' },
      { ...other!, other: '72.50' },
    ],
    0.3,
  );
  expect(given.map((word) => [word.alike, word.other])).toEqual([
    ['78160', undefined],
    [undefined, '72.50'],
  ]);
});
