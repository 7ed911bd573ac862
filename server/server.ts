import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Clock } from './clock.ts';
import { startClockLoop } from './clock-loop.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { KeyMode } from './contract/document.ts';
import { syncWaitMs } from './contract/limits.ts';
import { type ContractVersion, servedVersions } from './contract/versions.ts';
import { startExportLoop } from './exporting/export-loop.ts';
import { createApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import { startFolderLoop } from './intake/folder/folder-loop.ts';
import type { Logger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { startReader } from './reader.ts';
import { signersIn } from './reading/einvoice-signers.ts';
import { createConverter } from './reading/reader-conversion.ts';
import { createPageCounter } from './reading/reader-page-count.ts';
import { createPageCutter } from './reading/reader-page-cut.ts';
import { createPageDrawer } from './reading/reader-page-picture.ts';
import { startSandboxLoop } from './reading/sandbox-loop.ts';
import { eraseWhatIsDue, startRetentionLoop } from './retention-loop.ts';
import { rememberAddress } from './store/address.ts';
import * as claims from './store/claims.ts';
import { openStore, ownFolder, type Store, sharedClock } from './store/data-folder.ts';
import { keepReserve } from './store/disk-full.ts';
import { recoverHandovers } from './store/erasure.ts';
import * as events from './store/events.ts';
import { teachWhatIsThere } from './store/teach-what-is-there.ts';
import * as tenants from './store/tenants.ts';
import { sweepUnfinished } from './store/unfinished.ts';
import { startDeliveryLoop } from './webhooks/delivery-loop.ts';
import { createSender } from './webhooks/send.ts';

export interface RunningServer {
  /** Origin, without a slash at its end. */
  url: string;
  /** Of its certificate; null where it answers in the clear. */
  fingerprint: string | null;
  store: Store;
  /** Looks at once for what came due; time may have passed in sleep. */
  wake(): void;
  /** While paused no further document is read; all else goes on. */
  pauseReading(paused: boolean): void;
  stop(): Promise<void>;
}

export interface ServerSettings {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Tests serve a made-up older version too. */
  versions?: readonly ContractVersion[];
  syncWaitMs?: number;
  /** How many documents are read at once; 0 reads none. */
  readers?: number;
  /** Begins anew where the database was lost. */
  startEmpty?: boolean;
}

/**
 * Starts the whole appliance on its data folder; when this resolves, it answers requests. What was started is stopped
 * again, in reverse, by `stop` or when something after it cannot start.
 * @throws DataFolderError when the folder is another server's, or cannot be used
 */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  const undo: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    return await start(settings, undo, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  settings: ServerSettings,
  undo: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<RunningServer> {
  const { config, log } = settings;
  const owner = randomUUID();

  undo.push(ownFolder(config.data));
  const store = await openStore({ ...config, startEmpty: settings.startEmpty ?? false });
  undo.push(() => store.close());
  const { db, vault, files, hints } = store;
  const clock = sharedClock(settings.clock, store);
  await tenants.ensureFirst(db, vault, clock.now());
  // What is claimed in a shared database may be another appliance's work; what nobody works on is found by its lease.
  if (config.database === null) {
    await claims.recover(db, vault, { now: clock.now(), expired: false });
    await events.recover(db, owner);
    await recoverHandovers(db);
  }
  await sweepUnfinished(config.data);
  keepReserve(config.data);
  await files.check();
  await files.sweep(db, clock.now());
  await teachWhatIsThere(db, vault);
  // Nothing that expired during a long stop is served, not even for the minute until the loop's first pass.
  while (await eraseWhatIsDue({ db, files, clock, log, policy: config.policy }));

  const watch = startClockLoop({ db, clock, log });
  undo.push(() => watch.stop());
  const ca = config.webhookCaFile === null ? undefined : readFileSync(config.webhookCaFile, 'utf8');
  const metrics = createMetrics(db, clock);
  const sender = createSender({ ca, proxy: config.webhookProxy });
  const delivery = startDeliveryLoop({
    db,
    vault,
    clock,
    log,
    sender,
    owner,
    onAttempt: ({ status, problem, durationMs }) => metrics.attemptEnded(problem ?? `http_${status}`, durationMs),
  });
  undo.push(() => delivery.stop());
  const retention = startRetentionLoop({ folder: config.data, db, files, clock, log, policy: config.policy });
  undo.push(() => retention.stop());
  const sandbox = startSandboxLoop({
    ...{ db, vault, files, clock, log },
    onFinished(hasEvents) {
      hints.tell('ended');
      if (hasEvents) hints.tell('event');
    },
  });
  undo.push(() => sandbox.stop());
  const reading = startReader({
    ...{ store, clock, log, owner, readers: settings.readers },
    signers: signersIn(config.einvoiceSignersFile),
    onFinished: (code, durationMs) => metrics.readingEnded(code ?? 'succeeded', durationMs),
  });
  undo.push(() => reading.stop());
  undo.push(hints.listen('sandbox', sandbox.wake), hints.listen('event', delivery.wake));
  const pageCounter = createPageCounter({ log });
  undo.push(() => pageCounter.stop());
  const converter = createConverter({ log });
  undo.push(() => converter.stop());
  const pageDrawer = createPageDrawer({ log });
  undo.push(() => pageDrawer.stop());
  const pageCutter = createPageCutter({ log });
  undo.push(() => pageCutter.stop());

  const stopping = new AbortController();
  const parts = {
    ...{ config, clock, log, store },
    countPages: pageCounter.count,
    unpackEInvoice: pageCounter.unpack,
    asPdf: converter.asPdf,
    openBundle: converter.openBundle,
    wakeReading: (mode: KeyMode) => hints.tell(mode === 'live' ? 'live' : 'sandbox'),
    stopping: stopping.signal,
  };
  const folder = startFolderLoop(parts);
  undo.push(() => folder.stop());
  const exporting = startExportLoop(parts);
  undo.push(() => exporting.stop());
  // Who confirms an invoice says that there is an event.
  undo.push(hints.listen('event', exporting.wake));
  const ctx: Context = {
    ...parts,
    versions: settings.versions ?? servedVersions,
    syncWaitMs: settings.syncWaitMs ?? syncWaitMs,
    drawPage: (job, signal) => pageDrawer.ask(job, { signal }),
    cutPages: pageCutter.cut,
    arrangePages: pageCutter.arrange,
    readAgain: reading.readAgain,
    cancelReading: reading.cancel,
    metrics,
    beingRead: reading.beingRead,
    sendEvent: sender.send,
    watchedFolder: folder.stateOf,
    exportFolder: exporting.stateOf,
    wakeDelivery: () => hints.tell('event'),
  };
  const listening = await listen(createApp(ctx), ctx);
  undo.push(() => listening.close());
  await rememberAddress(db, listening.url);
  undo.push(() => stopping.abort());
  const wake = (): void => {
    for (const loop of [watch, reading, sandbox, delivery, retention, folder, exporting]) loop.wake();
  };
  const { url, fingerprint } = listening;
  return { url, fingerprint, store, wake, pauseReading: reading.pause, stop };
}
