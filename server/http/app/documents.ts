import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { bookedDescriptions } from '../../checks/bookings.ts';
import { isEInvoice } from '../../checks/file-type.ts';
import type { Context } from '../../context.ts';
import type { Invoice } from '../../contract/invoice.ts';
import {
  type DocumentIds,
  type DocumentRows,
  type InboxChoices,
  inboxQuerySchema,
  rowsAtOnce,
} from '../../contract/window.ts';
import type { DocumentDetail } from '../../contract/window-review.ts';
import * as acts from '../../store/acts.ts';
import { bookingOffers } from '../../store/booking-offers.ts';
import { bookingsOf } from '../../store/bookings.ts';
import { aboutOf } from '../../store/document-keys.ts';
import type { DocumentList } from '../../store/document-list.ts';
import { type DocumentRow, extractionOf, get, type Scope } from '../../store/documents.ts';
import { eraseDocument, fileGoesAt } from '../../store/erasure.ts';
import * as inbox from '../../store/inbox.ts';
import { duplicatesOf } from '../../store/likeness.ts';
import { replacedBy } from '../../store/replaced.ts';
import { draftOf, readingOf } from '../../store/reviews.ts';
import { knownSupplier, type Named } from '../../store/suppliers.ts';
import { firstReadingOf } from '../../store/taken-back.ts';
import { identifiersOf } from '../../suppliers/contribution.ts';
import { ApiError, ClientGone } from '../errors.ts';
import { queryOf, validate } from '../validation.ts';
import { booksOf, leftOut } from './left-out.ts';
import { scopeOf } from './session.ts';

/** Beyond this print only grows; a picture's pixels are bounded besides. */
const mostDpi = 600;
const rowsQuery = inboxQuerySchema.extend({ offset: z.coerce.number().int().min(0).default(0) });

/** GET /app/documents: a page of what the inbox shows. */
export function rows({ store }: Context, list: DocumentList): RequestHandler {
  return async (req, res) => {
    const { offset, ...query } = validate(rowsQuery, 'query', queryOf(req));
    const scope = scopeOf(res);
    const target = query.toExport === undefined ? null : booksOf(query.toExport);
    const page = await list.find(scope.tenantId, query, { offset, limit: rowsAtOnce });
    const ids = page.rows.map(({ id }) => id);
    res.json({
      ...page,
      ...(target && { leftOut: await leftOut(store, scope, target, ids) }),
    } satisfies DocumentRows);
  };
}

/** GET /app/document-ids: of everything that a query finds, so that all of it can be chosen. */
export function documentIds(list: DocumentList): RequestHandler {
  return async (req, res) => {
    const query = validate(inboxQuerySchema, 'query', queryOf(req));
    if (query.toExport !== undefined) booksOf(query.toExport);
    res.json({ ids: await list.ids(scopeOf(res).tenantId, query) } satisfies DocumentIds);
  };
}

/** GET /app/document-choices: what the list can be narrowed down to, of one company or of all. */
export function documentChoices(list: DocumentList): RequestHandler {
  return async (req, res) => {
    const { company } = validate(inboxQuerySchema.pick({ company: true }), 'query', queryOf(req));
    res.json((await list.choices(scopeOf(res).tenantId, company)) satisfies InboxChoices);
  };
}

/** GET /app/documents/{id}. It uses nothing up: a zero-retention extraction may still be fetched once by GET /v1. */
export function detail({ store, clock }: Context): RequestHandler<{ id: string }> {
  const { db, vault } = store;
  return async (req, res) => {
    const row = await found({ db }, req, res);
    const { buyerVat, buyerName, buyerUnknown, mail = null } = aboutOf(vault, row);
    const extraction = extractionOf(vault, row);
    const kept = await draftOf(db, vault, row);
    const named = extraction && namedBy(row, buyerVat, extraction.invoice);
    const described = [extraction?.invoice, kept.draft?.invoice].flatMap((invoice) =>
      invoice ? bookedDescriptions(invoice) : [],
    );
    res.json({
      row: inbox.inboxRow(vault, row),
      buyer: buyerUnknown ? null : { vat: buyerVat, name: buyerName },
      mail,
      hasFile: row.has_file === 1,
      isEInvoice: isEInvoice(row.mime_type),
      fileGoesAt: fileGoesAt(row, clock.now()),
      reviewedAt: row.reviewed_at,
      extraction,
      bookings: (await bookingsOf(db, vault, [row])).get(row.id) ?? [],
      first: (await firstReadingOf(db, vault, row))?.invoice ?? null,
      reading: readingOf(row),
      ...kept,
      acts: await acts.of(db, vault, row),
      known: named && (await knownSupplier(db, vault, named, extraction.invoice.bank_details.iban)),
      offers: named && (await bookingOffers(db, vault, named, described)),
      duplicates: await duplicatesOf(db, row, row),
      replacedBy: row.replaced_by,
      replaces: (await replacedBy(db, scopeOf(res), row.id)).map((one) => ({
        id: one.id,
        filename: aboutOf(vault, one).filename,
      })),
    } satisfies DocumentDetail);
  };
}

/** Whom an invoice names as its supplier. An account that is another one than before leads to nobody or to others. */
function namedBy({ id, tenant_id }: DocumentRow, buyerVat: string, invoice: Invoice): Named {
  const withoutAccount = { ...invoice, bank_details: { ...invoice.bank_details, iban: null } };
  const identifiers = [identifiersOf(withoutAccount), identifiersOf(invoice)];
  return { tenantId: tenant_id, buyerVat, documentId: id, identifiers };
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
    const bytes = await files.read(row.id, row.file_key, gone.signal).catch((error) => {
      throw gone.signal.aborted ? new ClientGone() : error;
    });
    const picture = await drawPage({ bytes, number, dpi: Math.min(dpi, mostDpi) }, gone.signal);
    if (!picture) throw new ApiError('not_found', 'The page cannot be drawn.');
    res.set({ 'X-Page-Size': `${picture.width}x${picture.height}`, 'Content-Type': 'image/jpeg' });
    res.end(picture.jpeg);
  };
}

/** DELETE /app/documents/{id}: the same as by the API, and with it what it stands in the place of. */
export function remove({ store, clock, cancelReading }: Context): RequestHandler<{ id: string }> {
  const { db, files } = store;
  const erase = async (scope: Scope, id: string): Promise<boolean> => {
    // What is cut off in between leaves a document that stands for itself, and can be deleted.
    for (const before of await replacedBy(db, scope, id)) await erase(scope, before.id);
    const erased = await eraseDocument(db, files, scope, { id, now: clock.now() });
    if (erased) cancelReading(id);
    return erased;
  };
  return async (req, res) => {
    if (!(await erase(scopeOf(res), req.params.id))) throw new ApiError('not_found', 'There is no such document.');
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
