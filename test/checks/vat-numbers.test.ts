import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkVatNumber, isVatNumber, normaliseBuyerVat, vatCountries } from '../../server/checks/vat-numbers.ts';

describe('the buyer number a client sends (decisions.md, order of checks)', () => {
  test.each([
    ['RO18547290', 'RO18547290'],
    ['18547290', 'RO18547290'],
    [' ro 185.472-90 ', 'RO18547290'],
    ['RO16702141', 'RO16702141'],
    ['19', 'RO19'],
    ['1630615123457', 'RO1630615123457'],
    ['RO 1630615123457', 'RO1630615123457'],
    ['DE271483066', 'DE271483066'],
    ['de 271 483 066', 'DE271483066'],
    ['DE136695977', 'DE136695977'],
    ['EL094259216', 'EL094259216'],
    ['GR094259216', 'EL094259216'],
    ['XI980780684', 'XI980780684'],
    ['ATU13585627', 'ATU13585627'],
    ['NL004495445B01', 'NL004495445B01'],
    ['IE6433435F', 'IE6433435F'],
  ])('%j is taken as %s', (text, normalised) => {
    expect(normaliseBuyerVat(text)).toBe(normalised);
  });

  test.each([
    ['', 'is empty'],
    ['RO', 'is only a prefix'],
    ['18547291', 'has a wrong check digit'],
    ['RO18547291', 'has a wrong check digit'],
    ['RO018547290', 'starts with a zero'],
    ['1630615123456', 'is a CNP with a wrong check digit'],
    ['0000000000000', 'is the anonymous consumer'],
    ['12345678901', 'has eleven digits'],
    ['GB980780684', 'is outside the EU'],
    ['CHE107787577', 'is outside the EU'],
    ['US123456789', 'is outside the EU'],
    ['DE12345678', 'is one digit short'],
    ['DE2714830661', 'is one digit long'],
    ['U13585627', 'has no prefix'],
    ['B64717838', 'has no prefix'],
    ['ROABC', 'is not a number'],
    ['RO18547290; DROP', 'has something behind it'],
  ])('%j %s and is refused', (text) => {
    expect(normaliseBuyerVat(text)).toBeNull();
  });

  test('any text gives null or a number that is its own normal form', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.tuple(fc.constantFrom('RO', 'DE', 'HU', ''), fc.nat()).map(([p, n]) => `${p}${n}`),
        ),
        (text) => {
          const normalised = normaliseBuyerVat(text);
          if (normalised === null) return;
          expect(normalised).toMatch(/^[A-Z]{2}[A-Z0-9+*]{2,13}$/);
          expect(normaliseBuyerVat(normalised)).toBe(normalised);
          expect(normaliseBuyerVat(` ${normalised.toLowerCase()}.`)).toBe(normalised);
        },
      ),
    );
  });

  test('of the ten numbers that differ in the last digit of a CUI exactly one is taken', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (front) => {
        const taken = Array.from({ length: 10 }, (_, digit) => normaliseBuyerVat(`${front}${digit}`)).filter(Boolean);
        expect(taken).toHaveLength(1);
      }),
    );
  });
});

describe('a number as it is printed', () => {
  const good = [
    ['DE271483066', 'DE'],
    ['FR23334175221', 'FR'],
    ['IT00743110157', 'IT'],
    ['ESB64717838', 'ES'],
    ['ES54362315K', 'ES'],
    ['HU12892312', 'HU'],
    ['BG175074752', 'BG'],
    ['PL8567346215', 'PL'],
    ['NL004495445B01', 'NL'],
    ['NL002455799B11', 'NL'],
    ['GB980780684', 'GB'],
    ['XI980780684', 'XI'],
    ['ATU13585627', 'AT'],
    ['BE0428759497', 'BE'],
    ['CZ25123891', 'CZ'],
    ['SK2022749619', 'SK'],
    ['HR33392005961', 'HR'],
    ['SI50223054', 'SI'],
    ['PT501964843', 'PT'],
    ['EL094259216', 'EL'],
    ['RO18547290', 'RO'],
    ['CHE107787577', 'CHE'],
    ['NO995525828', 'NO'],
  ] as const;

  test.each(good)('%s passes its check digit', (text, country) => {
    expect(checkVatNumber(text)).toEqual({
      country,
      normalised: text,
      body: text.slice(country.length),
      prefixed: true,
      shapeOk: true,
      checkDigitOk: true,
    });
  });

  test.each(good)('%s with one digit changed keeps its shape and fails', (text) => {
    const at = 6; // a digit in every one of them that its check digit covers
    const spoiled = `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`;
    expect(checkVatNumber(spoiled)).toMatchObject({ checkDigitOk: false });
  });

  test.each([
    ['CHE-107.787.577 MWST', 'CHE107787577'],
    ['NO 995 525 828 MVA', 'NO995525828'],
    ['BE 428.759.497', 'BE0428759497'],
    ['HU12892312-2-42', 'HU12892312'],
    ['GR 094259216', 'EL094259216'],
  ])('%j loses what is no part of it', (text, normalised) => {
    expect(checkVatNumber(text)).toMatchObject({ normalised, checkDigitOk: true });
  });

  test('a number without a prefix is read as of the assumed country and stays without', () => {
    expect(checkVatNumber('18547290')).toBeNull();
    expect(checkVatNumber('18547290', 'RO')).toEqual({
      country: 'RO',
      normalised: '18547290',
      body: '18547290',
      prefixed: false,
      shapeOk: true,
      checkDigitOk: true,
    });
    expect(checkVatNumber('12892312-2-42', 'HU')).toMatchObject({ normalised: '12892312', checkDigitOk: true });
  });

  test('it never throws, and a passed check digit implies the shape', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(null, ...vatCountries), (text, country) => {
        const check = checkVatNumber(text, country);
        if (check?.checkDigitOk) expect(check.shapeOk).toBe(true);
      }),
    );
  });
});

test.each([
  ['RO18547290', true],
  // Other countries' invoices print their numbers without the country.
  ['B12345674', true],
  ['12345676-2-41', true],
  ['B12345675', false],
  ['DE136695977', false],
  ['ABC', false],
])('%s is some country’s VAT number: %s', (text, is) => {
  expect(isVatNumber(text)).toBe(is);
});
