import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { normaliseBuyerVat } from '../../checks/vat-numbers.ts';
import type { Context } from '../../context.ts';
import type { Company, WatchedFolder } from '../../contract/window.ts';
import * as companies from '../../store/companies.ts';
import type { Keeps } from './keep-file.ts';
import { claimOf, isIgnored } from './names.ts';
import { watchSettling } from './settling.ts';
import { isMissing, openShare } from './share.ts';
import { Standstill, standstillOf } from './standstill.ts';
import { takesFiles } from './take-file.ts';

/** How often a folder on another machine is looked at. */
const lookOnNetworkEveryMs = 15_000;
/** So many files are taken in at the same time. */
const atOnce = 8;
/** So many files fail for reasons that are not theirs before it is left for the next time. */
const mostFailures = 3;
/** So many names of folders are said. */
const mostStrangers = 5;

export type Watches = Keeps & Pick<Context, 'log'>;

/**
 * Takes in what is put into the folders of companies in a folder, each named by its company's VAT number. What is there
 * is looked at again and again; nobody has to say that something came. A file is taken once it was the same for a while
 * and its end is there. To rename it is to claim it: one appliance succeeds, and what it was doing when it was cut off it
 * ends at its next look, for the name says which document the file becomes.
 * @param at.owner names this appliance among those that watch the folder
 * @returns looks once, and says how it stands
 */
export function watchFolder(
  ctx: Watches,
  at: { tenantId: string; path: string; owner: string },
): () => Promise<WatchedFolder> {
  const { store, clock, log, stopping } = ctx;
  const { tenantId, path, owner } = at;
  const share = openShare(stopping);
  const settling = watchSettling(share, clock);
  const take = takesFiles(ctx, at, share, settling);
  let onNetwork: boolean | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let last: WatchedFolder = { path, state: 'watching', waiting: 0, held: 0, beside: 0, strangers: [] };

  return async () => {
    if (onNetwork && clock.elapsed() - lookedAt < lookOnNetworkEveryMs) return last;
    lookedAt = clock.elapsed();
    last = { path, state: 'watching', waiting: 0, held: 0, beside: 0, strangers: [] };
    try {
      onNetwork ??= await share.isOnNetwork(path);
      await lookAround(last);
    } catch (error) {
      const state = standstillOf(error);
      if (!state) throw error;
      last.state = state;
    }
    return last;
  };

  async function lookAround(now: WatchedFolder): Promise<void> {
    const known = await companies.list(store.db, tenantId);
    const { folders, beside, strangers } = sorted(await share.list(path), known);
    Object.assign(now, { beside, strangers: strangers.slice(0, mostStrangers) });
    if (folders.length === 0) now.state = 'empty';
    else {
      // In a folder that is empty a share may only be missing, and what is made there would be in its place.
      for (const { vat } of known) {
        if (!folders.some(({ company }) => company.vat === vat)) await share.makeFolder(join(path, vat));
      }
    }
    const there = new Set<string>();
    for (const { company, name } of folders) {
      const folder = join(path, name);
      const { names, held } = toTake(await share.list(folder), owner);
      now.held += held;
      if (names.length > 0 && !known.includes(company)) await companies.know(store.db, tenantId, company.vat);
      for (const file of names) there.add(join(folder, file));
      await lookInto(company, folder, names, now);
    }
    settling.keepOnly(there);
  }

  async function lookInto(company: Company, folder: string, names: string[], now: WatchedFolder): Promise<void> {
    let failures = 0;
    now.waiting += names.length;
    const takeOne = async (name: string): Promise<void> => {
      try {
        if (await take(company, folder, name)) now.waiting -= 1;
      } catch (error) {
        if (isMissing(error)) now.waiting -= 1;
        else if (standstillOf(error)) throw error;
        else {
          log.error({ err: error }, 'A file of the watched folder could not be taken in and is tried again');
          failures += 1;
          if (failures >= mostFailures) throw new Standstill('failing');
        }
      }
    };
    // What is kept at one moment shares a commit.
    for (let from = 0; from < names.length && !stopping.aborted; from += atOnce) {
      const ended = await Promise.allSettled(names.slice(from, from + atOnce).map(takeOne));
      const standstill = ended.find((one) => one.status === 'rejected');
      if (standstill) throw standstill.reason;
    }
  }
}

/** What stands in the watched folder: folders of companies, files beside them, and folders of nobody known. */
function sorted(entries: Dirent[], known: Company[]) {
  const folders: { company: Company; name: string }[] = [];
  const strangers: string[] = [];
  let beside = 0;
  for (const entry of entries) {
    if (isIgnored(entry.name)) continue;
    const company = entry.isDirectory() ? companyOf(entry.name, known) : null;
    if (company) folders.push({ company, name: entry.name });
    else if (entry.isDirectory()) strangers.push(entry.name);
    else beside += 1;
  }
  return { folders, beside, strangers };
}

/** The files of a company's folder that may be taken, one's own claims first, and how many others hold. */
function toTake(entries: Dirent[], owner: string): { names: string[]; held: number } {
  const own: string[] = [];
  const others: string[] = [];
  let held = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const claim = claimOf(entry.name);
    if (claim?.owner === owner) own.push(entry.name);
    else if (claim) held += 1;
    else if (!isIgnored(entry.name)) others.push(entry.name);
  }
  return { names: [...own, ...others.sort()], held };
}

/** Whose a folder is: one of the companies by its number, or another one whose number is written with its country. */
function companyOf(name: string, known: Company[]): Company | null {
  const vat = normaliseBuyerVat(name);
  const company = known.find((one) => one.vat === vat);
  if (company) return company;
  return vat !== null && /^[a-z]{2}/i.test(name.trim()) ? { vat, name: null } : null;
}
