import { createReadStream } from 'node:fs';
import type { Request, RequestHandler } from 'express';
import { z } from 'zod';
import { shortened } from '../../checks/file-name.ts';
import type { Context } from '../../context.ts';
import type { Retention } from '../../contract/document.ts';
import { maxBuyerVat, maxFilenameBytes, maxIdempotencyKey, maxPassword } from '../../contract/limits.ts';
import { upTo } from '../../contract/text.ts';
import type { Company, TakenIn } from '../../contract/window.ts';
import { type Brought, bring } from '../../intake/bring.ts';
import { type ReceivedFile, stageFile } from '../../intake/received-file.ts';
import { type Arrival, takeIn } from '../../intake/take-in.ts';
import { resource } from '../../resources.ts';
import * as companies from '../../store/companies.ts';
import type { DocumentRow, Scope } from '../../store/documents.ts';
import { describe, type Request as SameRequest } from '../../store/idempotency.ts';
import { inboxRow } from '../../store/inbox.ts';
import * as preferences from '../../store/preferences.ts';
import type { BodyBudget } from '../body-budget.ts';
import { checkReceived } from '../checked-file.ts';
import { ApiError } from '../errors.ts';
import { askForBody, bodyOf } from '../received.ts';
import { queryOf, validate } from '../validation.ts';
import { scopeOf, sessionNow } from './session.ts';

const submitQuery = z.object({
  /** Of a disk that allows longer ones it is shortened: what a person drops is not refused for its name. */
  filename: z.string().max(1000).optional(),
  /** Normalised; left out where the invoice itself is to say which of the window's companies it is for. */
  buyer_vat: upTo(maxBuyerVat).optional(),
  /** Names this upload: sent again after a lost answer, it makes no second document. */
  upload: z.string().min(1).max(maxIdempotencyKey),
});

/** Of a PDF; percent-encoded, because headers are ASCII, and in a header, because addresses are kept in more places. */
const passwordHeader = z.string().max(3 * maxPassword);

/** The fictitious company that the sample is addressed to. */
const sampleBuyer: Company = { vat: 'RO9900816346', name: null };

/** Where the invoice itself is to say whose it is, the company is only the most likely one. */
interface Dropped {
  file: ReceivedFile;
  filename: string | null;
  company: Company;
  upload: string | null;
  retention: Retention;
  guessCompany: boolean;
  /** There are others that it may be for. */
  isUnknown: boolean;
  /** Used once, and kept nowhere. */
  password: string | null;
}

/** POST /app/documents: a file that was dropped into the window. The body is the file itself. */
export function submit(ctx: Context, budget: BodyBudget): RequestHandler {
  const { store } = ctx;
  return async (req, res) => {
    const scope = scopeOf(res);
    const { filename = null, buyer_vat, upload } = validate(submitQuery, 'query', queryOf(req));
    const all = await companies.list(store.db, scope.tenantId);
    const company = buyer_vat === undefined ? all[0] : all.find(({ vat }) => vat === buyer_vat);
    if (!company) throw new ApiError('invalid_request', 'The company is not one of this window.');
    const password = passwordOf(req);
    askForBody(req);
    const file = await stageFile(store.files, bodyOf(req));
    try {
      // It may have ended while all this came in.
      await sessionNow(ctx, req);
    } catch (error) {
      await store.files.discard(file.staged);
      throw error;
    }
    const { retention } = await preferences.get(store.db, scope.tenantId);
    const dropped = {
      file,
      filename: filename && shortened(filename, maxFilenameBytes),
      company,
      upload,
      retention,
      guessCompany: buyer_vat === undefined,
      isUnknown: buyer_vat === undefined && all.length > 1,
      password,
    };
    const [first, ...others] = (await keep(ctx, scope, budget, dropped)).map((row) => inboxRow(store.vault, row));
    res.status(202).json({ ...first!, others } satisfies TakenIn);
  };
}

/** POST /app/sample: a sample invoice, to see what reading makes of one, with a doubt to learn what that is. */
export function submitSample(ctx: Context, budget: BodyBudget): RequestHandler {
  const { store } = ctx;
  return async (_req, res) => {
    const file = await stageFile(store.files, createReadStream(resource('samples', 'doubtful.pdf')));
    const [row] = await keep(ctx, scopeOf(res), budget, {
      file,
      filename: 'sample.pdf',
      company: sampleBuyer,
      upload: null,
      retention: 'standard',
      guessCompany: false,
      isUnknown: false,
      password: null,
    });
    res.status(202).json(inboxRow(store.vault, row!));
  };
}

/** @returns what was kept: of a mail or an archive all that is in it */
async function keep(ctx: Context, scope: Scope, budget: BodyBudget, dropped: Dropped): Promise<DocumentRow[]> {
  const { filename, password } = dropped;
  const { files } = ctx.store;
  // Of the file as it was sent.
  const { sha256 } = dropped.file.staged;
  const held = budget.hold(scope.tenantId);
  let brought: Brought[] = [];
  try {
    const sender = { tenantId: scope.tenantId, keyId: `window ${scope.tenantId}` };
    const check = (file: ReceivedFile) => checkReceived(ctx, file, { sender, held, eInvoices: true });
    brought = await bring(ctx, files, dropped.file, { filename, password, check });
    const rows: DocumentRow[] = [];
    for (const one of brought) {
      const request = sameRequest(ctx, dropped, { sha256, index: rows.length });
      rows.push((await takeIn(ctx, scope, arrivalOf(ctx, dropped, one), request)).row);
    }
    return rows;
  } catch (error) {
    for (const { file } of brought) await files.discard(file.staged);
    throw error;
  } finally {
    held.end();
  }
}

function arrivalOf(ctx: Context, dropped: Dropped, { file, checked, filename, mail }: Brought): Arrival {
  const { company, retention, guessCompany, isUnknown } = dropped;
  return {
    ...checked,
    file: file.staged,
    origin: 'window',
    retention: ctx.config.policy.retention ?? retention,
    externalId: null,
    metadata: null,
    filename,
    buyerVat: company.vat,
    buyerName: company.name,
    buyerGuessed: guessCompany,
    buyerUnknown: isUnknown,
    webhookUrl: null,
    ...(mail && { mail }),
  };
}

function passwordOf(req: Request): string | null {
  const sent = req.get('File-Password');
  if (sent === undefined) return null;
  try {
    return decodeURIComponent(passwordHeader.parse(sent));
  } catch {
    throw new ApiError('invalid_request', 'The password is not right.');
  }
}

/** @param part.index which one of the files that the upload became */
function sameRequest(
  { store }: Context,
  { filename, company, guessCompany, upload }: Dropped,
  { sha256, index }: { sha256: string; index: number },
): SameRequest | null {
  if (upload === null) return null;
  const key = index === 0 ? `window ${upload}` : `window ${upload} ${index}`;
  return describe(store.vault, {
    key,
    fields: ['window', guessCompany ? '' : company.vat],
    fileSha256: sha256,
    filename,
  });
}
