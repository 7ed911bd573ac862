import type { RequestHandler } from 'express';
import type { BareContext } from '../context.ts';
import { callerOf } from './authenticate.ts';
import { ApiError } from './errors.ts';

const header = 'Service-Version';

/** Puts the newest version on the response, so that no answer is without one; `version` below may change it. */
export function newestVersion(ctx: BareContext): RequestHandler {
  const newest = ctx.versions.at(-1)?.version;
  if (newest === undefined) throw new Error('No version of the contract is served.');
  return (_req, res, next) => {
    res.set(header, newest);
    next();
  };
}

/** The version of a request (interface.md 9): the one it names, else the one its key is bound to. */
export function version(ctx: BareContext): RequestHandler {
  const served = new Set(ctx.versions.map((each) => each.version));
  return (req, res, next) => {
    const bound = callerOf(res).version;
    if (served.has(bound)) res.set(header, bound);
    const named = req.get(header);
    if (named !== undefined && !served.has(named)) {
      throw new ApiError('unsupported_version', `The versions served are ${[...served].join(', ')}.`);
    }
    if (named !== undefined) res.set(header, named);
    else if (!served.has(bound))
      throw new ApiError('unsupported_version', `The key's version ${bound} is not served any more.`);
    next();
  };
}
