import { type MessagePort, parentPort } from 'node:worker_threads';
import type { PoolMessage } from '../../../server/reading/reader-messages.ts';

/** A reader thread that does what its job's bytes say, to show what the pool makes of it. */
const held: Uint8Array[] = [];
let jobs = 0;
/** What a helper is to do, said through its port. */
let orderForHelper: string | null = null;
let helped: MessagePort | null = null;

parentPort!.on('message', (message: PoolMessage) => {
  if (message.type === 'helped') return beHelped(message.port);
  if (message.type === 'help') return help(message.port);
  if (message.type === 'warm' || message.type === 'known') return;
  helped?.close();
  const { job } = message;
  jobs++;
  // An order may be dressed up as a PDF, to get past the API.
  if (!('bytes' in job)) throw new Error('These threads take orders only.');
  const order = Buffer.from(job.bytes).toString('utf8').replace('%PDF-1.7 ', '');
  if (order.startsWith('crowded')) {
    orderForHelper = order.slice('crowded '.length);
    return parentPort!.postMessage({ type: 'crowded' });
  }
  if (order === 'hang') for (;;);
  if (order === 'die') process.exit(1);
  if (order === 'throw') throw new Error('a fault of our own');
  if (order === 'break') return parentPort!.postMessage({ type: 'broken', name: 'Error', stack: '' });
  if (order.startsWith('die once') && job.bytes.at(-1) === 0) {
    // The bytes lie in memory that the test shares, so the second thread sees that there was a first.
    job.bytes[job.bytes.length - 1] = 1;
    process.exit(1);
  }
  if (order === 'fill') {
    for (;;) held.push(new Uint8Array(32 * 1024 * 1024).fill(1));
  }
  if (order === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  if (order === 'unreadable')
    return parentPort!.postMessage({ type: 'unreadable', code: 'no_text_found', keptBytes: 0 });
  if (order === 'pages')
    for (let done = 1; done <= 3; done++) parentPort!.postMessage({ type: 'page', done, total: 3 });
  done(jobs, order === 'keep' ? 101 * 1024 * 1024 : 0);
});

function done(pages: number, keptBytes = 0): void {
  const result = { extraction: { invoice: {}, fields: {}, warnings: [] }, pages, mimeType: 'application/pdf' };
  parentPort!.postMessage({ type: 'done', result, keptBytes });
}

/** Ends its file with 100 pages when the helper answers, with 200 when it leaves. */
function beHelped(port: MessagePort): void {
  const left = (): void => done(200);
  port.on('message', (answer: string) => {
    parentPort!.postMessage({ type: 'page', done: 1, total: 1 });
    if (answer !== 'helped') return;
    port.off('close', left);
    done(100);
  });
  port.on('close', left);
  port.postMessage(orderForHelper);
}

function help(port: MessagePort): void {
  helped = port;
  port.on('message', (order: string) => {
    port.postMessage(order === '' ? 'helped' : order);
    if (order === 'die') process.exit(1);
    if (order === 'hang') for (;;);
  });
}
