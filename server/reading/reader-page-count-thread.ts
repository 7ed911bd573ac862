import { parentPort } from 'node:worker_threads';
import { countPages } from '../engine/open/pdf.ts';
import { ReadingError } from '../engine/reading-error.ts';

/** Answers each PDF's bytes with its number of pages, or null for one that cannot be opened. */
parentPort?.on('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage(await pagesOf(bytes));
});

async function pagesOf(bytes: Uint8Array): Promise<number | null> {
  try {
    return await countPages(bytes);
  } catch (error) {
    if (error instanceof ReadingError) return null;
    throw error;
  }
}
