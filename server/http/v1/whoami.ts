import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import type { WhoamiJson } from '../../contract/api.ts';
import { answer } from '../answer.ts';
import { callerOf } from '../authenticate.ts';

/** GET /v1/whoami (interface.md 4.1) */
export function whoami(ctx: Context): RequestHandler {
  return (_req, res) => {
    const { tenantId, keyId, mode, label, version } = callerOf(res);
    answer(ctx, res, 200, 'whoami', { tenant_id: tenantId, key_id: keyId, mode, label, version } satisfies WhoamiJson);
  };
}
