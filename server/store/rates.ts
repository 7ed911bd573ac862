import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Changes what is known of how fast a key submits, which all appliances on one database share; one at a time does so.
 * @param change gets what was kept last, null at first, and says what is kept now and what came of it
 */
export async function changeRate<Kept, Result>(
  db: Db,
  keyId: string,
  change: (kept: Kept | null) => { kept: Kept; result: Result },
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    // Rates need not survive the database's end, and nobody should wait for a disk to keep them.
    await sql`
      select set_config('synchronous_commit', 'off', true), pg_advisory_xact_lock(hashtextextended(${`rate ${keyId}`}, 0))
    `.execute(trx);
    const row = await trx.selectFrom('rates').select('bucket').where('key_id', '=', keyId).executeTakeFirst();
    const { kept, result } = change(row ? JSON.parse(row.bucket) : null);
    const bucket = JSON.stringify(kept);
    await trx
      .insertInto('rates')
      .values({ key_id: keyId, bucket })
      .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ bucket }))
      .execute();
    return result;
  });
}
