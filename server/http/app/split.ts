import type { RequestHandler } from 'express';
import { numbered } from '../../checks/file-name.ts';
import { partsMade } from '../../checks/parts.ts';
import type { Context } from '../../context.ts';
import type { PageRange } from '../../contract/invoice.ts';
import { maxFilenameBytes } from '../../contract/limits.ts';
import { splitSchema } from '../../contract/window-review.ts';
import { stageFile } from '../../intake/received-file.ts';
import { type Arrival, takeInTogether } from '../../intake/take-in.ts';
import * as acts from '../../store/acts.ts';
import * as companies from '../../store/companies.ts';
import { aboutOf } from '../../store/document-keys.ts';
import type { DocumentRow } from '../../store/documents.ts';
import { readingOf } from '../../store/reviews.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { nothingToReview, readable, readOnceMore, refuse } from './review.ts';
import { scopeOf } from './session.ts';

/**
 * POST /app/documents/{id}/split: a person says which pages are an invoice each. The document keeps the first and is read
 * for that one alone; each other one comes in as a file of its own, in the same transaction.
 */
export function split(ctx: Context): RequestHandler<{ id: string }> {
  const { db, vault, files } = ctx.store;
  return async (req, res) => {
    const { reading, parts } = validate(splitSchema, 'body', req.body);
    const row = await readable(ctx, req, res);
    if (readingOf(row) !== reading) return refuse(res, 'changed');
    const about = aboutOf(vault, row);
    let page = 0;
    const follow = parts.every(({ from, to }) => {
      const follows = from === page + 1 && to >= from;
      page = to;
      return follows;
    });
    if (!follow || page !== (about.ownPages ?? row.pages)) {
      throw new ApiError('invalid_request', 'The parts are not all of its pages, one after the other.');
    }
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const [first, ...ranges] = parts;
    const bytes = await files.read(row.id, row.file_key, gone.signal);
    const cut = await ctx.cutPages({ bytes, ranges }, gone.signal);
    if (!cut) return refuse(res, 'cannot_be_cut');
    const own = await companies.buyersOf(db, row, about);
    const arrivals: Arrival[] = [];
    for (const [index, range] of ranges.entries()) arrivals.push(await arrivalOf(ctx, row, range, cut[index]!));
    await takeInTogether(ctx, scopeOf(res), arrivals, (made) => {
      const what = { kind: 'split', parts: ranges.map((range, index) => ({ ...range, id: made[index]!.id })) } as const;
      return readOnceMore(ctx, res, row, { ...own, ownPages: first!.to, what, over: reading, made });
    });
  };
}

/** Pages of a document as a file that came for the same company. */
async function arrivalOf(
  { store: { vault, files } }: Context,
  row: DocumentRow,
  { from, to }: PageRange,
  bytes: Uint8Array,
): Promise<Arrival> {
  const { filename, buyerVat, buyerName, buyerGuessed = false, buyerUnknown = false, mail } = aboutOf(vault, row);
  const { staged } = await stageFile(files, [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
  return {
    ...{ file: staged, mimeType: 'application/pdf', pages: to - from + 1 },
    ...({ origin: 'window', retention: row.retention, externalId: null, metadata: null, webhookUrl: null } as const),
    filename: filename && numbered(filename, from === to ? ` ${from}` : ` ${from}-${to}`, maxFilenameBytes),
    ...{ buyerVat, buyerName, buyerGuessed, buyerUnknown },
    ...(mail && { mail }),
  };
}

/** POST /app/documents/{id}/join: what was made of its other pages is erased, and all of them are its own again. */
export function join(ctx: Context): RequestHandler<{ id: string }> {
  const { store, cancelReading } = ctx;
  const { db, vault } = store;
  return async (req, res) => {
    const row = await readable(ctx, req, res);
    const joined = partsMade(await acts.of(db, vault, row)).map(({ id }) => id);
    if (joined.length === 0) throw nothingToReview();
    const done = await readOnceMore(ctx, res, row, {
      ...(await companies.buyersOf(db, row, aboutOf(vault, row))),
      ...{ ownPages: null, what: { kind: 'joined' }, joined },
    });
    if (done) for (const id of joined) cancelReading(id);
  };
}
