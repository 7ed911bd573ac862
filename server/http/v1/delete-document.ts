import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import { eraseDocument } from '../../store/erasure.ts';
import { answer } from '../answer.ts';
import { callerOf } from '../authenticate.ts';
import { ApiError } from '../errors.ts';

/** DELETE /v1/documents/{document_id} (interface.md 4.5) */
export function deleteDocument(ctx: Context): RequestHandler<{ document_id: string }> {
  const { db, files } = ctx.store;
  return async (req, res) => {
    const id = req.params.document_id;
    const erased = await eraseDocument(db, files, callerOf(res), { id, now: ctx.clock.now() });
    if (!erased) throw new ApiError('not_found', 'There is no such document.');
    ctx.cancelReading(id);
    answer(ctx, res, 200, 'deleted', { id, object: 'document', deleted: true });
  };
}
