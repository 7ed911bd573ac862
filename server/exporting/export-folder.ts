import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import type { Context } from '../context.ts';
import type { Booked } from '../contract/booked.ts';
import { maxFilenameBytes } from '../contract/limits.ts';
import type { Company, ExportFolder, ExportPlace } from '../contract/window.ts';
import type { Target } from '../exports/target.ts';
import { wordsIn } from '../exports/words.ts';
import { claimName, claimOf } from '../intake/folder/names.ts';
import { move } from '../intake/folder/set-down.ts';
import { isMissing, openShare, troubleOf } from '../intake/folder/share.ts';
import { gatherBooked } from '../store/booked.ts';
import * as companies from '../store/companies.ts';
import { isExportedAs, noteFirstExport } from '../store/exported.ts';
import * as preferences from '../store/preferences.ts';
import { createToExport } from '../store/to-export.ts';

/** So many invoices are opened before the first of them is written. */
const atOnce = 50;
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
    const known = await companies.list(db, tenantId);
    const waiting = await toExport(tenantId, target);
    for (const id of leftOut.keys()) if (!waiting.has(id)) leftOut.delete(id);
    const { linePerRate } = await preferences.get(db, tenantId);
    const asked = JSON.stringify([known, linePerRate]);
    const versionOf = (id: string): string => `${waiting.get(id)?.acts} ${asked}`;
    const ids = [...waiting]
      .filter(([id, { changed }]) => changed === null && leftOut.get(id) !== versionOf(id))
      .map(([id]) => id)
      .sort();
    let failures = 0;
    for (let from = 0; from < ids.length; from += atOnce) {
      for (const booked of await gatherBooked(db, vault, scope, ids.slice(from, from + atOnce), to.withFields)) {
        if (stopping.aborted) return;
        try {
          if (await writeOut(booked, known, linePerRate)) leftOut.delete(booked.id);
          else leftOut.set(booked.id, versionOf(booked.id));
        } catch (error) {
          if (troubleOf(error)) throw error;
          log.error({ err: error }, 'An invoice could not be exported and is tried again');
          failures += 1;
          if (failures < mostFailures) continue;
          now.state = 'failing';
          return;
        }
      }
    }
    if (failures > 0) now.state = 'failing';
  }

  /** @returns false where the invoice cannot go to the program as it is */
  async function writeOut(booked: Booked, known: Company[], linePerRate: string[]): Promise<boolean> {
    const vat = booked.buyerVat;
    const company = known.find((one) => one.vat === vat) ?? (vat === null ? null : { vat, name: null });
    if (!company) return false;
    const settings = { company, words: wordsIn('ro'), linePerRate: linePerRate.includes(company.vat) };
    const [file] = (await to.write([booked], settings)).files;
    if (!file) return false;
    const folder = join(path, company.vat);
    const id = booked.id.slice(prefix.length);
    const hidden = join(folder, claimName({ owner, id, name: file.name }, 'out'));
    await share.makeFolder(folder);
    await share.write(hidden, file.bytes);
    await share.sync(folder);
    const { takesBookings } = to;
    const noted = { target, takesBookings, digest: sha256(file.bytes), now: clock.now() };
    if (await noteFirstExport(db, vault, scope, booked, noted)) {
      written += 1;
      await move(share, { path: hidden, name: file.name, id }, folder, maxFilenameBytes);
    } else await share.unlink(hidden);
    return true;
  }

  /** Files that this appliance did not come to name: what is written down as gone out gets its name, the others go. */
  async function endWhatWasCutOff(folder: string): Promise<void> {
    for (const { name } of await share.list(folder)) {
      const claim = claimOf(name, 'out');
      if (claim?.owner !== owner) continue;
      const hidden = join(folder, name);
      const bytes = Buffer.concat(await share.read(hidden, mostFileBytes));
      if (await isExportedAs(db, vault, scope, prefix + claim.id, sha256(bytes))) {
        await move(share, { path: hidden, name: claim.name, id: claim.id }, folder, maxFilenameBytes);
      } else
        await share.unlink(hidden).catch((error) => {
          if (!isMissing(error)) throw error;
        });
    }
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
