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

/** An answer that is no larger is given in one. */
const wholeBytes = 512 * 1024;
/** So long a client may take for what it was sent so far. */
const readWithinMs = 60_000;

/**
 * Answers with a body as {@link answerBytes}, piece by piece: the next one is made when the client has taken the one before,
 * and others are answered in between.
 */
export async function answerPieces(
  ctx: BareContext,
  res: Response,
  status: number,
  kind: AnswerKind,
  pieces: AsyncIterable<Buffer>,
): Promise<void> {
  const whole = isNewest(ctx, res) ? wholeBytes : Number.POSITIVE_INFINITY;
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    if (res.destroyed) return;
    kept.push(piece);
    bytes += piece.byteLength;
    if (bytes > whole) {
      if (!res.headersSent) res.status(status).type('json');
      if (!res.write(Buffer.concat(kept))) await taken(res);
      kept = [];
      await new Promise(setImmediate);
    }
  }
  if (res.headersSent) res.end(Buffer.concat(kept));
  else answerBytes(ctx, res, status, kind, Buffer.concat(kept));
}

/** When the client has taken what was written, or is gone; one that takes nothing is left. */
function taken(res: Response): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => res.destroy(), readWithinMs);
    const done = (): void => {
      clearTimeout(late);
      res.off('drain', done);
      res.off('close', done);
      resolve();
    };
    res.on('drain', done);
    res.on('close', done);
  });
}

function isNewest(ctx: BareContext, res: Response): boolean {
  return res.get('Service-Version') === ctx.versions.at(-1)?.version;
}

/** Answers with a body that is JSON in the newest version's words already; only an older version has it parsed. */
export function answerBytes(ctx: BareContext, res: Response, status: number, kind: AnswerKind, json: Buffer): void {
  if (isNewest(ctx, res)) res.status(status).type('json').send(json);
  else answer(ctx, res, status, kind, JSON.parse(json.toString('utf8')));
}
