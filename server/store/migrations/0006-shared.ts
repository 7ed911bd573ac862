import type { Kysely } from 'kysely';

/** What appliances on one database share, and one alone has in its folder and its memory: files, and rates by key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('files')
    .addColumn('document_id', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'blob', (column) => column.notNull())
    .execute();

  await schema
    .createTable('rates')
    .addColumn('key_id', 'text', (column) => column.primaryKey().references('keys.id'))
    .addColumn('bucket', 'text', (column) => column.notNull())
    .execute();
}
