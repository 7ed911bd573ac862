// First, because pdfjs looks for a decoder when it is loaded. Not awaited here: V8 aborts the whole process when a thread
// is ended while modules run that waited for one with an `await` at its top.
import './pdf-jpeg.ts';

import { Image } from '@napi-rs/canvas';
import { PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

/** Between pdfjs' two halves in one thread: everything is copied, as between threads, but decoded pictures, which cannot be. */
class Line extends EventTarget {
  /** @param transfer null where pdfjs gives up on a picture */
  postMessage(message: unknown, transfer?: ArrayBuffer[] | null): void {
    const given = transfer ?? [];
    const isPicture = given.some((part: unknown) => part instanceof Image);
    const data = isPicture ? message : structuredClone(message, { transfer: given });
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data })));
  }
}

/** The half of pdfjs that takes a file apart, in this thread. */
export function startWorker(): PDFWorker {
  const line = new Line();
  WorkerMessageHandler.initializeFromPort(line);
  return PDFWorker.create({ port: line as never, verbosity: 0 });
}
