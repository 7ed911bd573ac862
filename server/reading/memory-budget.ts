import { availableParallelism, totalmem } from 'node:os';

const mebibyte = 1024 * 1024;
/** What the process holds before it has read anything (211 MiB, measured), and what answering adds. */
const serverMb = 250;
/** Decoding the largest picture that is taken (120 million pixels) fits, with its copies; pictures of 50 pages take a tenth. */
const mostMb = 1536;
/** What a scanned page takes, and twice that. */
const readerMb = 400;

/** What reading may hold on this machine, in MiB. */
export interface MemoryBudget {
  /** How many files may be read at once. */
  readers: number;
  /** One reader beside the others. */
  shareMb: number;
  /** One that reads alone, because a share was too little. */
  aloneMb: number;
  /** A thread that does short work with a file, beside all readers. */
  besideMb: number;
}

/**
 * Divides a machine's memory. A quarter stays free: a thread is ended a moment after it passed its bound, and what is
 * taken within that moment must not be the last. Where the system has no memory left it ends the whole process.
 * @param memoryMb what there is
 * @param cores how many files are worth reading at once
 */
export function budgetOf(memoryMb: number, cores: number): MemoryBudget {
  const usableMb = Math.max(readerMb / 2, 0.75 * memoryMb - serverMb);
  const readingMb = 0.75 * usableMb;
  const readers = Math.max(1, Math.min(4, cores, Math.floor(readingMb / readerMb)));
  return {
    readers,
    shareMb: Math.floor(Math.min(mostMb, readingMb / readers)),
    aloneMb: Math.floor(Math.min(mostMb, readingMb)),
    besideMb: Math.floor(Math.min(mostMb, usableMb - readingMb)),
  };
}

/** The budget of this machine, or of the container or service that bounds this process. */
export function budgetHere(): MemoryBudget {
  const bound = process.constrainedMemory();
  const bytes = bound > 0 ? Math.min(bound, totalmem()) : totalmem();
  return budgetOf(bytes / mebibyte, availableParallelism());
}

/**
 * Limits of a thread that reads what may be hostile. V8's own bound on its heap must never be met: where one large
 * allocation meets it, a growing table or array, V8 aborts the whole process and not the thread. So it lies far above what
 * the watch lets a thread hold.
 * @param watchedMb what that is
 */
export function limitsOf(watchedMb: number): { maxOldGenerationSizeMb: number; maxYoungGenerationSizeMb: number } {
  // V8 would let the part of the heap for new objects grow with what a long file makes; reading is as fast without.
  return { maxOldGenerationSizeMb: Math.max(1024, 3 * watchedMb), maxYoungGenerationSizeMb: 24 };
}
