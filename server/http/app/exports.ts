import type { RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Booked } from '../../contract/booked.ts';
import {
  type ExportPreview,
  type ExportTarget,
  exportWishSchema,
  mostExported,
} from '../../contract/window-exports.ts';
import { digestsOf, writeOnce } from '../../exports/once.ts';
import { packed } from '../../exports/packed.ts';
import { summaryOf } from '../../exports/summary.ts';
import type { Exported, ExportSettings, Target } from '../../exports/target.ts';
import { targetNamed, targets } from '../../exports/targets.ts';
import { wordsIn } from '../../exports/words.ts';
import { gatherBooked } from '../../store/booked.ts';
import * as companies from '../../store/companies.ts';
import type { DocumentList } from '../../store/document-list.ts';
import { type ExportedBefore, exportedBefore, noteExported } from '../../store/exported.ts';
import * as preferences from '../../store/preferences.ts';
import { attach } from '../attachment.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { personOf, scopeOf } from './session.ts';

/** GET /app/exports: where invoices can go. */
export function exportTargets(): RequestHandler {
  return (_req, res) => {
    res.json(
      targets.map(({ name, perCompany, perInvoice, takesBookings }) => ({
        ...{ name, perCompany, perInvoice, takesBookings },
      })) satisfies ExportTarget[],
    );
  };
}

/** POST /app/exports/preview: what would be written and what not, and why. */
export function previewExport(ctx: Context, list: DocumentList): RequestHandler {
  return async (req, res) => {
    const { invoices, exported } = await made(ctx, list, req.body, res);
    const written = new Set(exported.files.flatMap(({ documents }) => documents));
    const byId = new Map(invoices.map((booked) => [booked.id, booked]));
    res.json({
      asked: invoices.length,
      written: written.size,
      files: exported.files.length,
      problems: exported.problems.map(({ document, ...problem }) => {
        const { vendor, invoice_number } = byId.get(document)!.extraction.invoice;
        return { document: { id: document, vendor: vendor.name, number: invoice_number }, ...problem };
      }),
      ...summaryOf(invoices.filter(({ id }) => written.has(id))),
    } satisfies ExportPreview);
  };
}

/** POST /app/exports: the file, or an archive of several. */
export function writeExport(ctx: Context, list: DocumentList): RequestHandler {
  return async (req, res) => {
    const { target, invoices, exported } = await made(ctx, list, req.body, res);
    if (exported.files.length === 0) throw new ApiError('not_exportable', 'Nothing of it can be exported.');
    const digests = digestsOf(exported);
    if (target.perCompany) {
      const { db, vault } = ctx.store;
      const scope = scopeOf(res);
      const { name, takesBookings } = target;
      const noted = { target: name, takesBookings, invoices, digests, by: personOf(res), now: ctx.clock.now() };
      await noteExported(db, vault, scope, noted);
      await preferences.set(db, scope.tenantId, { exportTarget: name });
    }
    const written = digests.size;
    res.set({ 'X-Exported': String(written), 'X-Left-Out': String(invoices.length - written) });
    attach(res, packed(exported.files, target.name));
  };
}

async function made(
  ctx: Context,
  list: DocumentList,
  body: unknown,
  res: Response,
): Promise<{ target: Target; invoices: Booked[]; exported: Exported }> {
  const { db, vault } = ctx.store;
  const scope = scopeOf(res);
  const wish = validate(exportWishSchema, 'body', body);
  const target = targetNamed(wish.target);
  if (!target) throw new ApiError('not_found', 'There is no such program.');
  const settings = await settingsOf(ctx, scope.tenantId, target, wish);
  const ids = wish.ids ?? (await list.ids(scope.tenantId, wish.query));
  if (ids.length > mostExported) {
    throw new ApiError('invalid_request', `An export holds at most ${mostExported} documents.`);
  }
  const invoices = await gatherBooked(db, vault, scope, ids, target.withFields);
  // A spreadsheet is looked at; into books an invoice goes once.
  const before = target.perCompany
    ? await exportedBefore(db, vault, scope, ids, target.name)
    : new Map<string, ExportedBefore>();
  return { target, invoices, exported: await writeOnce(target, invoices, settings, before, wish.again) };
}

async function settingsOf(
  { store }: Context,
  tenantId: string,
  target: Target,
  wish: z.output<typeof exportWishSchema>,
): Promise<ExportSettings> {
  const all = await companies.list(store.db, tenantId);
  const company = all.find(({ vat }) => vat === wish.company) ?? null;
  if ((target.perCompany || wish.company !== undefined) && !company) {
    throw new ApiError('invalid_request', 'Name one of the companies of this window.');
  }
  return { company, words: wordsIn(wish.language), linePerRate: wish.linePerRate };
}
