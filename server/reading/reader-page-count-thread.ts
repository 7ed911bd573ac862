import { parentPort } from 'node:worker_threads';
import { countPages } from '../engine/open/pdf.ts';
import { ReadingError } from '../engine/reading-error.ts';

/** What the thread answers; `pages` is null for a PDF that cannot be opened. */
export interface Counted {
  pages: number | null;
}

/** Answers each PDF's bytes with its number of pages. */
parentPort?.on('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage({ pages: await pagesOf(bytes) } satisfies Counted);
});

async function pagesOf(bytes: Uint8Array): Promise<number | null> {
  try {
    return await countPages(bytes);
  } catch (error) {
    if (error instanceof ReadingError) return null;
    throw error;
  }
}
