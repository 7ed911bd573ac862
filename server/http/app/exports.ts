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
import { noteBooks, type OfficeSettings, settingsFor, settingsOfOffice, writeBooks } from '../../exporting/books.ts';
import { writtenIn } from '../../exports/once.ts';
import { packed } from '../../exports/packed.ts';
import { summaryOf } from '../../exports/summary.ts';
import type { CompanySettings, Exported, ExportSettings, Target } from '../../exports/target.ts';
import { targetNamed, targets } from '../../exports/targets.ts';
import { wordsIn } from '../../exports/words.ts';
import type { DocumentList } from '../../store/document-list.ts';
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
    const { invoices, exported, each } = await made(ctx, list, req.body, res);
    const written = writtenIn(exported);
    const whose = Map.groupBy(
      invoices.filter(({ id }) => written.has(id)),
      ({ buyerVat }) => buyerVat,
    );
    const byId = new Map(invoices.map((booked) => [booked.id, booked]));
    res.json({
      asked: invoices.length,
      written: written.size,
      files: exported.files.length,
      companies: each
        .map(({ company }) => ({ ...company, count: whose.get(company.vat)?.length ?? 0 }))
        .filter(({ count }) => count > 0),
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
    const { db } = ctx.store;
    const scope = scopeOf(res);
    await noteBooks(ctx.store, scope, { target, invoices, exported, by: personOf(res), now: ctx.clock.now() });
    if (target.perCompany) await preferences.set(db, scope.tenantId, { exportTarget: target.name });
    const written = writtenIn(exported).size;
    res.set({ 'X-Exported': String(written), 'X-Left-Out': String(invoices.length - written) });
    attach(res, packed(exported.files, target.name));
  };
}

async function made(
  ctx: Context,
  list: DocumentList,
  body: unknown,
  res: Response,
): Promise<{ target: Target; invoices: Booked[]; exported: Exported; each: CompanySettings[] }> {
  const scope = scopeOf(res);
  const wish = validate(exportWishSchema, 'body', body);
  const target = targetNamed(wish.target);
  if (!target) throw new ApiError('not_found', 'There is no such program.');
  const isEach = target.perCompany && wish.everyCompany;
  const { shortNumbers } = wish;
  const office = await settingsOfOffice(ctx.store, scope.tenantId, wordsIn(wish.language));
  const each = isEach ? office.each.map((settings) => ({ ...settings, shortNumbers })) : [];
  const whose = each.length > 0 ? each : settingsOf(office, target, wish);
  const ids = wish.ids ?? (await list.ids(scope.tenantId, wish.query));
  if (ids.length > mostExported) {
    throw new ApiError('invalid_request', `An export holds at most ${mostExported} documents.`);
  }
  return { target, each, ...(await writeBooks(ctx.store, scope, { target, ids, whose, again: wish.again })) };
}

function settingsOf(office: OfficeSettings, target: Target, wish: z.output<typeof exportWishSchema>): ExportSettings {
  const company = office.each.find(({ company: { vat } }) => vat === wish.company)?.company ?? null;
  if ((target.perCompany || wish.company !== undefined) && !company) {
    throw new ApiError('invalid_request', 'Name one of the companies of this window.');
  }
  const { linePerRate, shortNumbers } = wish;
  return { ...settingsFor(office, company?.vat ?? null), linePerRate, shortNumbers };
}
