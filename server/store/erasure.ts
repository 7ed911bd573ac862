import { randomUUID } from 'node:crypto';
import { timestamp } from '../clock.ts';
import { extractionKeptMs, fileKeptMs, zeroExtractionKeptMs } from '../contract/limits.ts';
import { type Db, scrub } from './db.ts';
import { evenWhenFull } from './disk-full.ts';
import { erase as eraseKeys } from './document-keys.ts';
import type { DocumentRow, Scope } from './documents.ts';
import type { Files } from './files.ts';
import { noMarks } from './likeness.ts';
import { remove as removePageTexts } from './page-texts.ts';
import { putBack } from './replaced.ts';
import { forgetDocument } from './suppliers.ts';
import { serially } from './transactions.ts';

/** How many rows one pass takes, so that a large backlog does not hold up requests, nor fill the log on a full disk. */
const atOnce = 20;

/**
 * Erases a document for good: its keys first, then everything that describes it, its events, and its file. Status,
 * page count and dates stay, for usage. Works in every state, and on a full disk; a reading in progress loses its claim.
 * @returns false when the caller has no such document
 */
export async function eraseDocument(
  db: Db,
  files: Files,
  scope: Scope,
  erase: { id: string; now: number },
): Promise<boolean> {
  const { id, now } = erase;
  const found = await evenWhenFull(db, () => serially(db, (trx) => eraseIn(trx, scope, { id, now })));
  if (found) await eraseFiles(db, files, [id]);
  return found;
}

/** Removes what is left of erased documents outside of the database's rows. */
export async function eraseFiles(db: Db, files: Files, ids: readonly string[]): Promise<void> {
  for (const id of ids) await files.remove(id);
  await evenWhenFull(db, () => scrub(db));
}

/** What is left of a document in its row, beside status, page count and dates: what a row must have says nothing. */
const nothing = {
  retention: 'standard',
  reference: null,
  about: null,
  mime_type: '',
  error_code: null,
  error_message: null,
  schema_version: null,
  reviewed_at: null,
  origin: 'api',
  doubtful: null,
  has_file: 0,
  result: null,
  replaced_by: null,
  ...noMarks,
  cut_offs: 0,
  lease_owner: null,
  lease_token: null,
  lease_expires_at: null,
  handover_token: null,
  handover_expires_at: null,
} as const;

/** The same in a transaction, all but its file: {@link eraseFiles}. @returns false as `eraseDocument` */
export async function eraseIn(trx: Db, scope: Scope, { id, now }: { id: string; now: number }): Promise<boolean> {
  const row = await trx
    .updateTable('documents')
    .set({ ...nothing, deleted_at: timestamp(now) })
    .where('id', '=', id)
    .where('tenant_id', '=', scope.tenantId)
    .where('mode', '=', scope.mode)
    .where('deleted_at', 'is', null)
    .returning('keys')
    .executeTakeFirst();
  if (!row) return false;
  await eraseKeys(trx, [row.keys], ['file', 'result', 'about']);
  // Deliveries and their attempts go with the event.
  await trx.deleteFrom('events').where('document_id', '=', id).execute();
  await trx.deleteFrom('reviews').where('document_id', '=', id).execute();
  await trx.deleteFrom('acts').where('document_id', '=', id).execute();
  await removePageTexts(trx, [id]);
  await forgetDocument(trx, id);
  await putBack(trx, id);
  return true;
}

/** When `eraseDueFiles` erases the file of a read document that is confirmed, or would be if it were; null where it is gone. */
export function fileGoesAt({ has_file, retention, finished_at, reviewed_at }: DocumentRow, now: number): string | null {
  if (has_file === 0 || finished_at === null) return null;
  return retention === 'zero' ? (reviewed_at ?? timestamp(now)) : timestamp(Date.parse(finished_at) + fileKeptMs);
}

/** Erases files whose time is over. @returns how many; as long as it is not 0 there may be more */
export async function eraseDueFiles(db: Db, files: Files, now: number): Promise<number> {
  const due = await db
    .selectFrom('documents')
    .select(['id', 'keys'])
    .where('has_file', '=', 1)
    .where((where) =>
      // Nobody reviews a page that is gone: what was dropped into the window keeps its file until it is confirmed.
      where.or([
        where.and([
          where('finished_at', '<=', timestamp(now - fileKeptMs)),
          where.or([
            where('origin', '=', 'api'),
            where('reviewed_at', 'is not', null),
            where('status', '=', 'failed'),
            where('finished_at', '<=', timestamp(now - extractionKeptMs)),
          ]),
        ]),
        where.and([
          where('retention', '=', 'zero'),
          where.or([
            where('reviewed_at', 'is not', null),
            where('result_deleted_at', 'is not', null),
            where('finished_at', '<=', timestamp(now - zeroExtractionKeptMs)),
          ]),
        ]),
      ]),
    )
    .limit(atOnce)
    .execute();
  if (due.length === 0) return 0;
  const ids = due.map(({ id }) => id);
  const erase = async (trx: Db): Promise<void> => {
    await eraseKeys(
      trx,
      due.map(({ keys }) => keys),
      ['file'],
    );
    await trx.updateTable('documents').set({ has_file: 0 }).where('id', 'in', ids).execute();
    await removePageTexts(trx, ids);
  };
  await evenWhenFull(db, () => serially(db, erase));
  for (const id of ids) await files.remove(id);
  return ids.length;
}

/** Erases extractions whose time is over. @returns how many; as long as it is not 0 there may be more */
export async function eraseDueExtractions(db: Db, now: number): Promise<number> {
  const due = await db
    .selectFrom('documents')
    .select(['id', 'keys'])
    .where('result', 'is not', null)
    .where((where) =>
      where.or([
        where.and([where('retention', '=', 'standard'), where('finished_at', '<=', timestamp(now - extractionKeptMs))]),
        where.and([where('retention', '=', 'zero'), where('finished_at', '<=', timestamp(now - zeroExtractionKeptMs))]),
      ]),
    )
    .limit(atOnce)
    .execute();
  if (due.length === 0) return 0;
  const erase = async (trx: Db): Promise<void> => {
    await eraseKeys(
      trx,
      due.map(({ keys }) => keys),
      ['result'],
    );
    await trx
      .deleteFrom('reviews')
      .where(
        'document_id',
        'in',
        due.map(({ id }) => id),
      )
      .execute();
    await trx
      .updateTable('documents')
      .set(erasedExtraction(now))
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute();
  };
  await evenWhenFull(db, () => serially(db, erase));
  return due.length;
}

/**
 * Erases what is due at once where it would be given out otherwise: the loop comes round every minute, and on a machine
 * that wakes up it has yet to.
 * @returns whether these rows have to be read again
 */
export async function eraseOverdue(
  db: Db,
  rows: (Pick<DocumentRow, 'retention' | 'finished_at'> & { result: unknown })[],
  now: number,
): Promise<boolean> {
  const dueSince = { standard: timestamp(now - extractionKeptMs), zero: timestamp(now - zeroExtractionKeptMs) };
  const overdue = rows.some(
    ({ result, retention, finished_at }) =>
      result !== null && finished_at !== null && finished_at <= dueSince[retention],
  );
  if (!overdue) return false;
  while ((await eraseDueExtractions(db, now)) > 0);
  return true;
}

/**
 * Reserves the one answer that carries a zero-retention document's extraction.
 * @param handover.forMs how long the answer may take; a process that dies while it answers blocks it no longer
 * @returns null when another answer has it, or the extraction is gone
 */
export async function beginHandover(
  db: Db,
  handover: { id: string; now: number; forMs: number },
): Promise<string | null> {
  const { id, now, forMs } = handover;
  const row = await db
    .updateTable('documents')
    .set({ handover_token: randomUUID(), handover_expires_at: timestamp(now + forMs) })
    .where('id', '=', id)
    .where('result', 'is not', null)
    .where((where) =>
      where.or([where('handover_token', 'is', null), where('handover_expires_at', '<=', timestamp(now))]),
    )
    .returning('handover_token')
    .executeTakeFirst();
  return row?.handover_token ?? null;
}

/** Ends a handover: delivered in full, and the extraction is erased; or not, and the next GET may have it. */
export async function endHandover(
  db: Db,
  handover: { id: string; token: string; delivered: boolean; now: number },
): Promise<void> {
  const { id, token, delivered, now } = handover;
  const end = async (trx: Db): Promise<void> => {
    const row = await trx
      .updateTable('documents')
      .set(delivered ? erasedExtraction(now) : { handover_token: null, handover_expires_at: null })
      .where('id', '=', id)
      .where('handover_token', '=', token)
      .returning('keys')
      .executeTakeFirst();
    if (!row || !delivered) return;
    await eraseKeys(trx, [row.keys], ['result']);
    await trx.deleteFrom('reviews').where('document_id', '=', id).execute();
  };
  await evenWhenFull(db, () => serially(db, end));
  if (delivered) await evenWhenFull(db, () => scrub(db));
}

/**
 * Frees handovers that another process was in the middle of, so that the next GET has the extraction at once. For the
 * start of a server, which holds the data folder alone and therefore knows that nobody is answering.
 */
export async function recoverHandovers(db: Db): Promise<void> {
  await db
    .updateTable('documents')
    .set({ handover_token: null, handover_expires_at: null })
    .where('handover_token', 'is not', null)
    .execute();
}

function erasedExtraction(now: number) {
  return {
    result: null,
    result_deleted_at: timestamp(now),
    ...noMarks,
    handover_token: null,
    handover_expires_at: null,
  };
}
