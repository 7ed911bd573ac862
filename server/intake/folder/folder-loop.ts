import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import type { WatchedFolder } from '../../contract/window.ts';
import { type Loop, startLoop } from '../../loop.ts';
import * as preferences from '../../store/preferences.ts';
import * as tenants from '../../store/tenants.ts';
import { type Watches, watchFolder } from './watched-folder.ts';

const lookEveryMs = 5_000;

export interface FolderLoop extends Loop {
  /** How it stands with a tenant's folder; null where none is watched, or it was not looked at yet. */
  stateOf(tenantId: string): WatchedFolder | null;
}

/** Takes in what is put into watched folders, until stopped: one a tenant, where its window or the machine names one. */
export function startFolderLoop(ctx: Watches): FolderLoop {
  const { store, config, log } = ctx;
  const watches = new Map<string, { path: string; look: () => Promise<WatchedFolder> }>();
  const states = new Map<string, WatchedFolder>();

  const loop = startLoop('watched folder', lookEveryMs, log, async (signal) => {
    for (const { id: tenantId } of await tenants.list(store.db)) {
      if (signal.aborted) return false;
      const { path } = await folderFor(ctx, tenantId);
      if (path === null) {
        watches.delete(tenantId);
        states.delete(tenantId);
        continue;
      }
      let watch = watches.get(tenantId);
      if (watch?.path !== path) {
        watch = { path, look: watchFolder(ctx, { tenantId, path, owner: ownMark(config.data) }) };
        watches.set(tenantId, watch);
      }
      const before = states.get(tenantId)?.state;
      const now = await watch.look();
      if (before !== now.state) log.info({ tenant: tenantId, state: now.state }, 'The watched folder');
      states.set(tenantId, now);
    }
    return false;
  });

  return { ...loop, stateOf: (tenantId) => states.get(tenantId) ?? null };
}

/**
 * Which folder is watched for a tenant. What the machine's policy or environment names is the first tenant's.
 * @returns isSettled: a person cannot choose another one
 */
export async function folderFor(
  { store, config }: Pick<Context, 'store' | 'config'>,
  tenantId: string,
): Promise<{ path: string | null; isSettled: boolean }> {
  const { watchedFolder } = config;
  if (watchedFolder === 'off') return { path: null, isSettled: true };
  const [first] = await tenants.list(store.db);
  if (watchedFolder !== null && tenantId === first?.id) return { path: watchedFolder, isSettled: true };
  return { path: (await preferences.get(store.db, tenantId)).watchedFolder, isSettled: false };
}

/** What this appliance, by its data folder, is known by among those that work in one folder: 8 characters. */
export function ownMark(folder: string): string {
  const path = join(folder, 'watcher');
  try {
    writeFileSync(path, randomBytes(4).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8');
}
