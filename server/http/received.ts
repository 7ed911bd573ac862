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
/** More than this cannot hold a file within the limit; its base64 form is a third longer. */
const maxBodyBytes = { multipart: maxFileBytes + otherBytes, json: Math.ceil(maxFileBytes / 3) * 4 + otherBytes };
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
