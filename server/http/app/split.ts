import type { RequestHandler, Response } from 'express';
import { numbered } from '../../checks/file-name.ts';
import { partsMade } from '../../checks/parts.ts';
import type { Context } from '../../context.ts';
import { maxFilenameBytes } from '../../contract/limits.ts';
import { type Part, splitSchema } from '../../contract/window-review.ts';
import { stageFile } from '../../intake/received-file.ts';
import { takeIn } from '../../intake/take-in.ts';
import * as acts from '../../store/acts.ts';
import * as companies from '../../store/companies.ts';
import { aboutOf } from '../../store/document-keys.ts';
import { type DocumentRow, get } from '../../store/documents.ts';
import { eraseDocument } from '../../store/erasure.ts';
import { describe } from '../../store/idempotency.ts';
import { readingOf } from '../../store/reviews.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { nothingToReview, readable, readOnceMore, refuse } from './review.ts';
import { scopeOf } from './session.ts';

/**
 * POST /app/documents/{id}/split: a person says which pages are an invoice each. The document keeps the first and is read
 * for that one alone; each other one comes in as a file of its own. What is sent again after a lost answer makes none twice.
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
    const made: Part[] = [];
    for (const [index, range] of ranges.entries()) {
      made.push({ ...range, id: await kept(ctx, res, row, { ...range, reading, bytes: cut[index]! }) });
    }
    await readOnceMore(ctx, res, row, {
      ...(await companies.buyersOf(db, row, about)),
      ownPages: first!.to,
      what: { kind: 'split', parts: made },
    });
  };
}

/** Takes pages of a document in as a file that came for the same company. @returns the new document's id */
async function kept(
  ctx: Context,
  res: Response,
  row: DocumentRow,
  part: { from: number; to: number; reading: string; bytes: Uint8Array },
): Promise<string> {
  const { vault, files } = ctx.store;
  const { from, to, reading, bytes } = part;
  const { filename, buyerVat, buyerName, buyerGuessed = false, mail } = aboutOf(vault, row);
  const { staged } = await stageFile(files, [Buffer.from(bytes)]);
  const request = describe(vault, {
    key: `part ${row.id} ${reading} ${from}-${to}`,
    fields: ['part'],
    // The key says which pages of what they are; written once more, they are other bytes.
    fileSha256: '',
    filename: null,
  });
  const arrival = {
    ...{ file: staged, mimeType: 'application/pdf', pages: to - from + 1 },
    ...({ origin: 'window', retention: row.retention, externalId: null, metadata: null, webhookUrl: null } as const),
    filename: filename && numbered(filename, from === to ? ` ${from}` : ` ${from}-${to}`, maxFilenameBytes),
    ...{ buyerVat, buyerName, buyerGuessed },
    ...(mail && { mail }),
  };
  const { row: made } = await takeIn(ctx, scopeOf(res), arrival, request);
  return made.id;
}

/** POST /app/documents/{id}/join: what was made of its other pages is erased, and all of them are its own again. */
export function join(ctx: Context): RequestHandler<{ id: string }> {
  const { store, clock, cancelReading } = ctx;
  const { db, vault, files } = store;
  return async (req, res) => {
    const scope = scopeOf(res);
    const row = await readable(ctx, req, res);
    const ids = partsMade(await acts.of(db, vault, row)).map(({ id }) => id);
    if (ids.length === 0) throw nothingToReview();
    const parts = await Promise.all(ids.map((id) => get(db, scope, id)));
    const isInUse = (part: DocumentRow): boolean =>
      part.reviewed_at !== null || part.replaced_by !== null || aboutOf(vault, part).ownPages !== undefined;
    if (parts.some((part) => part !== null && isInUse(part))) return refuse(res, 'part_in_use');
    for (const id of ids) {
      await eraseDocument(db, files, scope, { id, now: clock.now() });
      cancelReading(id);
    }
    await readOnceMore(ctx, res, row, {
      ...(await companies.buyersOf(db, row, aboutOf(vault, row))),
      ownPages: null,
      what: { kind: 'joined' },
    });
  };
}
