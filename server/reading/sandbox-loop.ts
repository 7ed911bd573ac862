import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { type Extraction, invoiceSchema } from '../contract/invoice.ts';
import type { Logger } from '../log.ts';
import { type Loop, startLoop } from '../loop.ts';
import { resource } from '../resources.ts';
import type { Db } from '../store/db.ts';
import type { Files } from '../store/files.ts';
import { finishSandbox } from '../store/sandbox.ts';
import type { Vault } from '../store/vault.ts';

/** How long a wake-up may be lost for. */
const pollMs = 1_000;
/** Documents that come in so close together end together: a write to the disk takes longer than everything else here. */
const gatherMs = 40;
/** Few enough that a request never waits long for its turn. */
const atMost = 20;

/**
 * Finishes the documents of sandbox keys: ended like any other, with event and retention, but with the one fictitious
 * invoice in place of a reading.
 * @param parts.onFinished told when some have ended, and whether events of them are due
 */
export function startSandboxLoop(parts: {
  db: Db;
  vault: Vault;
  files: Files;
  clock: Clock;
  log: Logger;
  onFinished: (hasEvents: boolean) => void;
}): Loop {
  const { db, vault, files, clock, log, onFinished } = parts;
  const extraction = sandboxExtraction();
  return startLoop('sandbox', pollMs, log, async (signal) => {
    await gather(signal);
    const { count, hasEvents } = await finishSandbox(db, vault, files, { extraction, now: clock.now(), atMost });
    if (count === 0) return false;
    onFinished(hasEvents);
    return true;
  });
}

/** Waits a moment; a stop ends it. */
async function gather(signal: AbortSignal): Promise<void> {
  await delay(gatherMs, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** The fictitious invoice: every field of the shape is filled, some are `low`, and there is a warning. */
export function sandboxExtraction(): Extraction {
  const { invoice, fields, warnings } = JSON.parse(
    readFileSync(resource('sandbox-invoice.json'), 'utf8'),
  ) as Extraction;
  return { invoice: invoiceSchema.parse(invoice), fields, warnings };
}
