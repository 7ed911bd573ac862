import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import { resource } from '../../server/resources.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';
import { signInTo } from '../helpers/session.ts';

let server: TestServer;
let window: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer({ readers: 1 });
  window = await signInTo(server, { tenantId: server.tenantId, person: 'Ana' });
});
afterAll(() => server.stop());

it('a window is told of what happens as soon as its line is open, however busy the database is', async () => {
  await fetch(`${server.url}/app/company`, {
    ...{ method: 'PUT', headers: { ...window, 'Content-Type': 'application/json' } },
    body: JSON.stringify({ vat: 'RO9900816346', name: null }),
  });
  const sample = new Uint8Array(await readFile(resource('samples', 'invoice.pdf')));
  const sent = await fetch(`${server.url}/app/documents?buyer_vat=RO9900816346&upload=${randomUUID()}`, {
    ...{ method: 'POST', headers: { ...window, 'Content-Type': 'application/octet-stream' }, body: sample },
  });
  const { id } = (await sent.json()) as { id: string };
  const ended = () => server.store.db.selectFrom('documents').select('finished_at').where('id', '=', id).execute();
  await expect.poll(ended, { timeout: 20_000 }).not.toEqual([{ finished_at: null }]);
  const stopped = new AbortController();
  // Whoever asks the database waits for others.
  const busy = Array.from({ length: 4 }, async () => {
    while (!stopped.signal.aborted)
      await server.store.db.transaction().execute(async (transaction) => {
        await sql`select 1`.execute(transaction);
        await new Promise((resolve) => setTimeout(resolve, 25));
      });
  });
  const line = await fetch(`${server.url}/app/events`, {
    ...{ headers: window, signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(20_000)]) },
  });
  const deleted = server.store.db
    .updateTable('documents')
    .set({ deleted_at: timestamp(server.now()) })
    .where('id', '=', id);
  await deleted.execute();
  let told = '';
  try {
    for await (const bytes of line.body!) {
      told += Buffer.from(bytes).toString();
      if (told.includes(`{"type":"deleted","id":"${id}"}`)) return;
    }
  } finally {
    stopped.abort();
    await Promise.all(busy);
  }
}, 40_000);
