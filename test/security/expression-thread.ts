import { parentPort, workerData } from 'node:worker_threads';
import type { Expression } from './expressions.ts';

/** Runs every expression over every text; says before each which it is, so that one that hangs is known. */
const { expressions, texts } = workerData as { expressions: Expression[]; texts: string[] };
for (const [index, { source, flags }] of expressions.entries()) {
  parentPort?.postMessage(index);
  for (const text of texts) {
    const expression = new RegExp(source, flags.replace('y', ''));
    expression.test(text);
    expression.lastIndex = 0;
    if (flags.includes('g')) text.replace(expression, '');
  }
}
parentPort?.postMessage(null);
