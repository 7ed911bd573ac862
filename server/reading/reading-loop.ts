import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, localDate } from '../clock.ts';
import type { DocumentErrorCode } from '../contract/document.ts';
import { ReadingError } from '../engine/reading-error.ts';
import { isOutOfHandles } from '../handles.ts';
import type { Logger } from '../log.ts';
import { type Loop, startLoop } from '../loop.ts';
import { type ClaimedDocument, claimNext, release, renewLease } from '../store/claims.ts';
import type { Db } from '../store/db.ts';
import { type Ending, finish } from '../store/endings.ts';
import { FileStoreError } from '../store/file-store-error.ts';
import type { Files } from '../store/files.ts';
import { recall as recallSupplier } from '../store/suppliers.ts';
import type { Vault } from '../store/vault.ts';
import type { ReaderPool, Recall } from './reader-pool.ts';

/** How long a wake-up may be lost for. */
const pollMs = 1_000;
/** A claim that is not renewed for so long was left by a process that died, or slept and finds it taken. */
const leaseMs = 60_000;
/** Also how soon a deletion by another process ends the reading of its document. */
const renewMs = 5_000;
/** A document whose file cannot be had goes back into the queue after so long, and may be anybody's again. */
const filesAwayMs = 5_000;

/** What reading a document takes. */
interface DocumentToRead extends Pick<ClaimedDocument, 'id' | 'tenantId' | 'buyer' | 'otherBuyers' | 'fileKey'> {
  /** As `About` says it. */
  ownPages?: number | null;
}

export interface ReadingLoop extends Loop {
  /**
   * Reads a document once more, beside the queue and without changing anything.
   * @param opened what opening its file gave before; null opens it again
   * @returns null when it was cancelled
   */
  readAgain(document: DocumentToRead, opened: Uint8Array | null, signal: AbortSignal): Promise<Ending | null>;
  /** While paused nothing more is begun; what is being read is read to its end. */
  pause(paused: boolean): void;
  /** Ends the reading of a document that was deleted, and its thread with it. */
  cancel(documentId: string): void;
}

export interface Reading {
  /** Which document, and how many of its pages are read. */
  onPage: (document: ClaimedDocument, done: number, total: number) => void;
  /** A reading is over, however it ended. */
  onEnded: (documentId: string) => void;
  /** A document has ended, so many milliseconds after its reading began: its event may be due. */
  onFinished: (documentId: string, code: DocumentErrorCode | null, durationMs: number) => void;
}

/**
 * Reads live documents from the queue, several at once, until stopped. A stop cancels what is
 * being read and puts it back into the queue.
 * @param parts.atOnce how many; 0 takes none from the queue
 * @param parts.signers as `signersIn` gives them
 * @param parts.owner names this process in its claims; unique among those that share a database
 */
export function startReadingLoop(parts: {
  db: Db;
  vault: Vault;
  files: Files;
  clock: Clock;
  log: Logger;
  pool: ReaderPool;
  atOnce: number;
  signers: readonly string[];
  owner: string;
  told: Reading;
}): ReadingLoop {
  const { db, vault, files, clock, log, pool, atOnce, signers, owner, told } = parts;
  const beingRead = new Set<Promise<void>>();
  const held = new Set<string>();
  const cancels = new Map<string, AbortController>();
  const stopping = new AbortController();
  let paused = false;

  const readOne = async (claimed: ClaimedDocument): Promise<void> => {
    const { id, token } = claimed;
    const startedAt = clock.elapsed();
    const cancel = new AbortController();
    cancels.set(id, cancel);
    const signal = AbortSignal.any([stopping.signal, cancel.signal]);
    const renewal = setInterval(() => {
      renewLease(db, { id, token, now: clock.now(), leaseMs })
        // The document was deleted meanwhile, or another process has it.
        .then((held) => held || cancel.abort())
        .catch((error) => log.error({ err: error, document: id }, 'A lease could not be renewed'));
    }, renewMs);
    try {
      const onPage = (done: number, total: number): void => told.onPage(claimed, done, total);
      const ending = await endingOf(claimed, null, signal, onPage);
      if (stopping.signal.aborted && ending === null) return await release(db, { id, token });
      if (ending === null) return;
      const counted = await finish(db, vault, files, { id, token, now: clock.now(), ending });
      if (counted) told.onFinished(id, ending.status === 'failed' ? ending.code : null, clock.elapsed() - startedAt);
    } catch (error) {
      if (!passes(error)) throw error;
      log.error({ err: error, document: id }, 'The document could not be read now and is put back into the queue');
      await delay(filesAwayMs, undefined, { signal }).catch(() => undefined);
      await release(db, { id, token });
    } finally {
      clearInterval(renewal);
      cancels.delete(id);
      told.onEnded(id);
    }
  };

  /** How the reading ended; null when it was cancelled. */
  const endingOf = async (
    document: DocumentToRead,
    opened: Uint8Array | null,
    signal: AbortSignal,
    onPage?: (done: number, total: number) => void,
  ): Promise<Ending | null> => {
    const { id, tenantId, buyer, otherBuyers, ownPages = null, fileKey } = document;
    const startedAt = clock.elapsed();
    const durationMs = (): number => Math.round(clock.elapsed() - startedAt);
    try {
      const file = opened ? { opened } : { bytes: await files.read(id, fileKey, signal) };
      const job = { ...file, buyer, otherBuyers, ownPages, today: localDate(clock.now()), signers };
      const recall: Recall = (identifiers, buyerVat) =>
        recallSupplier(db, vault, { tenantId, buyerVat, documentId: id, identifiers });
      const read = await pool.read(job, { signal, recall, ...(onPage && { onPage }) });
      log.info({ document: id, pages: read.pages, durationMs: durationMs() }, 'Document read');
      return { status: 'succeeded', ...read };
    } catch (error) {
      if (signal.aborted) return null;
      // That is not the document's fault, and passes.
      if (passes(error)) throw error;
      const known = error instanceof ReadingError ? error : new ReadingError('internal_error', { cause: error });
      if (known.code === 'internal_error') log.error({ err: known, document: id }, 'Document could not be read');
      else log.info({ document: id, code: known.code, durationMs: durationMs() }, 'Document cannot be read');
      return { status: 'failed', code: known.code, message: known.message };
    }
  };

  const loop = startLoop('reading', pollMs, log, async () => {
    if (paused || beingRead.size >= atOnce) return false;
    const claimed = await claimNext(db, vault, { now: clock.now(), leaseMs, owner, held: [...held] });
    if (!claimed) return false;
    held.add(claimed.token);
    const reading = readOne(claimed)
      .catch((error) =>
        log.error({ err: error, document: claimed.id }, 'A reading could not be ended; its lease will run out'),
      )
      .finally(() => {
        beingRead.delete(reading);
        held.delete(claimed.token);
        loop.wake();
      });
    beingRead.add(reading);
    return true;
  });

  return {
    wake: loop.wake,
    cancel: (id) => cancels.get(id)?.abort(),
    readAgain: (document, opened, signal) => endingOf(document, opened, AbortSignal.any([signal, stopping.signal])),
    pause(yes) {
      paused = yes;
      loop.wake();
    },
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(beingRead);
    },
  };
}

/** Whether it is nothing of the document, and will be otherwise: its file's place is away, or no file can be opened. */
function passes(error: unknown): boolean {
  return error instanceof FileStoreError || isOutOfHandles(error);
}
