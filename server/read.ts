import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import { startReader } from './reader.ts';
import { openStore, ownFolder, sharedClock } from './store/data-folder.ts';

/**
 * Starts what does nothing but read, for a database whose requests and events are other appliances' work.
 * @returns a function that stops it; what is being read goes back into the queue
 * @throws DataFolderError
 */
export async function startReading(settings: {
  config: Config;
  clock: Clock;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { config, log } = settings;
  const disown = ownFolder(config.data);
  try {
    const store = await openStore(config);
    const reader = startReader({ store, clock: sharedClock(settings.clock, store), log, owner: randomUUID() });
    return async () => {
      await reader.stop();
      await store.close();
      disown();
    };
  } catch (error) {
    disown();
    throw error;
  }
}
