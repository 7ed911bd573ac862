import { parentPort } from 'node:worker_threads';
import { countPlainPages } from '../checks/plain-pdf.ts';
import { countPages } from '../engine/open/pdf.ts';
import { ReadingError } from '../engine/reading-error.ts';
import { readSealed, type SealedFile } from '../store/files.ts';
import { giveWay } from './give-way.ts';

/** What the thread answers; `pages` is null for a PDF that cannot be opened. */
export interface Counted {
  pages: number | null;
}

giveWay();

/** Answers each PDF with its number of pages. One that lies on the disk is read here too: it may be large. */
parentPort?.on('message', async (file: Uint8Array | SealedFile) => {
  const bytes = file instanceof Uint8Array ? file : await readSealed(file);
  parentPort?.postMessage({ pages: await pagesOf(bytes) } satisfies Counted);
});

async function pagesOf(bytes: Uint8Array): Promise<number | null> {
  const plain = countPlainPages(bytes);
  if (plain?.said) return plain.pages;
  try {
    // pdf.js believes a tree that says too little of itself.
    return Math.max(await countPages(bytes), plain?.pages ?? 0);
  } catch (error) {
    if (error instanceof ReadingError) return null;
    throw error;
  }
}
