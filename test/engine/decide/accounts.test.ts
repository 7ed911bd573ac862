import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import { accountPurposes, lexicon } from '../../../server/engine/lexicon/lexicon.ts';
import type { Word } from '../../../server/engine/page.ts';
import { column, invoiceTitle, opened, page, run } from '../../helpers/printed-page.ts';
import { sentences } from './account-sentences.ts';

const read = (...words: Word[][]) =>
  decide(opened(page([...invoiceTitle, ...words.flat()])), { vat: 'RO18547290', name: null }, '2026-11-21');
const confidence = ({ fields }: ReturnType<typeof read>, path: string) => fields[path]?.confidence ?? 'none';

const parties = [
  ...column(60, 160, ['Furnizor', 'Brad Alb Impex S.R.L.', 'CIF: RO16702141', 'Str. Lungă nr. 5, Iași, jud. Iași']),
  ...column(330, 160, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3, Cluj-Napoca']),
];
const account = 'RO45RZBR0000060012186372';
const bank = [`IBAN: ${account}`, 'BIC: RZBRROBU', 'Banca: Raiffeisen Bank'];
const own = 'RO07BRDE919SV32421465568';
const paths = ['bank_details.iban', 'bank_details.bic', 'bank_details.bank_name'];

describe('an account is the one to pay to as far as the page says so', () => {
  it('has sentences of every language of the lexicon', () => {
    expect(Object.keys(sentences).sort()).toEqual(lexicon().map(({ language }) => language));
  });

  describe.each(Object.entries(sentences))('in %s', (_, { payment, assignment, ...others }) => {
    it(`asks for payment: ${payment}`, () => {
      const found = read(parties, column(60, 640, [payment, ...bank]));
      expect(found.invoice.bank_details).toEqual({ iban: account, bic: 'RZBRROBU', bank_name: 'Raiffeisen Bank' });
      for (const path of paths) expect(confidence(found, path), path).toBe('high');
    });

    it.each(Object.entries(others))('is for something else, %s: %s', (_, text) => {
      const inLine = read(parties, column(60, 640, [`${text} IBAN: ${account}`, ...bank.slice(1)]));
      const under = read(parties, column(60, 640, [text, ...bank]));
      for (const found of [inLine, under])
        for (const path of paths) expect(['low', 'none'], path).toContain(confidence(found, path));
      const both = read(parties, column(60, 640, [text, ...bank]), column(60, 740, [`IBAN: ${own}`]));
      expect(both.invoice.bank_details.iban).toBe(own);
      expect(confidence(both, 'bank_details.iban')).toBe('high');
    });

    it(`is left open where the claim is another's: ${assignment}`, () => {
      const found = read(parties, column(60, 400, [assignment]), column(60, 640, [payment, ...bank]));
      for (const path of paths) expect(confidence(found, path), path).not.toBe('high');
    });
  });

  it.each(['Bancă corespondentă', 'Correspondentbank', 'Korrespondenzbank', 'Intermediary bank', 'Banca mandataria'])(
    'a code is not that of the account beside the name of another bank: %s',
    (caption) => {
      const lines = [bank[0]!, bank[2]!, `${caption}: Banca Maritimă a Dunării SA, SWIFT BRDEROBU`];
      const found = read(parties, column(60, 640, lines));
      expect(found.invoice.bank_details.bic).toBe('BRDEROBU');
      expect(confidence(found, 'bank_details.bic')).not.toBe('high');
    },
  );

  it.each([
    'Contre-remboursement encaissé par Meuse Créances SA, compte',
    'Quotas de condomínio a Tejo Cobranças SA, IBAN',
    'Blorba Dunărea Încasări SRL, IBAN',
  ])('an account behind the name of another company is not proven to be the vendor’s: %s', (text) => {
    const found = read(parties, column(60, 640, [`${text} ${account}, BIC RZBRROBU`]));
    const vendorless = [
      ...column(330, 160, ['Client', 'Auto Test 2003 SRL', 'CIF: RO18547290', 'Calea Florești nr. 3']),
    ];
    const foot = [...column(60, 640, [`${text} ${account}, BIC RZBRROBU`]), ...column(60, 700, ['CIF: RO16702141'])];
    // The only name that could be the vendor's.
    const alone = read(vendorless, foot);
    for (const one of [found, alone]) for (const path of paths) expect(confidence(one, path), path).not.toBe('high');
  });

  it('an account is left open by a sentence with another one, also where it runs into the block of the customer', () => {
    const lines = [`Atenție, ne mutăm la ${own}`];
    const found = read(parties, column(330, 212, lines), column(60, 640, bank));
    expect(confidence(found, 'bank_details.iban')).not.toBe('high');
    const kept = read(parties, column(330, 212, [`IBAN: ${own}`]), column(60, 640, bank));
    expect(confidence(kept, 'bank_details.iban')).toBe('high');
  });

  it.each([
    ['Banca: Raiffeisen Bank Suc. Unirii', 'Raiffeisen Bank Suc. Unirii'],
    ['Banca: Nordal Bank N.V. Utrecht Suc. București', 'Nordal Bank N.V. Utrecht Suc. București'],
    ['Banca: Raiffeisen Bank. Vă mulțumim!', 'Raiffeisen Bank'],
  ])('a bank is cut at the end of a sentence and not at the dot of an abbreviation: %s', (line, name) => {
    const found = read(parties, column(60, 640, [bank[0]!, line]));
    expect(found.invoice.bank_details.bank_name).toBe(name);
  });

  it.each(['IBAN (numai persoane fizice)', 'IBAN (nur Schweiz)', 'IBAN (blorba)'])(
    'an account whose label is qualified in brackets is not the one: %s',
    (label) => {
      const found = read(parties, column(60, 640, [`${label}: ${account}`, `IBAN: ${own}`]));
      if (found.invoice.bank_details.iban === account) expect(confidence(found, 'bank_details.iban')).not.toBe('high');
      const alone = read(parties, column(60, 640, [`${label}: ${account}`]));
      expect(confidence(alone, 'bank_details.iban')).not.toBe('high');
      expect(confidence(read(parties, column(60, 640, [`IBAN (EUR): ${account}`])), 'bank_details.iban')).toBe('high');
    },
  );

  it('covers every purpose of the lexicon in every language', () => {
    for (const { language, account_purposes: purposes } of lexicon())
      for (const purpose of accountPurposes)
        expect(purposes[purpose].length, `${language} ${purpose}`).toBeGreaterThan(2);
  });

  it('is never high beside a block that nothing explains, wherever that stands', () => {
    const letters = fc.array(fc.constantFrom(...'bdfgklmnprstvz'), { minLength: 2, maxLength: 4 });
    const word = letters.map((parts) => `${parts.map((part) => `${part}u`).join('')}x`);
    const heading = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    const place = fc.record({ x: fc.constantFrom(60, 330), y: fc.integer({ min: 300, max: 780 }) });
    fc.assert(
      fc.property(heading, place, fc.boolean(), fc.boolean(), (text, { x, y }, isLabelled, hasOwn) => {
        const block = column(x, y, [text, isLabelled ? `IBAN: ${account}` : account]);
        const vendors = hasOwn && Math.abs(y - 260) > 30 ? column(60, 240, [`IBAN: ${own}`]) : [];
        const found = read(parties, vendors, block);
        const { iban } = found.invoice.bank_details;
        return iban === own || confidence(found, 'bank_details.iban') !== 'high';
      }),
      { numRuns: 60 },
    );
  });

  it.each(['Kamer van Koophandel:', 'Registrul Comerțului se plătește în'])(
    'is not explained by a label whose value is a number, without one: %s',
    (text) => {
      const found = read(parties, column(60, 640, [`${text} IBAN: ${account}`]));
      expect(confidence(found, 'bank_details.iban')).not.toBe('high');
    },
  );

  it("is not that of another bank whose name stands over it, and is the account's own under the bank's name", () => {
    const over = (line: string) =>
      confidence(read(parties, column(60, 640, [bank[0]!, bank[2]!, line, bank[1]!])), 'bank_details.bic');
    expect(over('Zprostředkující banka pro platby ze zahraničí: Komerční banka')).not.toBe('high');
    expect(over('Intermediary bank for payments from abroad: Lloyds Bank')).not.toBe('high');
    expect(over('Bank account')).toBe('high');
  });

  it.each(['Support the lifeboat crew via', 'Fax the vestry about', 'Donnez au foyer, rue'])(
    "is not explained by words that are a label's or a street's elsewhere: %s",
    (text) => {
      const found = read(parties, column(60, 640, [text, `IBAN: ${account}`]));
      expect(confidence(found, 'bank_details.iban')).not.toBe('high');
    },
  );

  it.each([
    ['transferencia a Caja Nordbank, cuenta', 'Caja Nordbank'],
    ['op ING', 'ING'],
  ])('has the name of its bank without the words of paying before it: %s', (before, name) => {
    expect(read(parties, run(`${before} ${account}`, 60, 640)).invoice.bank_details.bank_name).toBe(name);
  });

  it('has the initials of its bank in brackets behind it', () => {
    expect(read(parties, run(`IBAN: ${account} (BCR)`, 60, 640)).invoice.bank_details.bank_name).toBe('BCR');
  });

  it('has no bank in the title of an engineer', () => {
    const lines = [run('Geschäftsführer: Dipl.-Ing. Nordal', 160, 640), run('Sparkasse Nordstadt', 420, 640)];
    const found = read(parties, ...lines, run(`IBAN ${account}`, 420, 653));
    expect(found.invoice.bank_details.bank_name).toBe('Sparkasse Nordstadt');
  });

  it('a name of a bank is not known to be whole where words stand right below it', () => {
    const named = (...lines: string[]) =>
      confidence(
        read(parties, column(60, 640, [...bank.slice(0, 2), 'Banca:']), column(120, 666, lines)),
        'bank_details.bank_name',
      );
    expect(named('Raiffeisen Bank')).toBe('high');
    expect(named('Raiffeisen Bank', 'Sucursala Unirii')).not.toBe('high');
  });
});

describe('an account with hidden figures', () => {
  it.each(['ES91 2100 0418 4502 000*****', 'ES** 2100', 'RO49XXXX1B31XXXXXXXX', 'PTS0B0027004180200010*****'])(
    'is the one that is debited, and so is the bank beside it: %s',
    (hidden) => {
      const { invoice } = read(
        ...parties.map((word) => [word]),
        column(60, 400, ['Banca: Raiffeisen Bank', 'Plata: debitare directă', `Cont bancar: ${hidden}`]),
      );
      expect(invoice.bank_details).toMatchObject({ iban: null, bank_name: null });
    },
  );
});

it('has its bank under the label, whatever stands far beside that in another column', () => {
  const rows = [...run('Banka', 40, 300), ...run('Kam zboží zaslat (liší-li se od uvedeného)', 281, 300)];
  const below = [
    ...run('Moravia banka', 40, 316),
    ...run('Číslo účtu', 40, 332),
    ...run('2000145986 / 2010', 157, 332),
  ];
  expect(read(rows, below).invoice.bank_details.bank_name).toBe('Moravia banka');
});
