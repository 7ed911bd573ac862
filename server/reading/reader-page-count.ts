import { extname } from 'node:path';
import { countPlainPages } from '../checks/plain-pdf.ts';
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

/**
 * Counts the pages of plain PDFs here and now, and of all others in a thread of its own, one after the other, so that no
 * file can hold up requests. To hand a file to a thread and have pdf.js open it costs more than all else of a submission.
 */
export function createPageCounter({ log }: { log: Logger }): PageCounter {
  const entry = new URL(`reader-page-count-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = startLoneThread<Uint8Array, number | null>(entry, { work: 'count pages', deadlineMs, mostBytes }, log);
  // An empty file has no pages; asking brings the thread up before the first real file waits for it.
  void thread.ask(new Uint8Array());
  return {
    async count(bytes) {
      const plain = countPlainPages(bytes);
      if (plain?.said) {
        // Given back at once: as garbage, files of all requests would have the collector at work most of the time.
        for (const memory of ownBuffer(bytes)) memory.transfer(0);
        return plain.pages;
      }
      const opened = await thread.ask(bytes, undefined, ownBuffer(bytes));
      // pdf.js believes a tree that says too little of itself.
      return opened === null || plain === null ? opened : Math.max(opened, plain.pages);
    },
    stop: thread.stop,
  };
}

/** The memory of bytes that have it to themselves; small ones share Node's. */
function ownBuffer({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
