import type { Readable } from 'node:stream';
import { maxFileBytes } from '../contract/limits.ts';
import { type Files, type StagedFile, smallBytes } from '../store/files.ts';
import { IntakeRefusal } from './refusal.ts';

/** A file that came in whole, and is kept nowhere yet. */
export interface ReceivedFile {
  staged: StagedFile;
  /** Its first bytes, enough to tell its type. */
  head: Buffer;
  bytes: number;
}

/** So much of a file tells its type. */
export const headBytes = 1100;

/**
 * Takes a file in as it comes.
 * @param onDisk told of the bytes that went to the disk at once, and are not in memory any more
 * @throws IntakeRefusal file_too_large as soon as the limit is passed
 */
export async function stageFile(
  files: Files,
  source: Readable | Iterable<Buffer> | AsyncIterable<Buffer>,
  onDisk?: (bytes: number) => void,
): Promise<ReceivedFile> {
  const head: Uint8Array[] = [];
  let bytes = 0;
  const staged = await files.stage(source, (piece) => {
    if (bytes < headBytes) head.push(piece.subarray(0, headBytes - bytes));
    bytes += piece.byteLength;
    if (bytes > smallBytes) onDisk?.(piece.byteLength);
    if (bytes > maxFileBytes) throw fileTooLarge();
  });
  return { staged, head: Buffer.concat(head), bytes };
}

export function fileTooLarge(): IntakeRefusal {
  return new IntakeRefusal('file_too_large', `The file is over ${maxFileBytes / (1024 * 1024)} MiB.`);
}
