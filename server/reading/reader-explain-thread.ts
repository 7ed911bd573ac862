import { once } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { explain } from '../engine/explain/explain.ts';
import { ReadingError } from '../engine/reading-error.ts';
import type { Contribution } from '../suppliers/contribution.ts';
import type { ExplainAnswer, ExplainJob } from './reader-explain.ts';

/** Answers each job with the page that explains its file, or with why the file cannot be read. */
parentPort?.on('message', async (job: ExplainJob) => {
  parentPort?.postMessage(await answer(job));
});

async function answer({ bytes, remembered, ...context }: ExplainJob): Promise<ExplainAnswer> {
  try {
    return { page: await explain(bytes, { ...context, recall: remembered && recallBy(remembered) }) };
  } catch (error) {
    if (error instanceof ReadingError) return { problem: error.message };
    throw error;
  }
}

function recallBy(port: MessagePort) {
  return async (identifiers: string[][]): Promise<Contribution[]> => {
    port.postMessage(identifiers);
    const [known] = await once(port, 'message');
    port.close();
    return known;
  };
}
