import type { Context } from '../context.ts';
import type { ExportFolder, ExportPlace } from '../contract/window.ts';
import type { Target } from '../exports/target.ts';
import { targetNamed, targets } from '../exports/targets.ts';
import { ownMark } from '../intake/folder/folder-loop.ts';
import { type Loop, startLoop } from '../loop.ts';
import * as preferences from '../store/preferences.ts';
import * as tenants from '../store/tenants.ts';
import { exportInto, type WritesOut } from './export-folder.ts';

const lookEveryMs = 5_000;

export interface ExportLoop extends Loop {
  /** How it stands with a tenant's folder; null where nothing is exported by itself, or it was not looked at yet. */
  stateOf(tenantId: string): ExportFolder | null;
}

/**
 * Writes confirmed invoices into folders, until stopped: one a tenant, where its window or the machine names one.
 * @throws Error with one sentence for the operator where the machine names a program that keeps no books
 */
export function startExportLoop(ctx: WritesOut & Pick<Context, 'config'>): ExportLoop {
  const { store, config, log } = ctx;
  const settled = config.exportFolder;
  if (settled !== null && settled !== 'off' && !targetOfBooks(settled.target)) {
    const names = targets.filter(({ perCompany }) => perCompany).map(({ name }) => name);
    throw new Error(`FACTURIER_EXPORT_TO must be one of ${names.join(', ')}.`);
  }
  const writers = new Map<string, { place: string; look: () => Promise<ExportFolder> }>();
  const states = new Map<string, ExportFolder>();

  const loop = startLoop('automatic export', lookEveryMs, log, async (signal) => {
    for (const { id: tenantId } of await tenants.list(store.db)) {
      if (signal.aborted) return false;
      const { place } = await exportPlaceOf(ctx, tenantId);
      const to = place && targetOfBooks(place.target);
      if (!place || !to) {
        writers.delete(tenantId);
        states.delete(tenantId);
        continue;
      }
      const name = JSON.stringify(place);
      let writer = writers.get(tenantId);
      if (writer?.place !== name) {
        writer = { place: name, look: exportInto(ctx, { ...place, tenantId, to, owner: ownMark(config.data) }) };
        writers.set(tenantId, writer);
      }
      const before = states.get(tenantId)?.state;
      const now = await writer.look();
      if (before !== now.state) log.info({ tenant: tenantId, state: now.state }, 'The folder that is exported to');
      states.set(tenantId, now);
    }
    return false;
  });

  return { ...loop, stateOf: (tenantId) => states.get(tenantId) ?? null };
}

/** A program that keeps a company's books; null where it is none. */
export function targetOfBooks(name: string): Target | null {
  const target = targetNamed(name);
  return target?.perCompany ? target : null;
}

/**
 * Where a tenant's confirmed invoices are written to. What the machine's policy or environment names is the first tenant's.
 * @returns isSettled: a person cannot choose another place
 */
export async function exportPlaceOf(
  { store, config }: Pick<Context, 'store' | 'config'>,
  tenantId: string,
): Promise<{ place: ExportPlace | null; isSettled: boolean }> {
  const { exportFolder } = config;
  if (exportFolder === 'off') return { place: null, isSettled: true };
  const [first] = await tenants.list(store.db);
  if (exportFolder !== null && tenantId === first?.id) return { place: exportFolder, isSettled: true };
  return { place: (await preferences.get(store.db, tenantId)).exportFolder, isSettled: false };
}
