import { type Kysely, sql } from 'kysely';

/** The tables of the first version. A migration is never edited once it was released. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('tenants')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('webhook_url', 'text')
    .addColumn('monthly_quota', 'integer')
    .addColumn('signing_secret', 'blob', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();

  await schema
    .createTable('keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull().references('tenants.id'))
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('last_used_at', 'text')
    .execute();

  await schema
    .createTable('document_keys')
    .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('file', 'blob', (column) => column.notNull())
    .addColumn('result', 'blob', (column) => column.notNull())
    .addColumn('about', 'blob', (column) => column.notNull())
    .execute();

  await schema
    .createTable('documents')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull().references('tenants.id'))
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('retention', 'text', (column) => column.notNull())
    .addColumn('reference', 'text')
    .addColumn('about', 'blob')
    .addColumn('mime_type', 'text', (column) => column.notNull())
    .addColumn('pages', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('schema_version', 'text')
    .addColumn('reviewed_at', 'text')
    .addColumn('keys', 'integer', (column) => column.notNull().references('document_keys.number'))
    .addColumn('has_file', 'integer', (column) => column.notNull())
    .addColumn('result', 'blob')
    .addColumn('result_deleted_at', 'text')
    .addColumn('deleted_at', 'text')
    .addColumn('cut_offs', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_token', 'text')
    .addColumn('lease_expires_at', 'text')
    .addColumn('handover_token', 'text')
    .addColumn('handover_expires_at', 'text')
    .execute();
  await schema.createIndex('documents_listed').on('documents').columns(['tenant_id', 'mode', 'id']).execute();
  await schema
    .createIndex('documents_by_reference')
    .on('documents')
    .columns(['tenant_id', 'mode', 'reference', 'id'])
    .execute();
  await schema.createIndex('documents_accepted').on('documents').columns(['tenant_id', 'mode', 'created_at']).execute();
  await schema
    .createIndex('documents_finished')
    .on('documents')
    .columns(['tenant_id', 'finished_at'])
    .where(sql.ref('finished_at'), 'is not', null)
    .execute();
  await schema
    .createIndex('documents_unfinished')
    .on('documents')
    .columns(['tenant_id', 'mode', 'status', 'id'])
    .where(sql.ref('finished_at'), 'is', null)
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await schema
    .createIndex('documents_leased')
    .on('documents')
    .columns(['lease_expires_at'])
    .where(sql.ref('lease_token'), 'is not', null)
    .execute();
  await schema
    .createIndex('documents_with_file')
    .on('documents')
    .columns(['finished_at'])
    .where(sql.ref('has_file'), '=', 1)
    .execute();
  await schema
    .createIndex('documents_with_result')
    .on('documents')
    .columns(['retention', 'finished_at'])
    .where(sql.ref('result'), 'is not', null)
    .execute();

  await schema
    .createTable('idempotency')
    .addColumn('tenant_id', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('filename', 'text')
    .addColumn('document_id', 'text', (column) => column.notNull().references('documents.id'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_key', ['tenant_id', 'mode', 'key'])
    .execute();
  await schema.createIndex('idempotency_expiry').on('idempotency').column('expires_at').execute();

  await schema
    .createTable('events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) => column.notNull().references('tenants.id'))
    .addColumn('document_id', 'text', (column) => column.notNull().references('documents.id'))
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('body', 'blob', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('events_of_document').on('events').columns(['document_id', 'id']).execute();

  await schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
    .addColumn('url', 'blob', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_expires_at', 'text')
    .execute();
  await schema.createIndex('deliveries_of_event').on('deliveries').column('event_id').execute();
  await schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['next_attempt_at'])
    .where(sql.ref('state'), '=', 'pending')
    .execute();

  await schema
    .createTable('attempts')
    .addColumn('delivery_id', 'text', (column) => column.notNull().references('deliveries.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('problem', 'text')
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('attempts_key', ['delivery_id', 'number'])
    .execute();
}
