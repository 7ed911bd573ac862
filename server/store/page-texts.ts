import type { PageText } from '../contract/window.ts';
import type { Db } from './db.ts';
import { openText, sealJson } from './document-keys.ts';
import type { Vault } from './vault.ts';

/** A document, as far as its file goes. */
interface WithFile {
  id: string;
  has_file: number;
  file_key: Buffer;
}

/** Keeps what stands on a document's pages as long as the pages themselves: sealed by the key of its file. */
export async function put(trx: Db, vault: Vault, row: WithFile, pages: PageText[]): Promise<void> {
  const kept = { pages: sealJson(vault.unwrap(row.file_key), pages) };
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

export async function remove(trx: Db, ids: string[]): Promise<void> {
  await trx.deleteFrom('page_texts').where('document_id', 'in', ids).execute();
}
