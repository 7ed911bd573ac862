import { timestamp } from '../clock.ts';
import type { Db } from './db.ts';
import { sessionKeptMs, signInKeptMs } from './sessions.ts';

/** No lease is longer, of a document, a delivery or the one answer of a zero-retention document. */
const longestLeaseMs = 60_000;

/**
 * For a clock that was set back: what it put off further than it may ever be from now is so far away from now on. Nothing
 * is locked, sent late or open for as long as the clock jumped.
 * @param set.waitsMs what a delivery's next attempt waits for at most, by the number of attempts made
 */
export async function boundTimes(db: Db, set: { now: number; waitsMs: readonly number[] }): Promise<void> {
  const { now, waitsMs } = set;
  for (const [attempts, waitMs] of waitsMs.entries()) {
    const due = timestamp(now + waitMs);
    await db
      .updateTable('deliveries')
      .set({ next_attempt_at: due })
      .where('state', '=', 'pending')
      .where('next_attempt_at', '>', due)
      .where('attempts', '=', attempts)
      .execute();
  }
  const leased = timestamp(now + longestLeaseMs);
  for (const table of ['deliveries', 'documents'] as const) {
    await db.updateTable(table).set({ lease_expires_at: leased }).where('lease_expires_at', '>', leased).execute();
  }
  await db
    .updateTable('documents')
    .set({ handover_expires_at: leased })
    .where('handover_expires_at', '>', leased)
    .execute();
  for (const [table, keptMs] of [
    ['sign_ins', signInKeptMs],
    ['sessions', sessionKeptMs],
  ] as const) {
    const until = timestamp(now + keptMs);
    await db.updateTable(table).set({ expires_at: until }).where('expires_at', '>', until).execute();
  }
}
