import { join } from 'node:path';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import { localDate } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Booked } from '../contract/booked.ts';
import type { ExportFolder, ExportPlace } from '../contract/window.ts';
import type { Target } from '../exports/target.ts';
import { wordsIn } from '../exports/words.ts';
import { openShare, troubleOf } from '../intake/folder/share.ts';
import { gatherBooked } from '../store/booked.ts';
import { createToExport } from '../store/to-export.ts';
import { settingsOfOffice } from './books.ts';
import { writingOut } from './write-out.ts';

/** So many invoices are opened before the first of them is written. */
const atOnce = 50;
/** So many are in one package, which is written down at once. */
const mostTogether = 200;
/** So many fail for reasons that are not the folder's before the others are left for the next time. */
const mostFailures = 3;

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
  const { tenantId, target, path, to } = at;
  const share = openShare(stopping);
  const toExport = createToExport(store);
  const { writeOut, endWhatWasCutOff, written } = writingOut({ store, clock }, at, share);
  /** What cannot go out as it is, by how it was when that was found. */
  const leftOut = new Map<string, string>();

  return async () => {
    const now: ExportFolder = { target, path, state: 'writing', written: written(), leftOut: 0 };
    try {
      await look(now);
    } catch (error) {
      const trouble = troubleOf(error);
      if (!trouble) throw error;
      now.state = trouble;
    }
    return { ...now, written: written(), leftOut: leftOut.size };
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
    const chosen = await settingsOfOffice(store, tenantId, wordsIn('ro'));
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
    const gather = (some: readonly string[]) =>
      gatherBooked(store.db, store.vault, { tenantId, mode: 'live' }, some, to.withFields);
    let failures = 0;
    for await (const together of to.perInvoice ? oneByOne(gather, ids) : byCompany(gather, ids)) {
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
}

type Gathers = (ids: readonly string[]) => Promise<Booked[]>;

async function* oneByOne(gather: Gathers, ids: readonly string[]): AsyncGenerator<Booked[]> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = await gather(ids.slice(from, from + atOnce));
    for (const booked of some) yield [booked];
  }
}

async function* byCompany(gather: Gathers, ids: readonly string[]): AsyncGenerator<Booked[]> {
  const all = await gather(ids);
  for (const own of Map.groupBy(all, ({ buyerVat }) => buyerVat).values()) {
    for (let from = 0; from < own.length; from += mostTogether) yield own.slice(from, from + mostTogether);
  }
}
