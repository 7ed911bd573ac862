import { type Kysely, sql } from 'kysely';

/** Which document was made of a document's pages and stands in its place. Most never have one: the index holds the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('documents').addColumn('replaced_by', 'text').execute();
  await db.schema
    .createIndex('documents_replaced')
    .on('documents')
    .columns(['replaced_by', 'tenant_id', 'id'])
    .where(sql.ref('replaced_by'), 'is not', null)
    .execute();
}
