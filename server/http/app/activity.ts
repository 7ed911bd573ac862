import type { RequestHandler } from 'express';
import { timestamp } from '../../clock.ts';
import type { Context } from '../../context.ts';
import type { WindowActivity } from '../../contract/window.ts';
import type { WindowProof } from '../../contract/window-review.ts';
import { activity as activityOf } from '../../store/activity.ts';
import { proof as proofOf } from '../../store/proof.ts';
import * as tenants from '../../store/tenants.ts';
import { usageOf } from '../../store/usage.ts';
import { scopeOf } from './session.ts';

/** GET /app/activity */
export function activity({ store, clock }: Context): RequestHandler {
  const { db, vault } = store;
  return async (_req, res) => {
    const { tenantId } = scopeOf(res);
    const now = clock.now();
    const month = timestamp(now).slice(0, 7);
    const { documents, pages, failed_documents } = await usageOf(db, tenantId, month);
    const quota = (await tenants.get(db, tenantId))?.monthly_quota ?? null;
    res.json({
      ...(await activityOf(db, vault, tenantId, now)),
      month: { month, documents, pages, failed: failed_documents, quota },
    } satisfies WindowActivity);
  };
}

/** GET /app/proof */
export function proof({ store, clock }: Context): RequestHandler {
  return async (_req, res) => {
    res.json((await proofOf(store.db, store.vault, scopeOf(res).tenantId, clock.now())) satisfies WindowProof);
  };
}
