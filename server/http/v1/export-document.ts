import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import { settingsFor, settingsOfOffice } from '../../exporting/books.ts';
import { packed } from '../../exports/packed.ts';
import { reasonsOf } from '../../exports/sentences.ts';
import { targetNamed } from '../../exports/targets.ts';
import { wordsIn } from '../../exports/words.ts';
import { bookedOf } from '../../store/booked.ts';
import { get } from '../../store/documents.ts';
import { eraseOverdue } from '../../store/erasure.ts';
import { attach } from '../attachment.ts';
import { callerOf } from '../authenticate.ts';
import { ApiError } from '../errors.ts';

/**
 * GET /v1/documents/{document_id}/export/{target} (decisions.md "Added beside the contract"): the document as a file for an
 * accounting program. The extraction of a zero-retention document is given by its own GET alone.
 */
export function exportDocument(ctx: Context): RequestHandler<{ document_id: string; target: string }> {
  const { db, vault } = ctx.store;
  return async (req, res) => {
    const caller = callerOf(res);
    const look = () => get(db, caller, req.params.document_id);
    let row = await look();
    if (row && (await eraseOverdue(db, [row], ctx.clock.now()))) row = await look();
    if (!row) throw new ApiError('not_found', 'There is no such document.');
    const target = targetNamed(req.params.target);
    if (!target) throw new ApiError('not_found', 'There is no such program.');
    if (row.finished_at === null) throw new ApiError('document_not_finished', 'The document is not finished.');
    if (row.retention === 'zero') {
      throw new ApiError(
        'not_exportable',
        'The extraction of a document with retention zero is given by GET on it alone.',
      );
    }
    const [booked] = await bookedOf(db, vault, [row]);
    if (!booked) throw new ApiError('not_exportable', 'The document has no extraction, or none any more.');
    const office = await settingsOfOffice(ctx.store, caller.tenantId, wordsIn('ro'));
    const { files, problems } = await target.write([booked], settingsFor(office, booked.buyerVat));
    if (files.length === 0) throw new ApiError('not_exportable', reasonsOf(problems, wordsIn('en')));
    attach(res, packed(files, target.name));
  };
}
