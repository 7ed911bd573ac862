import { extname } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { ReadingError } from '../engine/reading-error.ts';
import { isOutOfHandles, OutOfHandles } from '../handles.ts';
import type { Logger } from '../log.ts';
import type { Contribution } from '../suppliers/contribution.ts';
import { budgetHere, limitsOf } from './memory-budget.ts';
import { watchMemory } from './memory-watch.ts';
import type { PoolMessage, ReaderMessage, ReadJob, ReadResult } from './reader-messages.ts';

export interface ReadOptions {
  /** Ends the reading at once; `read` rejects with its reason. */
  signal?: AbortSignal;
  /** Told after each page. */
  onPage?: (done: number, total: number) => void;
  /** What was confirmed of the supplier with these identifiers, in groups, the surest first; nothing by default. */
  recall?: Recall;
}

export type Recall = (identifiers: string[][], buyerVat: string) => Promise<Contribution[]>;

export interface ReaderPool {
  readonly size: number;
  /**
   * Reads a file on the next free thread.
   * @throws ReadingError when it cannot be read; OutOfHandles when that cannot be tried now; the signal's reason when
   *   cancelled
   */
  read(job: ReadJob, options?: ReadOptions): Promise<ReadResult>;
  /** Ends all threads; what is being read or waits rejects with an AbortError. */
  stop(): Promise<void>;
}

export interface ReaderPoolSettings {
  /** How many files are read at once. */
  size: number;
  log: Logger;
  /** For one file from the start of its reading (decisions.md: over 5 minutes is `reading_timeout`). */
  deadlineMs?: number;
  /** What one thread may hold beside others, and what it may when it reads alone; by default what the machine has for it. */
  shareMb?: number;
  aloneMb?: number;
  /** The thread's program. */
  thread?: URL;
  /** A thread that keeps more than this after a file gives way to a fresh one; three models and usual pages leave 95. */
  keptMb?: number;
}

interface Task {
  job: ReadJob;
  onPage: (done: number, total: number) => void;
  recall: Recall;
  settle: (outcome: { result: ReadResult } | { error: unknown }) => void;
  startedAt: number | null;
  /** Set once a thread died over it. */
  triedBefore: boolean;
  /** A share of the memory was too little for it, or for what was read beside it: it is read with nothing beside it. */
  alone: boolean;
  /** Its thread has more pictures to read than it can at once. */
  wantsHelp: boolean;
}

const mebibyte = 1024 * 1024;

/** Reads files in threads that can be killed: a hostile file or a stuck recognition never slows the caller. */
export function createReaderPool(settings: ReaderPoolSettings): ReaderPool {
  const { size, log, deadlineMs = 5 * 60_000, keptMb = 120 } = settings;
  const { shareMb, aloneMb } = { ...budgetHere(), ...settings };
  const entry = settings.thread ?? new URL(`./reader-thread${extname(import.meta.url)}`, import.meta.url);
  const waiting: Task[] = [];
  const busy = new Map<Worker, Task>();
  const idle: Worker[] = [];
  /** Threads without a file of their own that read pictures for another, and for which. */
  const helping = new Map<Worker, Worker>();
  const ending = new Set<Promise<unknown>>();
  let stopped = false;

  const readsAlone = (): boolean => [...busy.values()].some(({ alone }) => alone);

  const watch = watchMemory({
    threads: () => [...busy.keys(), ...helping.keys()],
    threadMb: () => (readsAlone() ? aloneMb : shareMb),
    processMb: () => (readsAlone() ? aloneMb : size * shareMb),
    onExceeded: (thread) => {
      log.warn('Reading took too much memory and was ended');
      if (thread) return starve(thread, shareMb >= aloneMb);
      for (const each of [...busy.keys()]) starve(each, false);
    },
    onRoom: () => startNext(),
  });

  const spawn = (): Worker => {
    // Its output is not ours to print: the recognition engine writes there as it likes.
    const thread = new Worker(entry, {
      stdout: true,
      stderr: true,
      resourceLimits: limitsOf(Math.max(shareMb, aloneMb)),
    });
    thread.stdout.resume();
    thread.stderr.resume();
    thread.on('message', (message: ReaderMessage) => hear(thread, message));
    thread.on('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      log.error({ name: error.name, code }, 'A reader thread died');
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') starve(thread, true);
      else lose(thread, isOutOfHandles(error));
    });
    thread.on('exit', () => lose(thread));
    return thread;
  };

  const end = (thread: Worker): void => {
    const ended: Promise<unknown> = thread.terminate().finally(() => ending.delete(ended));
    ending.add(ended);
  };

  /** WebAssembly's memory is as large as the largest page needed, and never shrinks; a fresh thread's is small. */
  const replace = (thread: Worker): void => {
    end(thread);
    const successor = spawn();
    tell(successor, { type: 'warm' });
    // Taken last, when it is ready.
    idle.unshift(successor);
  };

  const hear = (thread: Worker, message: ReaderMessage): void => {
    const task = busy.get(thread);
    if (!task) return;
    if (message.type === 'page') task.onPage(message.done, message.total);
    else if (message.type === 'recall') {
      void task
        .recall(message.identifiers, message.buyerVat)
        .catch((error): Contribution[] => {
          log.error({ err: error }, 'What is known of a supplier could not be had; its invoice is read without');
          return [];
        })
        .then((contributions) => {
          if (busy.get(thread) === task) tell(thread, { type: 'known', contributions });
        });
    } else if (message.type === 'crowded') {
      task.wantsHelp = true;
      lendIdle();
    } else if (message.type === 'broken') {
      log.error({ name: message.name, stack: message.stack }, 'Reading failed unexpectedly');
      lose(thread, message.outOfHandles);
    } else {
      busy.delete(thread);
      for (const helper of helpersOf(thread)) {
        helping.delete(helper);
        idle.push(helper);
      }
      if (message.keptBytes > keptMb * mebibyte) {
        log.info({ keptMb: Math.round(message.keptBytes / mebibyte) }, 'A reader thread gives way to a fresh one');
        replace(thread);
      } else idle.push(thread);
      task.settle(message.type === 'done' ? { result: message.result } : { error: new ReadingError(message.code) });
      startNext();
    }
  };

  /**
   * A thread is gone or given up. What it read is tried once more on a fresh thread, for the fault may have been the
   * thread's and not the file's.
   * @param outOfHandles whether it was for want of handles, which a fresh thread would want too
   */
  const lose = (thread: Worker, outOfHandles = false): void => {
    const task = giveUp(thread);
    if (!task) return;
    if (outOfHandles) task.settle({ error: new OutOfHandles() });
    else if (task.triedBefore) task.settle({ error: new ReadingError('internal_error') });
    else {
      task.triedBefore = true;
      waiting.unshift(task);
    }
    startNext();
  };

  /**
   * A thread took too much memory. Its file is read once more with nothing beside it, and with all the memory that there
   * is for reading; what takes too much then fails.
   * @param itself whether nothing but the file can be why, so that another reading would end like this one
   */
  const starve = (thread: Worker, itself: boolean): void => {
    const task = giveUp(thread);
    if (!task) return;
    if (task.alone || itself) task.settle({ error: new ReadingError('file_too_complex') });
    else {
      task.alone = true;
      // It waits for the others now, which is no reading.
      task.startedAt = null;
      waiting.unshift(task);
    }
    startNext();
  };

  /** Ends a thread. @returns what it was reading */
  const giveUp = (thread: Worker): Task | undefined => {
    const task = busy.get(thread);
    const helped = busy.get(helping.get(thread)!);
    // What it was lost over is read by the thread that it helped, and would lose the next helper too.
    if (helped) helped.wantsHelp = false;
    free(thread);
    const place = idle.indexOf(thread);
    if (place !== -1) idle.splice(place, 1);
    end(thread);
    return task;
  };

  const startNext = (): void => {
    while (!stopped && waiting.length > 0 && busy.size < size && !readsAlone() && !watch.isCrowded()) {
      if (waiting[0]!.alone && busy.size > 0) return;
      const task = waiting.shift()!;
      const thread = idle.pop() ?? [...helping.keys()][0] ?? spawn();
      helping.delete(thread);
      task.startedAt ??= performance.now();
      busy.set(thread, task);
      tell(thread, { type: 'read', job: task.job });
      watch.wake();
    }
    lendIdle();
  };

  /** Lets threads that have no file to read help those whose file has many pictures, evenly. */
  const lendIdle = (): void => {
    while (!stopped && !readsAlone() && busy.size + helping.size < size) {
      const [reader] = [...busy]
        .filter(([, task]) => task.wantsHelp)
        .map(([thread]) => thread)
        .sort((a, b) => helpersOf(a).length - helpersOf(b).length);
      if (!reader) return;
      const helper = idle.pop() ?? spawn();
      helping.set(helper, reader);
      const { port1, port2 } = new MessageChannel();
      tell(reader, { type: 'helped', port: port1 }, [port1]);
      tell(helper, { type: 'help', port: port2 }, [port2]);
    }
  };

  const helpersOf = (reader: Worker): Worker[] =>
    [...helping].filter(([, helped]) => helped === reader).map(([helper]) => helper);

  /** Gives up a thread's work, and its helpers with it: they may be stuck in one of its pictures. */
  const free = (thread: Worker): void => {
    busy.delete(thread);
    helping.delete(thread);
    for (const helper of helpersOf(thread)) {
      helping.delete(helper);
      end(helper);
    }
  };

  const drop = (task: Task, error: unknown): void => {
    const place = waiting.indexOf(task);
    if (place !== -1) waiting.splice(place, 1);
    for (const [thread, other] of busy) {
      if (other !== task) continue;
      free(thread);
      end(thread);
    }
    task.settle({ error });
    startNext();
  };

  const overdue = setInterval(
    () => {
      const now = performance.now();
      for (const task of [...waiting, ...busy.values()])
        if (task.startedAt !== null && now - task.startedAt > deadlineMs)
          drop(task, new ReadingError('reading_timeout'));
    },
    Math.min(1000, deadlineMs / 4),
  );
  overdue.unref();

  return {
    size,
    read(job, { signal, onPage = () => {}, recall = async () => [] } = {}) {
      return new Promise((resolve, reject) => {
        if (stopped || signal?.aborted) return reject(signal?.reason ?? stoppedError());
        const cancel = (): void => drop(task, signal?.reason);
        const task: Task = {
          job,
          onPage,
          recall,
          startedAt: null,
          triedBefore: false,
          alone: false,
          wantsHelp: false,
          settle(outcome) {
            signal?.removeEventListener('abort', cancel);
            if ('result' in outcome) resolve(outcome.result);
            else reject(outcome.error);
          },
        };
        signal?.addEventListener('abort', cancel, { once: true });
        waiting.push(task);
        startNext();
      });
    },
    async stop() {
      stopped = true;
      clearInterval(overdue);
      watch.stop();
      for (const task of [...waiting, ...busy.values()]) drop(task, stoppedError());
      for (const thread of idle.splice(0)) end(thread);
      await Promise.all(ending);
    },
  };
}

function tell(thread: Worker, message: PoolMessage, given: MessagePort[] = []): void {
  thread.postMessage(message, given);
}

function stoppedError(): Error {
  return new DOMException('The readers were stopped.', 'AbortError');
}
