import type { Db } from './db.ts';
import { ofThisMachine } from './machine.ts';

const setting = 'address';

/** Remembers where the server answers, for commands beside it. @param address origin, without a slash at its end */
export async function rememberAddress(db: Db, address: string): Promise<void> {
  const name = ofThisMachine(db, setting);
  await db
    .insertInto('settings')
    .values({ name, value: address })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: address }))
    .execute();
}

/** Where the server answered last; null before its first start. */
export async function lastAddress(db: Db): Promise<string | null> {
  const name = ofThisMachine(db, setting);
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}
