import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RequestHandler } from 'express';
import { Zip, ZipPassThrough } from 'fflate';
import type { Context } from '../../context.ts';
import type { Booked } from '../../contract/booked.ts';
import { mostOriginals, originalsWishSchema } from '../../contract/window-exports.ts';
import { inOrder, originalName, originalsIndex } from '../../exports/originals.ts';
import { anyDay } from '../../exports/packed.ts';
import { type Words, wordsIn } from '../../exports/words.ts';
import { gatherBooked } from '../../store/booked.ts';
import type { DocumentList } from '../../store/document-list.ts';
import { get, type Scope } from '../../store/documents.ts';
import { documentsOf } from '../../store/inbox.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { scopeOf } from './session.ts';

/** What an archive without its newer form can hold, less what names its files (APPNOTE 4.4.1.4). */
const mostBytes = 0xff_ff_ff_ff - 16 * 1024 * 1024;

/** POST /app/exports/originals: the files themselves in an archive, beside a table of them, one file in memory at a time. */
export function writeOriginals(ctx: Context, list: DocumentList): RequestHandler {
  const { db, vault } = ctx.store;
  return async (req, res) => {
    const wish = validate(originalsWishSchema, 'body', req.body);
    const scope = scopeOf(res);
    const ids = wish.ids ?? (await list.ids(scope.tenantId, wish.query));
    if (ids.length > mostOriginals) {
      throw new ApiError('invalid_request', `An archive holds at most ${mostOriginals} documents.`);
    }
    const invoices = inOrder(await gatherBooked(db, vault, scope, ids, false));
    const kept = (await documentsOf(db, scope.tenantId, ids)).filter(({ has_file }) => has_file === 1);
    const withFile = new Set(kept.map(({ id }) => id));
    const written = invoices.filter(({ id }) => withFile.has(id)).length;
    if (written === 0) throw new ApiError('not_exportable', 'None of the files is kept any more.');
    const words = wordsIn(wish.language);
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    res.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${words.of('originals.file')}.zip"`,
      'X-Content-Type-Options': 'nosniff',
      'X-Exported': String(written),
      'X-Left-Out': String(invoices.length - written),
    });
    try {
      await pipeline(Readable.from(archiveOf(ctx, scope, invoices, words, gone.signal)), res);
    } catch (error) {
      // What was sent already cannot be taken back: the answer breaks off, and nobody takes it for whole.
      if (!isOfClient(error)) ctx.log.error({ err: error }, 'An archive of files broke off');
    }
  };
}

/** Whether a client that went away is all that went wrong. */
function isOfClient(error: unknown): boolean {
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

async function* archiveOf(
  { store }: Context,
  scope: Scope,
  invoices: readonly Booked[],
  words: Words,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    bytes += piece.byteLength;
    ready.push(piece);
  });
  // What is inside is packed already.
  const add = (name: string, content: Uint8Array): void => {
    if (bytes + content.byteLength > mostBytes) throw new Error('The archive would be larger than 4 GiB.');
    const entry = new ZipPassThrough(name);
    entry.mtime = anyDay;
    zip.add(entry);
    entry.push(content, true);
  };
  const taken = new Set<string>();
  const named: { booked: Booked; name: string | null }[] = [];
  for (const booked of invoices) {
    // Asked for at its turn: a file may be erased while those before it are sent.
    const row = await get(store.db, scope, booked.id);
    const content = row?.has_file === 1 ? await fileOf(store, scope, row, signal) : null;
    const name = row && content && originalName(booked, row.mime_type, taken);
    named.push({ booked, name });
    if (name && content) add(name, content);
    yield* ready.splice(0);
  }
  const index = originalsIndex(named, words);
  add(index.name, index.bytes);
  zip.end();
  yield* ready.splice(0);
}

/** A document's file; null where it was erased meanwhile. @throws where it cannot be read */
async function fileOf(
  { db, files }: Context['store'],
  scope: Scope,
  { id, file_key }: { id: string; file_key: Buffer },
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  try {
    return await files.read(id, file_key, signal);
  } catch (error) {
    if ((await get(db, scope, id))?.has_file === 1) throw error;
    return null;
  }
}
