import { mkdir, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { normaliseBuyerVat } from '../../checks/vat-numbers.ts';
import { timestamp } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { retentions } from '../../contract/document.ts';
import { maxBuyerName, maxBuyerVat, maxFolderPath, mostSupplierMonths } from '../../contract/limits.ts';
import { upTo } from '../../contract/text.ts';
import type { WindowSettings, WrittenBackup } from '../../contract/window.ts';
import { exportPlaceOf, targetOfBooks } from '../../exporting/export-loop.ts';
import { folderFor } from '../../intake/folder/folder-loop.ts';
import { programVersion } from '../../resources.ts';
import * as accounts from '../../store/accounts.ts';
import { writeBackup } from '../../store/backup.ts';
import * as companies from '../../store/companies.ts';
import * as people from '../../store/people.ts';
import * as preferences from '../../store/preferences.ts';
import { ApiError } from '../errors.ts';
import { atMost, validate } from '../validation.ts';
import { booksOf } from './left-out.ts';
import { personOf, scopeOf } from './session.ts';

/** Far more than an office works for. */
const mostCompanies = 10_000;

const preferencesSchema = z.object({
  retention: z.enum(retentions).optional(),
  supplierMonths: z.int().min(0).max(mostSupplierMonths).optional(),
  watchedFolder: z.string().min(1).max(maxFolderPath).nullable().optional(),
  exportTarget: z.string().max(40).optional(),
  linePerRate: z.array(z.string().max(maxBuyerVat)).max(mostCompanies).optional(),
  exportFolder: z
    .object({ target: z.string().max(40), path: z.string().min(1).max(maxFolderPath) })
    .nullable()
    .optional(),
  programForms: z
    .object({ sagaBareCodes: z.boolean(), winmentorComma: z.boolean(), winmentorVatCodes: z.boolean() })
    .optional(),
});

/** GET /app/settings */
export function settings(ctx: Context): RequestHandler {
  return async (req, res) => {
    res.json(await settingsOf(ctx, req, res));
  };
}

/** PUT /app/company: a company that invoices come in for, by the name that it has from now on. */
export function saveCompany(ctx: Context): RequestHandler {
  const { store, clock } = ctx;
  return async (req, res) => {
    const sent = validate(z.object({ vat: upTo(maxBuyerVat), name: z.string().nullable() }), 'body', req.body);
    const vat = normaliseBuyerVat(sent.vat);
    if (vat === null) throw new ApiError('invalid_request', 'The VAT number is not right.');
    atMost('name', sent.name, maxBuyerName);
    const { tenantId } = scopeOf(res);
    await companies.use(store.db, tenantId, { vat, name: sent.name?.trim() || null }, clock.now());
    res.json(await settingsOf(ctx, req, res));
  };
}

/** DELETE /app/companies/{vat}: nothing is dropped for it any more, and its accounts are forgotten; its documents stay. */
export function removeCompany(ctx: Context): RequestHandler<{ vat: string }> {
  return async (req, res) => {
    const { tenantId } = scopeOf(res);
    await companies.remove(ctx.store.db, tenantId, req.params.vat);
    await accounts.remove(ctx.store.db, tenantId, req.params.vat);
    res.json(await settingsOf(ctx, req, res));
  };
}

/** PUT /app/preferences: only what is to change. */
export function setPreferences(ctx: Context): RequestHandler {
  return async (req, res) => {
    const { tenantId } = scopeOf(res);
    const sent = validate(preferencesSchema, 'body', req.body);
    if (sent.exportTarget !== undefined) booksOf(sent.exportTarget);
    if (sent.watchedFolder) await makeCompanyFolders(ctx, tenantId, sent.watchedFolder);
    if (sent.exportFolder) {
      if (!targetOfBooks(sent.exportFolder.target)) {
        throw new ApiError('invalid_request', 'This program takes no file for each invoice.');
      }
      await makeCompanyFolders(ctx, tenantId, sent.exportFolder.path);
    }
    await keepApart(ctx, tenantId, sent);
    const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
    await preferences.set(ctx.store.db, tenantId, changes);
    res.json(await settingsOf(ctx, req, res));
  };
}

/**
 * What is written into a folder must not be taken in from there.
 * @throws ApiError where the folder that is watched would be the one that is exported to
 */
async function keepApart(ctx: Context, tenantId: string, sent: z.output<typeof preferencesSchema>): Promise<void> {
  const watched = sent.watchedFolder ?? (await folderFor(ctx, tenantId)).path;
  const written = sent.exportFolder ?? (await exportPlaceOf(ctx, tenantId)).place;
  if ((!sent.watchedFolder && !sent.exportFolder) || watched === null || written === null) return;
  const [one, other] = await Promise.all([watched, written.path].map((path) => realpath(path).catch(() => path)));
  if (one === other) {
    throw new ApiError('invalid_request', 'What is exported to a folder would be taken in from there.');
  }
}

/**
 * Makes the folder of each company in a folder: whoever looks for its files finds where.
 * @throws ApiError where it is no folder, or nothing can be made there
 */
async function makeCompanyFolders({ store }: Context, tenantId: string, folder: string): Promise<void> {
  const unusable = (): never => {
    throw new ApiError('invalid_request', 'The folder is not there, or Facturier may not write there.');
  };
  if (!isAbsolute(folder) || !(await stat(folder).catch(unusable)).isDirectory()) unusable();
  for (const { vat } of await companies.list(store.db, tenantId)) {
    await mkdir(join(folder, vat), { recursive: true }).catch(unusable);
  }
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

export async function settingsOf(ctx: Context, req: Request, res: Response): Promise<WindowSettings> {
  const { store, config } = ctx;
  const { tenantId } = scopeOf(res);
  const { socket } = req;
  const watched = await folderFor(ctx, tenantId);
  const exported = await exportPlaceOf(ctx, tenantId);
  const certificate = socket instanceof TLSSocket ? socket.getCertificate() : null;
  return {
    people: await people.list(store.db, store.vault, tenantId),
    person: personOf(res),
    companies: await companies.list(store.db, tenantId),
    version: programVersion,
    dataFolder: config.data,
    ...(await preferences.get(store.db, tenantId)),
    ...(config.policy.retention && { retention: config.policy.retention }),
    supplierMonths: await preferences.supplierMonths(store.db, tenantId, config.policy),
    watchedFolder: watched.path,
    watchedIsSettled: watched.isSettled,
    watched: ctx.watchedFolder(tenantId),
    exportFolder: exported.place,
    exportFolderIsSettled: exported.isSettled,
    exporting: ctx.exportFolder(tenantId),
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
