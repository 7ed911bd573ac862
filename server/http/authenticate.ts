import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../context.ts';
import { authenticate as authenticateKey, type Caller } from '../store/keys.ts';
import { ApiError } from './errors.ts';
import type { TakeTurn } from './tenant-turns.ts';

const callers = new WeakMap<Response, Caller>();

/** Lets a request with a valid key pass. Whatever is wrong with a key, the answer is the same (interface.md 5). */
export function authenticate(ctx: Context): RequestHandler {
  return async (req, res, next) => {
    callers.set(res, await callerBehind(ctx, req));
    next();
  };
}

/** Lets a request pass when it is its tenant's turn; behind `authenticate`. */
export function inTurn(takeTurn: TakeTurn): RequestHandler {
  return async (_req, res, next) => {
    await takeTurn(callerOf(res).tenantId);
    next();
  };
}

/** Who makes a request, as of now. @throws ApiError unauthorized */
export async function callerBehind({ store, clock }: Context, req: Request): Promise<Caller> {
  // A malformed header takes the same way as a wrong key, so that its time tells nothing.
  const caller = await authenticateKey(store.db, sentKey(req) ?? '', clock.now());
  if (!caller) throw new ApiError('unauthorized', 'A valid API key is required.', { 'WWW-Authenticate': 'Bearer' });
  return caller;
}

/** Who makes the request; only behind `authenticate`. */
export function callerOf(res: Response): Caller {
  const caller = callers.get(res);
  if (!caller) throw new Error('The route is not behind authenticate.');
  return caller;
}

/**
 * The key of either header; null for none, a malformed one, or several that differ. Of a repeated `Authorization` Node's
 * own `headers` keep only the first.
 */
function sentKey(req: Request): string | null {
  const { authorization = [], 'x-api-key': apiKeys = [] } = req.headersDistinct;
  const bearers = authorization.map((header) => /^Bearer +(\S+)$/i.exec(header.trim())?.[1] ?? null);
  const [key = null, ...others] = new Set([...bearers, ...apiKeys]);
  return others.length === 0 ? key : null;
}
