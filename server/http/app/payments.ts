import type { RequestHandler, Response } from 'express';
import type { Context } from '../../context.ts';
import { paymentSchema } from '../../contract/window-due.ts';
import { type Noted, notePayment, undoPayment } from '../../store/payments.ts';
import { validate } from '../validation.ts';
import { nothingToReview, refuse } from './review.ts';
import { personOf, scopeOf } from './session.ts';

/** POST /app/documents/{id}/payments: it was paid, wholly or in part. */
export function pay({ store, clock }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const payment = validate(paymentSchema, 'body', req.body);
    const noted = { id: req.params.id, by: personOf(res), now: clock.now(), payment };
    answer(res, await notePayment(store.db, store.vault, scopeOf(res), noted));
  };
}

/** DELETE /app/documents/{id}/payments: the payment that was noted last is taken back. */
export function takeBackPayment({ store, clock }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const by = { id: req.params.id, by: personOf(res), now: clock.now() };
    answer(res, await undoPayment(store.db, store.vault, scopeOf(res), by));
  };
}

function answer(res: Response, noted: Noted): void {
  if (noted === 'gone') throw nothingToReview();
  if (noted === 'conflict') refuse(res, 'paid');
  else res.status(204).end();
}
