/**
 * The store of files cannot be reached, or refuses us. What its message says is known to hold no file's content, name or
 * key, so that it may stand in a log.
 */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';

  /** @param method what was asked of it */
  constructor(method: string, reason: { status?: number; code?: string; cause?: unknown } = {}) {
    const { status, code, cause } = reason;
    const system = (cause as NodeJS.ErrnoException | undefined)?.code;
    const said = status === undefined ? `did not answer (${system ?? 'cut off'})` : `answered ${status} ${code}`;
    super(`The file store ${said.trim()} when asked to ${method}.`, { cause });
  }
}
