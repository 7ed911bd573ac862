import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { type Loop, startLoop } from '../loop.ts';
import type { Db } from '../store/db.ts';
import * as events from '../store/events.ts';
import * as tenants from '../store/tenants.ts';
import type { Vault } from '../store/vault.ts';
import { nextAttemptAt } from './schedule.ts';
import type { Attempt, Sender } from './send.ts';

/** How long a wake-up may be lost for. */
const pollMs = 1_000;
/** Longer than an attempt can take; a claim that outlives it was left by a process that died. */
const leaseMs = 30_000;
/** A receiver that hangs holds these few connections for ten seconds each, whatever waits for it. */
const mostPerHost = 4;
/** A tenant may have as many of these as it leaves to others: half when it is alone, half of the rest when another hangs. */
const mostInAll = 192;

/**
 * Delivers events as they come due, several at once, until stopped. A stop ends the attempts in flight and puts their
 * claims back, so that they are made again at the next start.
 * @param parts.owner names this process in its claims; unique among those that share a database
 * @param parts.onAttempt told of every attempt that counted
 */
export function startDeliveryLoop(parts: {
  db: Db;
  vault: Vault;
  clock: Clock;
  log: Logger;
  sender: Sender;
  owner: string;
  onAttempt?: (attempt: Attempt) => void;
}): Loop {
  const { db, vault, clock, log, sender, owner } = parts;
  /** By the delivery that each attempt is for. */
  const inFlight = new Map<string, Promise<void>>();
  const perHost = new Map<string, number>();
  const perTenant = new Map<string, number>();

  /** What is in flight, and the hosts and tenants that have as much of it as they may. */
  const busy = (): { held: string[]; exceptHosts: string[]; exceptTenants: string[] } => ({
    held: [...inFlight.keys()],
    exceptHosts: withAtLeast(mostPerHost, perHost),
    exceptTenants: withAtLeast(mostInAll - inFlight.size, perTenant),
  });

  const attempt = async (claimed: events.ClaimedDelivery, signal: AbortSignal): Promise<void> => {
    let result: Attempt;
    try {
      const secret = await tenants.signingSecret(db, vault, claimed.tenantId);
      result = await sender.send({ ...claimed, secret }, clock.now(), signal);
    } catch (error) {
      // Without a stop it is a fault of ours: the lease then runs out by itself, which keeps the tries apart.
      if (!signal.aborted) throw error;
      return events.release(db, { deliveryId: claimed.deliveryId, owner });
    }
    const now = clock.now();
    const delivered = result.status !== null && result.status >= 200 && result.status < 300;
    await events.recordAttempt(db, {
      deliveryId: claimed.deliveryId,
      owner,
      now,
      ...result,
      delivered,
      nextAt: delivered ? null : nextAttemptAt(claimed.attempts + 1, now),
    });
    parts.onAttempt?.(result);
    const { eventId } = claimed;
    log.info(
      { event: eventId, attempt: claimed.attempts + 1, ...result },
      delivered ? 'Event delivered' : 'Event not delivered',
    );
  };

  const start = (claimed: events.ClaimedDelivery, signal: AbortSignal): void => {
    const { deliveryId, host, tenantId } = claimed;
    count(perHost, host, 1);
    count(perTenant, tenantId, 1);
    const work = attempt(claimed, signal)
      .catch((error: unknown) =>
        log.error({ err: error, event: claimed.eventId }, 'An attempt could not be made or recorded'),
      )
      .finally(() => {
        inFlight.delete(deliveryId);
        count(perHost, host, -1);
        count(perTenant, tenantId, -1);
        loop.wake();
      });
    inFlight.set(deliveryId, work);
  };

  const loop = startLoop('delivery', pollMs, log, async (signal) => {
    if (inFlight.size >= mostInAll) return false;
    const claimed = await events.claimNext(db, vault, { now: clock.now(), leaseMs, owner, ...busy() });
    if (!claimed) return false;
    start(claimed, signal);
    return true;
  });

  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await Promise.all(inFlight.values());
    },
  };
}

function count(counts: Map<string, number>, name: string, more: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + more;
  if (now === 0) counts.delete(name);
  else counts.set(name, now);
}

function withAtLeast(most: number, counts: Map<string, number>): string[] {
  return [...counts].filter(([, now]) => now >= most).map(([name]) => name);
}
