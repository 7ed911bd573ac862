import { describe, expect, it } from 'vitest';
import { targets } from '../../server/exports/targets.ts';
import { wordsIn } from '../../server/exports/words.ts';
import { ownCompany } from '../helpers/booked.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { settings, write } from './written-files.ts';

describe('what is doubtful', () => {
  /** Why each is left out, in every program of accounts. */
  const refused: Record<string, string> = {
    'another company': 'other_company',
    'company unknown': 'company_unknown',
    misaddressed: 'misaddressed',
    'in doubt': 'unconfirmed_doubt',
    'sums that do not close': 'sums_do_not_close',
    'no rates at all': 'no_rates',
    'reverse charge without VAT or lines': 'no_rates',
    'exempt without VAT': 'no_rates',
    'untaxed for no reason': 'no_category',
  };

  it.each(Object.entries(refused))('%s is left out, and said why', async (kind, code) => {
    for (const target of targets.filter(({ perCompany }) => perCompany)) {
      const { files, problems } = await target.write([kindsOfInvoices()[kind]!], settings);
      expect(files, target.name).toEqual([]);
      expect(problems, target.name).toMatchObject([{ code, blocking: true }]);
    }
  });

  it('says of reverse charge whether all of it cannot be written, or only beside other VAT', async () => {
    const saidOf = async (target: string, kind: string) =>
      (await write(target, [kindsOfInvoices()[kind]!])).problems.map(({ code }) => code);
    expect(await saidOf('winmentor', 'reverse charge')).toEqual(['reverse_charge']);
    expect(await saidOf('saga', 'reverse charge')).toEqual([]);
    expect(await saidOf('saga', 'reverse charge beside VAT')).toEqual(['reverse_charge_in_part']);
  });

  it('never leaves the others out', async () => {
    const all = Object.values(kindsOfInvoices());
    for (const target of targets) {
      const { files, problems } = await target.write(all, {
        ...settings,
        company: target.perCompany ? ownCompany : null,
      });
      const written = new Set(files.flatMap(({ documents }) => documents));
      const blocked = new Set(problems.filter(({ blocking }) => blocking).map(({ document }) => document));
      for (const { id } of all) expect(written.has(id), target.name).toBe(!blocked.has(id));
    }
  });

  it('has a sentence for every reason in both languages', async () => {
    for (const target of targets) {
      const { problems } = await target.write(Object.values(kindsOfInvoices()), settings);
      for (const { code } of problems)
        for (const language of ['ro', 'en'] as const)
          expect(wordsIn(language).of(`exportProblem.${code}`)).toMatch(/\S/);
    }
  });
});
