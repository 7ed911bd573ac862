import type { Response } from 'express';
import type { Context } from '../context.ts';
import { type AnswerKind, answerIn } from '../contract/versions.ts';

/** Answers with JSON of the contract version that the response is built to. */
export function answer(ctx: Context, res: Response, status: number, kind: AnswerKind, body: object): void {
  const version = String(res.get('Service-Version'));
  res.status(status).json(answerIn(ctx.versions, version, kind, body as Record<string, unknown>));
}
