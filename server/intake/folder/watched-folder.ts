import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { endBytes, hasItsEnd } from '../../checks/file-end.ts';
import { shortened } from '../../checks/file-name.ts';
import { normaliseBuyerVat } from '../../checks/vat-numbers.ts';
import { localDate } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { maxFileBytes, maxFilenameBytes } from '../../contract/limits.ts';
import type { Company, WatchedFolder, WatchState } from '../../contract/window.ts';
import * as companies from '../../store/companies.ts';
import { isDiskFull } from '../../store/disk-full.ts';
import { wasThere } from '../../store/documents.ts';
import { stagedContent } from '../../store/files.ts';
import { newId } from '../../store/ids.ts';
import * as preferences from '../../store/preferences.ts';
import { type Brings, bring } from '../bring.ts';
import { checkFile } from '../check-file.ts';
import { headBytes, type ReceivedFile, stageFile } from '../received-file.ts';
import { IntakeRefusal } from '../refusal.ts';
import { type TakesIn, takeIn } from '../take-in.ts';
import { claimName, claimOf, isIgnored } from './names.ts';
import { type Claimed, putBack, setDownRefused, setDownTaken } from './set-down.ts';
import { isDenied, isMissing, openShare, troubleOf } from './share.ts';
import { type FileProblem, isOfTheFile, whyRefused } from './why-refused.ts';

/** A file that is written by a program that stops in between is the same in two looks, but not for so long. */
const sameForMs = 3_000;
/** A file that cannot be renamed for so long is not open somewhere: nothing can be renamed in its folder. */
const openForMs = 60_000;
/** A file that does not change and is not whole is refused after so long. */
const giveUpAfterMs = 10 * 60_000;
/** How often a folder on another machine is looked at. */
const lookOnNetworkEveryMs = 15_000;
/** So many files are taken in at the same time. */
const atOnce = 8;
/** So many files fail for reasons that are not theirs before it is left for the next time. */
const mostFailures = 3;
/** So many names of folders are said. */
const mostStrangers = 5;

export type Watches = TakesIn & Brings & Pick<Context, 'config' | 'log' | 'countPages' | 'unpackEInvoice'>;

/** Nothing more can be taken for now. */
class Standstill extends Error {
  override readonly name = 'Standstill';
  readonly state: WatchState;

  constructor(state: WatchState) {
    super(state);
    this.state = state;
  }
}

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
  const seen = new Map<string, { size: number; mtimeMs: number; since: number }>();
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
    const folders: { company: Company; folder: string }[] = [];
    for (const entry of await share.list(path)) {
      if (isIgnored(entry.name)) continue;
      const company = entry.isDirectory() ? companyOf(entry.name, known) : null;
      if (company) folders.push({ company, folder: join(path, entry.name) });
      else if (!entry.isDirectory()) now.beside += 1;
      else if (now.strangers.length < mostStrangers) now.strangers.push(entry.name);
    }
    if (folders.length === 0) now.state = 'empty';
    else {
      // In a folder that is empty a share may only be missing, and what is made there would be in its place.
      for (const { vat } of known) {
        if (!folders.some(({ company }) => company.vat === vat)) await share.makeFolder(join(path, vat));
      }
    }
    const there = new Set<string>();
    for (const { company, folder } of folders) {
      const names = namesIn(await share.list(folder), now);
      if (names.length > 0 && !known.includes(company)) await companies.know(store.db, tenantId, company.vat);
      for (const name of names) there.add(join(folder, name));
      await lookInto(company, folder, names, now);
    }
    for (const gone of seen.keys()) if (!there.has(gone)) seen.delete(gone);
  }

  /** The files that may be taken, one's own claims first. */
  function namesIn(entries: Dirent[], now: WatchedFolder): string[] {
    const own: string[] = [];
    const others: string[] = [];
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const claim = claimOf(entry.name);
      if (claim?.owner === owner) own.push(entry.name);
      else if (claim) now.held += 1;
      else if (!isIgnored(entry.name)) others.push(entry.name);
    }
    return [...own, ...others.sort()];
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

  /** @returns whether nothing is left to do with the file */
  async function take(company: Company, folder: string, name: string): Promise<boolean> {
    const found = join(folder, name);
    const look = await share.look(found);
    if (!look) return true;
    const sameFor = clock.elapsed() - sameSince(found, look);
    if (sameFor < sameForMs) return false;
    const problem = await problemOf(found, look.size);
    if (problem && sameFor < giveUpAfterMs) return false;

    const file = await claimed(folder, name);
    if (!file && sameFor >= openForMs) throw new Standstill('read_only');
    if (!file) return false;
    if (file.name !== name && (await wasThere(store.db, documentOf(file)))) {
      await setDownTaken(share, folder, file, thisMonth());
      return true;
    }
    if (problem) {
      await setDownRefused(share, folder, file, whyRefused(problem, problems[problem]));
      return true;
    }
    return takeClaimed(company, folder, file, look);
  }

  async function takeClaimed(
    company: Company,
    folder: string,
    file: Claimed,
    look: { size: number; mtimeMs: number },
  ): Promise<boolean> {
    const pieces = await share.read(file.path, maxFileBytes);
    const after = await share.look(file.path);
    if (after?.size !== look.size || after.mtimeMs !== look.mtimeMs) return false;
    try {
      await keep(company, file, pieces);
    } catch (error) {
      if (error instanceof IntakeRefusal && isOfTheFile(error.code)) {
        await setDownRefused(share, folder, file, whyRefused(error.code, error.message, error.inside));
        return true;
      }
      const stop = outOfRoom(error);
      if (!stop) throw error;
      await putBack(share, folder, file);
      throw new Standstill(stop);
    }
    await setDownTaken(share, folder, file, thisMonth());
    return true;
  }

  async function keep(company: Company, file: Claimed, pieces: Buffer[]): Promise<void> {
    const { retention } = await preferences.get(store.db, tenantId);
    const sender = { tenantId, keyId: 'folder' };
    const check = ({ head, staged }: ReceivedFile) =>
      checkFile(head, {
        countPages: () => ctx.countPages(stagedContent(staged), sender),
        unpackEInvoice: () => ctx.unpackEInvoice(stagedContent(staged), sender),
      });
    const filename = shortened(file.name, maxFilenameBytes);
    const received = await stageFile(store.files, pieces);
    const brought = await bring(ctx, store.files, received, { filename, password: null, check });
    let kept = 0;
    try {
      for (const { checked, mail, ...one } of brought) {
        const arrival = {
          ...checked,
          file: one.file.staged,
          origin: 'folder',
          retention: ctx.config.policy.retention ?? retention,
          externalId: null,
          metadata: null,
          filename: one.filename,
          buyerVat: company.vat,
          buyerName: company.name,
          webhookUrl: null,
          ...(mail && { mail }),
        } as const;
        // The document that the claim names comes last: where it is there, all of a mail is.
        const id = documentOf(kept === brought.length - 1 ? file : attachment(file, kept));
        if (!(await wasThere(store.db, id))) await takeIn(ctx, { tenantId, mode: 'live' }, arrival, null, id);
        kept += 1;
      }
    } catch (error) {
      for (const one of brought.slice(kept)) await store.files.discard(one.file.staged);
      const stop = outOfRoom(error);
      // What a part was taken of keeps its claim, by which the rest is known later.
      throw stop && kept > 0 ? new Standstill(stop) : error;
    }
  }

  /** Since when a file has been as it is now. */
  function sameSince(found: string, { size, mtimeMs }: { size: number; mtimeMs: number }): number {
    const before = seen.get(found);
    if (before?.size === size && before.mtimeMs === mtimeMs) return before.since;
    const since = clock.elapsed();
    seen.set(found, { size, mtimeMs, since });
    return since;
  }

  /** Why a file that does not change cannot be taken yet; null where it can. */
  async function problemOf(found: string, size: number): Promise<keyof typeof problems | null> {
    try {
      const ends = await share.ends(found, headBytes, endBytes);
      return ends.size === size && hasItsEnd(ends.head, ends.tail, size) ? null : 'incomplete_file';
    } catch (error) {
      if (isDenied(error)) return 'not_readable';
      throw error;
    }
  }

  /** The file as this appliance's own; null where it may not be renamed. */
  async function claimed(folder: string, name: string): Promise<Claimed | null> {
    const claim = claimOf(name);
    if (claim) return { ...claim, path: join(folder, name) };
    const id = newId('doc', clock.now()).slice(prefix.length);
    const claimedPath = join(folder, claimName({ owner, id, name }));
    try {
      await share.rename(join(folder, name), claimedPath);
    } catch (error) {
      // On Windows and on shares a file that somebody has open, another appliance perhaps, cannot be renamed.
      if (isDenied(error)) return null;
      throw error;
    }
    return { path: claimedPath, name, id };
  }

  function thisMonth(): string {
    return localDate(clock.now()).slice(0, 'YYYY-MM'.length);
  }
}

const prefix = 'doc_';

function documentOf({ id }: Claimed): string {
  return prefix + id;
}

/** What one of the files of a mail that was claimed is known by: the same after a crash. */
function attachment(file: Claimed, index: number): Claimed {
  const mark = createHash('sha256').update(`${file.id} ${index}`).digest('hex');
  return { ...file, id: file.id.slice(0, 10) + mark.slice(0, 16) };
}

function outOfRoom(error: unknown): 'quota_exceeded' | 'full' | null {
  if (error instanceof IntakeRefusal && error.code === 'quota_exceeded') return 'quota_exceeded';
  return isDiskFull(error) ? 'full' : null;
}

const problems = {
  incomplete_file: 'The file is not whole: its end is missing. Scan or copy it again.',
  not_readable: 'Facturier may not read the file.',
} as const satisfies Partial<Record<FileProblem, string>>;

/** Whose a folder is: one of the companies by its number, or another one whose number is written with its country. */
function companyOf(name: string, known: Company[]): Company | null {
  const vat = normaliseBuyerVat(name);
  const company = known.find((one) => one.vat === vat);
  if (company) return company;
  return vat !== null && /^[a-z]{2}/i.test(name.trim()) ? { vat, name: null } : null;
}

/** How it stands with the folder where an error is none of a file's; null where it is another one. */
function standstillOf(error: unknown): WatchState | null {
  return error instanceof Standstill ? error.state : troubleOf(error);
}
