import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { ContractVersion } from './contract/versions.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Store } from './store/data-folder.ts';

/** What a request handler may use, passed by hand. */
export interface Context {
  config: Config;
  clock: Clock;
  log: Logger;
  store: Store;
  metrics: Metrics;
  /** Contract versions that are served, oldest first. */
  versions: readonly ContractVersion[];
  /** How long a sync submission waits (interface.md 8). */
  syncWaitMs: number;
  /** Pages of a PDF, or null when it cannot be opened within its bounds. */
  countPages: (bytes: Uint8Array) => Promise<number | null>;
  /** Hints that there is work; the loops poll as well. */
  wakeReading: () => void;
  wakeDelivery: () => void;
  /** Aborted when the server begins to stop: waits end early. */
  stopping: AbortSignal;
}
