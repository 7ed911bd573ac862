import { readFileSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { decide } from '../../server/engine/decide/decide.ts';
import { saysAll } from '../../server/engine/read-invoice.ts';
import { openCached } from './open-cached.ts';
import { withoutLabels } from './without-labels.ts';

/** One document to read: `prediction` is where the Document goes. */
export interface ScoreJob {
  file: string;
  prediction: string;
  buyerVat: string;
  codeHash: string;
  /** The meaning whose labels are left out; null where all are read. */
  without: string | null;
}

parentPort!.on('message', async (job: ScoreJob) => {
  const started = performance.now();
  let openMs = 0;
  let answer: object;
  try {
    const context = { buyer: { vat: job.buyerVat, name: null }, today: '2027-01-01' };
    const opened = await openCached(readFileSync(job.file), job.codeHash, (part) => saysAll(part, context));
    openMs = performance.now() - started;
    const printed = job.without === null ? opened : withoutLabels(opened, job.without);
    const { invoice, fields, warnings } = decide(printed, context.buyer, context.today);
    answer = { status: 'succeeded', pages: opened.pages.length, document: invoice, fields, warnings };
  } catch (error) {
    const { code, stack } = error as { code?: string; stack?: string };
    answer = { status: 'failed', error: { code: code ?? stack } };
  }
  writeFileSync(job.prediction, JSON.stringify(answer, null, 1));
  parentPort!.postMessage({ decideMs: performance.now() - started - openMs });
});
