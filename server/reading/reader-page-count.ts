import { extname } from 'node:path';
import type { Logger } from '../log.ts';
import { startLoneThread } from './reader-alone.ts';

/** A page tree is read in milliseconds; what takes longer is damaged or hostile, and reading will say which. */
const deadlineMs = 10_000;
/** pdfjs inflates object streams without a bound. */
const mostBytes = 512 * 1024 * 1024;

export interface PageCounter {
  /** Pages of a PDF, or null when they cannot be counted within these bounds. The bytes are given away. */
  count(bytes: Uint8Array): Promise<number | null>;
  stop(): Promise<void>;
}

/** Counts pages in a thread of its own, one file after the other, so that no file can hold up requests. */
export function createPageCounter({ log }: { log: Logger }): PageCounter {
  const entry = new URL(`reader-page-count-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = startLoneThread<Uint8Array, number | null>(entry, { work: 'count pages', deadlineMs, mostBytes }, log);
  // An empty file has no pages; asking brings the thread up before the first real file waits for it.
  void thread.ask(new Uint8Array());
  return {
    count: (bytes) => thread.ask(bytes, undefined, ownBuffer(bytes)),
    stop: thread.stop,
  };
}

/** The memory of bytes that have it to themselves; small ones share Node's. */
function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
