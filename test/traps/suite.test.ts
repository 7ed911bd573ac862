import { expect, test } from 'vitest';
import { isBic, isIban } from '../../server/checks/iban.ts';
import { checkVatNumber } from '../../server/checks/vat-numbers.ts';
import { causes } from './recipes/recipe.ts';
import { type Trap, trapsOf, turnsOf } from './suite.ts';
import { halves, languages } from './words.ts';

const all = halves.flatMap(trapsOf);
const named = ({ half, name }: Trap): string => `${half} ${name}`;
const invoices = all.filter(({ truth }) => truth.invoice);

test('the pages come out the same in every run', () => {
  for (const half of halves) expect(trapsOf(half)).toEqual(trapsOf(half));
});

test('every language of each half has every cause, in at least ten looks', () => {
  for (const half of halves) {
    const own = all.filter((trap) => trap.half === half);
    expect(new Set(own.map(({ look }) => look)).size, half).toBeGreaterThanOrEqual(10);
    for (const language of languages) {
      const present = new Set(own.filter((trap) => trap.language === language).map(({ cause }) => cause));
      expect([...present].sort(), `${half} ${language}`).toEqual(causes.toSorted());
    }
  }
});

test('the pages that are read in turns have every recipe in every language, each once', () => {
  const key = ({ cause, recipe, language }: Trap): string => `${cause} ${recipe} ${language}`;
  const turns = halves.flatMap(turnsOf).map(key);
  expect(turns.toSorted()).toEqual([...new Set(all.map(key))].sort());
});

test('names are unique, so that no file hides another', () => {
  expect(new Set(all.map(named)).size).toBe(all.length);
});

test('numbers of parties and accounts have right check digits', () => {
  for (const trap of all) {
    const { header } = trap.truth;
    const country = trap.country;
    for (const path of ['vendor.vat_number', 'customer.vat_number'])
      expect(checkVatNumber(String(header[path]), country)?.checkDigitOk, `${named(trap)} ${path}`).toBe(true);
    const { 'bank_details.iban': iban, 'bank_details.bic': bic } = header;
    if (iban !== null) expect(isIban(String(iban)), named(trap)).toBe(true);
    if (bic !== null) expect(isBic(String(bic)), named(trap)).toBe(true);
  }
});

test('true lines multiply, and true sums add up to the total', () => {
  for (const trap of invoices) {
    const { header, lines } = trap.truth;
    for (const line of lines) expect(line.quantity * line.unit_price, named(trap)).toBeCloseTo(line.total, 1);
    if (trap.cause !== 'deposits')
      expect(Number(header.subtotal) + Number(header.vat_amount), named(trap)).toBeCloseTo(
        Number(header.total_amount),
        2,
      );
  }
});

test('what is true of a page stands on it', () => {
  for (const trap of all) {
    const text = trap.html.replace(/<[^>]*>/g, '').replace(/\s/g, '');
    for (const path of [
      'vendor.name',
      'vendor.vat_number',
      'customer.name',
      'customer.vat_number',
      'bank_details.iban',
    ]) {
      const value = trap.truth.header[path];
      if (typeof value === 'string') expect(text, `${named(trap)} ${path}`).toContain(value.replace(/\s/g, ''));
    }
    const { invoice_number: number } = trap.truth.header;
    if (trap.truth.invoice && number !== null) expect(text, named(trap)).toContain(String(number));
  }
});
