import { extname } from 'node:path';
import type { PageRange } from '../contract/invoice.ts';
import type { Logger } from '../log.ts';
import { budgetHere } from './memory-budget.ts';
import { type LoneThread, startLoneThread } from './reader-alone.ts';

export interface CutJob {
  bytes: Uint8Array;
  ranges: PageRange[];
}

/** Cuts a PDF into ranges of its pages; null for one that cannot be cut within these bounds. */
export type PageCutter = LoneThread<CutJob, Uint8Array[] | null>;

/** A person waits for it, and each page is only copied. */
const deadlineMs = 30_000;

export function createPageCutter({ log }: { log: Logger }): PageCutter {
  const entry = new URL(`reader-page-cut-thread${extname(import.meta.url)}`, import.meta.url);
  return startLoneThread(entry, { work: 'cut a file', deadlineMs, mostMb: budgetHere().besideMb }, log);
}
