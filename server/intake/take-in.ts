import type { Context } from '../context.ts';
import type { DocumentRow, Scope } from '../store/documents.ts';
import type { StagedFile } from '../store/files.ts';
import type { Request } from '../store/idempotency.ts';
import { newId } from '../store/ids.ts';
import { accept, type Submission } from '../store/submissions.ts';
import { IntakeRefusal } from './refusal.ts';

/** A file that passed its checks, with what is known of it. */
export interface Arrival extends Omit<Submission, 'id' | 'fileKey' | 'fileSha256'> {
  file: StagedFile;
}

/** What taking in needs of the appliance. */
export type TakesIn = Pick<Context, 'store' | 'clock' | 'stopping' | 'wakeReading'>;

/**
 * Keeps what came in as a document and has it read: its bytes first, then one transaction; what that did not take leaves
 * no bytes. What a sandbox key sends was checked, and nothing will ever read it, so its file is not kept.
 * @param request names what was sent, where the sender may send it again
 * @param id the document's, where it was given before; a new one else
 * @returns replayed: it was taken in before, as this document
 * @throws IntakeRefusal quota_exceeded; idempotency_conflict when something else was sent as this request; not_found when
 *   the document was deleted since: a late retry must not bring an erased file back; or when what it is to replace
 *   cannot be any more
 */
export async function takeIn(
  ctx: TakesIn,
  scope: Scope,
  arrival: Arrival,
  request: Request | null,
  id: string = newId('doc', ctx.clock.now()),
): Promise<{ row: DocumentRow; replayed: boolean }> {
  const { store, clock } = ctx;
  const { db, vault, files } = store;
  const { file, ...known } = arrival;
  const now = clock.now();
  const keepsFile = scope.mode === 'live';
  let taken = false;
  try {
    if (keepsFile) await files.adopt(file, id, ctx.stopping);
    const kept = keepsFile
      ? { fileKey: file.key.wrapped, fileSha256: file.sha256 }
      : { fileKey: null, fileSha256: null };
    const accepted = await accept(db, vault, scope, { id, ...known, ...kept }, request, now);
    taken = accepted.outcome === 'accepted';
    if (accepted.outcome === 'quota_exceeded') {
      throw new IntakeRefusal('quota_exceeded', 'The monthly quota of the contract is used up.');
    }
    if (accepted.outcome === 'conflict') {
      throw new IntakeRefusal('idempotency_conflict', 'This Idempotency-Key was used with a different request.');
    }
    if (accepted.outcome === 'overtaken' || !accepted.row)
      throw new IntakeRefusal('not_found', 'There is no such document.');
    if (taken) ctx.wakeReading(scope.mode);
    return { row: accepted.row, replayed: accepted.outcome === 'replayed' };
  } finally {
    if (!taken || !keepsFile) {
      await files.discard(file);
      if (keepsFile) await files.remove(id);
    }
  }
}

/**
 * Keeps the files of documents that come together, and then what `keep` writes down of them in one transaction: all of it,
 * or nothing.
 * @param keep gets them as they are to be written down; false where it wrote nothing
 * @returns what `keep` did
 */
export async function takeInTogether(
  { store, clock, stopping, wakeReading }: TakesIn,
  scope: Scope,
  arrivals: readonly Arrival[],
  keep: (submissions: Submission[]) => Promise<boolean>,
): Promise<boolean> {
  const { files } = store;
  const submissions = arrivals.map(({ file, ...known }) => ({
    ...{ id: newId('doc', clock.now()), fileKey: file.key.wrapped, fileSha256: file.sha256 },
    ...known,
  }));
  let taken = false;
  try {
    for (const [index, { file }] of arrivals.entries()) await files.adopt(file, submissions[index]!.id, stopping);
    taken = await keep(submissions);
    if (taken) wakeReading(scope.mode);
    return taken;
  } finally {
    if (!taken) {
      for (const { file } of arrivals) await files.discard(file);
      for (const { id } of submissions) await files.remove(id);
    }
  }
}
