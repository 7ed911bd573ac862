import { parentPort } from 'node:worker_threads';
import { detectFileType } from '../checks/file-type.ts';
import { countPlainPages } from '../checks/plain-pdf.ts';
import type { EInvoiceProblem } from '../contract/errors.ts';
import { unpackEInvoice } from '../engine/e-invoice/unpack.ts';
import { countPages } from '../engine/open/pdf.ts';
import { ReadingError } from '../engine/reading-error.ts';
import { readSealed, type SealedFile } from '../store/files.ts';
import { giveWay } from './give-way.ts';

/** What the thread answers. */
export interface Counted {
  /** Null for a PDF that cannot be opened, and for an e-invoice, whose pages are chosen when it is read; locked: by a password. */
  pages: number | 'locked' | null;
  /** Why what is no PDF is no e-invoice either. */
  problem: EInvoiceProblem | null;
}

giveWay();

/** Answers each PDF with its number of pages. A file that lies on the disk is read here too: it may be large. */
parentPort?.on('message', async (file: Uint8Array | SealedFile) => {
  const bytes = file instanceof Uint8Array ? file : await readSealed(file);
  parentPort?.postMessage(await counted(bytes));
});

async function counted(bytes: Uint8Array): Promise<Counted> {
  // An empty file has no pages: who asks for them wants the thread to be up.
  if (bytes.length === 0 || detectFileType(bytes) !== null) return { pages: await pagesOf(bytes), problem: null };
  const unpacked = unpackEInvoice(bytes);
  return { pages: null, problem: typeof unpacked === 'string' ? unpacked : null };
}

async function pagesOf(bytes: Uint8Array): Promise<Counted['pages']> {
  const plain = countPlainPages(bytes);
  if (plain?.said) return plain.pages;
  try {
    // pdf.js believes a tree that says too little of itself.
    return Math.max(await countPages(bytes), plain?.pages ?? 0);
  } catch (error) {
    if (error instanceof ReadingError) return error.code === 'password_protected' ? 'locked' : null;
    throw error;
  }
}
