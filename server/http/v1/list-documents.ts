import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import { listQuerySchema } from '../../contract/api.ts';
import { defaultListed, maxExternalId, maxListed } from '../../contract/limits.ts';
import { type DocumentRow, list } from '../../store/documents.ts';
import { eraseOverdue } from '../../store/erasure.ts';
import { answerBytes } from '../answer.ts';
import { callerOf } from '../authenticate.ts';
import { documentBytes } from '../document-json.ts';
import { ApiError } from '../errors.ts';
import { atMost, queryOf, validate } from '../validation.ts';

const comma = Buffer.from(',');

/** GET /v1/documents (interface.md 4.3) */
export function listDocuments(ctx: Context): RequestHandler {
  const { db, vault } = ctx.store;
  return async (req, res) => {
    const { external_id: externalId = null, limit = defaultListed } = validate(listQuerySchema, 'query', queryOf(req));
    if (limit < 1 || limit > maxListed) throw new ApiError('invalid_request', `limit must be 1 to ${maxListed}.`);
    atMost('external_id', externalId, maxExternalId);
    const look = (): Promise<DocumentRow[]> => list(db, vault, callerOf(res), { externalId, limit });
    let rows = await look();
    if (await eraseOverdue(db, rows, ctx.clock.now())) rows = await look();
    const pieces: Buffer[] = [Buffer.from('{"object":"list","data":[')];
    for (const [index, row] of rows.entries()) {
      if (index > 0) pieces.push(comma);
      pieces.push(documentBytes(vault, row, row.retention === 'standard'));
    }
    pieces.push(Buffer.from(']}'));
    answerBytes(ctx, res, 200, 'list', Buffer.concat(pieces));
  };
}
