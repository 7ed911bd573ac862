import { parentPort } from 'node:worker_threads';
import { pagesOfPdf } from '../engine/open/pdf-pages.ts';
import { ReadingError } from '../engine/reading-error.ts';
import { giveWay } from './give-way.ts';
import type { CutJob } from './reader-page-cut.ts';

giveWay();

/** Answers each job with a PDF of each range, or null where the file cannot be cut so. */
parentPort?.on('message', async (job: CutJob) => {
  parentPort?.postMessage(await cut(job));
});

async function cut({ bytes, ranges }: CutJob): Promise<Uint8Array[] | null> {
  try {
    return await pagesOfPdf(bytes, ranges);
  } catch (error) {
    if (error instanceof ReadingError) return null;
    throw error;
  }
}
