import { extname } from 'node:path';
import { countPlainPages } from '../checks/plain-pdf.ts';
import type { EInvoiceProblem } from '../contract/errors.ts';
import type { Logger } from '../log.ts';
import type { SealedFile } from '../store/files.ts';
import { budgetHere } from './memory-budget.ts';
import { type LoneThread, startLoneThread } from './reader-alone.ts';
import type { Counted } from './reader-page-count-thread.ts';
import { createTurns } from './turns.ts';

/** A page tree is read in milliseconds; what takes longer is damaged or hostile, and reading will say which. */
const countWithinMs = 1_000;
/** An e-invoice of 450,000 elements was looked through in 1.1 seconds beside other work. */
const unpackWithinMs = 5_000;
/** Whose turn does not come within this is not counted: an answer is not to wait for what others have sent. */
const turnWithinMs = 1_000;
/** A thread that starts loads pdf.js, which takes long on a busy machine and is nobody's fault. */
const startWithinMs = 30_000;
/** So long whoever sent what could not be counted in time is counted apart from the others. */
const apartMs = 60_000;
/** pdfjs inflates object streams without a bound. */
const mostMb = 256;

/** Who sent a file: a tenant, and which of its keys. Tenants take turns, and so do the keys of each. */
export interface Sender {
  tenantId: string;
  keyId: string;
}

export interface PageCounter {
  /** Pages of a PDF; locked: it has a password; null when they cannot be counted within these bounds. Bytes are given away. */
  count(file: Uint8Array | SealedFile, sender: Sender): Promise<Counted['pages']>;
  /** Why an XML file or an archive is no e-invoice; null where it is one, or nobody had time to look. Bytes are given away. */
  unpack(file: Uint8Array | SealedFile, sender: Sender): Promise<EInvoiceProblem | null>;
  stop(): Promise<void>;
}

/**
 * Counts the pages of small plain PDFs here and now, and of all others in a thread of its own, where e-invoices are looked
 * through too, so that no file can hold up requests. To hand a file to a thread and have pdf.js open it costs more than all
 * else of a submission. Senders take turns, and keys whose files take too long have a second thread to themselves, so that
 * nobody waits for them.
 */
export function createPageCounter({ log }: { log: Logger }): PageCounter {
  const usual = startLane(log);
  // Most appliances never need it.
  let apart: Lane | null = null;
  const apartUntil = new Map<string, number>();
  usual.warmUp();

  const laneOf = ({ keyId }: Sender): Lane => {
    const until = apartUntil.get(keyId);
    if (until === undefined) return usual;
    if (until < performance.now()) {
      apartUntil.delete(keyId);
      return usual;
    }
    apart ??= startLane(log);
    return apart;
  };

  const ask = async (file: Uint8Array | SealedFile, sender: Sender, withinMs: number): Promise<Outcome> => {
    const outcome = await laneOf(sender).count(file, sender, withinMs);
    if (outcome === 'given up') apartUntil.set(sender.keyId, performance.now() + apartMs);
    return outcome;
  };

  return {
    async count(file, sender) {
      const plain = file instanceof Uint8Array ? countPlainPages(file) : null;
      if (plain?.said) {
        // Given back at once: as garbage, files of all requests would have the collector at work most of the time.
        for (const memory of ownMemory(file)) memory.transfer(0);
        return plain.pages;
      }
      const outcome = await ask(file, sender, countWithinMs);
      return typeof outcome === 'string' ? null : outcome.pages;
    },
    async unpack(file, sender) {
      const outcome = await ask(file, sender, unpackWithinMs);
      if (outcome === 'given up') return 'unsafe_file';
      return outcome === 'late' ? null : outcome.problem;
    },
    async stop() {
      await Promise.all([usual.stop(), apart?.stop()]);
    },
  };
}

/** What the thread said, or why nobody knows. */
type Outcome = Counted | 'late' | 'given up';

interface Lane {
  count(file: Uint8Array | SealedFile, sender: Sender, withinMs: number): Promise<Outcome>;
  warmUp(): void;
  stop(): Promise<void>;
}

interface Waiting {
  /** Null once it is being counted, or was told that it is late. */
  file: Uint8Array | SealedFile | null;
  withinMs: number;
  tell: (outcome: Outcome) => void;
}

/** A thread and those who wait for it. */
function startLane(log: Logger): Lane {
  const entry = new URL(`reader-page-count-thread${extname(import.meta.url)}`, import.meta.url);
  const bounds = { work: 'count pages', deadlineMs: countWithinMs, mostMb: Math.min(mostMb, budgetHere().besideMb) };
  const thread: LoneThread<Uint8Array | SealedFile, Counted> = startLoneThread(entry, bounds, log);
  const waiting = createTurns<Waiting>();
  let started: Promise<unknown> | null = null;
  let working = false;

  /** An empty file has no pages; to ask for them brings the thread up before a real file is measured by the clock. */
  const start = (): Promise<unknown> => {
    started ??= thread.ask(new Uint8Array(), { withinMs: startWithinMs });
    return started;
  };

  const work = async (): Promise<void> => {
    if (working) return;
    working = true;
    for (let next = waiting.next(); next; next = waiting.next()) {
      const { file, withinMs } = next;
      if (file === null) continue;
      next.file = null;
      const counted = await thread.ask(file, { given: ownMemory(file), withinMs });
      if (counted === null) started = null;
      next.tell(counted ?? 'given up');
      await start();
    }
    working = false;
  };

  return {
    async count(file, sender, withinMs) {
      await start();
      return new Promise((resolve) => {
        const late = setTimeout(() => {
          if (own.file === null) return;
          own.file = null;
          resolve('late');
        }, turnWithinMs);
        const own: Waiting = {
          file,
          withinMs,
          tell(outcome) {
            clearTimeout(late);
            resolve(outcome);
          },
        };
        waiting.add([sender.tenantId, sender.keyId], own);
        void work();
      });
    },
    warmUp: () => void start(),
    stop: thread.stop,
  };
}

/** The memory of bytes that have it to themselves; small ones share Node's. */
function ownMemory(file: Uint8Array | SealedFile): ArrayBuffer[] {
  if (!(file instanceof Uint8Array)) return [];
  const { buffer, byteLength } = file;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
