import { extname } from 'node:path';
import type { Buyer } from '../engine/buyer.ts';
import type { PassName } from '../engine/passes.ts';
import type { Logger } from '../log.ts';
import { budgetHere } from './memory-budget.ts';
import { type LoneThread, startLoneThread } from './reader-alone.ts';

export interface ExplainJob {
  bytes: Uint8Array;
  name: string;
  buyer: Buyer;
  /** YYYY-MM-DD */
  today: string;
  /** Passes over scans that are left out. */
  without: readonly PassName[];
}

/** The page as HTML, or a sentence that says why the file cannot be read. */
export type ExplainAnswer = { page: string } | { problem: string };

/** Explains files for the command line; null for one that cannot be explained within these bounds. */
export type Explainer = LoneThread<ExplainJob, ExplainAnswer>;

/** What reading a file may take (decisions.md, `reading_timeout`). */
const deadlineMs = 5 * 60_000;

export function createExplainer({ log }: { log: Logger }): Explainer {
  const entry = new URL(`reader-explain-thread${extname(import.meta.url)}`, import.meta.url);
  return startLoneThread(entry, { work: 'explain a file', deadlineMs, mostMb: budgetHere().aloneMb }, log);
}
