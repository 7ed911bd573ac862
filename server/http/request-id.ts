import type { RequestHandler, Response } from 'express';
import type { BareContext } from '../context.ts';
import { newId } from '../store/ids.ts';

/** Gives every response its Request-Id, and writes one log line when it ended. */
export function requestId(ctx: BareContext): RequestHandler {
  return (req, res, next) => {
    const begun = performance.now();
    const id = newId('req', ctx.clock.now());
    res.set('Request-Id', id);
    res.once('close', () => {
      const { method } = req;
      const path = req.route?.path ?? null;
      const milliseconds = Math.round(performance.now() - begun);
      const status = res.writableFinished ? res.statusCode : null;
      ctx.log.info({ request: id, method, path, status, milliseconds }, 'Request');
    });
    next();
  };
}

export function requestIdOf(res: Response): string {
  return String(res.get('Request-Id'));
}
