import { leftToCheck } from '../checks/review.ts';
import { timestamp } from '../clock.ts';
import type { DocumentErrorCode } from '../contract/document.ts';
import { eventBody } from '../contract/event.ts';
import type { Extraction } from '../contract/invoice.ts';
import { currentVersion } from '../contract/versions.ts';
import type { Company, PageText } from '../contract/window.ts';
import { type Db, isShared } from './db.ts';
import { type About, aboutOf, erase as eraseKeys, put as putKey, sealJson } from './document-keys.ts';
import { type DocumentRow, withKeys } from './documents.ts';
import * as events from './events.ts';
import type { Files } from './files.ts';
import { compared, marksOf } from './likeness.ts';
import { put as putPageTexts } from './page-texts.ts';
import { serially } from './transactions.ts';
import { seal, type Vault } from './vault.ts';

/** How a reading ended. */
export type Ending =
  /**
   * `pages` is null where nothing was opened: a sandbox document that is no readable PDF. `texts` is what stands on
   * each page, where they were read. `buyer` is another one than was sent, which the invoice itself names.
   */
  | { status: 'succeeded'; extraction: Extraction; pages: number | null; texts?: PageText[]; buyer?: Company }
  | { status: 'failed'; code: DocumentErrorCode; message: string };

/**
 * Ends a reading in one transaction: extraction, status, pages, and the event with its first delivery. The file of a
 * zero-retention document goes with it.
 * @returns false when the claim was lost; nothing is written then, and the result is to be thrown away
 */
export async function finish(
  db: Db,
  vault: Vault,
  files: Files,
  ended: { id: string; token: string; now: number; ending: Ending },
): Promise<boolean> {
  const { id, token, now, ending } = ended;
  const kept = await serially(db, async (trx) => {
    const row = await withKeys(trx).where('id', '=', id).where('lease_token', '=', token).executeTakeFirst();
    if (!row) return null;
    await end(trx, vault, row, { now, ending });
    return keepsFileOf(row, ending);
  });
  if (kept === false) await files.remove(id);
  return kept !== null;
}

/**
 * Ends waiting sandbox documents with the one fictitious invoice, the oldest first, all in one transaction: nothing of
 * it takes long, and each transaction of its own would wait for the disk. They need no claim and take no reading slot;
 * those that another appliance is ending are left to it.
 * @returns how many
 */
export async function finishSandbox(
  db: Db,
  vault: Vault,
  files: Files,
  ended: { extraction: Extraction; now: number; atMost: number },
): Promise<number> {
  const { extraction, now, atMost } = ended;
  const json = jsonOf(extraction);
  const waiting = await db.transaction().execute(async (trx) => {
    const rows = await withKeys(trx)
      .where('mode', '=', 'test')
      .where('status', '=', 'queued')
      .where('finished_at', 'is', null)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(atMost)
      .$if(isShared(trx), (query) => query.forUpdate().skipLocked())
      .execute();
    for (const row of rows) {
      await end(trx, vault, row, { now, ending: { status: 'succeeded', extraction, pages: row.pages }, json });
    }
    return rows;
  });
  // Versions before this one kept their files.
  for (const { id, has_file } of waiting) if (has_file === 1) await files.remove(id);
  return waiting.length;
}

/**
 * Writes down in a transaction how a document ended, with its event.
 * @param ended.json the extraction's, where the caller has it already
 */
export async function end(
  trx: Db,
  vault: Vault,
  row: DocumentRow,
  ended: { now: number; ending: Ending; json?: Buffer },
): Promise<void> {
  const { now, ending } = ended;
  const { id } = row;
  const succeeded = ending.status === 'succeeded' ? ending : null;
  const keepsFile = keepsFileOf(row, ending);
  const about = aboutOf(vault, row);
  const key = vault.newKey();
  // The fictitious invoice of the sandbox is always the same one.
  const compare = succeeded && row.mode === 'live';
  const extraction = compare ? await compared(trx, vault, row, succeeded.extraction) : succeeded?.extraction;
  await trx
    .updateTable('documents')
    .set({
      status: ending.status,
      started_at: row.started_at ?? timestamp(now),
      finished_at: timestamp(now),
      lease_owner: null,
      lease_token: null,
      lease_expires_at: null,
      has_file: keepsFile ? 1 : 0,
      ...(ending.status === 'succeeded'
        ? {
            pages: ending.pages,
            schema_version: currentVersion,
            result: seal(key.key, ended.json ?? jsonOf(extraction ?? ending.extraction)),
            ...(compare && marksOf(vault, row.tenant_id, ending.extraction.invoice)),
            doubtful: leftToCheck(extraction ?? ending.extraction),
          }
        : { error_code: ending.code, error_message: ending.message }),
      ...(succeeded?.buyer && {
        about: sealJson(vault.unwrap(row.about_key), {
          ...about,
          buyerVat: succeeded.buyer.vat,
          buyerName: succeeded.buyer.name,
        } satisfies About),
      }),
    })
    .where('id', '=', id)
    .execute();
  if (succeeded) await putKey(trx, row.keys, 'result', key.wrapped);
  if (row.has_file === 1 && !keepsFile) await eraseKeys(trx, [row.keys], ['file']);
  if (keepsFile && succeeded?.texts) await putPageTexts(trx, vault, row, succeeded.texts);

  const { externalId, webhookUrl } = about;
  const tenant = await trx
    .selectFrom('tenants')
    .select('webhook_url')
    .where('id', '=', row.tenant_id)
    .executeTakeFirstOrThrow();
  const type = `document.${ending.status}` as const;
  const errorCode = ending.status === 'failed' ? ending.code : null;
  await events.create(trx, vault, {
    tenantId: row.tenant_id,
    documentId: id,
    type,
    body: eventBody({ type, documentId: id, externalId, errorCode, createdAt: timestamp(now) }),
    url: webhookUrl ?? tenant.webhook_url,
    now,
  });
}

/**
 * Whether a document's file outlives its reading. A sandbox document's has no reader at all; what was dropped into the window keeps it although nothing else of it
 * is kept long, because nobody reviews a page that is gone.
 */
function keepsFileOf({ mode, retention, origin }: DocumentRow, ending: Ending): boolean {
  if (mode === 'test') return false;
  return retention === 'standard' || (origin === 'window' && ending.status === 'succeeded');
}

function jsonOf(extraction: Extraction): Buffer {
  return Buffer.from(JSON.stringify(extraction), 'utf8');
}
