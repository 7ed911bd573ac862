import type { MessagePort } from 'node:worker_threads';
import type { DocumentErrorCode } from '../contract/document.ts';
import type { Buyer } from '../engine/buyer.ts';
import type { ReadInvoice } from '../engine/read-invoice.ts';
import type { Found, WaitingPicture } from '../engine/recognise/ocr-queue.ts';
import type { Contribution } from '../suppliers/contribution.ts';

/** One file to read, or what opening it gave before. */
export type ReadJob = ({ bytes: Uint8Array } | { opened: Uint8Array }) & {
  buyer: Buyer;
  /** As {@link readInvoice} takes them. */
  otherBuyers?: readonly Buyer[] | null;
  /** As {@link readInvoice} takes it. */
  ownPages?: number | null;
  /** YYYY-MM-DD, where the appliance stands. */
  today: string;
  /** As {@link readInvoice} takes them. */
  signers?: readonly string[];
};

export interface ReadResult extends ReadInvoice {
  /** What opening the file gave, packed; null where it is too much to keep. */
  opened: Uint8Array | null;
}

/** What a reader thread is told. */
export type PoolMessage =
  | { type: 'read'; job: ReadJob }
  /** What was confirmed of the supplier that was asked for. */
  | { type: 'known'; contributions: Contribution[] }
  /** A scan may come: the engine is to be ready for it. */
  | { type: 'warm' }
  /** Another thread reads pictures of what is being read; they talk through `port`. */
  | { type: 'helped'; port: MessagePort }
  /** Pictures that another thread offers through `port` are to be read, until there is a file to read. */
  | { type: 'help'; port: MessagePort };

/** What a reader thread offers to its helpers. */
export interface OfferMessage {
  waiting: WaitingPicture;
  taker: number;
}

/** What a helper says: what it has read. */
export interface HelperMessage {
  id: number;
  found: Found;
}

/** What a reader thread says while it works on a job, and at its end. */
export type ReaderMessage =
  /** Pictures wait that other threads could read. */
  | { type: 'crowded' }
  | { type: 'page'; done: number; total: number }
  /** Asks what is known of a supplier, by the groups of its identifiers. */
  | { type: 'recall'; identifiers: string[][]; buyerVat: string }
  | { type: 'done'; result: ReadResult; keptBytes: number }
  | { type: 'unreadable'; code: DocumentErrorCode; keptBytes: number }
  /** Something that should not happen, or no handle was left; the thread is not to be used again. */
  | { type: 'broken'; name: string; stack: string; outOfHandles: boolean };
