import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { type DocumentDetail, type DocumentRows, type WindowInvoices, windowStates } from '../../contract/window.ts';
import * as acts from '../../store/acts.ts';
import { aboutOf } from '../../store/document-keys.ts';
import { type DocumentRow, extractionOf, get } from '../../store/documents.ts';
import { eraseDocument } from '../../store/erasure.ts';
import * as inbox from '../../store/inbox.ts';
import { draftOf } from '../../store/reviews.ts';
import { ApiError } from '../errors.ts';
import { queryOf, validate } from '../validation.ts';
import { scopeOf } from './session.ts';

/** So many rows fill a tall screen several times. */
const rowsAtOnce = 100;
const rowsQuery = z.object({ state: z.enum(windowStates).optional(), before: z.string().optional() });

/** GET /app/documents */
export function rows({ store }: Context): RequestHandler {
  return async (req, res) => {
    const { state = null, before = null } = validate(rowsQuery, 'query', queryOf(req));
    const { tenantId } = scopeOf(res);
    const page = await inbox.rows(store.db, store.vault, tenantId, { state, before, limit: rowsAtOnce });
    const next = page.length === rowsAtOnce ? (page.at(-1)?.id ?? null) : null;
    res.json({ rows: page, next } satisfies DocumentRows);
  };
}

/** GET /app/invoices: what was extracted, by pages, for an export. */
export function invoices({ store }: Context): RequestHandler {
  return async (req, res) => {
    const { state = null, before = null } = validate(rowsQuery, 'query', queryOf(req));
    const page = { state, before, limit: rowsAtOnce };
    const found = await inbox.invoices(store.db, store.vault, scopeOf(res).tenantId, page);
    const next = found.length === rowsAtOnce ? (found.at(-1)?.row.id ?? null) : null;
    res.json({ invoices: found, next } satisfies WindowInvoices);
  };
}

/** GET /app/counts */
export function counts({ store }: Context): RequestHandler {
  return async (_req, res) => {
    res.json(await inbox.counts(store.db, scopeOf(res).tenantId));
  };
}

/** GET /app/documents/{id}. It uses nothing up: a zero-retention extraction may still be fetched once by GET /v1. */
export function detail({ store }: Context): RequestHandler<{ id: string }> {
  const { db, vault } = store;
  return async (req, res) => {
    const row = await found({ db }, req, res);
    const { buyerVat, buyerName } = aboutOf(vault, row);
    res.json({
      row: inbox.inboxRow(vault, row),
      buyer: { vat: buyerVat, name: buyerName },
      hasFile: row.has_file === 1,
      reviewedAt: row.reviewed_at,
      extraction: extractionOf(vault, row),
      draft: await draftOf(db, vault, row),
      acts: await acts.of(db, vault, row),
    } satisfies DocumentDetail);
  };
}

/** GET /app/documents/{id}/pages/{number}: the page as a JPEG, its size in points in `X-Page-Size`. */
export function pagePicture({ store, drawPage }: Context): RequestHandler<{ id: string; number: string }> {
  const { db, files } = store;
  return async (req, res) => {
    const number = Number(/^\d{1,3}$/.exec(req.params.number)?.[0] ?? 0);
    const dpi = Number(/^\d{2,3}$/.exec(queryOf(req).dpi ?? '')?.[0] ?? 150);
    const row = await found({ db }, req, res);
    if (row.has_file === 0 || number < 1) throw new ApiError('not_found', 'There is no such page.');
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const bytes = await files.read(row.id, row.file_key);
    const picture = await drawPage({ bytes, number, dpi: Math.min(dpi, 300) }, gone.signal);
    if (!picture) throw new ApiError('not_found', 'The page cannot be drawn.');
    res.set({ 'X-Page-Size': `${picture.width}x${picture.height}`, 'Content-Type': 'image/jpeg' });
    res.end(picture.jpeg);
  };
}

/** DELETE /app/documents/{id}: the same as by the API. */
export function remove({ store, clock }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const erased = await eraseDocument(store.db, store.files, scopeOf(res), { id: req.params.id, now: clock.now() });
    if (!erased) throw new ApiError('not_found', 'There is no such document.');
    res.status(204).end();
  };
}

async function found(
  { db }: Pick<Context['store'], 'db'>,
  req: Request<{ id: string }>,
  res: Response,
): Promise<DocumentRow> {
  const row = await get(db, scopeOf(res), req.params.id);
  if (!row) throw new ApiError('not_found', 'There is no such document.');
  return row;
}
