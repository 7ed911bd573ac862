import { expect, it } from 'vitest';
import { run, runTo } from '../../helpers/printed-page.ts';
import { amounts, sums, totalsOf } from './printed-sums.ts';

it('what a discount below it is still taken off is no total, though it is called one', () => {
  const found = totalsOf(
    sums(['Subtotaal (incl. btw)', '€ 160,00'], ['Korting', '€ -16,00'], ['Totaal incl. btw', '€ 144,00']),
  );
  expect(amounts(found)).toMatchObject({ total: 144 });
});

it('what a credit note gives back is its total', () => {
  const found = totalsOf(sums(['Osnovica', '-80,00 EUR'], ['PDV 25%', '-20,00 EUR'], ['Za povrat', '-100,00 EUR']));
  expect(amounts(found)).toMatchObject({ net: -80, vat: -20, total: -100 });
});

it('what VAT is counted on is no sum with it, though it stands under a column of those', () => {
  const heads = [...run('Descriere', 40, 300), ...runTo('Valoare', 480, 300), ...runTo('Total cu TVA', 560, 300)];
  const line = [...run('Mobilier', 40, 316), ...runTo('200,00', 480, 316), ...runTo('242,00', 560, 316)];
  const below = [
    ...[...run('Baza', 430, 350), ...runTo('200,00 lei', 560, 350)],
    ...[...run('TVA', 430, 366), ...runTo('42,00 lei', 560, 366)],
    ...run('TOTAL 242,00 lei', 480, 382),
  ];
  expect(amounts(totalsOf([...heads, ...line, ...below]))).toMatchObject({ net: 200, vat: 42, total: 242 });
});
