import type { SavedView } from '../contract/window.ts';
import type { Db } from './db.ts';
import * as sealedSettings from './sealed-settings.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

/** So many views fit into a menu that is looked over. */
export const mostViews = 30;

/** The questions that a tenant's people have given a name, by name. A search may say what stands in an invoice, so they are sealed. */
export async function list(db: Db, vault: Vault, tenantId: string): Promise<SavedView[]> {
  return (await sealedSettings.read<SavedView[]>(db, vault, nameOf(tenantId))) ?? [];
}

/** Keeps a view, in place of another of its name. @returns false where there are as many as there may be */
export async function save(db: Db, vault: Vault, tenantId: string, view: SavedView): Promise<boolean> {
  return serially(db, async (trx) => {
    const others = (await list(trx, vault, tenantId)).filter(({ name }) => name !== view.name);
    if (others.length >= mostViews) return false;
    await keep(trx, vault, tenantId, [...others, view]);
    return true;
  });
}

export async function remove(db: Db, vault: Vault, tenantId: string, name: string): Promise<void> {
  await serially(db, async (trx) => {
    const all = await list(trx, vault, tenantId);
    await keep(
      trx,
      vault,
      tenantId,
      all.filter((view) => view.name !== name),
    );
  });
}

async function keep(trx: Db, vault: Vault, tenantId: string, kept: SavedView[]): Promise<void> {
  const sorted = kept.toSorted((a, b) => a.name.localeCompare(b.name, 'ro'));
  await sealedSettings.write(trx, vault, nameOf(tenantId), sorted);
}

function nameOf(tenantId: string): string {
  return `views ${tenantId}`;
}
