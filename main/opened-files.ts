import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import type { OpenedFile } from './ipc-map.ts';
import { log } from './log-file.ts';

/** Enough for the server to see that a file is over its limit, and no more. */
const mostBytes = 15 * 1024 * 1024;

const waiting: string[] = [];

/** The files among a command line's arguments. @param argv without the program itself */
export function filesIn(argv: readonly string[], workingDirectory: string): string[] {
  return argv
    .filter((argument) => !argument.startsWith('-'))
    .map((argument) => (isAbsolute(argument) ? argument : join(workingDirectory, argument)))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** Keeps paths for the window to take. @returns whether there were any */
export function handOver(paths: readonly string[]): boolean {
  waiting.push(...paths);
  return paths.length > 0;
}

/** The window takes one at a time, so that a hundred of them are not in memory at once. */
export async function takeFile(): Promise<OpenedFile | null> {
  const path = waiting.shift();
  return path === undefined ? null : { name: basename(path), bytes: await bytesOf(path) };
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const bytes = new Uint8Array(Math.min(size, mostBytes));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    // The window shows it as a file that is not taken, which says more to a person than a box of ours.
    log(`A file that was opened with the program cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    return new Uint8Array();
  }
}
