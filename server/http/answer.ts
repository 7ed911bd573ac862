import type { Response } from 'express';
import type { BareContext } from '../context.ts';
import { type AnswerKind, answerIn } from '../contract/versions.ts';

/** Answers with JSON of the contract version that the response is built to. */
export function answer(ctx: BareContext, res: Response, status: number, kind: AnswerKind, body: object): void {
  res.status(status).json(inVersion(ctx, res, kind, body));
}

/** A body in the words of the contract version that the response is built to. */
export function inVersion(ctx: BareContext, res: Response, kind: AnswerKind, body: object): Record<string, unknown> {
  return answerIn(ctx.versions, String(res.get('Service-Version')), kind, body as Record<string, unknown>);
}

/** Answers with a body that is JSON in the newest version's words already; only an older version has it parsed. */
export function answerBytes(ctx: BareContext, res: Response, status: number, kind: AnswerKind, json: Buffer): void {
  if (res.get('Service-Version') === ctx.versions.at(-1)?.version) res.status(status).type('json').send(json);
  else answer(ctx, res, status, kind, JSON.parse(json.toString('utf8')));
}
