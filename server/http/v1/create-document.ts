import type { RequestHandler, Response } from 'express';
import type { Context } from '../../context.ts';
import { type DocumentRow, get, isFinished } from '../../store/documents.ts';
import { describe, type Request as IdempotentRequest } from '../../store/idempotency.ts';
import { newId } from '../../store/ids.ts';
import { type Accepted, accept } from '../../store/submissions.ts';
import type { Vault } from '../../store/vault.ts';
import { answer } from '../answer.ts';
import { callerOf } from '../authenticate.ts';
import type { BodyBudget } from '../body-budget.ts';
import { documentJson } from '../document-json.ts';
import { ApiError } from '../errors.ts';
import { type CheckedSubmission, readSubmission } from '../submission.ts';
import type { TakeTurn } from '../tenant-turns.ts';
import { waitUntil } from '../wait.ts';

/** POST /v1/documents (interface.md 4.2) */
export function createDocument(ctx: Context, budget: BodyBudget, takeTurn: TakeTurn): RequestHandler {
  return async (req, res) => {
    const submission = await readSubmission(ctx, req, res, { budget, takeTurn });
    const accepted = await keep(ctx, res, submission);
    if (accepted.outcome === 'conflict') {
      throw new ApiError('idempotency_conflict', 'This Idempotency-Key was used with a different request.');
    }
    if (accepted.outcome === 'quota_exceeded') {
      throw new ApiError('quota_exceeded', 'The monthly quota of the contract is used up.');
    }
    if (accepted.outcome === 'replayed') res.set('Idempotent-Replayed', 'true');
    else ctx.wakeReading(callerOf(res).mode);
    // Deleted since: a late retry must not bring an erased file back.
    if (!accepted.row) throw new ApiError('not_found', 'There is no such document.');
    await answerWith(ctx, res, submission, accepted.row);
  };
}

/**
 * Bytes first, then one transaction; what the transaction did not take leaves no bytes. The file of a sandbox document
 * was checked, and nothing will ever read it, so it is not kept.
 */
async function keep(ctx: Context, res: Response, submission: CheckedSubmission): Promise<Accepted> {
  const { store, clock } = ctx;
  const { db, vault, files } = store;
  const { file, idempotencyKey, wait: _wait, ...rest } = submission;
  const now = clock.now();
  const id = newId('doc', now);
  const request = idempotencyKey === null ? null : idempotentRequest(vault, submission, idempotencyKey);
  const caller = callerOf(res);
  const keepsFile = caller.mode === 'live';
  let bytesTaken = false;
  try {
    if (keepsFile) await files.adopt(file.staged, id, ctx.stopping);
    const accepted = await accept(
      db,
      vault,
      caller,
      {
        id,
        origin: 'api',
        ...rest,
        fileKey: keepsFile ? file.staged.key.wrapped : null,
        fileSha256: keepsFile ? file.staged.sha256 : null,
      },
      request,
      now,
    );
    bytesTaken = keepsFile && accepted.outcome === 'accepted';
    return accepted;
  } finally {
    if (!bytesTaken) {
      await files.discard(file.staged);
      if (keepsFile) await files.remove(id);
    }
  }
}

/** What makes two requests the same one: their normalised fields and their file, in whatever form they came. */
function idempotentRequest(vault: Vault, submission: CheckedSubmission, key: string): IdempotentRequest {
  const { file, buyerVat, buyerName, externalId, wait, retention, webhookUrl, metadata, filename } = submission;
  const entries = metadata && Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = [buyerVat, buyerName, externalId, wait, retention, webhookUrl, entries];
  return describe(vault, { key, fields, fileSha256: file.staged.sha256, filename });
}

async function answerWith(ctx: Context, res: Response, submission: CheckedSubmission, row: DocumentRow): Promise<void> {
  const { db, vault } = ctx.store;
  if (submission.wait === 'async') {
    answer(ctx, res, 202, 'document', documentJson(vault, row, row.retention === 'standard'));
    return;
  }
  const finished = await waitUntil(ctx, res, ctx.syncWaitMs, () => isFinished(db, row.id));
  const current = await get(db, callerOf(res), row.id);
  // Deleted while it was waited for.
  if (!current) throw new ApiError('not_found', 'There is no such document.');
  // This answer is not the GET that uses up a zero-retention document's extraction.
  answer(ctx, res, finished ? 200 : 202, 'document', documentJson(vault, current, true));
}
