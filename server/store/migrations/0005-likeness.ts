import { type Kysely, sql } from 'kysely';

/** By what a document is found again when another one is like it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const mark of ['file_mark', 'vendor_mark', 'invoice_mark']) {
    await db.schema.alterTable('documents').addColumn(mark, 'text').execute();
    await db.schema
      .createIndex(`documents_by_${mark}`)
      .on('documents')
      .columns([mark])
      .where(sql.ref(mark), 'is not', null)
      .execute();
  }
}
