import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import { get } from '../../store/documents.ts';
import { resend } from '../../store/events.ts';
import { answer } from '../answer.ts';
import { callerOf } from '../authenticate.ts';
import { ApiError } from '../errors.ts';

/** POST /v1/documents/{document_id}/webhook (interface.md 4.6) */
export function resendEvent(ctx: Context): RequestHandler<{ document_id: string }> {
  const { db, vault } = ctx.store;
  return async (req, res) => {
    const row = await get(db, callerOf(res), req.params.document_id);
    if (!row) throw new ApiError('not_found', 'There is no such document.');
    const resent = await resend(db, vault, { documentId: row.id, now: ctx.clock.now() });
    switch (resent.outcome) {
      case 'not_finished':
        throw new ApiError('document_not_finished', 'The document is not finished, so there is no event yet.');
      case 'no_url':
        throw new ApiError('no_webhook_url', 'Neither the document nor the account has a webhook URL.');
      case 'resent':
        ctx.wakeDelivery();
        answer(ctx, res, 202, 'event', { id: resent.eventId, object: 'event', type: resent.type });
    }
  };
}
