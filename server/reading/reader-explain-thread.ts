import { parentPort } from 'node:worker_threads';
import { explain } from '../engine/explain/explain.ts';
import { ReadingError } from '../engine/reading-error.ts';
import type { ExplainAnswer, ExplainJob } from './reader-explain.ts';

/** Answers each job with the page that explains its file, or with why the file cannot be read. */
parentPort?.on('message', async (job: ExplainJob) => {
  parentPort?.postMessage(await answer(job));
});

async function answer({ bytes, ...context }: ExplainJob): Promise<ExplainAnswer> {
  try {
    return { page: await explain(bytes, context) };
  } catch (error) {
    if (error instanceof ReadingError) return { problem: error.message };
    throw error;
  }
}
