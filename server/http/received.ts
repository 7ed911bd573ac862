import type { Request } from 'express';
import { maxFileBytes } from '../contract/limits.ts';
import { fileTooLarge, type ReceivedFile } from '../intake/received-file.ts';
import type { Held } from './body-budget.ts';
import { ClientGone } from './errors.ts';

/** What a submission's body held, before any of it was checked. */
export interface Received {
  form: 'multipart' | 'json';
  fields: Record<string, unknown>;
  /** What `metadata` is with its numbers as they were written, which a double may round. */
  metadata: unknown;
  filename: string | null;
  /** Null when the body had none. */
  file: ReceivedFile | null;
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
/** Of `metadata` as JSON: it has room for all that is allowed, each character escaped as two. */
export const metadataBytes = 256 * 1024;

/**
 * Has the client send the body, where it asked first (`Expect: 100-continue`). Node would say yes before any check; so a
 * client that is refused keeps its body.
 * @throws IntakeRefusal file_too_large when the body says that it is longer than that. Who sends without asking is read up
 *   to the limit instead: many only look for an answer when all is sent.
 */
export function askForBody(req: Request, mostBytes = Number.POSITIVE_INFINITY): void {
  if (req.httpVersion !== '1.1' || req.get('Expect')?.toLowerCase() !== '100-continue') return;
  if (Number(req.get('Content-Length')) > mostBytes) throw fileTooLarge();
  req.res?.writeContinue();
}

/**
 * A body that is a file itself. Whoever stops in its midst leaves the request as it is: one that is destroyed has lost its
 * connection, on which the answer goes and the rest still comes.
 */
export async function* bodyOf(req: Request): AsyncGenerator<Buffer> {
  for await (const piece of req.iterator({ destroyOnReturn: false })) yield piece;
}

/**
 * Follows a body to its end.
 * @param bounds.held takes what comes in
 * @param onProblem called at most once: the body is too long, there is no room for it, or the client hung up before its
 *   end. What still comes in is thrown away from then on.
 * @returns ends the following; what still comes in is thrown away then too
 */
export function watchBody(
  req: Request,
  bounds: { mostBytes: number; held: Held },
  onProblem: (problem: Error) => void,
): () => void {
  let bytes = 0;
  const onData = (chunk: Buffer): void => {
    bytes += chunk.byteLength;
    try {
      if (bytes > bounds.mostBytes) throw fileTooLarge();
      bounds.held.add(chunk.byteLength);
    } catch (error) {
      give(error as Error);
    }
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

/** Whether `metadata` has a number, which a double may print otherwise than it was written. */
export function hasNumber(metadata: unknown): boolean {
  return Object.values(metadata ?? {}).some((value) => typeof value === 'number');
}
