import type { Booked } from '../contract/booked.ts';
import { writeEach } from '../exports/every-company.ts';
import { digestsOf, writeOnce } from '../exports/once.ts';
import type { CompanySettings, Exported, ExportSettings, Target } from '../exports/target.ts';
import type { Words } from '../exports/words.ts';
import { gatherBooked } from '../store/booked.ts';
import * as companies from '../store/companies.ts';
import type { Store } from '../store/data-folder.ts';
import type { Scope } from '../store/documents.ts';
import { type ExportedBefore, exportedBefore, noteExported } from '../store/exported.ts';
import * as preferences from '../store/preferences.ts';

/** What is exported for a person, by the window or the command line. */
export interface Wanted {
  target: Target;
  ids: readonly string[];
  /** Whose books they are for: one company's, or those of several, a folder each. */
  whose: ExportSettings | readonly CompanySettings[];
  /** What went there before is written once more. */
  again: boolean;
}

/** What an office has chosen for its files. */
export interface OfficeSettings {
  /** Of every company, from A to Z, as is chosen for it. */
  each: CompanySettings[];
  /** Of no company that the window knows. */
  nobodys: ExportSettings;
}

/** What is chosen in the window of a tenant. */
export async function settingsOfOffice(
  { db }: Pick<Store, 'db'>,
  tenantId: string,
  words: Words,
): Promise<OfficeSettings> {
  const { linePerRate, programForms: forms } = await preferences.get(db, tenantId);
  const all = (await companies.list(db, tenantId)).toSorted(
    (a, b) => (a.name ?? a.vat).localeCompare(b.name ?? b.vat, 'ro') || (a.vat < b.vat ? -1 : 1),
  );
  return {
    each: all.map((company) => ({ company, words, linePerRate: linePerRate.includes(company.vat), forms })),
    nobodys: { company: null, words, linePerRate: false, forms },
  };
}

/** Whose books an invoice is for, as is chosen there; for a company that the window does not know nothing is. */
export function settingsFor({ each, nobodys }: OfficeSettings, vat: string | null): ExportSettings {
  const known = each.find(({ company }) => company.vat === vat);
  return known ?? { ...nobodys, company: vat === null ? null : { vat, name: null } };
}

/** The files, and nothing is written down yet. @returns also the invoices that were asked for */
export async function writeBooks(
  { db, vault }: Pick<Store, 'db' | 'vault'>,
  scope: Scope,
  { target, ids, whose, again }: Wanted,
): Promise<{ invoices: Booked[]; exported: Exported }> {
  const invoices = await gatherBooked(db, vault, scope, ids, target.withFields);
  // A spreadsheet is looked at; into books an invoice goes once.
  const before = target.perCompany
    ? await exportedBefore(db, vault, scope, ids, target.name)
    : new Map<string, ExportedBefore>();
  const exported =
    'words' in whose
      ? await writeOnce(target, invoices, whose, before, again)
      : await writeEach(target, invoices, whose, before, again);
  return { invoices, exported };
}

/** Writes down what went into the books of a program; of a spreadsheet nothing. */
export async function noteBooks(
  { db, vault }: Pick<Store, 'db' | 'vault'>,
  scope: Scope,
  {
    target,
    ...noted
  }: { target: Target; invoices: readonly Booked[]; exported: Exported; by: string | null; now: number },
): Promise<void> {
  if (!target.perCompany) return;
  const { name, takesBookings } = target;
  const { invoices, exported, by, now } = noted;
  const digests = digestsOf(exported);
  await noteExported(db, vault, scope, { target: name, takesBookings, invoices, digests, by, now });
}
