import type { Worker } from 'node:worker_threads';
import { heldBytes } from '../handles.ts';

const mebibyte = 1024 * 1024;
/** A thread fills some 40 MB in this time. */
const everyMs = 20;
/** To ask a thread interrupts it. */
const askEveryMs = 200;
/** A thread that does not say within this what it holds is inside one long native call. */
const answerWithinMs = 1000;
/** V8 gives back what an ended thread held after some eight seconds. */
const givenBackAfterMs = 10_000;

export interface MemoryWatch {
  /** Threads begin to work. */
  wake(): void;
  /** Whether what an ended thread left is still there, so that nothing more should be begun. */
  isCrowded(): boolean;
  stop(): void;
}

/**
 * Watches what threads hold. V8's limits do not cap buffers, and buffers are what a decompression bomb fills. Two
 * measures: what each thread says of itself, and the growth of the whole process for what no thread counts or has the
 * time to say. What grew while no thread worked, and what an ended thread leaves for a while, is no fault of the file that
 * is read next.
 * @param parts.threads those at work now
 * @param parts.threadMb what one may say that it holds
 * @param parts.processMb what the process may grow by
 * @param parts.onExceeded the thread is to be ended; null where the process grew, and any of them may be why
 * @param parts.onRoom what an ended thread held is given back, or never will be
 */
export function watchMemory(parts: {
  threads: () => Worker[];
  threadMb: () => number;
  processMb: () => number;
  onExceeded: (thread: Worker | null) => void;
  onRoom: () => void;
}): MemoryWatch {
  const { threads, threadMb, processMb, onExceeded, onRoom } = parts;
  /** What the process held when the first of the threads at work began. */
  let before = heldBytes() ?? 0;
  let crowdedUntil = 0;
  let askedAt = 0;
  let timer: NodeJS.Timeout | null = null;

  const grown = (): number => ((heldBytes() ?? before) - before) / mebibyte;
  const isCrowded = (): boolean => {
    if (crowdedUntil === 0) return false;
    if (performance.now() < crowdedUntil && grown() > processMb() / 4) return true;
    crowdedUntil = 0;
    return false;
  };
  const exceeded = (thread: Worker | null): void => {
    crowdedUntil = performance.now() + givenBackAfterMs;
    onExceeded(thread);
  };

  const ask = async (): Promise<void> => {
    askedAt = Number.POSITIVE_INFINITY;
    await Promise.all(
      threads().map(async (thread) => {
        const bytes = await heldBy(thread, answerWithinMs);
        if (bytes !== null && bytes > threadMb() * mebibyte && threads().includes(thread)) exceeded(thread);
      }),
    );
    askedAt = performance.now();
  };

  const look = (): void => {
    if (threads().length > 0) {
      if (grown() > processMb()) exceeded(null);
      else if (performance.now() - askedAt > askEveryMs) void ask();
    }
    const wasCrowded = crowdedUntil > 0;
    if (wasCrowded && !isCrowded()) onRoom();
    timer = threads().length > 0 || isCrowded() ? setTimeout(look, everyMs) : null;
  };

  return {
    wake() {
      if (threads().length <= 1 && !isCrowded()) before = heldBytes() ?? before;
      timer ??= setTimeout(look, everyMs);
    },
    isCrowded,
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

/** Bytes of a thread's heap and of buffers outside of it; null when it does not answer in time. */
export async function heldBy(thread: Worker, withinMs: number): Promise<number | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, withinMs, null).unref());
  const said = thread
    .getHeapStatistics()
    .then((statistics) => statistics.used_heap_size + statistics.external_memory)
    // It ended meanwhile.
    .catch(() => null);
  return Promise.race([said, late]);
}
