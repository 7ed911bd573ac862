import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { keyModes } from '../../contract/document.ts';
import { maxLabel } from '../../contract/limits.ts';
import { currentVersion } from '../../contract/versions.ts';
import type { WindowAccess } from '../../contract/window.ts';
import * as keys from '../../store/keys.ts';
import * as tenants from '../../store/tenants.ts';
import { ApiError } from '../errors.ts';
import { atMost, validate } from '../validation.ts';
import { scopeOf } from './session.ts';

const newKey = z.object({ mode: z.enum(keyModes), label: z.string() });

/** GET /app/access: who may call the API, and where events go. Never a key itself. */
export function access(ctx: Context): RequestHandler {
  return async (_req, res) => {
    res.json(await accessOf(ctx, scopeOf(res).tenantId));
  };
}

/** POST /app/keys: the only answer that ever carries the key. */
export function createKey({ store, clock }: Context): RequestHandler {
  return async (req, res) => {
    const { mode, label } = validate(newKey, 'body', req.body);
    atMost('label', label, maxLabel);
    const { key } = await keys.create(store.db, {
      tenantId: scopeOf(res).tenantId,
      mode,
      label: label.trim() || null,
      expiresAt: null,
      version: currentVersion,
      now: clock.now(),
    });
    res.status(201).json({ key });
  };
}

/** DELETE /app/keys/{id}: refused from now on. */
export function revokeKey({ store, clock }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const { tenantId } = scopeOf(res);
    const own = (await keys.list(store.db)).some(({ id, tenant_id }) => id === req.params.id && tenant_id === tenantId);
    if (!own) throw new ApiError('not_found', 'There is no such key.');
    await keys.revoke(store.db, req.params.id, clock.now());
    res.status(204).end();
  };
}

/** Keys that are not revoked, and where events go. */
export async function accessOf({ store }: Context, tenantId: string): Promise<WindowAccess> {
  const all = await keys.list(store.db);
  const tenant = await tenants.get(store.db, tenantId);
  return {
    keys: all
      .filter((key) => key.tenant_id === tenantId && key.revoked_at === null)
      .map(({ id, hint, label, mode, last_used_at }) => ({ id, hint, label, mode, lastUsedAt: last_used_at })),
    webhookUrl: tenant?.webhook_url ?? null,
  };
}
