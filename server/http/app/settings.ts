import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { normaliseBuyerVat } from '../../checks/vat-numbers.ts';
import type { Context } from '../../context.ts';
import { maxBuyerName } from '../../contract/limits.ts';
import type { WindowSettings } from '../../contract/window.ts';
import { packageRoot } from '../../resources.ts';
import * as companies from '../../store/companies.ts';
import { ApiError } from '../errors.ts';
import { atMost, validate } from '../validation.ts';
import { scopeOf } from './session.ts';

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };

/** GET /app/settings */
export function settings(ctx: Context): RequestHandler {
  return async (req, res) => {
    res.json(await settingsOf(ctx, req, scopeOf(res).tenantId));
  };
}

/** PUT /app/company: the company that what is dropped from now on belongs to. */
export function chooseCompany(ctx: Context): RequestHandler {
  const { store, clock } = ctx;
  return async (req, res) => {
    const sent = validate(z.object({ vat: z.string(), name: z.string().nullable() }), 'body', req.body);
    const vat = normaliseBuyerVat(sent.vat);
    if (vat === null) throw new ApiError('invalid_request', 'The VAT number is not right.');
    atMost('name', sent.name, maxBuyerName);
    const { tenantId } = scopeOf(res);
    await companies.use(store.db, tenantId, { vat, name: sent.name?.trim() || null }, clock.now());
    res.json(await settingsOf(ctx, req, tenantId));
  };
}

async function settingsOf({ store }: Context, req: Request, tenantId: string): Promise<WindowSettings> {
  return {
    companies: await companies.list(store.db, tenantId),
    version,
    address: `${req.protocol}://${req.get('Host')}`,
  };
}
