import type { Clock } from './clock.ts';
import type { DocumentErrorCode } from './contract/document.ts';
import type { Logger } from './log.ts';
import { budgetHere } from './reading/memory-budget.ts';
import { createReaderPool } from './reading/reader-pool.ts';
import { type ReadingLoop, startReadingLoop } from './reading/reading-loop.ts';
import type { Store } from './store/data-folder.ts';

/** What reads in this process. */
export interface Reader extends ReadingLoop {
  /** How far its readings are, by document. */
  beingRead: ReadonlyMap<string, { tenantId: string; done: number; total: number }>;
}

/**
 * Starts reading from the queue.
 * @param parts.readers how many documents are read at once; 0 takes none from the queue
 * @param parts.onFinished told how a document ended, and how long its reading took
 */
export function startReader(parts: {
  store: Store;
  clock: Clock;
  log: Logger;
  owner: string;
  /** As `signersIn` gives them. */
  signers: readonly string[];
  readers?: number | undefined;
  onFinished?: (code: DocumentErrorCode | null, durationMs: number) => void;
}): Reader {
  const { store, readers = budgetHere().readers, onFinished, ...rest } = parts;
  const { db, vault, files, hints } = store;
  const beingRead = new Map<string, { tenantId: string; done: number; total: number }>();
  // Who asks to have a document read again needs a thread even where none is read from the queue.
  const pool = createReaderPool({ size: Math.max(1, readers), log: parts.log });
  const loop = startReadingLoop({
    ...{ db, vault, files, pool, atOnce: readers, ...rest },
    told: {
      onPage({ id, tenantId }, done, total) {
        beingRead.set(id, { tenantId, done, total });
      },
      onEnded: (id) => void beingRead.delete(id),
      onFinished(_id, code, durationMs) {
        onFinished?.(code, durationMs);
        hints.tell('ended');
        hints.tell('event');
      },
    },
  });
  const deafen = hints.listen('live', loop.wake);
  return {
    ...loop,
    beingRead,
    async stop() {
      deafen();
      await loop.stop();
      await pool.stop();
    },
  };
}
