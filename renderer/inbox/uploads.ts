import { useSyncExternalStore } from 'react';
import { asShown } from '../../server/checks/shown-name.ts';
import type { DocumentRow, TakenIn } from '../../server/contract/window.ts';
import { ApiError, api } from '../api.ts';

/** Files that are sent at once: enough to keep the server busy, few enough that the first are read early. */
const AT_ONCE = 3;

/** `read` and `failed` are how the reading ended; `accepted` waits for it. */
type UploadState = 'waiting' | 'sending' | 'accepted' | 'read' | 'failed' | 'refused' | 'cancelled';

export interface Upload {
  key: number;
  name: string;
  state: UploadState;
  /** From 0 to 1. */
  sent: number;
  /** Why it was refused or could not be read: a code that the window has a sentence for. */
  reason: string | null;
  /** Which of its files is the reason, where it is a mail or an archive. */
  inside: string | null;
  /** The document that it became. */
  documentId: string | null;
}

interface Job {
  file: File;
  /** VAT number of the one that it is for; null where the invoice itself is to say it. */
  company: string | null;
  /**
   * Given up while it was being sent. The request is left to its end then: one that is broken off may have arrived whole,
   * and what came of it would stay with nobody told.
   */
  cancelled: boolean;
  /** Names this upload to the server, which takes it once however often it is sent. */
  id: string;
  /** Of a PDF that has one, until an answer has come. */
  password: string | null;
}

/** While the server does not answer, nothing is refused: it is tried again so late, and sooner when it is back. */
const TRY_AGAIN_AFTER_MS = 2_000;

/** The batch in hand lives outside the screens: going to a review and back must not end it. */
const jobs = new Map<number, Job>();
const watchers = new Set<() => void>();
let uploads: Upload[] = [];
let lastKey = 0;
/** What ended before the answer to its upload came, by document. */
const early = new Map<string, DocumentRow>();
/** What could not be taken back from the server because it did not answer: what is left of it, nobody would look for. */
const toTakeBack: (() => Promise<unknown>)[] = [];
let pause: ReturnType<typeof setTimeout> | undefined;

export function useUploads(): Upload[] {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => uploads,
  );
}

/**
 * Adds files to the batch and sends them as their turn comes.
 * @param company VAT number of the one that they are for; null where each invoice itself is to say it
 */
export function upload(files: File[], company: string | null): void {
  const added = files.map((file): Upload => {
    lastKey += 1;
    jobs.set(lastKey, { file, company, cancelled: false, id: crypto.randomUUID(), password: null });
    const name = asShown(file.name);
    return { key: lastKey, name, state: 'waiting', sent: 0, reason: null, inside: null, documentId: null };
  });
  set([...uploads, ...added]);
  sendNext();
}

/** Stops a file: one that waits is not sent, one that is being sent, waits to be read or is being read is deleted. */
export function cancelUpload(key: number): void {
  const found = uploads.find((one) => one.key === key);
  const job = jobs.get(key);
  if (job) job.cancelled = true;
  if (found?.documentId) erase(found.documentId);
  change(key, { state: 'cancelled', documentId: null });
  sendNext();
}

/** The same for the whole batch. */
export function cancelAll(): void {
  // Those that wait first, or each cancelled one would let the next begin.
  const open = uploads.filter(isOpen).toSorted((a) => (a.state === 'waiting' ? -1 : 1));
  for (const { key } of open) cancelUpload(key);
}

/** Whether a file still has something before it. */
export function isOpen({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending' || state === 'accepted';
}

/** Tells the batch what became of a document. */
export function noteDocument(row: DocumentRow): void {
  const found = uploads.find(({ documentId }) => documentId === row.id);
  if (row.state === 'reading') {
    // It is read once more.
    if (found?.state === 'failed') change(found.key, { state: 'accepted', reason: null });
    return;
  }
  if (!found) {
    if (uploads.some(({ state }) => state === 'sending')) early.set(row.id, row);
    return;
  }
  // On a busy machine that a PDF is locked may be seen only where it is read: it is sent again with its password.
  if (row.errorCode !== locked) jobs.delete(found.key);
  change(found.key, row.state === 'failed' ? { state: 'failed', reason: row.errorCode } : { state: 'read' });
}

/** Takes a document that was deleted out of the batch: there is nothing left to be done about it. */
export function noteDeleted(id: string): void {
  const gone = uploads.find(({ documentId }) => documentId === id);
  if (!gone) return;
  jobs.delete(gone.key);
  set(uploads.filter((one) => one !== gone));
}

const locked = 'password_protected';

/** What a file is refused for however often it is sent. */
const forGood: readonly (string | null)[] = [
  'unsupported_file_type',
  'file_too_large',
  'too_many_pages',
  'not_an_einvoice',
  'unsafe_file',
  'heic_photo',
  'unreadable_tiff',
  'cannot_unlock',
  'unreadable_mail',
  'no_attachments',
  'too_many_attachments',
];

/** Whether sending a file once more could end otherwise. */
export function mayRetry({ key, state, reason }: Upload): boolean {
  if (!jobs.has(key)) return false;
  return state === 'cancelled' || (state === 'refused' && !forGood.includes(reason));
}

/** Whether a file can be opened only by its password, which a person has to say. */
export function asksPassword({ key, state, reason }: Upload): boolean {
  const isRefused = state === 'refused' || (state === 'failed' && jobs.has(key));
  return isRefused && (reason === locked || reason === 'wrong_password');
}

/**
 * Sends a refused or cancelled file once more. A document that it became is erased: the file becomes another one.
 * @param password of a PDF that has one
 */
export function retryUpload(key: number, password: string | null = null): void {
  const job = jobs.get(key);
  if (!job) return;
  const failed = uploads.find((one) => one.key === key)?.documentId;
  jobs.set(key, { ...job, cancelled: false, id: crypto.randomUUID(), password });
  change(key, { state: 'waiting', sent: 0, reason: null, inside: null, documentId: null });
  if (failed) erase(failed);
  sendNext();
}

/** Takes everything out of the list that is neither waiting nor under way. */
export function forgetFinished(): void {
  const finished = uploads.filter((one) => !isOpen(one));
  for (const { key } of finished) jobs.delete(key);
  set(uploads.filter((one) => !finished.includes(one)));
}

/** Goes on after the server was away: what it took may have ended meanwhile, and nobody said so. */
export function resumeUploads(): void {
  sendNext();
  for (const { key, documentId, state } of uploads) {
    if (state !== 'accepted' || !documentId) continue;
    api
      .document(documentId)
      .then(({ row }) => {
        // That it is being read may be old by now: what became of it since has been told on the line.
        if (row.state !== 'reading') noteDocument(row);
      })
      .catch((error: unknown) => {
        goneAlready(error);
        if (error instanceof ApiError && error.code === 'not_found') change(key, { state: 'cancelled' });
      });
  }
}

function sendNext(): void {
  clearTimeout(pause);
  for (const takeBack of toTakeBack.splice(0)) void nowOrLater(takeBack);
  const free = AT_ONCE - uploads.filter(({ state }) => state === 'sending').length;
  const next = uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free));
  for (const { key } of next) void sendOne(key);
}

async function sendOne(key: number): Promise<void> {
  const job = jobs.get(key);
  if (!job) return;
  change(key, { state: 'sending' });
  try {
    const told = (sent: number) => !job.cancelled && change(key, { sent });
    const taken = await api.submit(job, told);
    job.password = null;
    if (job.cancelled) eraseAll(taken);
    else keepTrack(key, taken);
  } catch (error) {
    const reason = error instanceof ApiError ? error.code : 'other';
    if (reason === 'offline') {
      // It may have arrived, though its answer did not. The server takes it once: what it became is told the next time.
      if (job.cancelled) toTakeBack.push(async () => eraseAll(await api.submit(job, () => {})));
      else change(key, { state: 'waiting', sent: 0 });
      tryAgainLater();
      return;
    }
    job.password = null;
    if (!job.cancelled) {
      change(key, { state: 'refused', reason, inside: error instanceof ApiError ? error.inside : null });
    }
  }
  if (!uploads.some(({ state }) => state === 'sending')) early.clear();
  sendNext();
}

function tryAgainLater(): void {
  clearTimeout(pause);
  pause = setTimeout(sendNext, TRY_AGAIN_AFTER_MS);
}

/** Follows what a file became until it is read. */
function keepTrack(key: number, { others, ...row }: TakenIn): void {
  const rows = [row, ...others];
  change(key, { state: 'accepted', sent: 1, documentId: rows[0]?.id ?? null });
  if (rows.length > 1) followEach(key, rows);
  // It may have been read before the answer came, or before an answer that was lost.
  for (const row of rows) noteDocument(early.get(row.id) ?? row);
}

/**
 * Each document of a mail or an archive is followed, and given up, as if it had been sent by itself. None of them can be
 * sent once more: the file would bring the others a second time.
 */
function followEach(key: number, [first, ...others]: DocumentRow[]): void {
  const from = asShown(jobs.get(key)?.file.name ?? '');
  jobs.delete(key);
  change(key, { name: first?.filename ?? from });
  const added = others.map(({ id, filename }): Upload => {
    lastKey += 1;
    const name = filename ?? from;
    return { key: lastKey, name, state: 'accepted', sent: 1, reason: null, inside: null, documentId: id };
  });
  set([...uploads, ...added]);
}

function eraseAll({ others, ...row }: TakenIn): void {
  for (const { id } of [row, ...others]) erase(id);
}

function erase(documentId: string): void {
  void nowOrLater(() => api.deleteDocument(documentId));
}

/** Takes something back from the server, as soon as it answers. */
async function nowOrLater(takeBack: () => Promise<unknown>): Promise<void> {
  try {
    await takeBack();
  } catch (error) {
    goneAlready(error);
    if (!(error instanceof ApiError && error.code === 'offline')) return;
    toTakeBack.push(takeBack);
    tryAgainLater();
  }
}

/** A document that was to be deleted may be gone already; anything else the list will show. */
function goneAlready(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

function change(key: number, part: Partial<Upload>): void {
  set(uploads.map((one) => (one.key === key ? { ...one, ...part } : one)));
}

function set(next: Upload[]): void {
  uploads = next;
  // The desktop program does not end before what is on its way has arrived.
  void window.desktop?.setSending(uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length);
  for (const changed of watchers) changed();
}
