import { parentPort } from 'node:worker_threads';
import { arrangedPages } from '../engine/open/pdf-arrange.ts';
import { pagesOfPdf } from '../engine/open/pdf-pages.ts';
import { ReadingError } from '../engine/reading-error.ts';
import { giveWay } from './give-way.ts';
import type { CutJob } from './reader-page-cut.ts';

giveWay();

/** Answers each job with its PDFs, or null where they cannot be made. */
parentPort?.on('message', async (job: CutJob) => {
  parentPort?.postMessage(await cut(job));
});

async function cut(job: CutJob): Promise<Uint8Array[] | null> {
  try {
    return 'files' in job ? [await arrangedPages(job.files)] : await pagesOfPdf(job.bytes, job.ranges);
  } catch (error) {
    if (error instanceof ReadingError) return null;
    throw error;
  }
}
