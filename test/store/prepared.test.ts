import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../server/store/data-folder.ts';
import { prepared } from '../../server/store/prepared.ts';

test('a prepared statement is put together once, and takes what it is given each time, in a transaction too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'facturier-test-'));
  const store = await openStore({ data: folder, masterKey: null });
  try {
    let built = 0;
    const put = prepared((db, setting: { name: string; value: string }) => {
      built += 1;
      return db.insertInto('settings').values({ value: setting.value, name: setting.name }).returning('value');
    });
    expect(await put(store.db, { name: 'one', value: 'first' })).toEqual([{ value: 'first' }]);
    const undone = store.db.transaction().execute(async (trx) => {
      expect(await put(trx, { value: 'second', name: 'two' })).toEqual([{ value: 'second' }]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await put(store.db, { name: 'three', value: 'name' })).toEqual([{ value: 'name' }]);
    const kept = await store.db
      .selectFrom('settings')
      .select('name')
      .where('name', 'in', ['one', 'two', 'three'])
      .execute();
    expect(kept.map(({ name }) => name).sort()).toEqual(['one', 'three']);
    expect(built).toBe(1);
  } finally {
    await store.close();
    await rm(folder, { recursive: true });
  }
});
