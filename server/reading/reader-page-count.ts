import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from '../log.ts';

/** A page tree is read in milliseconds; what takes longer is damaged or hostile, and reading will say which. */
const deadlineMs = 5_000;
/** How much a thread may make the process grow while it counts. pdfjs inflates object streams without a bound. */
const mostGrowthBytes = 512 * 1024 * 1024;
const watchEveryMs = 50;

export interface PageCounter {
  /** Pages of a PDF, or null when they cannot be counted within these bounds. */
  count(bytes: Uint8Array): Promise<number | null>;
  stop(): Promise<void>;
}

type Answer = { pages: number | null };

/** Counts pages in a thread of its own, one file after the other, so that no file can hold up requests. */
export function createPageCounter({ log }: { log: Logger }): PageCounter {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const start = (): Worker => {
    const started = new Worker(new URL(`reader-page-count-thread${extname(import.meta.url)}`, import.meta.url));
    // A thread that idles must not keep the process alive.
    started.unref();
    return started;
  };

  const countNow = async (bytes: Uint8Array): Promise<number | null> => {
    if (stopped) return null;
    thread ??= start();
    const counting = thread;
    const before = process.memoryUsage.rss();
    return new Promise((resolve) => {
      const end = (pages: number | null, problem: string | null): void => {
        clearTimeout(late);
        clearInterval(watch);
        counting.off('message', onMessage);
        counting.off('error', onError);
        counting.off('exit', onExit);
        if (problem !== null) {
          log.warn({ problem }, 'The pages of a PDF could not be counted');
          thread = null;
          void counting.terminate();
        }
        resolve(pages);
      };
      const onMessage = ({ pages }: Answer): void => end(pages, null);
      const onError = (error: Error): void => end(null, error.message);
      const onExit = (): void => end(null, 'the thread ended');
      const late = setTimeout(() => end(null, 'it took too long'), deadlineMs);
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > mostGrowthBytes) end(null, 'it took too much memory');
      }, watchEveryMs);
      counting.on('message', onMessage);
      counting.on('error', onError);
      counting.on('exit', onExit);
      counting.postMessage(bytes);
    });
  };

  return {
    count(bytes) {
      const counted = last.then(() => countNow(bytes));
      last = counted;
      return counted;
    },
    async stop() {
      stopped = true;
      await last;
      await thread?.terminate();
    },
  };
}
