import type { Kysely } from 'kysely';

/** What opening a document's file gave, to decide on it again without opening it, and which version opened it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('page_texts').addColumn('opened', 'blob').execute();
  await db.schema.alterTable('page_texts').addColumn('opened_by', 'text').execute();
}
