import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Booked } from '../contract/booked.ts';
import { maxFilenameBytes } from '../contract/limits.ts';
import type { ExportPlace } from '../contract/window.ts';
import { digestsOf } from '../exports/once.ts';
import type { Target } from '../exports/target.ts';
import { type Claim, claimName, claimOf } from '../intake/folder/names.ts';
import { move } from '../intake/folder/set-down.ts';
import { isMissing, type Share } from '../intake/folder/share.ts';
import { isExportedAs, noteFirstExport } from '../store/exported.ts';
import { type OfficeSettings, settingsFor } from './books.ts';
import { filesOfPackage, namePackage, removePackage, writePackage } from './package-folder.ts';

/** No file of an invoice comes near this. */
const mostFileBytes = 64 * 1024 * 1024;
const prefix = 'doc_';

/** Puts invoices into the folders of their companies, each once, whenever it is cut off. */
interface WritingOut {
  /**
   * @param together invoices of one company
   * @returns the documents that could go to the program as they are
   */
  writeOut(together: readonly Booked[], chosen: OfficeSettings, today: string): Promise<Set<string>>;
  /** What this appliance did not come to name: what is written down as gone out gets its name, the rest goes. */
  endWhatWasCutOff(folder: string): Promise<void>;
  /** How many went out so far that had not before. */
  written(): number;
}

/** @param at.owner names this appliance in the names that files have before they are written down as gone out */
export function writingOut(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  at: ExportPlace & { tenantId: string; owner: string; to: Target },
  share: Share,
): WritingOut {
  const { db, vault } = store;
  const { tenantId, target, path, owner, to } = at;
  const scope = { tenantId, mode: 'live' } as const;
  let written = 0;
  return { writeOut, endWhatWasCutOff, written: () => written };

  async function writeOut(together: readonly Booked[], chosen: OfficeSettings, today: string): Promise<Set<string>> {
    const settings = settingsFor(chosen, together[0]?.buyerVat ?? null);
    if (!settings.company) return new Set();
    const exported = await to.write(together, settings);
    const digests = digestsOf(exported);
    const invoices = together.filter(({ id: one }) => digests.has(one));
    const [first] = invoices;
    const [only] = exported.files;
    if (!first || !only) return new Set();
    const folder = join(path, settings.company.vat);
    const id = first.id.slice(prefix.length);
    const name = to.perInvoice ? only.name : today;
    const hidden = join(folder, claimName({ owner, id, name }, 'out'));
    await share.makeFolder(folder);
    if (to.perInvoice) await share.write(hidden, only.bytes);
    else await writePackage(share, hidden, exported.files);
    await share.sync(folder);
    const noted = { target, takesBookings: to.takesBookings, digests, now: clock.now() };
    const mayAppear = await noteFirstExport(db, vault, scope, invoices, noted);
    if (mayAppear) written += invoices.length;
    await (to.perInvoice ? endFile : endPackage)(share, folder, hidden, { id, name }, mayAppear);
    return new Set(digests.keys());
  }

  async function endWhatWasCutOff(folder: string): Promise<void> {
    for (const entry of await share.list(folder)) {
      const claim = claimOf(entry.name, 'out');
      if (claim?.owner !== owner) continue;
      const hidden = join(folder, entry.name);
      const isPackage = entry.isDirectory();
      const files = isPackage
        ? (await filesOfPackage(share, hidden)).map(({ bytes }) => bytes)
        : [Buffer.concat(await share.read(hidden, mostFileBytes))];
      let mayAppear = false;
      for (const bytes of files) {
        mayAppear ||= await isExportedAs(db, vault, scope, prefix + claim.id, sha256(bytes));
      }
      await (isPackage ? endPackage : endFile)(share, folder, hidden, claim, mayAppear);
    }
  }
}

/** Gives a file its own name, or takes it away. */
async function endFile(
  share: Share,
  folder: string,
  hidden: string,
  { id, name }: Pick<Claim, 'id' | 'name'>,
  mayAppear: boolean,
): Promise<void> {
  if (mayAppear) return move(share, { path: hidden, name, id }, folder, maxFilenameBytes);
  await share.unlink(hidden).catch((error) => {
    if (!isMissing(error)) throw error;
  });
}

/** The same with a folder of files. */
async function endPackage(
  share: Share,
  folder: string,
  hidden: string,
  { name }: Pick<Claim, 'id' | 'name'>,
  mayAppear: boolean,
): Promise<void> {
  if (mayAppear) await namePackage(share, hidden, folder, name);
  else await removePackage(share, hidden);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
