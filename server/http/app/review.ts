import type { RequestHandler } from 'express';
import { applyReview } from '../../checks/review.ts';
import { localDate } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { type ReviewDraft, reviewDraftSchema } from '../../contract/window.ts';
import { inboxRow } from '../../store/inbox.ts';
import * as reviews from '../../store/reviews.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { scopeOf } from './session.ts';

/** PUT /app/documents/{id}/draft: what is typed, as it is typed. */
export function saveDraft({ store, clock }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const save = { id: req.params.id, draft: draftIn(req.body), now: clock.now() };
    if (!(await reviews.saveDraft(store.db, store.vault, scopeOf(res), save))) throw nothingToReview();
    res.status(204).end();
  };
}

/** POST /app/documents/{id}/confirm: from now on the API gives these values (decisions.md "Review"). */
export function confirm({ store, clock, wakeDelivery }: Context): RequestHandler<{ id: string }> {
  const { db, vault } = store;
  return async (req, res) => {
    const draft = draftIn(req.body);
    const now = clock.now();
    const row = await reviews.confirm(db, vault, scopeOf(res), {
      id: req.params.id,
      now,
      decide: (present, buyerVat) => applyReview(present, draft, buyerVat, localDate(now), true),
    });
    if (!row) throw nothingToReview();
    wakeDelivery();
    res.json(inboxRow(vault, row));
  };
}

function draftIn(body: unknown): ReviewDraft {
  const draft = validate(reviewDraftSchema, 'body', body);
  if (draft.lines.length !== draft.invoice.line_items.length) {
    throw new ApiError('invalid_request', 'lines does not fit line_items.');
  }
  return draft;
}

function nothingToReview(): ApiError {
  return new ApiError('not_found', 'There is no such document to review.');
}
