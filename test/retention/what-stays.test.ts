import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { resource } from '../../server/resources.ts';
import { isShared } from '../../server/store/db.ts';
import { buyer, form, startTestServer, type TestServer } from '../helpers/server.ts';
import { findTracesIn, piecesOf, type Trace } from './traces.ts';

/** On SQLite. */
const alone = inject('cluster') === undefined;

let server: TestServer;
let key: string;
beforeEach(async () => {
  server = await startTestServer();
  key = await server.createKey('live');
});
afterEach(() => server.stop());

const mark = randomBytes(9).toString('hex');

/** A document with something in every column that a client, reading or a person can fill. */
async function fullDocument(ending: 'succeeded' | 'failed'): Promise<string> {
  const fields = {
    ...{ buyer_vat: buyer, buyer_name: `buyer ${mark}`, external_id: `reference ${mark}`, retention: 'zero' },
    ...{ metadata: JSON.stringify({ note: mark }), webhook_url: `https://receiver-${mark}.test/` },
  };
  const file = { bytes: await readFile(resource('samples', 'invoice.pdf')), name: `${mark}.pdf` };
  const headers = { 'Idempotency-Key': `key ${mark} ${ending}` };
  const { json } = await server.request('POST', '/v1/documents', { key, headers, body: form(fields, file) });
  await server.finish(json.id, ending);
  await server.store.db
    .updateTable('documents')
    .set({ reviewed_at: new Date(server.now()).toISOString(), origin: 'window', cut_offs: 3, doubtful: 7 })
    .where('id', '=', json.id)
    .execute();
  return json.id;
}

async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  return (await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(server.store.db)).rows;
}

test.each(['succeeded', 'failed'] as const)(
  'of a deleted document that had %s stay status, page count, dates and ids, and nothing else in any column',
  async (ending) => {
    const id = await fullDocument(ending);
    const [before] = (await rowsOf('documents')).filter((row) => row.id === id);
    expect((await server.request('DELETE', `/v1/documents/${id}`, { key })).status).toBe(200);
    const [row] = (await rowsOf('documents')).filter((row) => row.id === id);
    const { id: sameId, tenant_id, mode, keys, status, pages, created_at, started_at, finished_at } = before!;
    const stays = { id: sameId, tenant_id, mode, keys, status, pages, created_at, started_at, finished_at };
    const { deleted_at, result_deleted_at, ...rest } = row!;
    expect(deleted_at).toEqual(expect.any(String));
    expect([null, before!.result_deleted_at]).toContain(result_deleted_at);
    // What a row must have, and says nothing.
    const neutral = { retention: 'standard', origin: 'api', mime_type: '', has_file: 0, cut_offs: 0 };
    const others = Object.keys(rest).filter((name) => !(name in stays) && !(name in neutral));
    expect(rest).toEqual({ ...stays, ...neutral, ...Object.fromEntries(others.map((name) => [name, null])) });

    // Every other table: none names it but the record that keeps a late retry from bringing it back, for 24 hours.
    for (const { name } of await server.store.db.introspection.getTables()) {
      if (name === 'documents' || name === 'idempotency') continue;
      const naming = (await rowsOf(name)).filter((each) => Object.values(each).includes(id));
      expect({ name, naming }).toEqual({ name, naming: [] });
    }
    const [keysRow] = (await rowsOf('document_keys')).filter((each) => each.number === keys);
    for (const wrapped of ['file', 'result', 'about']) {
      expect((keysRow![wrapped] as Buffer).every((byte) => byte === 0)).toBe(true);
    }
    expect(await rowsOf('idempotency')).toHaveLength(1);
    expect(await findTracesIn(server.store, [mark])).toEqual([]);
    // Usage and lists go on as before.
    const usage = await server.request('GET', '/v1/usage', { key });
    expect(usage.json).toMatchObject(ending === 'succeeded' ? { documents: 1 } : { failed_documents: 1 });
    expect((await server.request('GET', '/v1/documents', { key })).json.data).toEqual([]);
  },
);

test.runIf(alone)(
  'what a second connection holds in the write-ahead log is gone soon after it lets go, with nobody asking',
  async () => {
    const id = await fullDocument('succeeded');
    expect(isShared(server.store.db)).toBe(false);
    const rows = await server.store.db
      .selectFrom('documents')
      .innerJoin('document_keys', 'document_keys.number', 'documents.keys')
      .select(['documents.result as sealed', 'document_keys.result', 'document_keys.about'])
      .where('documents.id', '=', id)
      .executeTakeFirstOrThrow();
    const traces: Trace[] = [
      ...piecesOf('the sealed extraction', rows.sealed!),
      { name: 'the wrapped key of the extraction', bytes: rows.result },
      { name: 'the wrapped key of what describes it', bytes: rows.about },
    ];
    const reader = new SQLite(join(server.folder, 'facturier.db'), { readonly: true });
    reader.exec('begin');
    reader.prepare('select count(*) from documents').get();
    expect((await server.request('DELETE', `/v1/documents/${id}`, { key })).status).toBe(200);
    // The reader sees what it saw, so that it must still be there somewhere.
    expect(await findTracesIn(server.store, traces)).not.toEqual([]);
    reader.close();
    await expect.poll(() => findTracesIn(server.store, traces), { timeout: 20_000 }).toEqual([]);
  },
);
