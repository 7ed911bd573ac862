import { type MessagePort, Worker } from 'node:worker_threads';
import { heldBytes } from '../handles.ts';
import type { Logger } from '../log.ts';
import { limitsOf } from './memory-budget.ts';
import { heldBy } from './memory-watch.ts';

export interface LoneThread<Job, Answer> {
  /**
   * Gives the thread a job when it is free.
   * @param how.signal takes the job back as long as it waits
   * @param how.given memory of the job that becomes the thread's, which saves a copy, and its ports
   * @param how.withinMs in place of the thread's deadline
   * @returns null when the job did not end within its bounds, or was taken back
   */
  ask(job: Job, how?: AskedHow): Promise<Answer | null>;
  stop(): Promise<void>;
}

interface AskedHow {
  signal?: AbortSignal;
  given?: (ArrayBuffer | MessagePort)[];
  withinMs?: number;
}

const mebibyte = 1024 * 1024;
const watchEveryMs = 20;
/** A thread that does not say within this what it holds is inside one long native call. */
const answerWithinMs = 100;
/** To ask the system costs as much as a short job. */
const rssOldMs = 1_000;
let rss = { bytes: 0, until: 0 };

/** What the process holds, or held a moment ago. */
function recentRss(): number {
  const now = performance.now();
  if (now > rss.until) rss = { bytes: heldBytes() ?? rss.bytes, until: now + rssOldMs };
  return rss.bytes;
}

/**
 * A thread that does one short job after the other, so that no file can hold up requests. It is ended and replaced when
 * a job takes too long or holds too much memory.
 * @param bounds.work what it does, for the log
 * @param bounds.mostMb what it may hold, heap and buffers together, in MiB
 */
export function startLoneThread<Job, Answer>(
  entry: URL,
  bounds: { work: string; deadlineMs: number; mostMb: number },
  log: Logger,
): LoneThread<Job, Answer> {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const start = (): Worker => {
    const started = new Worker(entry, { stdout: true, stderr: true, resourceLimits: limitsOf(bounds.mostMb) });
    started.stdout.resume();
    started.stderr.resume();
    // A thread that idles must not keep the process alive.
    started.unref();
    return started;
  };

  const askNow = async (
    job: Job,
    { signal, given, withinMs = bounds.deadlineMs }: AskedHow,
  ): Promise<Answer | null> => {
    if (stopped || signal?.aborted) return null;
    thread ??= start();
    const working = thread;
    const before = recentRss();
    return new Promise((resolve) => {
      let ended = false;
      const end = (answer: Answer | null, problem: string | null): void => {
        clearTimeout(late);
        clearTimeout(watch);
        ended = true;
        working.off('message', onMessage);
        working.off('error', onError);
        working.off('exit', onExit);
        if (problem !== null) {
          if (!stopped) log.warn({ problem, work: bounds.work }, 'A thread was given up');
          thread = null;
          void working.terminate();
        }
        resolve(answer);
      };
      const onMessage = (answer: Answer): void => end(answer, null);
      const onError = (error: Error): void => end(null, error.name);
      const onExit = (): void => end(null, 'it ended');
      const late = setTimeout(() => end(null, 'it took too long'), withinMs);
      const look = async (): Promise<void> => {
        const grownMb = ((heldBytes() ?? before) - before) / mebibyte;
        // The process may grow by others' work; the thread itself is interrupted only to ask whether it is why.
        const bytes = grownMb > bounds.mostMb / 2 ? await heldBy(working, answerWithinMs) : 0;
        if (ended) return;
        if ((bytes === null ? grownMb : bytes / mebibyte) > bounds.mostMb) end(null, 'it took too much memory');
        else watch = setTimeout(look, watchEveryMs);
      };
      let watch = setTimeout(look, watchEveryMs);
      working.on('message', onMessage);
      working.on('error', onError);
      working.on('exit', onExit);
      working.postMessage(job, given);
    });
  };

  return {
    ask(job, how = {}) {
      const answered = last.then(() => askNow(job, how));
      last = answered;
      return answered;
    },
    async stop() {
      stopped = true;
      // Ends the job in hand too, whose deadline may be far.
      await thread?.terminate();
      await last;
    },
  };
}
