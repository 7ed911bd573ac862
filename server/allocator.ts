/**
 * How the GNU C library is to keep memory; other systems do not look at it. With a heap for each of a process's threads,
 * each keeps the holes that pages of all kinds leave in it, a hundred megabytes after fifty scans; and buffers of a page's
 * size leave the largest holes, unless they are taken from the system one by one.
 */
const settings = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1048576' };

/** Starts this program anew in its own place where it was started without the settings: they are read at no other time. */
export function settleAllocator(): void {
  if (process.platform !== 'linux' || Object.keys(settings).some((name) => process.env[name] !== undefined)) return;
  const [program, ...args] = [process.execPath, process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(program, args, { ...process.env, ...settings });
}
