import { parentPort } from 'node:worker_threads';
import { type PagePicture, pagePicture } from '../engine/open/page-picture.ts';
import { ReadingError } from '../engine/reading-error.ts';
import { giveWay } from './give-way.ts';
import type { PictureJob } from './reader-page-picture.ts';

giveWay();

/** Answers each job with the page's picture, or null where there is no such page or it cannot be drawn. */
parentPort?.on('message', async (job: PictureJob) => {
  parentPort?.postMessage(await drawn(job));
});

async function drawn({ bytes, number, dpi }: PictureJob): Promise<PagePicture | null> {
  try {
    return await pagePicture(bytes, number, dpi);
  } catch (error) {
    if (error instanceof ReadingError) return null;
    throw error;
  }
}
