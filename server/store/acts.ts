import { timestamp } from '../clock.ts';
import type { Act, ActOf } from '../contract/window.ts';
import type { Db } from './db.ts';
import { openText, sealJson } from './document-keys.ts';
import type { DocumentRow } from './documents.ts';
import { newId } from './ids.ts';
import type { Vault } from './vault.ts';

/** Writes down what a person did with a document. It stays as long as what describes the document. */
export async function add(
  trx: Db,
  vault: Vault,
  row: DocumentRow,
  act: { by: string | null; now: number; what: ActOf },
): Promise<void> {
  const { by, now, what } = act;
  const kept: Act = { ...what, by, at: timestamp(now) };
  await trx
    .insertInto('acts')
    .values({ id: newId('act', now), document_id: row.id, act: sealJson(vault.unwrap(row.about_key), kept) })
    .execute();
}

/** What people did with a document, the oldest first. */
export async function of(db: Db, vault: Vault, row: DocumentRow): Promise<Act[]> {
  const acts = await db.selectFrom('acts').select('act').where('document_id', '=', row.id).orderBy('id').execute();
  return acts.map(({ act }) => JSON.parse(openText(vault, row.about_key, act)));
}
