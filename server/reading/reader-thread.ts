import { type MessagePort, parentPort } from 'node:worker_threads';
import { packOpened, unpackOpened } from '../engine/open/opened-file.ts';
import { type ReadInvoice, readInvoice, readOpened } from '../engine/read-invoice.ts';
import { ReadingError } from '../engine/reading-error.ts';
import { identifiersIn, recallSupplier } from '../engine/recall-supplier.ts';
import { warmUp } from '../engine/recognise/ocr.ts';
import { createOcrQueue, readHere } from '../engine/recognise/ocr-queue.ts';
import { warmUpSecondReader } from '../engine/recognise/second-reader.ts';
import { isOutOfHandles } from '../handles.ts';
import type { Contribution } from '../suppliers/contribution.ts';
import { giveWay } from './give-way.ts';
import { acceptHelp, giveHelp } from './reader-help.ts';
import type { PoolMessage, ReaderMessage, ReadJob, ReadResult } from './reader-messages.ts';

/** The inside of a reader thread: reads one file after the other, as the pool sends them. */
const port = parentPort;
if (!port) throw new Error('This file runs in a reader thread only.');
const say = (message: ReaderMessage): void => port.postMessage(message);

giveWay();

let isCrowded = false;
const queue = createOcrQueue(readHere, () => {
  if (!isCrowded) say({ type: 'crowded' });
  isCrowded = true;
});
let helpers: MessagePort[] = [];
let endHelp = (): void => {};
let hearKnown = (_contributions: Contribution[]): void => {};

port.on('message', (message: PoolMessage) => {
  if (message.type === 'read') void read(message.job);
  else if (message.type === 'known') hearKnown(message.contributions);
  else if (message.type === 'warm') void warmUp().then(warmUpSecondReader);
  else if (message.type === 'help') {
    endHelp();
    endHelp = giveHelp(message.port);
  } else {
    helpers.push(message.port);
    acceptHelp(queue, message.port);
  }
});

async function read(job: ReadJob): Promise<void> {
  endHelp();
  isCrowded = false;
  try {
    const onPage = (done: number, total: number): void => say({ type: 'page', done, total });
    say({ type: 'done', result: await resultOf(job, onPage), keptBytes: keptBytes() });
  } catch (error) {
    if (error instanceof ReadingError) say({ type: 'unreadable', code: error.code, keptBytes: keptBytes() });
    else say({ type: 'broken', ...described(error) });
  } finally {
    for (const helper of helpers) helper.close();
    helpers = [];
  }
}

async function resultOf(job: ReadJob, onPage: (done: number, total: number) => void): Promise<ReadResult> {
  if ('opened' in job)
    return { ...(await recalled(readOpened(unpackOpened(job.opened), job), job)), opened: job.opened };
  const { opened, ...read } = await readInvoice(job.bytes, { ...job, onPage, engine: queue });
  return { ...(await recalled(read, job)), opened: packOpened(opened) };
}

/** What was read, with what is known of its supplier as one of the buyer's. */
async function recalled(read: ReadInvoice, { today }: ReadJob): Promise<ReadInvoice> {
  if (read.buyer === null) return read;
  const buyerVat = read.buyer.vat;
  const known = new Promise<Contribution[]>((resolve) => {
    hearKnown = resolve;
  });
  say({ type: 'recall', identifiers: identifiersIn(read.extraction, read.texts, buyerVat), buyerVat });
  const contributions = await known;
  if (contributions.length === 0) return read;
  const { extraction } = recallSupplier(read.extraction, read.texts, contributions, { buyerVat, today });
  return { ...read, extraction };
}

/**
 * What this thread keeps in memory although nothing of it may be needed: WebAssembly's, which the OCR engine has most of.
 * Buffers, which are the other things outside of the heap, go when the collector comes to them.
 */
function keptBytes(): number {
  try {
    const { external, arrayBuffers } = process.memoryUsage();
    return external - arrayBuffers;
  } catch (error) {
    // It is known again after the next file.
    if (isOutOfHandles(error)) return 0;
    throw error;
  }
}

/** An error without its message, which may quote the file. */
function described(error: unknown): { name: string; stack: string; outOfHandles: boolean } {
  const outOfHandles = isOutOfHandles(error);
  if (!(error instanceof Error)) return { name: typeof error, stack: '', outOfHandles };
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return { name: error.name, stack: frames.join('\n'), outOfHandles };
}
