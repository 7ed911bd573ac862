import type { DocumentErrorCode } from '../contract/document.ts';
import type { Extraction } from '../contract/invoice.ts';
import type { PageText } from '../contract/window.ts';
import type { Buyer } from '../engine/buyer.ts';

/** One file to read. */
export interface ReadJob {
  bytes: Uint8Array;
  buyer: Buyer;
  /** YYYY-MM-DD, where the appliance stands. */
  today: string;
}

export interface ReadResult {
  extraction: Extraction;
  pages: number;
  /** What stands on each page. */
  texts: PageText[];
  mimeType: string;
}

/** What a reader thread says while it works on a job, and at its end. */
export type ReaderMessage =
  | { type: 'page'; done: number; total: number }
  | { type: 'done'; result: ReadResult; heldBytes: number }
  | { type: 'unreadable'; code: DocumentErrorCode; heldBytes: number }
  /** Something that should not happen; the thread is not to be used again. */
  | { type: 'broken'; name: string; stack: string };
