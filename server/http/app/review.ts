import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { applyReview, correctedPaths, openDoubts, withReadLines } from '../../checks/review.ts';
import { localDate } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { maxBuyerVat } from '../../contract/limits.ts';
import { upTo } from '../../contract/text.ts';
import type { Company, WindowError } from '../../contract/window.ts';
import {
  type ActOf,
  type PageText,
  type ReadAgain,
  type SavedDraft,
  sentDraftSchema,
  typedDraftSchema,
} from '../../contract/window-review.ts';
import * as companies from '../../store/companies.ts';
import { aboutOf } from '../../store/document-keys.ts';
import { type DocumentRow, get } from '../../store/documents.ts';
import { eraseFiles } from '../../store/erasure.ts';
import { inboxRow } from '../../store/inbox.ts';
import * as pageTexts from '../../store/page-texts.ts';
import { supplierMonths } from '../../store/preferences.ts';
import { isInReview } from '../../store/replaced.ts';
import * as reviews from '../../store/reviews.ts';
import type { Submission } from '../../store/submissions.ts';
import * as takenBack from '../../store/taken-back.ts';
import type { Contribution } from '../../suppliers/contribution.ts';
import { contributionOf } from '../../suppliers/learn.ts';
import { ApiError } from '../errors.ts';
import { atMost, validate } from '../validation.ts';
import { personOf, scopeOf } from './session.ts';

const maxNote = 2_000;
const newNote = z.object({ text: z.string().trim().min(1) });

/** PUT /app/documents/{id}/draft: what is typed, as it is typed. */
export function saveDraft({ store, clock }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const { reading, over, turn, draft } = validate(typedDraftSchema, 'body', req.body);
    const kept = await reviews.saveDraft(store.db, store.vault, scopeOf(res), {
      id: req.params.id,
      reading,
      over,
      turn,
      now: clock.now(),
      draft: (present) => withReadLines(present, draft),
    });
    if (kept === 'gone') throw nothingToReview();
    if (kept === 'changed' || kept === 'overtaken') refuse(res, kept);
    else res.json(kept satisfies SavedDraft);
  };
}

/** POST /app/documents/{id}/confirm: from now on the API gives these values (decisions.md "Review"). */
export function confirm({ store, config, clock, wakeDelivery }: Context): RequestHandler<{ id: string }> {
  const { db, vault } = store;
  return async (req, res) => {
    const { reading, over, draft } = validate(sentDraftSchema, 'body', req.body);
    const now = clock.now();
    const remembers = (await supplierMonths(db, scopeOf(res).tenantId, config.policy)) > 0;
    const row = await reviews.confirm(db, vault, scopeOf(res), {
      id: req.params.id,
      by: personOf(res),
      now,
      reading,
      over,
      decide(present, buyerVat) {
        const whole = withReadLines(present, draft);
        if (!whole) return null;
        const today = localDate(now);
        const open = openDoubts(applyReview(present, whole, buyerVat, today, false), whole);
        if (open.paths.length + open.warnings.length > 0) return 'unchecked';
        const confirmed = applyReview(present, whole, buyerVat, today, true);
        const corrected = correctedPaths(present, whole);
        const looked = new Set([...whole.accepted, ...corrected]);
        const { accepted, accountChecked, bookings } = whole;
        const learn = (texts: PageText[], how: { accountIsKnown: boolean; known: Contribution[] }) =>
          contributionOf(confirmed, texts, { looked, day: today, bookings, ...how });
        return { confirmed, bookings, corrected, accepted, accountChecked, learn: remembers ? learn : null };
      },
    });
    if (row === 'gone') throw nothingToReview();
    if (typeof row === 'string') return refuse(res, row);
    wakeDelivery();
    res.json(inboxRow(vault, row));
  };
}

/** POST /app/documents/{id}/note */
export function leaveNote({ store, clock }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const { text } = validate(newNote, 'body', req.body);
    atMost('text', text, maxNote);
    const left = { id: req.params.id, by: personOf(res), now: clock.now(), text };
    if (!(await reviews.note(store.db, store.vault, scopeOf(res), left))) throw nothingToReview();
    res.status(204).end();
  };
}

/** POST /app/documents/{id}/reopen: the API gives the reading again, and the window what was made of it. */
export function reopen({ store, clock }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const by = { id: req.params.id, by: personOf(res), now: clock.now() };
    if (!(await takenBack.reopen(store.db, store.vault, scopeOf(res), by))) throw nothingToReview();
    res.status(204).end();
  };
}

/** POST /app/documents/{id}/retry: a document that could not be read is queued once more. */
export function retry({ store, clock, wakeReading }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const scope = scopeOf(res);
    const by = { id: req.params.id, by: personOf(res), now: clock.now() };
    const row = await takenBack.queueAgain(store.db, store.vault, scope, by);
    if (!row) throw nothingToReview();
    wakeReading(scope.mode);
    res.json(inboxRow(store.vault, row));
  };
}

/**
 * POST /app/documents/{id}/read-again: reads it once more, as this version reads, for the companies as they are now and
 * with what was learnt since. What this version has opened already it does not open again.
 * To the API the document stays `succeeded` all the while, and no event is sent: its client was told that it is read.
 */
export function readAgain(ctx: Context): RequestHandler<{ id: string }> {
  const { db, vault } = ctx.store;
  return async (req, res) => {
    const row = await readable(ctx, req, res);
    await readOnceMore(ctx, res, row, {
      ...(await companies.buyersOf(db, row, aboutOf(vault, row))),
      what: { kind: 'read_again' },
    });
  };
}

/** PUT /app/documents/{id}/company: a person says which company it is for. It is read for that one. */
export function setCompany(ctx: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const { vat } = validate(z.object({ vat: upTo(maxBuyerVat) }), 'body', req.body);
    const row = await readable(ctx, req, res);
    const buyer = (await companies.list(ctx.store.db, row.tenant_id)).find((company) => company.vat === vat);
    if (!buyer || row.origin === 'api') throw new ApiError('invalid_request', 'It cannot be of this company.');
    await readOnceMore(ctx, res, row, { buyer, otherBuyers: null, what: { kind: 'assigned', vat } });
  };
}

/** A document of which there is a reading that nobody has confirmed, and its file. @throws ApiError not_found */
export async function readable({ store }: Context, req: Request<{ id: string }>, res: Response): Promise<DocumentRow> {
  const row = await get(store.db, scopeOf(res), req.params.id);
  if (!row || !isInReview(row)) throw nothingToReview();
  return row;
}

/**
 * Reads a document once more and answers how that ended.
 * @param how.ownPages as `About` says it, where that changes
 * @param how.what as which act it is written down
 * @param how.made as `replaceReading` takes them; so are `how.joined` and `how.over`
 * @returns whether another reading is there now
 */
export async function readOnceMore(
  { store, clock, readAgain }: Context,
  res: Response,
  row: DocumentRow,
  how: {
    buyer: Company;
    otherBuyers: Company[] | null;
    ownPages?: number | null;
    what: ActOf;
    over?: string;
    made?: readonly Submission[];
    joined?: readonly string[];
  },
): Promise<boolean> {
  const { db, vault, files } = store;
  const { what, over, made = [], joined = [], ownPages = aboutOf(vault, row).ownPages ?? null, ...possible } = how;
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const document = { id: row.id, tenantId: row.tenant_id, fileKey: row.file_key, ownPages, ...possible };
  const ending = await readAgain(document, await pageTexts.openedOf(db, vault, row), gone.signal);
  if (ending === null) throw new ApiError('internal_error', 'The reading was cut off.');
  if (ending.status === 'failed') {
    res.json({ errorCode: ending.code } satisfies ReadAgain);
    return false;
  }
  const { extraction, texts = [], opened = null, buyer = possible.buyer } = ending;
  const again = {
    ...{ id: row.id, by: personOf(res), now: clock.now(), extraction, pages: { texts, opened }, buyer, ownPages, what },
    ...{ over, made, joined },
    said: what.kind === 'assigned',
  };
  const done = await reviews.replaceReading(db, vault, scopeOf(res), again);
  if (!done) throw nothingToReview();
  if (done !== true) {
    refuse(res, done);
    return false;
  }
  if (joined.length > 0) await eraseFiles(db, files, joined);
  res.json({ errorCode: null } satisfies ReadAgain);
  return true;
}

/** GET /app/documents/{id}/text: what stands on each page; an empty list where that is not known. */
export function text({ store }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const row = await get(store.db, scopeOf(res), req.params.id);
    if (!row) throw nothingToReview();
    res.json(await pageTexts.of(store.db, store.vault, row));
  };
}

/** What was seen is not what is there any more, or something has to be said first. */
export function refuse(res: Response, why: keyof typeof refusals): void {
  res.status(409).json({ error: refusals[why] } satisfies WindowError);
}

const refusals = {
  changed: { code: 'conflict', message: 'The document has another extraction by now.' },
  overtaken: { code: 'draft_conflict', message: 'Another window has changed the draft.' },
  paid: { code: 'conflict', message: 'A payment was noted or taken back in the meantime.' },
  unchecked: { code: 'unchecked', message: 'Something in it is doubtful that nobody has accepted or changed.' },
  cannot_be_cut: { code: 'cannot_be_cut', message: 'Its pages cannot be made files of their own.' },
  cannot_be_arranged: { code: 'cannot_be_arranged', message: 'No file can be made of these pages.' },
  too_many_pages: { code: 'too_many_pages', message: 'The document would have too many pages.' },
  quota_exceeded: { code: 'quota_exceeded', message: 'The monthly quota of the contract is used up.' },
  part_in_use: { code: 'part_in_use', message: 'One of its parts was confirmed, or cut again.' },
  company_unknown: { code: 'company_unknown', message: 'Nobody has said yet which company the document is for.' },
};

export function nothingToReview(): ApiError {
  return new ApiError('not_found', 'There is no such document to review.');
}
