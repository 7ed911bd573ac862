import { leftToCheck } from '../checks/review.ts';
import { timestamp } from '../clock.ts';
import type { DocumentErrorCode } from '../contract/document.ts';
import type { Extraction } from '../contract/invoice.ts';
import { currentVersion } from '../contract/versions.ts';
import type { Company } from '../contract/window.ts';
import type { PageText } from '../contract/window-review.ts';
import { type Db, isShared } from './db.ts';
import { type About, aboutOf, erase as eraseKeys, putResultKey, sealJson } from './document-keys.ts';
import { type DocumentRow, sealExtraction, withKeys } from './documents.ts';
import * as events from './events.ts';
import type { Files } from './files.ts';
import { compared, comparingAlone, marksOf } from './likeness.ts';
import { put as putPageTexts } from './page-texts.ts';
import type { Vault } from './vault.ts';

/** How a reading ended. */
export type Ending =
  /**
   * `pages` is null where nothing was opened: a sandbox document that is no readable PDF. `texts` is what stands on
   * each page, where they were read, and `opened` what opening the file gave, packed. `buyer` is whom it was read for;
   * null where the invoice itself was to say and named none of the companies.
   */
  | {
      status: 'succeeded';
      extraction: Extraction;
      pages: number | null;
      texts?: PageText[];
      opened?: Uint8Array | null;
      buyer?: Company | null;
    }
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
  const kept = await db.transaction().execute(async (trx) => {
    const row = await withKeys(trx)
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .$if(isShared(db), (query) => query.forNoKeyUpdate())
      .executeTakeFirst();
    if (!row) return null;
    await comparingAlone(trx, row.tenant_id);
    await end(trx, vault, row, { now, ending });
    return keepsFileOf(row, ending);
  });
  if (kept === false) await files.remove(id);
  return kept !== null;
}

/** Writes down in a transaction how a document ended, with its event. */
export async function end(
  trx: Db,
  vault: Vault,
  row: DocumentRow,
  ended: { now: number; ending: Ending },
): Promise<void> {
  const { now, ending } = ended;
  const { id } = row;
  const succeeded = ending.status === 'succeeded' ? ending : null;
  const keepsFile = keepsFileOf(row, ending);
  const about = aboutOf(vault, row);
  const key = vault.newKey();
  const buyer = succeeded?.buyer;
  const buyerVat = buyer?.vat ?? about.buyerVat;
  const extraction = succeeded && (await compared(trx, vault, row, succeeded.extraction, buyerVat));
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
            result: sealExtraction(key.key, extraction ?? ending.extraction),
            ...marksOf(vault, row.tenant_id, ending.extraction.invoice),
            doubtful: leftToCheck(extraction ?? ending.extraction) + (buyer === null ? 1 : 0),
          }
        : { error_code: ending.code, error_message: ending.message }),
      ...(buyer !== undefined && isOther(buyer, about) && { about: sealedFor(vault, row, buyer) }),
    })
    .where('id', '=', id)
    .execute();
  if (succeeded) await putResultKey(trx, row.keys, key.wrapped);
  if (row.has_file === 1 && !keepsFile) await eraseKeys(trx, [row.keys], ['file']);
  if (keepsFile && succeeded?.texts) {
    const { texts, opened = null } = succeeded;
    await putPageTexts(trx, vault, row, { texts, opened });
  }

  const errorCode = ending.status === 'failed' ? ending.code : null;
  await events.announce(trx, vault, row, { type: `document.${ending.status}`, errorCode, about, now });
}

function isOther(buyer: Company | null, { buyerVat, buyerName, buyerUnknown = false }: About): boolean {
  if (buyer === null) return !buyerUnknown;
  return buyer.vat !== buyerVat || buyer.name !== buyerName || buyerUnknown;
}

/**
 * What describes a document, sealed, as it is read for a buyer.
 * @param said a person has said that it is this one
 * @param ownPages as `About` says it; null for all of them, left out as they are
 */
export function sealedFor(
  vault: Vault,
  row: DocumentRow,
  buyer: Company | null,
  { said = false, ownPages }: { said?: boolean; ownPages?: number | null } = {},
): Buffer {
  const { buyerUnknown: _unknown, buyerGuessed, ownPages: before = null, ...about } = aboutOf(vault, row);
  const pages = ownPages === undefined ? before : ownPages;
  const now: About = {
    ...about,
    ...(pages !== null && { ownPages: pages }),
    ...(buyer && { buyerVat: buyer.vat, buyerName: buyer.name }),
    ...(buyerGuessed && !said && { buyerGuessed }),
    ...(buyer === null && { buyerUnknown: true }),
  };
  return sealJson(vault.unwrap(row.about_key), now);
}

/**
 * Whether a document's file outlives its reading. What a person dropped into the window or put into the watched folder
 * keeps it although nothing else of it is kept long, because nobody reviews a page that is gone.
 */
function keepsFileOf({ retention, origin }: DocumentRow, ending: Ending): boolean {
  return retention === 'standard' || (origin !== 'api' && ending.status === 'succeeded');
}
