import type { PageText } from '../contract/window-review.ts';
import { programVersion } from '../resources.ts';
import type { Db } from './db.ts';
import { openBytes, openText, sealJson } from './document-keys.ts';
import { seal, type Vault } from './vault.ts';

/** A document, as far as its file goes. */
interface WithFile {
  id: string;
  has_file: number;
  file_key: Buffer;
}

/** What reading a document's file found on its pages. */
export interface ReadPages {
  /** What stands on each, for a person to select from. */
  texts: PageText[];
  /** What opening the file gave, packed, for deciding again; null where that is too much to keep. */
  opened: Uint8Array | null;
}

/** Keeps what stands on a document's pages as long as the pages themselves: sealed by the key of its file. */
export async function put(trx: Db, vault: Vault, row: WithFile, { texts, opened }: ReadPages): Promise<void> {
  const key = vault.unwrap(row.file_key);
  const kept = {
    pages: sealJson(key, texts),
    opened: opened && seal(key, Buffer.from(opened)),
    opened_by: opened && programVersion,
  };
  await trx
    .insertInto('page_texts')
    .values({ document_id: row.id, ...kept })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(kept))
    .execute();
}

/** What stands on each page; nothing once the file was erased. */
export async function of(db: Db, vault: Vault, row: WithFile): Promise<PageText[]> {
  if (row.has_file === 0) return [];
  const kept = await db.selectFrom('page_texts').select('pages').where('document_id', '=', row.id).executeTakeFirst();
  return kept ? JSON.parse(openText(vault, row.file_key, kept.pages)) : [];
}

/** What opening the file gave; null where this version has not opened it: it may open better than an older one. */
export async function openedOf(db: Db, vault: Vault, row: WithFile): Promise<Uint8Array | null> {
  const kept = await db
    .selectFrom('page_texts')
    .select('opened')
    .where('document_id', '=', row.id)
    .where('opened_by', '=', programVersion)
    .executeTakeFirst();
  return kept?.opened ? openBytes(vault, row.file_key, kept.opened) : null;
}

export async function remove(trx: Db, ids: string[]): Promise<void> {
  await trx.deleteFrom('page_texts').where('document_id', 'in', ids).execute();
}
