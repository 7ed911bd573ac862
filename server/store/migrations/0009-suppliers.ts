import { type Kysely, sql } from 'kysely';

/** What confirmed invoices taught of their suppliers, and by what an invoice that was read before is found again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('contribution_keys')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('key', 'blob', (column) => column.notNull())
    .execute();

  await schema
    .createTable('contributions')
    .addColumn('number', 'integer', (column) => column.primaryKey().references('contribution_keys.number'))
    .addColumn('tenant_id', 'text', (column) => column.notNull().references('tenants.id'))
    .addColumn('document_id', 'text', (column) => column.notNull().references('documents.id'))
    .addColumn('supplier', 'text', (column) => column.notNull())
    .addColumn('taught_at', 'text', (column) => column.notNull())
    .addColumn('body', 'blob', (column) => column.notNull())
    .addColumn('invoice_mark', 'text')
    .addColumn('total_mark', 'text')
    .addColumn('number_mark', 'text')
    .execute();
  await schema.createIndex('contributions_by_supplier').on('contributions').columns(['supplier']).execute();
  await schema.createIndex('contributions_by_document').on('contributions').columns(['document_id']).execute();

  await schema
    .createTable('supplier_identifiers')
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('contribution', 'integer', (column) => column.notNull().references('contributions.number'))
    .addPrimaryKeyConstraint('supplier_identifiers_key', ['identifier', 'contribution'])
    .execute();
  await schema
    .createIndex('supplier_identifiers_by_contribution')
    .on('supplier_identifiers')
    .columns(['contribution'])
    .execute();

  for (const mark of ['total_mark', 'number_mark']) {
    await schema.alterTable('documents').addColumn(mark, 'text').execute();
  }
  for (const table of ['documents', 'contributions']) {
    for (const mark of table === 'documents' ? ['total_mark'] : ['invoice_mark', 'total_mark']) {
      await schema
        .createIndex(`${table}_by_${mark}`)
        .on(table)
        .columns([mark])
        .where(sql.ref(mark), 'is not', null)
        .execute();
    }
  }
}
