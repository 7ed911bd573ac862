import { afterAll, beforeAll, expect, it } from 'vitest';
import * as savedViews from '../../server/store/saved-views.ts';
import * as tenants from '../../server/store/tenants.ts';
import { temporaryStore } from '../helpers/store.ts';

let store: Awaited<ReturnType<typeof temporaryStore>>;
let tenantId: string;
beforeAll(async () => {
  store = await temporaryStore();
  await tenants.ensureFirst(store.db, store.vault, Date.now());
  tenantId = (await tenants.list(store.db))[0]!.id;
});
afterAll(() => store.remove());

const names = async (): Promise<string[]> =>
  (await savedViews.list(store.db, store.vault, tenantId)).map(({ name }) => name);

it('keeps views by name, the newer in place of the older, and nothing of them in the clear', async () => {
  const save = (name: string, search: string) =>
    savedViews.save(store.db, store.vault, tenantId, { name, query: { search } });
  await save('Utilități', 'enel');
  await save('Chirii', 'secret-landlord');
  await save('Utilități', 'apa nova');
  expect(await savedViews.list(store.db, store.vault, tenantId)).toEqual([
    { name: 'Chirii', query: { search: 'secret-landlord' } },
    { name: 'Utilități', query: { search: 'apa nova' } },
  ]);
  const rows = JSON.stringify(await store.db.selectFrom('settings').selectAll().execute());
  expect(rows).not.toContain('secret-landlord');
  expect(rows).not.toContain('Chirii');
  expect(await savedViews.list(store.db, store.vault, 'another')).toEqual([]);
  await savedViews.remove(store.db, store.vault, tenantId, 'Chirii');
  expect(await names()).toEqual(['Utilități']);
});

it('keeps no more than a menu can show, though windows save at the same time', async () => {
  const saved = await Promise.all(
    Array.from({ length: savedViews.mostViews + 5 }, (_each, index) =>
      savedViews.save(store.db, store.vault, tenantId, { name: `V ${index}`, query: {} }),
    ),
  );
  expect(saved.filter(Boolean)).toHaveLength(savedViews.mostViews - 1);
  expect(await names()).toHaveLength(savedViews.mostViews);
});
