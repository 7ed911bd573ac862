import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import { localDate } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Booked } from '../contract/booked.ts';
import { maxFilenameBytes } from '../contract/limits.ts';
import type { ExportFolder, ExportPlace } from '../contract/window.ts';
import { digestsOf } from '../exports/once.ts';
import type { Target } from '../exports/target.ts';
import { wordsIn } from '../exports/words.ts';
import { type Claim, claimName, claimOf } from '../intake/folder/names.ts';
import { move } from '../intake/folder/set-down.ts';
import { isMissing, openShare, troubleOf } from '../intake/folder/share.ts';
import { gatherBooked } from '../store/booked.ts';
import { isExportedAs, noteFirstExport } from '../store/exported.ts';
import { createToExport } from '../store/to-export.ts';
import { type OfficeSettings, settingsFor, settingsOfOffice } from './books.ts';
import { filesOfPackage, namePackage, removePackage, writePackage } from './package-folder.ts';

/** So many invoices are opened before the first of them is written. */
const atOnce = 50;
/** So many are in one package, which is written down at once. */
const mostTogether = 200;
/** So many fail for reasons that are not the folder's before the others are left for the next time. */
const mostFailures = 3;
/** No file of an invoice comes near this. */
const mostFileBytes = 64 * 1024 * 1024;
const prefix = 'doc_';

export type WritesOut = Pick<Context, 'store' | 'clock' | 'log' | 'stopping'>;

/**
 * Writes confirmed invoices that a program does not have yet into a folder, each once, into the folder in it that is named
 * by its company's VAT number. A file comes to be under another name, then it is written down that the invoice went out,
 * then the file gets its own name, which is no other one's: what was cut off in between is ended or undone at the next look.
 * For a program that takes invoices by the month the same is done with a folder of files once a day: what was confirmed before it.
 * @param at.owner names this appliance among those that write there
 * @returns looks once, and says how it stands
 */
export function exportInto(
  { store, clock, log, stopping }: WritesOut,
  at: ExportPlace & { tenantId: string; owner: string; to: Target },
): () => Promise<ExportFolder> {
  const { db, vault } = store;
  const { tenantId, target, path, owner, to } = at;
  const scope = { tenantId, mode: 'live' } as const;
  const share = openShare(stopping);
  const toExport = createToExport(store);
  /** What cannot go out as it is, by how it was when that was found. */
  const leftOut = new Map<string, string>();
  let written = 0;

  return async () => {
    const now: ExportFolder = { target, path, state: 'writing', written, leftOut: 0 };
    try {
      await look(now);
    } catch (error) {
      const trouble = troubleOf(error);
      if (!trouble) throw error;
      now.state = trouble;
    }
    return { ...now, written, leftOut: leftOut.size };
  };

  async function look(now: ExportFolder): Promise<void> {
    const entries = await share.list(path);
    const folders = entries.filter((entry) => entry.isDirectory() && normaliseBuyerVat(entry.name) !== null);
    // In a folder that is empty a share may only be missing, and what is made there would be in its place.
    if (folders.length === 0) {
      now.state = 'empty';
      return;
    }
    for (const { name } of folders) await endWhatWasCutOff(join(path, name));
    const waiting = await toExport(tenantId, target);
    for (const id of leftOut.keys()) if (!waiting.has(id)) leftOut.delete(id);
    const chosen = await settingsOfOffice({ db }, tenantId, wordsIn('ro'));
    const asked = JSON.stringify(chosen);
    const versionOf = (id: string): string => `${waiting.get(id)?.acts} ${asked}`;
    const today = localDate(clock.now());
    const isDue = (confirmedAt: string): boolean => to.perInvoice || localDate(Date.parse(confirmedAt)) < today;
    const ids = [...waiting]
      .filter(
        ([id, { changed, confirmedAt }]) => changed === null && isDue(confirmedAt) && leftOut.get(id) !== versionOf(id),
      )
      .map(([id]) => id)
      .sort();
    let failures = 0;
    for await (const together of to.perInvoice ? oneByOne(ids) : byCompany(ids)) {
      if (stopping.aborted) return;
      try {
        const taken = await writeOut(together, chosen, today);
        for (const { id } of together) {
          if (taken.has(id)) leftOut.delete(id);
          else leftOut.set(id, versionOf(id));
        }
      } catch (error) {
        if (troubleOf(error)) throw error;
        log.error({ err: error }, 'An invoice could not be exported and is tried again');
        failures += 1;
        if (failures < mostFailures) continue;
        now.state = 'failing';
        return;
      }
    }
    if (failures > 0) now.state = 'failing';
  }

  async function* oneByOne(ids: readonly string[]): AsyncGenerator<Booked[]> {
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = await gatherBooked(db, vault, scope, ids.slice(from, from + atOnce), to.withFields);
      for (const booked of some) yield [booked];
    }
  }

  async function* byCompany(ids: readonly string[]): AsyncGenerator<Booked[]> {
    const all = await gatherBooked(db, vault, scope, ids, to.withFields);
    for (const own of Map.groupBy(all, ({ buyerVat }) => buyerVat).values()) {
      for (let from = 0; from < own.length; from += mostTogether) yield own.slice(from, from + mostTogether);
    }
  }

  /**
   * @param together invoices of one company
   * @returns the documents that could go to the program as they are
   */
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
    await (to.perInvoice ? endFile : endPackage)(folder, hidden, { id, name }, mayAppear);
    return new Set(digests.keys());
  }

  /** What this appliance did not come to name: what is written down as gone out gets its name, the rest goes. */
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
      await (isPackage ? endPackage : endFile)(folder, hidden, claim, mayAppear);
    }
  }

  /** Gives a file its own name, or takes it away. */
  async function endFile(
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
    folder: string,
    hidden: string,
    { name }: Pick<Claim, 'id' | 'name'>,
    mayAppear: boolean,
  ): Promise<void> {
    if (mayAppear) await namePackage(share, hidden, folder, name);
    else await removePackage(share, hidden);
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
