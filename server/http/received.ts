import type { Readable } from 'node:stream';
import type { Request } from 'express';
import { maxFileBytes } from '../contract/limits.ts';
import type { Files, StagedFile } from '../store/files.ts';
import { ApiError, ClientGone } from './errors.ts';

/** What a submission's body held, before any of it was checked. */
export interface Received {
  form: 'multipart' | 'json';
  fields: Record<string, unknown>;
  /** The JSON text that `metadata` was in: the whole body, or that one field. */
  metadataIn: string | null;
  filename: string | null;
  /** Null when the body had none. */
  file: ReceivedFile | null;
}

export interface ReceivedFile {
  staged: StagedFile;
  /** Its first bytes, enough to tell its type. */
  head: Buffer;
}

/** Room for everything in a body that is not the file. */
export const otherBytes = 1024 * 1024;
const base64Bytes = Math.ceil(maxFileBytes / 3) * 4;
/** Of base64 in lines of 64 characters, each ended by a CR and a LF that are escaped. */
const lineEndBytes = Math.ceil(base64Bytes / 64) * 4;
/** More than this cannot hold a file within the limit. */
export const maxBodyBytes = {
  multipart: maxFileBytes + otherBytes,
  json: base64Bytes + lineEndBytes + otherBytes,
};
const headBytes = 1100;

/** Takes a file in as it comes. @throws ApiError file_too_large as soon as the limit is passed */
export async function stageFile(files: Files, source: Readable | Iterable<Buffer>): Promise<ReceivedFile> {
  const head: Uint8Array[] = [];
  let bytes = 0;
  const staged = await files.stage(source, (piece) => {
    if (bytes < headBytes) head.push(piece.subarray(0, headBytes - bytes));
    bytes += piece.byteLength;
    if (bytes > maxFileBytes) throw fileTooLarge();
  });
  return { staged, head: Buffer.concat(head) };
}

/**
 * Has the client send the body, where it asked first (`Expect: 100-continue`). Node would say yes before any check; so a
 * client that is refused keeps its body.
 * @throws ApiError file_too_large when the body says that it is longer than that. Who sends without asking is read up
 *   to the limit instead: many only look for an answer when all is sent.
 */
export function askForBody(req: Request, mostBytes = Number.POSITIVE_INFINITY): void {
  if (req.httpVersion !== '1.1' || req.get('Expect')?.toLowerCase() !== '100-continue') return;
  if (Number(req.get('Content-Length')) > mostBytes) throw fileTooLarge();
  req.res?.writeContinue();
}

/**
 * Follows a body to its end.
 * @param onProblem called at most once: the body is too long, or the client hung up before its end. What still comes
 *   in is thrown away from then on.
 * @returns ends the following; what still comes in is thrown away then too
 */
export function watchBody(req: Request, form: Received['form'], onProblem: (problem: Error) => void): () => void {
  let bytes = 0;
  const onData = (chunk: Buffer): void => {
    bytes += chunk.byteLength;
    if (bytes > maxBodyBytes[form]) give(fileTooLarge());
  };
  const onClose = (): void => {
    if (!req.complete) give(new ClientGone());
  };
  const stop = (): void => {
    req.off('data', onData);
    req.off('close', onClose);
    req.unpipe();
    req.resume();
  };
  const give = (problem: Error): void => {
    stop();
    onProblem(problem);
  };
  req.on('data', onData);
  req.on('close', onClose);
  return stop;
}

export function fileTooLarge(): ApiError {
  return new ApiError('file_too_large', `The file is over ${maxFileBytes / (1024 * 1024)} MiB.`);
}
