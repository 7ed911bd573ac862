import { createReadStream } from 'node:fs';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Retention } from '../../contract/document.ts';
import { maxBuyerVat, maxFilenameBytes, maxIdempotencyKey } from '../../contract/limits.ts';
import { upTo } from '../../contract/text.ts';
import type { Company } from '../../contract/window.ts';
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
import { askForBody } from '../received.ts';
import { queryOf, validate } from '../validation.ts';
import { scopeOf, sessionNow } from './session.ts';

const submitQuery = z.object({
  /** Of a disk that allows longer ones it is shortened: what a person drops is not refused for its name. */
  filename: z.string().max(1000).optional(),
  buyer_vat: upTo(maxBuyerVat),
  /** Names this upload: sent again after a lost answer, it makes no second document. */
  upload: z.string().min(1).max(maxIdempotencyKey),
});

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
}

/** POST /app/documents: a file that was dropped into the window. The body is the file itself. */
export function submit(ctx: Context, budget: BodyBudget): RequestHandler {
  const { store } = ctx;
  return async (req, res) => {
    const scope = scopeOf(res);
    const { filename = null, buyer_vat, upload } = validate(submitQuery, 'query', queryOf(req));
    const company = (await companies.list(store.db, scope.tenantId)).find(({ vat }) => vat === buyer_vat);
    if (!company) throw new ApiError('invalid_request', 'The company is not one of this window.');
    askForBody(req);
    const file = await stageFile(store.files, req);
    try {
      // It may have ended while all this came in.
      await sessionNow(ctx, req);
    } catch (error) {
      await store.files.discard(file.staged);
      throw error;
    }
    const { retention, guessCompany } = await preferences.get(store.db, scope.tenantId);
    const dropped = { file, filename: filename && shortened(filename), company, upload, retention, guessCompany };
    const row = await keep(ctx, scope, budget, dropped);
    res.status(202).json(inboxRow(store.vault, row));
  };
}

/** POST /app/sample: the sample invoice, to see what reading makes of one. */
export function submitSample(ctx: Context, budget: BodyBudget): RequestHandler {
  const { store } = ctx;
  return async (_req, res) => {
    const file = await stageFile(store.files, createReadStream(resource('samples', 'invoice.pdf')));
    const row = await keep(ctx, scopeOf(res), budget, {
      file,
      filename: 'sample.pdf',
      company: sampleBuyer,
      upload: null,
      retention: 'standard',
      guessCompany: false,
    });
    res.status(202).json(inboxRow(store.vault, row));
  };
}

async function keep(ctx: Context, scope: Scope, budget: BodyBudget, dropped: Dropped): Promise<DocumentRow> {
  const { file, filename, company, retention, guessCompany } = dropped;
  const held = budget.hold(scope.tenantId);
  try {
    const sender = { tenantId: scope.tenantId, keyId: `window ${scope.tenantId}` };
    const checked = await checkReceived(ctx, file, { sender, held, eInvoices: true });
    const arrival: Arrival = {
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
      webhookUrl: null,
    };
    return (await takeIn(ctx, scope, arrival, sameRequest(ctx, dropped))).row;
  } catch (error) {
    await ctx.store.files.discard(file.staged);
    throw error;
  } finally {
    held.end();
  }
}

/** As much of a name as is kept, with its ending. */
function shortened(filename: string): string {
  const bytes = (text: string): number => Buffer.byteLength(text);
  if (bytes(filename) <= maxFilenameBytes) return filename;
  const ending = /\.\w{1,10}$/.exec(filename)?.[0] ?? '';
  const characters = [...filename.slice(0, filename.length - ending.length)];
  let left = maxFilenameBytes - bytes(ending);
  const end = characters.findIndex((character) => {
    left -= bytes(character);
    return left < 0;
  });
  return characters.slice(0, end).join('') + ending;
}

function sameRequest({ store }: Context, { file, filename, company, upload }: Dropped): SameRequest | null {
  if (upload === null) return null;
  const fields = ['window', company.vat];
  return describe(store.vault, { key: `window ${upload}`, fields, fileSha256: file.staged.sha256, filename });
}
