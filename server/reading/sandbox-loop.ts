import { readFileSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { type Extraction, invoiceSchema } from '../contract/invoice.ts';
import type { Logger } from '../log.ts';
import { type Loop, startLoop } from '../loop.ts';
import { resource } from '../resources.ts';
import type { Db } from '../store/db.ts';
import { claimNext, finish } from '../store/documents.ts';
import type { Files } from '../store/files.ts';
import type { Vault } from '../store/vault.ts';

/** How long a wake-up may be lost for. */
const pollMs = 1_000;
/** Finishing takes milliseconds. */
const leaseMs = 30_000;

/**
 * Finishes the documents of sandbox keys: claimed and ended like any other, but with the one fictitious invoice in
 * place of a reading, and in no reading slot.
 * @param parts.onFinished told of every one, because its event may be due
 */
export function startSandboxLoop(parts: {
  db: Db;
  vault: Vault;
  files: Files;
  clock: Clock;
  log: Logger;
  owner: string;
  onFinished: () => void;
}): Loop {
  const { db, vault, files, clock, log, owner, onFinished } = parts;
  const extraction = sandboxExtraction();
  return startLoop('sandbox', pollMs, log, async () => {
    const claimed = await claimNext(db, vault, { now: clock.now(), leaseMs, owner, mode: 'test' });
    if (!claimed) return false;
    const { id, token } = claimed;
    await finish(db, vault, files, {
      id,
      token,
      now: clock.now(),
      ending: { status: 'succeeded', extraction, pages: claimed.pages },
    });
    onFinished();
    return true;
  });
}

/** The fictitious invoice: every field of the shape is filled, some are `low`, and there is a warning. */
export function sandboxExtraction(): Extraction {
  const { invoice, fields, warnings } = JSON.parse(
    readFileSync(resource('sandbox-invoice.json'), 'utf8'),
  ) as Extraction;
  return { invoice: invoiceSchema.parse(invoice), fields, warnings };
}
