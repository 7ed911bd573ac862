import type { Worker } from 'node:worker_threads';

const mebibyte = 1024 * 1024;
const everyMs = 200;
/** A thread that does not say within this what it holds is inside one long native call. */
const answerWithinMs = 1000;
/** V8 gives back what an ended thread held after some eight seconds. */
const givenBackAfterMs = 10_000;

/**
 * Watches what reader threads hold. V8's limits do not cap buffers, and buffers are what a decompression bomb fills.
 * Two measures: what each thread says of itself, and the growth of the whole process for what no thread counts. What
 * grew while no thread worked, and what an ended thread leaves for a while, is no fault of the file that is read next.
 * @param parts.threads those at work now
 * @param parts.memoryMb what one thread may hold
 * @param parts.size how many threads may be at work
 * @param parts.onExceeded the thread is to be ended
 */
export function watchMemory(parts: {
  threads: () => Worker[];
  memoryMb: number;
  size: number;
  onExceeded: (thread: Worker) => void;
}): { wake(): void; stop(): void } {
  const { threads, memoryMb, size, onExceeded } = parts;
  /** What the process held when the first of the threads at work began. */
  let before = process.memoryUsage.rss();
  /** What it held when a thread was last ended. */
  let leftBehind = { bytes: 0, until: 0 };
  let timer: NodeJS.Timeout | null = null;

  /** What the process may hold, bytes. */
  const most = (): number => {
    const own = before + size * memoryMb * mebibyte;
    return performance.now() < leftBehind.until ? Math.max(own, leftBehind.bytes + memoryMb * mebibyte) : own;
  };

  const look = async (): Promise<void> => {
    const working = threads();
    const held = await Promise.all(working.map(heldBy));
    const stillWorking = new Set(threads());
    const now = process.memoryUsage.rss();
    const crowded = now > most();
    const largest = Math.max(...held.map((bytes) => bytes ?? Number.POSITIVE_INFINITY));
    working.forEach((thread, index) => {
      if (!stillWorking.has(thread)) return;
      const bytes = held[index] ?? null;
      const isLargest = (bytes ?? Number.POSITIVE_INFINITY) === largest;
      if (!((bytes !== null && bytes > memoryMb * mebibyte) || (crowded && isLargest))) return;
      leftBehind = { bytes: now, until: performance.now() + givenBackAfterMs };
      onExceeded(thread);
    });
  };

  const arm = (): void => {
    timer ??= setTimeout(() => {
      look().finally(() => {
        timer = null;
        if (threads().length > 0) arm();
      });
    }, everyMs);
  };

  return {
    wake() {
      const alone = threads().length <= 1;
      if (alone && performance.now() >= leftBehind.until) before = process.memoryUsage.rss();
      arm();
    },
    stop() {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
}

/** Bytes of a thread's heap and of buffers outside of it; null when it does not answer. */
export async function heldBy(thread: Worker): Promise<number | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, answerWithinMs, null).unref());
  const said = thread
    .getHeapStatistics()
    .then((statistics) => statistics.used_heap_size + statistics.external_memory)
    // It ended meanwhile.
    .catch(() => null);
  return Promise.race([said, late]);
}
