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
import { writeEach } from '../../exports/every-company.ts';
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
    const { invoices, exported, each } = await made(ctx, list, req.body, res);
    const written = new Set(exported.files.flatMap(({ documents }) => documents));
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
): Promise<{ target: Target; invoices: Booked[]; exported: Exported; each: CompanySettings[] }> {
  const { db, vault } = ctx.store;
  const scope = scopeOf(res);
  const wish = validate(exportWishSchema, 'body', body);
  const target = targetNamed(wish.target);
  if (!target) throw new ApiError('not_found', 'There is no such program.');
  const each = target.perCompany && wish.everyCompany ? await settingsOfEach(ctx, scope.tenantId, wish.language) : [];
  const settings = each.length === 0 ? await settingsOf(ctx, scope.tenantId, target, wish) : null;
  const ids = wish.ids ?? (await list.ids(scope.tenantId, wish.query));
  if (ids.length > mostExported) {
    throw new ApiError('invalid_request', `An export holds at most ${mostExported} documents.`);
  }
  const invoices = await gatherBooked(db, vault, scope, ids, target.withFields);
  // A spreadsheet is looked at; into books an invoice goes once.
  const before = target.perCompany
    ? await exportedBefore(db, vault, scope, ids, target.name)
    : new Map<string, ExportedBefore>();
  const exported = settings
    ? await writeOnce(target, invoices, settings, before, wish.again)
    : await writeEach(target, invoices, each, before, wish.again);
  return { target, invoices, exported, each };
}

type CompanySettings = ExportSettings & { company: NonNullable<ExportSettings['company']> };

/** Of every company of the window, from A to Z, as is chosen for it. */
async function settingsOfEach(
  { store }: Context,
  tenantId: string,
  language: z.output<typeof exportWishSchema>['language'],
): Promise<CompanySettings[]> {
  const { linePerRate } = await preferences.get(store.db, tenantId);
  const words = wordsIn(language);
  const all = (await companies.list(store.db, tenantId)).toSorted(
    (a, b) => (a.name ?? a.vat).localeCompare(b.name ?? b.vat, 'ro') || (a.vat < b.vat ? -1 : 1),
  );
  return all.map(({ vat, name }) => ({ company: { vat, name }, words, linePerRate: linePerRate.includes(vat) }));
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
