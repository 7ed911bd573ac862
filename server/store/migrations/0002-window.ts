import { type Kysely, sql } from 'kysely';

/** What the window needs: where a document came in, reviews, the companies at this machine, and sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  await schema
    .alterTable('documents')
    .addColumn('origin', 'text', (column) => column.notNull().defaultTo('api'))
    .execute();
  await schema.alterTable('documents').addColumn('doubtful', 'integer').execute();
  await schema
    .createIndex('documents_of_window')
    .on('documents')
    .columns(['tenant_id', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .where(sql.ref('mode'), '=', sql.lit('live'))
    .execute();

  await schema
    .createTable('reviews')
    .addColumn('document_id', 'text', (column) => column.primaryKey().references('documents.id'))
    .addColumn('draft', 'blob')
    .addColumn('first_reading', 'blob')
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('companies')
    .addColumn('tenant_id', 'text', (column) => column.notNull().references('tenants.id'))
    .addColumn('vat', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('used_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('companies_key', ['tenant_id', 'vat'])
    .execute();

  for (const name of ['sign_ins', 'sessions']) {
    await schema
      .createTable(name)
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('tenant_id', 'text', (column) => column.notNull().references('tenants.id'))
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
  }
}
