import type { Request, RequestHandler, Response } from 'express';
import { isEInvoice } from '../../checks/file-type.ts';
import type { Context } from '../../context.ts';
import { maxFileBytes, maxPages } from '../../contract/limits.ts';
import { type Arranged, arrangeSchema, type ChosenPages } from '../../contract/window-review.ts';
import { stageFile } from '../../intake/received-file.ts';
import { takeIn } from '../../intake/take-in.ts';
import { aboutOf } from '../../store/document-keys.ts';
import { type DocumentRow, get } from '../../store/documents.ts';
import { eraseDocument } from '../../store/erasure.ts';
import { isInReview, replacedBy } from '../../store/replaced.ts';
import { readingOf } from '../../store/reviews.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { nothingToReview, readable, refuse } from './review.ts';
import { personOf, scopeOf } from './session.ts';

/**
 * POST /app/documents/{id}/arrange: a person turns pages of a document, leaves some out, or puts those of another document
 * behind them. What comes of it is a document of its own, which is read and stands in the place of those that it was
 * made of; they are kept as they were, for {@link restore}.
 */
export function arrange(ctx: Context): RequestHandler<{ id: string }> {
  const { vault, files } = ctx.store;
  return async (req, res) => {
    const { reading, pages, behind } = validate(arrangeSchema, 'body', req.body);
    const row = await readable(ctx, req, res);
    if (readingOf(row) !== reading) return refuse(res, 'changed');
    const other = behind && (await otherOf(ctx, req, res, behind.id));
    const rows = other ? [row, other] : [row];
    const count = pages.length + (behind?.pages.length ?? 0);
    if (count > maxPages) return refuse(res, 'too_many_pages');
    if (rows.some(({ mime_type }) => isEInvoice(mime_type))) return refuse(res, 'cannot_be_arranged');
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const chosen = async (of: DocumentRow, wanted: ChosenPages) => {
      const own = aboutOf(vault, of).ownPages ?? of.pages ?? 1;
      const follow = wanted.every(({ number }, at) => number <= own && number > (wanted[at - 1]?.number ?? 0));
      if (!follow) throw new ApiError('invalid_request', 'The pages are not pages of it, in their order.');
      return { bytes: await files.read(of.id, of.file_key, gone.signal), pages: wanted };
    };
    const first = await chosen(row, pages);
    const pdf = await ctx.arrangePages(
      other && behind ? [first, await chosen(other, behind.pages)] : [first],
      gone.signal,
    );
    if (!pdf || pdf.byteLength > maxFileBytes) return refuse(res, 'cannot_be_arranged');
    const id = await kept(ctx, res, rows, { pdf, count });
    res.status(202).json({ id } satisfies Arranged);
  };
}

async function otherOf({ store }: Context, req: Request<{ id: string }>, res: Response, id: string) {
  const other = id === req.params.id ? null : await get(store.db, scopeOf(res), id);
  if (!other || !isInReview(other)) throw nothingToReview();
  return other;
}

/** Takes the pages in as a file that came for the company of the first. @returns the new document's id */
async function kept(
  ctx: Context,
  res: Response,
  rows: readonly DocumentRow[],
  { pdf, count }: { pdf: Uint8Array; count: number },
): Promise<string> {
  const { vault, files } = ctx.store;
  const first = rows[0]!;
  const { filename, buyerVat, buyerName, buyerGuessed = false, buyerUnknown = false, mail } = aboutOf(vault, first);
  const { staged } = await stageFile(files, [Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)]);
  const arrival = {
    ...{ file: staged, mimeType: 'application/pdf', pages: count, retention: first.retention },
    ...({ origin: 'window', externalId: null, metadata: null, webhookUrl: null } as const),
    filename: filename?.replace(/\.(jpe?g|png|gif|webp)$/i, '.pdf') ?? null,
    ...{ buyerVat, buyerName, buyerGuessed, buyerUnknown },
    replaces: { ids: rows.map(({ id }) => id), by: personOf(res) },
    ...(mail && { mail }),
  };
  return (await takeIn(ctx, scopeOf(res), arrival, null)).row.id;
}

/** POST /app/documents/{id}/restore: the document is erased, and what it was made of stands for itself again. */
export function restore({ store, clock, cancelReading }: Context): RequestHandler<{ id: string }> {
  const { db, files } = store;
  return async (req, res) => {
    const scope = scopeOf(res);
    const { id } = req.params;
    const row = await get(db, scope, id);
    if (!row || row.reviewed_at !== null || row.replaced_by !== null) throw nothingToReview();
    const [before] = await replacedBy(db, scope, id);
    if (!before) throw nothingToReview();
    await eraseDocument(db, files, scope, { id, now: clock.now() });
    cancelReading(id);
    res.json({ id: before.id } satisfies Arranged);
  };
}
