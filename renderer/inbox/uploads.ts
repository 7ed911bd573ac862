import { useSyncExternalStore } from 'react';
import type { Company } from '../../server/contract/window.ts';
import { ApiError, api } from '../api.ts';

/** Files that are sent at once: enough to keep the server busy, few enough that the first are read early. */
const AT_ONCE = 3;

type UploadState = 'waiting' | 'sending' | 'accepted' | 'refused' | 'cancelled';

export interface Upload {
  key: number;
  name: string;
  state: UploadState;
  /** From 0 to 1. */
  sent: number;
  /** Why it was refused: a code that the window has a sentence for. */
  reason: string | null;
}

interface Job {
  file: File;
  company: Company;
  cancel: AbortController;
}

/** The batch in hand lives outside the screens: going to a review and back must not end it. */
const jobs = new Map<number, Job>();
const watchers = new Set<() => void>();
let uploads: Upload[] = [];
let lastKey = 0;

export function useUploads(): Upload[] {
  return useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    () => uploads,
  );
}

/** Adds files to the batch and sends them as their turn comes. */
export function upload(files: File[], company: Company): void {
  const added = files.map((file): Upload => {
    lastKey += 1;
    jobs.set(lastKey, { file, company, cancel: new AbortController() });
    return { key: lastKey, name: file.name, state: 'waiting', sent: 0, reason: null };
  });
  set([...uploads, ...added]);
  sendNext();
}

/** Stops a file that has not arrived yet. */
export function cancelUpload(key: number): void {
  jobs.get(key)?.cancel.abort();
  change(key, { state: 'cancelled' });
  sendNext();
}

/** Sends a refused or cancelled file once more. */
export function retryUpload(key: number): void {
  const job = jobs.get(key);
  if (!job) return;
  jobs.set(key, { ...job, cancel: new AbortController() });
  change(key, { state: 'waiting', sent: 0, reason: null });
  sendNext();
}

/** Takes everything out of the list that is neither waiting nor under way. */
export function forgetFinished(): void {
  const finished = uploads.filter(({ state }) => state !== 'waiting' && state !== 'sending');
  for (const { key } of finished) jobs.delete(key);
  set(uploads.filter((one) => !finished.includes(one)));
}

function sendNext(): void {
  const free = AT_ONCE - uploads.filter(({ state }) => state === 'sending').length;
  const next = uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free));
  for (const { key } of next) void sendOne(key);
}

async function sendOne(key: number): Promise<void> {
  const job = jobs.get(key);
  if (!job) return;
  change(key, { state: 'sending' });
  try {
    await api.submit(job.file, job.company, (sent) => change(key, { sent }), job.cancel.signal);
    jobs.delete(key);
    change(key, { state: 'accepted', sent: 1 });
  } catch (error) {
    // A retry that has begun meanwhile is not this try's to change.
    if (jobs.get(key) === job && !job.cancel.signal.aborted) {
      change(key, { state: 'refused', reason: error instanceof ApiError ? error.code : 'other' });
    }
  }
  sendNext();
}

function change(key: number, part: Partial<Upload>): void {
  set(uploads.map((one) => (one.key === key ? { ...one, ...part } : one)));
}

function set(next: Upload[]): void {
  uploads = next;
  for (const changed of watchers) changed();
}
