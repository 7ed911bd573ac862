import type { Logger } from './log.ts';

export interface Loop {
  /** A hint that there may be work now; costs latency only when it is lost, because the loop polls as well. */
  wake(): void;
  /** Ends after the pass in hand; resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `pass` again and again until stopped: at once when it returns true (there was work, so there may be more),
 * else after `pollMs` or a wake-up. A pass that throws is logged and tried again after `pollMs`; a loop never dies.
 */
export function startLoop(
  name: string,
  pollMs: number,
  log: Logger,
  pass: (signal: AbortSignal) => Promise<boolean>,
): Loop {
  const stopping = new AbortController();
  let woken = false;
  let sleeper: (() => void) | null = null;

  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      sleeper = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      woken = false;
      let busy = false;
      try {
        busy = await pass(stopping.signal);
      } catch (error) {
        log.error({ err: error, loop: name }, 'A pass failed and will be tried again');
      }
      if (!busy && !woken && !stopping.signal.aborted) await sleep();
      sleeper = null;
    }
  };
  const ended = run();

  return {
    wake() {
      woken = true;
      sleeper?.();
    },
    async stop() {
      stopping.abort();
      sleeper?.();
      await ended;
    },
  };
}
