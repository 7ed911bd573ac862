import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { timestamp } from '../../../server/clock.ts';
import { openStore, type Store } from '../../../server/store/data-folder.ts';
import { isShared } from '../../../server/store/db.ts';
import { sealJson } from '../../../server/store/document-keys.ts';
import { newId } from '../../../server/store/ids.ts';
import * as tenants from '../../../server/store/tenants.ts';
import { temporaryFolder } from '../../helpers/appliance.ts';
import { createDatabase } from '../../helpers/postgres.ts';

/** Enough that a tenant's two documents at once hold nobody up. */
const tenantCount = 50;
const atOnce = 500;

/** A queue of live documents in a database of its own. */
export interface Queue {
  /** One for each node; of SQLite there is one. */
  stores: Store[];
  remove(): Promise<void>;
}

/**
 * @param queue.cluster of PostgreSQL; null for SQLite
 * @param queue.file what each document's file holds; null where nobody reads it
 */
export async function openQueue(queue: {
  cluster: string | null;
  nodes: number;
  documents: number;
  file: Buffer | null;
}): Promise<Queue> {
  const folder = await temporaryFolder();
  const database = queue.cluster === null ? null : await createDatabase(queue.cluster);
  const first = await openStore({ data: join(folder.path, 'node-1'), masterKey: null, database });
  const masterKey = await readFile(join(folder.path, 'node-1', 'master.key'), 'utf8');
  const stores = [first];
  for (let number = 2; number <= queue.nodes; number++) {
    stores.push(await openStore({ data: join(folder.path, `node-${number}`), masterKey, database }));
  }
  await fill(first, queue.documents, queue.file);
  return {
    stores,
    async remove() {
      for (const store of stores) await store.close();
      await folder.remove();
    },
  };
}

async function fill({ db, vault, files }: Store, count: number, file: Buffer | null): Promise<void> {
  const now = Date.now();
  for (let number = 1; number <= tenantCount; number++)
    await tenants.create(db, vault, { name: `Firm ${number}`, now });
  const all = await tenants.list(db);
  const aboutKey = vault.newKey();
  const about = sealJson(aboutKey.key, {
    ...{ externalId: null, metadata: null, filename: null, buyerVat: 'RO18547290', buyerName: null, webhookUrl: null },
  });
  for (let done = 0; done < count; done += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, count - done) }, () => newId('doc', now));
    const fileKeys: Buffer[] = [];
    for (const id of file === null ? [] : ids) {
      const staged = await files.stage([file as Buffer]);
      await files.adopt(staged, id);
      fileKeys.push(staged.key.wrapped);
    }
    await db.transaction().execute(async (trx) => {
      const empty = Buffer.alloc(aboutKey.wrapped.byteLength);
      const keys = await trx
        .insertInto('document_keys')
        .values(ids.map((_, index) => ({ file: fileKeys[index] ?? empty, result: empty, about: aboutKey.wrapped })))
        .returning('number')
        .execute();
      const rows = ids.map((id, index) => ({
        ...({ id, tenant_id: all[(done + index) % tenantCount]!.id, mode: 'live', status: 'queued' } as const),
        ...({ retention: 'standard', reference: null, about, mime_type: 'application/pdf', pages: 1 } as const),
        ...{ created_at: timestamp(now), keys: keys[index]!.number, has_file: file === null ? 0 : 1 },
      }));
      await trx.insertInto('documents').values(rows).execute();
    });
  }
  // As autovacuum does in a database that is in use.
  if (isShared(db)) await sql`vacuum analyze`.execute(db);
}
