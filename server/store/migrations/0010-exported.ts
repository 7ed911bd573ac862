import type { Kysely } from 'kysely';

/** The invoice as it went into a file for a program, so that what changed of it since can be said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('acts').addColumn('invoice', 'blob').execute();
}
