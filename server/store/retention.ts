import { timestamp } from '../clock.ts';
import type { Db } from './db.ts';
import type { Files } from './files.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** interface.md, section 3: a standard document's file is deleted 24 h after processing, its extraction after 30 days. */
const standardFileMs = day;
const standardExtractionMs = 30 * day;
/** A zero-retention extraction is gone within 24 h; "within" leaves the loop time to come round. */
const zeroExtractionMs = day - hour / 4;

/** So many at a time, so that requests get their turn in between. */
const atOnce = 100;

/**
 * Erases what its time has come for: files, extractions and idempotency records. Keys go first: from then on nothing
 * that is left of a file can be read, and a crash in between leaves only what the next start sweeps away.
 * @returns how many files and extractions were erased, and whether there may be more
 */
export async function eraseDue(
  db: Db,
  files: Files,
  now: number,
): Promise<{ files: number; extractions: number; more: boolean }> {
  const withFile = await db
    .updateTable('documents')
    .set({ file_key: null })
    .where('id', 'in', (due) =>
      due
        .selectFrom('documents')
        .select('id')
        .where('file_key', 'is not', null)
        .where('finished_at', '<=', timestamp(now - standardFileMs))
        .limit(atOnce),
    )
    .returning('id')
    .execute();
  for (const { id } of withFile) await files.remove(id);

  const withExtraction = await db
    .updateTable('documents')
    .set({ result: null, result_key: null, result_deleted_at: timestamp(now) })
    .where('id', 'in', (due) =>
      due
        .selectFrom('documents')
        .select('id')
        .where('result_key', 'is not', null)
        .where((when) =>
          when.or([
            when.and([
              when('retention', '=', 'standard'),
              when('finished_at', '<=', timestamp(now - standardExtractionMs)),
            ]),
            when.and([when('retention', '=', 'zero'), when('finished_at', '<=', timestamp(now - zeroExtractionMs))]),
          ]),
        )
        .limit(atOnce),
    )
    .returning('id')
    .execute();

  await db.deleteFrom('idempotency').where('expires_at', '<=', timestamp(now)).execute();
  const more = withFile.length === atOnce || withExtraction.length === atOnce;
  return { files: withFile.length, extractions: withExtraction.length, more };
}
