import { existsSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/** What `nice` gives. */
const priority = 10;

/**
 * Has the thread that calls it let the one that answers requests go first where all cores are busy. Linux schedules each
 * thread by its own priority, and names the current one here; elsewhere the priority belongs to the whole process and is
 * left alone. A process that was started at a lower one may not be raised, and need not be.
 */
export function giveWay(): void {
  const self = '/proc/thread-self';
  if (process.platform !== 'linux' || !existsSync(self)) return;
  const thread = Number(basename(readlinkSync(self)));
  setPriority(thread, Math.max(getPriority(thread), priority));
}
