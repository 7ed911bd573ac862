import { expect, test } from 'vitest';
import { amountInWords } from '../../server/engine/candidates/amounts-in-words.ts';

test.each([
  ['Adică: două mii o sută treizeci și patru lei și 50 bani', '2134.5', true],
  ['douămiiosutătreizecișipatru lei', '2134', false],
  ['azaz egymillió-kétszázharmincnégyezer-ötszázhatvanhét forint', '1234567', false],
  ['Словом: две хиляди сто и двадесет лева и 5 ст.', '2120.05', true],
  ['Słownie: dwadzieścia jeden tysięcy trzysta czterdzieści pięć złotych 07/100', '21345.07', true],
  ['Slovy: dvatisícetřistačtyřicetpět korun', '2345', false],
  ['Slovom: dvestotridsaťjeden eur a desať centov', '231.1', true],
  ['Slovima: dvije tisuće tristo osamdeset jedan euro i trideset centi', '2381.3', true],
  ['z besedo: dvesto petindvajset evrov', '225', false],
  ['in Worten: zweitausendeinhundertdreißig Euro', '2130', false],
  ['zegge: tweeduizend honderdeenentwintig euro en vijftig cent', '2121.5', true],
  ['en lettres : quatre-vingt-onze euros et soixante-dix-sept centimes', '91.77', true],
  ['Arrêtée la présente facture à la somme de mille deux cent soixante et onze euros', '1271', false],
  ['Son: mil doscientos veintiún euros con cinco céntimos', '1221.05', true],
  ['por extenso: dois mil cento e trinta e quatro euros e cinquenta cêntimos', '2134.5', true],
  ['in lettere: milleduecentoventotto euro', '1228', false],
  ['ολογράφως: δύο χιλιάδες εκατόν τριάντα ευρώ και πενήντα λεπτά', '2130.5', true],
  ['In words: two thousand and one pounds and nine pence', '2001.09', true],
])('%s', (text, value, saysCents) => {
  const { amount } = amountInWords(text);
  expect(amount?.value.toString()).toBe(value);
  expect(amount?.saysCents).toBe(saysCents);
});

test.each([
  'two of them',
  'twenty five thirty euros',
  'a million thousand lei',
  'o sută de ani de tradiție nu se uită',
  'one',
  '',
  `${'treizeci'.repeat(300)} lei`,
])('no amount: %s', (text) => {
  expect(amountInWords(text).amount?.value.toString() ?? null).toBe(text.startsWith('o sută') ? '100' : null);
});
