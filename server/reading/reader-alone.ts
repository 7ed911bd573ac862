import { Worker } from 'node:worker_threads';
import type { Logger } from '../log.ts';

export interface LoneThread<Job, Answer> {
  /**
   * Gives the thread a job when it is free.
   * @param signal takes the job back as long as it waits
   * @returns null when the job did not end within its bounds, or was taken back
   */
  ask(job: Job, signal?: AbortSignal): Promise<Answer | null>;
  stop(): Promise<void>;
}

const watchEveryMs = 50;

/**
 * A thread that does one short job after the other, so that no file can hold up requests. It is ended and replaced when
 * a job takes too long or makes the process grow too much.
 * @param bounds.work what it does, for the log
 */
export function startLoneThread<Job, Answer>(
  entry: URL,
  bounds: { work: string; deadlineMs: number; mostGrowthBytes: number },
  log: Logger,
): LoneThread<Job, Answer> {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const start = (): Worker => {
    const started = new Worker(entry, { stdout: true, stderr: true });
    started.stdout.resume();
    started.stderr.resume();
    // A thread that idles must not keep the process alive.
    started.unref();
    return started;
  };

  const askNow = async (job: Job, signal?: AbortSignal): Promise<Answer | null> => {
    if (stopped || signal?.aborted) return null;
    thread ??= start();
    const working = thread;
    const before = process.memoryUsage.rss();
    return new Promise((resolve) => {
      const end = (answer: Answer | null, problem: string | null): void => {
        clearTimeout(late);
        clearInterval(watch);
        working.off('message', onMessage);
        working.off('error', onError);
        working.off('exit', onExit);
        if (problem !== null) {
          log.warn({ problem, work: bounds.work }, 'A thread was given up');
          thread = null;
          void working.terminate();
        }
        resolve(answer);
      };
      const onMessage = (answer: Answer): void => end(answer, null);
      const onError = (error: Error): void => end(null, error.name);
      const onExit = (): void => end(null, 'it ended');
      const late = setTimeout(() => end(null, 'it took too long'), bounds.deadlineMs);
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > bounds.mostGrowthBytes) end(null, 'it took too much memory');
      }, watchEveryMs);
      working.on('message', onMessage);
      working.on('error', onError);
      working.on('exit', onExit);
      working.postMessage(job);
    });
  };

  return {
    ask(job, signal) {
      const answered = last.then(() => askNow(job, signal));
      last = answered;
      return answered;
    },
    async stop() {
      stopped = true;
      await last;
      await thread?.terminate();
    },
  };
}
