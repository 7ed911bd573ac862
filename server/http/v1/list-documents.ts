import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import { listQuerySchema } from '../../contract/api.ts';
import { defaultListed, maxExternalId, maxListed } from '../../contract/limits.ts';
import { type DocumentRow, fetched, list } from '../../store/documents.ts';
import { eraseOverdue } from '../../store/erasure.ts';
import { answerPieces } from '../answer.ts';
import { callerOf } from '../authenticate.ts';
import { documentBytes } from '../document-json.ts';
import { ApiError } from '../errors.ts';
import type { TakeTurn } from '../tenant-turns.ts';
import { atMost, queryOf, validate } from '../validation.ts';

const comma = Buffer.from(',');

/**
 * GET /v1/documents (interface.md 4.3). Every document is given whole, as a client expects of a list without a cursor; so
 * the answer may be large, and is never in memory as a whole.
 */
export function listDocuments(ctx: Context, takeTurn: TakeTurn): RequestHandler {
  const { db, vault } = ctx.store;
  return async (req, res) => {
    const { external_id: externalId = null, limit = defaultListed } = validate(listQuerySchema, 'query', queryOf(req));
    if (limit < 1 || limit > maxListed) throw new ApiError('invalid_request', `limit must be 1 to ${maxListed}.`);
    atMost('external_id', externalId, maxExternalId);
    const scope = callerOf(res);
    const listed = await list(db, vault, scope, { externalId, limit });
    await eraseOverdue(db, listed, ctx.clock.now());
    const bytesOf = (row: DocumentRow): Buffer => documentBytes(vault, row, row.retention === 'standard');
    const groups = fetched(db, scope, listed);
    await answerPieces(
      ctx,
      res,
      200,
      'list',
      listBytes(groups, bytesOf, () => takeTurn(scope.tenantId)),
    );
  };
}

async function* listBytes(
  groups: AsyncIterable<DocumentRow[]>,
  bytesOf: (row: DocumentRow) => Buffer,
  turn: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let before = Buffer.from('{"object":"list","data":[');
  for await (const rows of groups) {
    const pieces = rows.flatMap((row, index) => [index === 0 ? before : comma, bytesOf(row)]);
    if (pieces.length > 0) {
      yield Buffer.concat(pieces);
      before = comma;
    }
    await turn();
  }
  yield Buffer.from(before === comma ? ']}' : '{"object":"list","data":[]}');
}
