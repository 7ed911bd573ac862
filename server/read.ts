import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import { servedVersions } from './contract/versions.ts';
import { createReaderApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import type { Logger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { startReader } from './reader.ts';
import { signersIn } from './reading/einvoice-signers.ts';
import { openStore, ownFolder, sharedClock } from './store/data-folder.ts';

/**
 * Starts what does nothing but read, for a database whose requests and events are other appliances' work; and answers
 * this machine's monitoring.
 * @returns its origin, and what stops it; what is being read goes back into the queue
 * @throws DataFolderError
 */
export async function startReading(settings: {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Begins anew where the database was lost. */
  startEmpty?: boolean;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const { config, log } = settings;
  const undo: (() => unknown)[] = [ownFolder(config.data)];
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const store = await openStore({ ...config, startEmpty: settings.startEmpty ?? false });
    undo.push(() => store.close());
    await store.files.check();
    const clock = sharedClock(settings.clock, store);
    const metrics = createMetrics(store.db, clock);
    const reader = startReader({
      ...{ store, clock, log, owner: randomUUID() },
      signers: signersIn(config.einvoiceSignersFile),
      onFinished: (code, durationMs) => metrics.readingEnded(code ?? 'succeeded', durationMs),
    });
    undo.push(() => reader.stop());
    const ctx = { config, clock, log, store, metrics, versions: servedVersions };
    const listening = await listen(createReaderApp(ctx), ctx);
    undo.push(() => listening.close());
    return { url: listening.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
