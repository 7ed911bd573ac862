import type { Kysely } from 'kysely';

/** What a review needs besides the draft: the words of the pages, who did what, and whose a session is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('page_texts')
    .addColumn('document_id', 'text', (column) => column.primaryKey().references('documents.id'))
    .addColumn('pages', 'blob', (column) => column.notNull())
    .execute();

  await schema
    .createTable('acts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('document_id', 'text', (column) => column.notNull().references('documents.id'))
    .addColumn('act', 'blob', (column) => column.notNull())
    .execute();
  await schema.createIndex('acts_of_document').on('acts').columns(['document_id', 'id']).execute();

  for (const name of ['sign_ins', 'sessions']) {
    await schema.alterTable(name).addColumn('person', 'text').execute();
  }
}
