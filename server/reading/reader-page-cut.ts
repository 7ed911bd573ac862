import { extname } from 'node:path';
import type { PageRange } from '../contract/invoice.ts';
import type { ChosenPages } from '../engine/open/pdf-arrange.ts';
import type { Logger } from '../log.ts';
import { budgetHere } from './memory-budget.ts';
import { type LoneThread, startLoneThread } from './reader-alone.ts';

export interface RangesJob {
  bytes: Uint8Array;
  ranges: PageRange[];
}

export type CutJob = RangesJob | { files: [ChosenPages, ...ChosenPages[]] };

/** Makes pages of files files of their own. */
export interface PageCutter {
  /** Cuts a PDF into ranges of its pages; null for one that cannot be cut within these bounds, or is no longer wanted. */
  cut(job: RangesJob, signal: AbortSignal): Promise<Uint8Array[] | null>;
  /** Makes one PDF of pages of PDFs and pictures; null as above. */
  arrange(files: [ChosenPages, ...ChosenPages[]], signal: AbortSignal): Promise<Uint8Array | null>;
  stop(): Promise<void>;
}

/** A person waits for it, and each page is only copied. */
const deadlineMs = 30_000;

export function createPageCutter({ log }: { log: Logger }): PageCutter {
  const entry = new URL(`reader-page-cut-thread${extname(import.meta.url)}`, import.meta.url);
  const bounds = { work: 'cut a file', deadlineMs, mostMb: budgetHere().besideMb };
  const thread: LoneThread<CutJob, Uint8Array[] | null> = startLoneThread(entry, bounds, log);
  return {
    cut: (job, signal) => thread.ask(job, { signal }),
    arrange: async (files, signal) => (await thread.ask({ files }, { signal }))?.[0] ?? null,
    stop: thread.stop,
  };
}
