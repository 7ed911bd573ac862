import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../../context.ts';
import { type DocumentRow, get } from '../../store/documents.ts';
import { beginHandover, endHandover, eraseOverdue } from '../../store/erasure.ts';
import { answer, answerBytes, inVersion } from '../answer.ts';
import { callerOf } from '../authenticate.ts';
import { deliver } from '../delivered.ts';
import { documentBytes, documentJson } from '../document-json.ts';
import { ApiError } from '../errors.ts';
import { waitUntil } from '../wait.ts';

/** How long one answer may hold on to an extraction that is given only once. */
const handoverMs = 60_000;
/** How long a second GET waits for the outcome of the first before it answers without. */
const secondWaitsMs = 5_000;

/** GET /v1/documents/{document_id} (interface.md 4.4) */
export function getDocument(ctx: Context): RequestHandler<{ document_id: string }> {
  const { vault } = ctx.store;
  return async (req, res) => {
    const row = await found(ctx, req, res);
    if (row.retention === 'zero' && row.result !== null) await handOver(ctx, req, res, row);
    else answerBytes(ctx, res, 200, 'document', documentBytes(vault, row, true));
  };
}

/**
 * Answers a GET of a zero-retention document that still has its extraction: one such answer carries it, and erases it
 * once it was delivered in full. Another GET meanwhile waits for how that ends.
 */
async function handOver(
  ctx: Context,
  req: Request<{ document_id: string }>,
  res: Response,
  first: DocumentRow,
): Promise<void> {
  const { clock, store, log } = ctx;
  const { db, vault } = store;
  const { id } = first;
  let row = first;
  let token: string | null = null;
  // A HEAD carries nothing, so it uses nothing up.
  if (req.method === 'GET') {
    await waitUntil(ctx, res, secondWaitsMs, async () => {
      token = await beginHandover(db, { id, now: clock.now(), forMs: handoverMs });
      if (token !== null) return true;
      row = await found(ctx, req, res);
      return row.result === null;
    });
  }
  if (token === null) {
    answer(ctx, res, 200, 'document', documentJson(vault, row, false));
    return;
  }
  let delivered = false;
  try {
    const body = inVersion(ctx, res, 'document', documentJson(vault, row, true));
    delivered = await deliver(res.status(200), JSON.stringify(body));
  } finally {
    await endHandover(db, { id, token, delivered, now: clock.now() });
    log.info({ document: id, delivered }, 'The extraction of a zero-retention document was handed over');
  }
}

async function found(ctx: Context, req: Request<{ document_id: string }>, res: Response): Promise<DocumentRow> {
  const { db } = ctx.store;
  const look = (): Promise<DocumentRow | null> => get(db, callerOf(res), req.params.document_id);
  let row = await look();
  if (row && (await eraseOverdue(db, [row], ctx.clock.now()))) row = await look();
  if (!row) throw new ApiError('not_found', 'There is no such document.');
  return row;
}
