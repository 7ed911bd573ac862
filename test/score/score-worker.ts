import { readFileSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { decide } from '../../server/engine/decide/decide.ts';
import { openCached } from './open-cached.ts';

/** One document to read: `prediction` is where the Document goes. */
export interface ScoreJob {
  file: string;
  prediction: string;
  buyerVat: string;
  codeHash: string;
}

parentPort!.on('message', async (job: ScoreJob) => {
  const started = performance.now();
  let openMs = 0;
  let answer: object;
  try {
    const opened = await openCached(readFileSync(job.file), job.codeHash);
    openMs = performance.now() - started;
    const { invoice, fields, warnings } = decide(opened, { vat: job.buyerVat, name: null }, '2027-01-01');
    answer = { status: 'succeeded', pages: opened.pages.length, document: invoice, fields, warnings };
  } catch (error) {
    const { code, stack } = error as { code?: string; stack?: string };
    answer = { status: 'failed', error: { code: code ?? stack } };
  }
  writeFileSync(job.prediction, JSON.stringify(answer, null, 1));
  parentPort!.postMessage({ decideMs: performance.now() - started - openMs });
});
