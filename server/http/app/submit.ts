import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import * as companies from '../../store/companies.ts';
import { newId } from '../../store/ids.ts';
import { inboxRow } from '../../store/inbox.ts';
import { accept } from '../../store/submissions.ts';
import { ApiError } from '../errors.ts';
import { stageFile } from '../received.ts';
import { checkFile } from '../submission.ts';
import { queryOf } from '../validation.ts';
import { scopeOf } from './session.ts';

/** POST /app/documents: a file that was dropped into the window. The body is the file itself. */
export function submit(ctx: Context): RequestHandler {
  const { store, clock } = ctx;
  const { db, vault, files } = store;
  return async (req, res) => {
    const scope = scopeOf(res);
    const { filename = null, buyer_vat } = queryOf(req);
    const company = (await companies.list(db, scope.tenantId)).find(({ vat }) => vat === buyer_vat);
    if (!company) throw new ApiError('invalid_request', 'The company is not one of this window.');

    const file = await stageFile(files, req);
    const now = clock.now();
    const id = newId('doc', now);
    let kept = false;
    try {
      const { mimeType, pages } = await checkFile(ctx, file);
      await files.adopt(file.staged, id);
      const accepted = await accept(
        db,
        vault,
        scope,
        {
          id,
          origin: 'window',
          retention: 'standard',
          externalId: null,
          metadata: null,
          filename,
          buyerVat: company.vat,
          buyerName: company.name,
          webhookUrl: null,
          mimeType,
          pages,
          fileKey: file.staged.key.wrapped,
        },
        null,
        now,
      );
      if (accepted.outcome === 'quota_exceeded') {
        throw new ApiError('quota_exceeded', 'The monthly quota of the contract is used up.');
      }
      if (accepted.outcome !== 'accepted' || !accepted.row) throw new Error('A submission without a key was replayed.');
      kept = true;
      ctx.wakeReading();
      res.status(202).json(inboxRow(vault, accepted.row));
    } finally {
      if (!kept) {
        await files.discard(file.staged);
        await files.remove(id);
      }
    }
  };
}
