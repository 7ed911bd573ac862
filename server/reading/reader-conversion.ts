import { extname } from 'node:path';
import type { BundleProblem } from '../contract/errors.ts';
import type { OpenedBundle } from '../engine/bundle/open-bundle.ts';
import type { Logger } from '../log.ts';
import type { SealedFile } from '../store/files.ts';
import { budgetHere } from './memory-budget.ts';
import { type LoneThread, startLoneThread } from './reader-alone.ts';
import type { Conversion, Converted } from './reader-conversion-thread.ts';

/** A TIFF of 14 MiB takes a tenth of a second, a PDF of a hundred pages with a password a few. */
const deadlineMs = 20_000;
const mostMb = 512;

/** Makes files that are read of those that a person brings in other forms. */
export interface Converter {
  /**
   * A TIFF as a PDF with its pages, or a PDF without its password.
   * @param password kept nowhere
   * @returns why it cannot be had; null where it did not end within its bounds
   */
  asPdf(file: Uint8Array | SealedFile, password: string | null): Promise<Converted | null>;
  /**
   * What may be invoices in a mail or an archive, or why nothing is, as the engine's `openBundle` says; null where that did
   * not end within its bounds.
   */
  openBundle(file: Uint8Array | SealedFile): Promise<OpenedBundle | BundleProblem | 'one_file' | null>;
  stop(): Promise<void>;
}

/** Converts one file after the other, in a thread that can be ended. */
export function createConverter({ log }: { log: Logger }): Converter {
  const entry = new URL(`reader-conversion-thread${extname(import.meta.url)}`, import.meta.url);
  const bounds = { work: 'convert a file', deadlineMs, mostMb: Math.min(mostMb, budgetHere().besideMb) };
  const thread: LoneThread<Conversion, unknown> = startLoneThread(entry, bounds, log);
  return {
    asPdf: (file, password) => thread.ask({ to: 'pdf', file, password }) as Promise<Converted | null>,
    openBundle: (file) => thread.ask({ to: 'files', file }) as ReturnType<Converter['openBundle']>,
    stop: thread.stop,
  };
}
