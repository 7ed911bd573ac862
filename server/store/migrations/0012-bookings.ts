import type { Kysely } from 'kysely';

/** Where the lines of a confirmed invoice go in the books. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('reviews').addColumn('bookings', 'blob').execute();
}
