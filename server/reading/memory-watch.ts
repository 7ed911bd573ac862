import type { Worker } from 'node:worker_threads';

const mebibyte = 1024 * 1024;
const everyMs = 200;
/** A thread that does not say within this what it holds is inside one long native call. */
const answerWithinMs = 1000;

/**
 * Watches what reader threads hold. V8's limits do not cap buffers, and buffers are what a decompression bomb fills.
 * Two measures: what each thread says of itself, and the growth of the whole process for what no thread counts.
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
  const before = process.memoryUsage.rss();
  let timer: NodeJS.Timeout | null = null;

  const look = async (): Promise<void> => {
    const working = threads();
    const held = await Promise.all(working.map(heldBy));
    const stillWorking = new Set(threads());
    const crowded = process.memoryUsage.rss() - before > size * memoryMb * mebibyte;
    const most = Math.max(...held.map((bytes) => bytes ?? Number.POSITIVE_INFINITY));
    working.forEach((thread, index) => {
      if (!stillWorking.has(thread)) return;
      const bytes = held[index] ?? null;
      const isLargest = (bytes ?? Number.POSITIVE_INFINITY) === most;
      if ((bytes !== null && bytes > memoryMb * mebibyte) || (crowded && isLargest)) onExceeded(thread);
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
    wake: arm,
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
