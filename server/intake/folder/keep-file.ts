import { createHash } from 'node:crypto';
import { shortened } from '../../checks/file-name.ts';
import type { Context } from '../../context.ts';
import { maxFilenameBytes } from '../../contract/limits.ts';
import type { Company } from '../../contract/window.ts';
import { wasThere } from '../../store/documents.ts';
import { stagedContent } from '../../store/files.ts';
import { newId } from '../../store/ids.ts';
import * as preferences from '../../store/preferences.ts';
import { type Brings, bring } from '../bring.ts';
import { checkFile } from '../check-file.ts';
import { type ReceivedFile, stageFile } from '../received-file.ts';
import { type TakesIn, takeIn } from '../take-in.ts';
import type { Claimed } from './set-down.ts';
import { outOfRoom, Standstill } from './standstill.ts';

export type Keeps = TakesIn & Brings & Pick<Context, 'config' | 'countPages' | 'unpackEInvoice'>;

/**
 * Makes documents of a company's file, or of what is in a mail; what is there already is not made again.
 * @throws IntakeRefusal where the file cannot be taken; Standstill where there is no room for the rest of a mail
 */
export async function keepFile(
  ctx: Keeps,
  tenantId: string,
  company: Company,
  file: Claimed,
  pieces: Buffer[],
): Promise<void> {
  const { store } = ctx;
  const { retention } = await preferences.get(store.db, tenantId);
  const sender = { tenantId, keyId: 'folder' };
  const check = ({ head, staged }: ReceivedFile) =>
    checkFile(head, {
      countPages: () => ctx.countPages(stagedContent(staged), sender),
      unpackEInvoice: () => ctx.unpackEInvoice(stagedContent(staged), sender),
    });
  const filename = shortened(file.name, maxFilenameBytes);
  const received = await stageFile(store.files, pieces);
  const brought = await bring(ctx, store.files, received, { filename, password: null, check });
  let kept = 0;
  try {
    for (const { checked, mail, ...one } of brought) {
      const arrival = {
        ...checked,
        file: one.file.staged,
        origin: 'folder',
        retention: ctx.config.policy.retention ?? retention,
        externalId: null,
        metadata: null,
        filename: one.filename,
        buyerVat: company.vat,
        buyerName: company.name,
        webhookUrl: null,
        ...(mail && { mail }),
      } as const;
      // The document that the claim names comes last: where it is there, all of a mail is.
      const id = documentOf(kept === brought.length - 1 ? file : attachment(file, kept));
      if (!(await wasThere(store.db, id))) await takeIn(ctx, { tenantId, mode: 'live' }, arrival, null, id);
      kept += 1;
    }
  } catch (error) {
    for (const one of brought.slice(kept)) await store.files.discard(one.file.staged);
    const stop = outOfRoom(error);
    // What a part was taken of keeps its claim, by which the rest is known later.
    throw stop && kept > 0 ? new Standstill(stop) : error;
  }
}

const prefix = 'doc_';

/** Names a claim: what follows the prefix of the document that the file becomes. */
export const newClaim = (now: number): string => newId('doc', now).slice(prefix.length);

/** The document that a claimed file becomes. */
export function documentOf({ id }: Claimed): string {
  return prefix + id;
}

/** What one of the files of a mail that was claimed is known by: the same after a crash. */
function attachment(file: Claimed, index: number): Claimed {
  const mark = createHash('sha256').update(`${file.id} ${index}`).digest('hex');
  return { ...file, id: file.id.slice(0, 10) + mark.slice(0, 16) };
}
