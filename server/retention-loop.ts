import { type Clock, timestamp } from './clock.ts';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Policy } from './policy.ts';
import { type Db, isHeldBack, scrub } from './store/db.ts';
import { keepReserve } from './store/disk-full.ts';
import { eraseDueExtractions, eraseDueFiles } from './store/erasure.ts';
import type { Files } from './store/files.ts';
import * as idempotency from './store/idempotency.ts';
import { removeOldCopies } from './store/migration-copy.ts';
import { supplierMonths } from './store/preferences.ts';
import * as suppliers from './store/suppliers.ts';
import * as tenants from './store/tenants.ts';

const pollMs = 60_000;
/** How long what was erased may stay in the log once nobody reads there any more, and the reserve be missed. */
const everySecondMs = 1_000;
const removeOrphansEveryMs = 60 * 60_000;

interface Parts {
  db: Db;
  files: Files;
  clock: Clock;
  log: Logger;
  policy: Pick<Policy, 'supplierMonths'>;
}

/**
 * Erases a batch of what its time has come for: files, extractions, what is known of suppliers, and idempotency records;
 * then what erased pages, these and others, left in the write-ahead log.
 * @returns whether there may be more
 */
export async function eraseWhatIsDue({ db, files, clock, log, policy }: Parts): Promise<boolean> {
  const now = clock.now();
  const erased = {
    files: await eraseDueFiles(db, files, now),
    extractions: await eraseDueExtractions(db, now),
    contributions: await eraseDueContributions(db, policy, now),
  };
  await idempotency.deleteExpired(db, now);
  // A reader beside the server (a backup) can hold this back for as long as it reads.
  if (!(await scrub(db))) log.info('The write-ahead log is in use and will be emptied later');
  if (erased.files + erased.extractions + erased.contributions === 0) return false;
  log.info(erased, 'Erased what was due');
  return true;
}

async function eraseDueContributions(db: Db, policy: Parts['policy'], now: number): Promise<number> {
  let erased = 0;
  for (const { id: tenantId } of await tenants.list(db)) {
    const months = await supplierMonths(db, tenantId, policy);
    // Whoever remembers none keeps none either.
    const since = months === 0 ? now + 1 : monthsBefore(now, months);
    erased += await suppliers.eraseDue(db, { tenantId, since: timestamp(since) });
  }
  return erased;
}

function monthsBefore(now: number, months: number): number {
  const day = new Date(now);
  return day.setUTCMonth(day.getUTCMonth() - months);
}

/**
 * Erases what is due, every minute until stopped, and every second what was held back in the log.
 * @param parts.folder the data folder
 */
export function startRetentionLoop(parts: Parts & { folder: string }): Loop {
  let orphansRemovedAt = Number.NEGATIVE_INFINITY;
  const scrubbing = startLoop('scrub', everySecondMs, parts.log, async () => {
    keepReserve(parts.folder);
    if (isHeldBack(parts.db)) await scrub(parts.db);
    return false;
  });
  const retention = startLoop('retention', pollMs, parts.log, async () => {
    const now = parts.clock.now();
    removeOldCopies(parts.folder, now);
    const busy = await eraseWhatIsDue(parts);
    const since = parts.clock.elapsed() - orphansRemovedAt;
    if (busy || since < removeOrphansEveryMs) return busy;
    if (await parts.files.removeOrphans(now)) return true;
    orphansRemovedAt = parts.clock.elapsed();
    return false;
  });
  return {
    wake: retention.wake,
    async stop() {
      await Promise.all([retention.stop(), scrubbing.stop()]);
    },
  };
}
