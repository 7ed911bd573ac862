import type { Kysely } from 'kysely';

/** Everything that the inbox orders and counts by, so that ten thousand documents are gone through without their rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.dropIndex('documents_of_window').execute();
  await schema
    .createIndex('documents_of_inbox')
    .on('documents')
    .columns([
      'tenant_id',
      'mode',
      'id',
      'deleted_at',
      'status',
      'reviewed_at',
      'result_deleted_at',
      'doubtful',
      'origin',
      'created_at',
      'finished_at',
    ])
    .execute();
}
