/** As the system says it, Node of a thread that it could not set up, and SQLite of a file that it could not open. */
const outOfHandles = new Set(['EMFILE', 'ENFILE', 'ERR_WORKER_INIT_FAILED', 'SQLITE_CANTOPEN']);

/** No more files and sockets may be open in this process. */
export class OutOfHandles extends Error {
  override readonly name = 'OutOfHandles';
  readonly code = 'EMFILE';

  constructor() {
    super('No file handle is left.');
  }
}

/** Whether something failed because no more files and sockets may be open: it passes, and is nobody's fault who asked. */
export function isOutOfHandles(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as NodeJS.ErrnoException;
  return outOfHandles.has(code ?? '') || (cause != null && isOutOfHandles(cause));
}

/** How many files and sockets this process may have open at once; infinite where the system sets no such bound. */
export function mostHandles(): number {
  // Otherwise it would look up the names of what is connected. The types do not know of it.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  // Windows has none of these; others may say `unlimited`.
  return Number(userLimits?.open_files?.soft) || Number.POSITIVE_INFINITY;
}

/** Bytes that this process holds, or null where no handle is left to ask the system through: it says so in a file. */
export function heldBytes(): number | null {
  try {
    return process.memoryUsage.rss();
  } catch (error) {
    if (isOutOfHandles(error)) return null;
    throw error;
  }
}
