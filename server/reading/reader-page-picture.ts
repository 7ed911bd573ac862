import { extname } from 'node:path';
import type { PagePicture } from '../engine/open/page-picture.ts';
import type { Logger } from '../log.ts';
import { budgetHere } from './memory-budget.ts';
import { type LoneThread, startLoneThread } from './reader-alone.ts';

export interface PictureJob {
  bytes: Uint8Array;
  /** From 1. */
  number: number;
  dpi: number;
}

/** Draws pages for the window; null for one that cannot be drawn within these bounds. */
export type PageDrawer = LoneThread<PictureJob, PagePicture | null>;

/** A page takes well under a second; people do not wait longer than this for one. */
const deadlineMs = 20_000;

export function createPageDrawer({ log }: { log: Logger }): PageDrawer {
  const entry = new URL(`reader-page-picture-thread${extname(import.meta.url)}`, import.meta.url);
  return startLoneThread(entry, { work: 'draw a page', deadlineMs, mostMb: budgetHere().besideMb }, log);
}
