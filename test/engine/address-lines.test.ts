import { describe, expect, it } from 'vitest';
import { isAddress } from '../../server/engine/parties/address-text.ts';
import { companyNameEnd } from '../../server/engine/parties/company-name.ts';

describe('a line of print', () => {
  it.each(['PE7 1AE', 'Wiedner Gürtel 44/9', '29 HIGH CAUSEWAY', 'Bd Lunca 12'])('%s is of an address', (text) => {
    expect(isAddress(text)).toBe(true);
  });

  it.each(['Repairs since 1954 - servicing of all makes', '41 77 (appel et service compris)'])(
    '%s is of none',
    (text) => {
      expect(isAddress(text)).toBe(false);
    },
  );

  it.each([
    'Str. Morii FN',
    'Strada Gării f.n., sat Valea Mare',
    'VIA DANTE SNC',
    'Via dei Mille, snc - Zona artigianale',
    'Calle Mayor s/n',
    'Rua Direita, s/n',
    'ul. Vukovarska bb',
  ])('%s is of an address whose house has no number, and no company', (text) => {
    expect(isAddress(text)).toBe(true);
    expect(companyNameEnd(text)).toBeNull();
  });

  it('has no company in the plate of a car', () => {
    expect(companyNameEnd('BA 204 KD')).toBeNull();
    expect(companyNameEnd('EČV: BA 204 KD stav km: 48 310')).toBeNull();
    expect(companyNameEnd('Nordal 204 KD')).toBe(13);
  });

  it('ends a company’s name with the letters for a house without a number, written as a legal form', () => {
    expect(companyNameEnd('Via Veneto Pelletterie S.n.c.')).toBe(29);
    expect(companyNameEnd('Strada Bianca Snc di Rossi & C.')).toBe(17);
    expect(companyNameEnd('Nordal SNC')).toBe(10);
  });
});
