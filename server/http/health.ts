import type { RequestHandler } from 'express';
import type { BareContext } from '../context.ts';
import { backlog } from '../store/documents.ts';

/** GET /healthz: answers when the process lives and its database does. */
export function health(ctx: BareContext): RequestHandler {
  return async (_req, res) => {
    await backlog(ctx.store.db);
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  };
}
