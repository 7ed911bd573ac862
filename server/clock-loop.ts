import type { Clock } from './clock.ts';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Db } from './store/db.ts';
import { boundTimes } from './store/set-back.ts';
import { waitsMs } from './webhooks/schedule.ts';

const pollMs = 1_000;
/** A shared database's clock is known so well; one that is further back was set. */
const noiseMs = 1_000;

/**
 * Watches for a clock that is set back and bounds what is stored by it; at the start too, for it may have been set while
 * nothing ran.
 */
export function startClockLoop({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): Loop {
  let latest = Number.POSITIVE_INFINITY;
  return startLoop('clock', pollMs, log, async () => {
    const now = clock.now();
    if (now < latest - noiseMs) await boundTimes(db, { now, waitsMs });
    latest = now;
    return false;
  });
}
