import type { Db } from './db.ts';

const name = 'moving';

/** Whether a move into this database has begun and not ended. */
export async function isBeingMovedInto(db: Db): Promise<boolean> {
  return (await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()) !== undefined;
}

export async function beginMoveInto(db: Db): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value: 'not finished' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function endMoveInto(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}
