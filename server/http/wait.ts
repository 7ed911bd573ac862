import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'express';
import type { Context } from '../context.ts';

/**
 * Looks again and again until `done` says yes, at the latest when a hint says that some document ended. The database is
 * asked, not a message in this process: another process may be the one that reads.
 * @returns whether it was done within the time; waiting also ends when the client hangs up or the server stops
 */
export async function waitUntil(
  ctx: Context,
  res: Response,
  forMs: number,
  done: () => Promise<boolean>,
): Promise<boolean> {
  const { hints, lookEveryMs } = ctx.store;
  const until = performance.now() + forMs;
  let hear = (): void => undefined;
  const deafen = hints.listen('ended', () => hear());
  try {
    for (;;) {
      const hint = new Promise<void>((resolve) => {
        hear = resolve;
      });
      if (await done()) return true;
      const over = performance.now() >= until || ctx.stopping.aborted || res.destroyed;
      if (over) return false;
      await Promise.race([delay(lookEveryMs), hint]);
    }
  } finally {
    deafen();
  }
}
