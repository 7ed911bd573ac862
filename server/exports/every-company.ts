import type { Booked } from '../contract/booked.ts';
import { writeOnce } from './once.ts';
import type { CompanySettings, Exported, Target } from './target.ts';

/**
 * The books of several companies at once: what a program takes for each lies in a folder that its VAT number names. An
 * invoice that is none of theirs is left out.
 * @param before documents that went there, with the paths that a person changed since
 * @param again writes those too
 */
export async function writeEach(
  target: Target,
  invoices: readonly Booked[],
  companies: readonly CompanySettings[],
  before: ReadonlyMap<string, { changed: readonly string[] }>,
  again: boolean,
): Promise<Exported> {
  const whose = Map.groupBy(invoices, ({ buyerVat }) => buyerVat);
  const all: Exported = { files: [], problems: [] };
  for (const settings of companies) {
    const { vat } = settings.company;
    const own = whose.get(vat);
    if (!own) continue;
    const { files, problems } = await writeOnce(target, own, settings, before, again);
    all.files.push(...files.map((file) => ({ ...file, name: `${vat}/${file.name}` })));
    all.problems.push(...problems);
    whose.delete(vat);
  }
  for (const [vat, others] of whose)
    for (const { id } of others) {
      const code = vat === null ? 'company_unknown' : 'other_company';
      all.problems.push({ document: id, code, path: 'customer.vat_number', blocking: true });
    }
  return all;
}
