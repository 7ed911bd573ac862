import { leftToCheck } from '../checks/review.ts';
import { timestamp } from '../clock.ts';
import type { Extraction } from '../contract/invoice.ts';
import { currentVersion } from '../contract/versions.ts';
import { type Db, isShared } from './db.ts';
import { aboutOf, erase as eraseKeys, putResultKey } from './document-keys.ts';
import { jsonOf, withKeys } from './documents.ts';
import { announce } from './events.ts';
import type { Files } from './files.ts';
import { prepared } from './prepared.ts';
import { seal, type Vault } from './vault.ts';

/**
 * Ends waiting sandbox documents with the one fictitious invoice, the oldest first, all in one transaction: nothing of
 * it takes long, and each transaction of its own would wait for the disk. They need no claim and take no reading slot;
 * those that another appliance is ending are left to it.
 * @returns how many, and whether somebody is to be told of one
 */
export async function finishSandbox(
  db: Db,
  vault: Vault,
  files: Files,
  ended: { extraction: Extraction; now: number; atMost: number },
): Promise<{ count: number; hasEvents: boolean }> {
  const { extraction, now, atMost } = ended;
  const json = jsonOf(extraction);
  const time = timestamp(now);
  const doubtful = leftToCheck(extraction);
  let hasEvents = false;
  const rows = await db.transaction().execute(async (trx) => {
    const waiting = await oldest(trx, { atMost });
    for (const row of waiting) {
      const key = vault.newKey();
      await succeed(trx, { id: row.id, time, result: seal(key.key, json), doubtful });
      await putResultKey(trx, row.keys, key.wrapped);
      if (row.has_file === 1) await eraseKeys(trx, [row.keys], ['file']);
      const happened = { type: 'document.succeeded', errorCode: null, about: aboutOf(vault, row), now } as const;
      if ((await announce(trx, vault, row, happened)) !== null) hasEvents = true;
    }
    return waiting;
  });
  // An earlier version of the program kept their files.
  for (const { id, has_file } of rows) if (has_file === 1) await files.remove(id);
  return { count: rows.length, hasEvents };
}

const oldest = prepared((db, which: { atMost: number }) =>
  withKeys(db)
    // By tenant, as the index of what waits is: else SQLite goes through all documents there ever were, in their order.
    .where('tenant_id', 'in', db.selectFrom('tenants').select('id'))
    .where('mode', '=', 'test')
    .where('status', '=', 'queued')
    .where('finished_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(which.atMost)
    .$if(isShared(db), (query) => query.forUpdate().skipLocked()),
);

const succeed = prepared((db, document: { id: string; time: string; result: Buffer; doubtful: number }) =>
  db
    .updateTable('documents')
    .set({
      status: 'succeeded',
      started_at: document.time,
      finished_at: document.time,
      has_file: 0,
      schema_version: currentVersion,
      result: document.result,
      doubtful: document.doubtful,
    })
    .where('id', '=', document.id),
);
