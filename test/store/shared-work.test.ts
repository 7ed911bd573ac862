import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../server/store/db.ts';
import { inSharedCommit, shared } from '../../server/store/shared-work.ts';
import { takeTurns } from '../../server/store/transactions.ts';
import { temporaryStore } from '../helpers/store.ts';

describe('shared work', () => {
  test('who asks while it runs shares the next run, and none is missed', async () => {
    let ready = 0;
    const seen: number[] = [];
    const work = shared(async () => {
      seen.push(ready);
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    const asked: Promise<void>[] = [];
    for (let index = 1; index <= 10; index++) {
      ready = index;
      const mine = index;
      asked.push(work().then(() => expect(Math.max(...seen)).toBeGreaterThanOrEqual(mine)));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(asked);
    expect(seen.length).toBeLessThan(8);
  });

  test('a run that fails fails those who waited for it, and the next is tried', async () => {
    let fails = true;
    const work = shared(async () => {
      if (fails) throw new Error('no room');
    });
    await expect(Promise.all([work(), work()])).rejects.toThrow('no room');
    fails = false;
    await expect(work()).resolves.toBeUndefined();
  });
});

describe('a shared commit', () => {
  let store: Awaited<ReturnType<typeof temporaryStore>>;
  beforeEach(async () => {
    store = await temporaryStore();
  });
  afterEach(() => store.remove());

  const setting = (trx: Db, name: string) => trx.insertInto('settings').values({ name, value: 'x' }).execute();
  const names = async (): Promise<string[]> => {
    const rows = await store.db.selectFrom('settings').select('name').where('name', 'like', 'shared %').execute();
    return rows.map(({ name }) => name).sort();
  };

  test('one work that throws leaves nothing behind, and the others are kept', async () => {
    const works = ['a', 'b', 'c'].map((name) =>
      inSharedCommit(store.db, async (trx) => {
        await setting(trx, `shared ${name}`);
        if (name === 'b') throw new Error('not this one');
        return name;
      }),
    );
    const ended = await Promise.allSettled(works);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await names()).toEqual(['shared a', 'shared c']);
  });

  test('those that take turns see what the one before them wrote, as if they had come one after the other', async () => {
    const counts = Array.from({ length: 20 }, (_, index) =>
      inSharedCommit(store.db, async (trx) => {
        await takeTurns(trx, 'counting');
        const { count } = await trx
          .selectFrom('settings')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('name', 'like', 'shared %')
          .executeTakeFirstOrThrow();
        if (count < 5) await setting(trx, `shared ${index}`);
        return count < 5;
      }),
    );
    expect((await Promise.all(counts)).filter(Boolean)).toHaveLength(5);
    expect(await names()).toHaveLength(5);
  });
});
