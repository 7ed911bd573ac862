import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { normaliseBuyerVat } from '../../checks/vat-numbers.ts';
import { timestamp } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { retentions } from '../../contract/document.ts';
import { maxBuyerName, maxBuyerVat, mostSupplierMonths } from '../../contract/limits.ts';
import { upTo } from '../../contract/text.ts';
import type { WindowSettings, WrittenBackup } from '../../contract/window.ts';
import { programVersion } from '../../resources.ts';
import { writeBackup } from '../../store/backup.ts';
import * as companies from '../../store/companies.ts';
import * as preferences from '../../store/preferences.ts';
import { ApiError } from '../errors.ts';
import { atMost, validate } from '../validation.ts';
import { scopeOf } from './session.ts';

const preferencesSchema = z.object({
  retention: z.enum(retentions).optional(),
  guessCompany: z.boolean().optional(),
  supplierMonths: z.int().min(0).max(mostSupplierMonths).optional(),
});

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
    const sent = validate(z.object({ vat: upTo(maxBuyerVat), name: z.string().nullable() }), 'body', req.body);
    const vat = normaliseBuyerVat(sent.vat);
    if (vat === null) throw new ApiError('invalid_request', 'The VAT number is not right.');
    atMost('name', sent.name, maxBuyerName);
    const { tenantId } = scopeOf(res);
    await companies.use(store.db, tenantId, { vat, name: sent.name?.trim() || null }, clock.now());
    res.json(await settingsOf(ctx, req, tenantId));
  };
}

/** DELETE /app/companies/{vat}: nothing is dropped for it any more; its documents stay. */
export function removeCompany(ctx: Context): RequestHandler<{ vat: string }> {
  return async (req, res) => {
    const { tenantId } = scopeOf(res);
    await companies.remove(ctx.store.db, tenantId, req.params.vat);
    res.json(await settingsOf(ctx, req, tenantId));
  };
}

/** PUT /app/preferences: only what is to change. */
export function setPreferences(ctx: Context): RequestHandler {
  return async (req, res) => {
    const { tenantId } = scopeOf(res);
    const sent = validate(preferencesSchema, 'body', req.body);
    const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    await preferences.set(ctx.store.db, tenantId, changes);
    res.json(await settingsOf(ctx, req, tenantId));
  };
}

/** POST /app/backup: writes a backup beside the data; a browser gets none of it, for it holds every tenant's documents. */
export function backUp({ config, clock, stopping }: Context): RequestHandler {
  return async (_req, res) => {
    if (config.database !== null) {
      throw new ApiError('invalid_request', "A shared database is backed up by PostgreSQL's own tools.");
    }
    const folder = join(config.data, 'backups');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `facturier-${timestamp(clock.now()).replace(/[:.]/g, '-')}.backup`);
    const { documents, masterKey } = await writeBackup(config.data, path, null, stopping);
    res.status(201).json({ path, documents, masterKey } satisfies WrittenBackup);
  };
}

async function settingsOf({ store, config }: Context, req: Request, tenantId: string): Promise<WindowSettings> {
  const { socket } = req;
  const certificate = socket instanceof TLSSocket ? socket.getCertificate() : null;
  return {
    companies: await companies.list(store.db, tenantId),
    version: programVersion,
    dataFolder: config.data,
    ...(await preferences.get(store.db, tenantId)),
    ...(config.policy.retention && { retention: config.policy.retention }),
    supplierMonths: await preferences.supplierMonths(store.db, tenantId, config.policy),
    address: `${req.protocol}://${req.get('Host')}`,
    fingerprint: (certificate as PeerCertificate | null)?.fingerprint256 ?? null,
    policy: Object.fromEntries(
      Object.entries(config.policy).map(([name, value]) => [name, withoutPassword(String(value))]),
    ),
  };
}

/** An address of a database or of a proxy may hold one. */
function withoutPassword(text: string): string {
  return text.replace(/(:\/\/[^/?#:@]*):[^/?#@]*@/, '$1:…@').replace(/([?&]password=)[^&]*/g, '$1…');
}
