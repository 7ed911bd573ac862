import type { RequestHandler, Response } from 'express';
import type { Context } from '../../context.ts';
import { takeIn } from '../../intake/take-in.ts';
import { type DocumentRow, get, isFinished } from '../../store/documents.ts';
import { describe, type Request as IdempotentRequest } from '../../store/idempotency.ts';
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
    const { file, idempotencyKey, wait: _wait, ...known } = submission;
    const request = idempotencyKey === null ? null : idempotentRequest(ctx.store.vault, submission, idempotencyKey);
    const arrival = { ...known, origin: 'api', file: file.staged } as const;
    const { row, replayed } = await takeIn(ctx, callerOf(res), arrival, request);
    if (replayed) res.set('Idempotent-Replayed', 'true');
    await answerWith(ctx, res, submission, row);
  };
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
