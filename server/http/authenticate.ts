import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../context.ts';
import { authenticate as authenticateKey, type Caller } from '../store/keys.ts';
import { ApiError } from './errors.ts';

const callers = new WeakMap<Response, Caller>();

/** Lets a request with a valid key pass. Whatever is wrong with a key, the answer is the same (interface.md 5). */
export function authenticate(ctx: Context): RequestHandler {
  return async (req, res, next) => {
    // A malformed header takes the same way as a wrong key, so that its time tells nothing.
    const caller = await authenticateKey(ctx.store.db, sentKey(req) ?? '', ctx.clock.now());
    if (!caller) throw new ApiError('unauthorized', 'A valid API key is required.', { 'WWW-Authenticate': 'Bearer' });
    callers.set(res, caller);
    next();
  };
}

/** Who makes the request; only behind `authenticate`. */
export function callerOf(res: Response): Caller {
  const caller = callers.get(res);
  if (!caller) throw new Error('The route is not behind authenticate.');
  return caller;
}

/** The key of either header; null for none, a malformed one, or two that differ. */
function sentKey(req: Request): string | null {
  const authorization = req.get('Authorization');
  const apiKey = req.get('X-API-Key');
  if (authorization === undefined) return apiKey ?? null;
  const bearer = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null;
  return apiKey === undefined || apiKey === bearer ? bearer : null;
}
