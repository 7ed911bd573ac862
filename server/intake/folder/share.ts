import { constants, type Dirent, type Stats } from 'node:fs';
import { link, lstat, mkdir, open, readdir, rename, rmdir, statfs, unlink, writeFile } from 'node:fs/promises';
import { isDiskFull } from '../../store/disk-full.ts';

/** A share that does not answer within this time is away. */
const patienceMs = 20_000;
const pieceBytes = 1024 * 1024;

/** What `statfs` calls NFS, SMB in its three kinds, and file systems of other programs, most of which are far away. */
const networkTypes = new Set([0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546]);

/** What systems say of a share that went away. */
const awayCodes = new Set([
  ...['EIO', 'ESTALE', 'ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNRESET'],
  ...['ECONNABORTED', 'ENODEV', 'ENXIO', 'ENOTDIR', 'UNKNOWN'],
]);
const deniedCodes = new Set(['EACCES', 'EPERM', 'EBUSY']);
/** What file systems say that do not sync folders. */
const unsyncedCodes = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'EBADF']);

/** The folder does not answer; it may come back. */
class ShareAway extends Error {
  override readonly name = 'ShareAway';
}

/**
 * What is done in a folder that may lie on another machine. One call is made at a time and waited for so long and no
 * longer: a call to a share that went away may never return and keeps one of few threads, so that none is made before it
 * has.
 */
export interface Share {
  list(folder: string): Promise<Dirent[]>;
  /** Null where there is no such thing, or no plain file: of a link nothing is followed. */
  look(path: string): Promise<Stats | null>;
  /** The first and the last bytes of a file. */
  ends(path: string, headBytes: number, tailBytes: number): Promise<{ head: Buffer; tail: Buffer; size: number }>;
  /** A file's bytes in pieces up to its end, or a piece more than `mostBytes`. */
  read(path: string, mostBytes: number): Promise<Buffer[]>;
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Has the names in a folder on the disk before it returns, where its system can promise that. */
  sync(folder: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Makes a folder where there is none. The one above it must be there: a share that went away is not made anew. */
  makeFolder(path: string): Promise<void>;
  /** Takes an empty folder away. */
  removeFolder(path: string): Promise<void>;
  isOnNetwork(folder: string): Promise<boolean>;
}

/** @param stopping ends every wait */
export function openShare(stopping: AbortSignal): Share {
  const ended = (): void => undefined;
  let before: Promise<void> = Promise.resolve();

  async function inTime<T>(call: () => Promise<T>): Promise<T> {
    let stop: () => void = () => undefined;
    let isLate = stopping.aborted;
    const late = new Promise<never>((_, reject) => {
      const giveUp = (): void => {
        isLate = true;
        reject(new ShareAway());
      };
      const timer = setTimeout(giveUp, patienceMs);
      stopping.addEventListener('abort', giveUp, { once: true });
      stop = () => {
        clearTimeout(timer);
        stopping.removeEventListener('abort', giveUp);
      };
    });
    const answer = before.then(() => {
      if (isLate) throw new ShareAway();
      return call();
    });
    before = answer.then(ended, ended);
    try {
      return await Promise.race([answer, late]);
    } finally {
      stop();
    }
  }

  const opened = (path: string) => inTime(() => open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)));

  return {
    list: (folder) => inTime(() => readdir(folder, { withFileTypes: true })),
    async look(path) {
      const found = await inTime(() => lstat(path)).catch((error) => {
        if (isMissing(error)) return null;
        throw error;
      });
      return found?.isFile() ? found : null;
    },
    async ends(path, headBytes, tailBytes) {
      const file = await opened(path);
      try {
        const { size } = await inTime(() => file.stat());
        const head = Buffer.alloc(Math.min(headBytes, size));
        const tail = Buffer.alloc(Math.min(tailBytes, size));
        await inTime(() => file.read(head, 0, head.byteLength, 0));
        await inTime(() => file.read(tail, 0, tail.byteLength, size - tail.byteLength));
        return { head, tail, size };
      } finally {
        await inTime(() => file.close());
      }
    },
    async read(path, mostBytes) {
      const file = await opened(path);
      const pieces: Buffer[] = [];
      try {
        const { size } = await inTime(() => file.stat());
        // In pieces no larger than what is left: a large one for each of a thousand small files would have memory cleared
        // all the time. One byte more is asked for than the file had, which tells that it grew.
        for (let read = 0; read <= Math.min(size, mostBytes); ) {
          const piece = Buffer.alloc(Math.min(pieceBytes, size - read + 1));
          const { bytesRead } = await inTime(() => file.read(piece, 0, piece.byteLength, read));
          if (bytesRead === 0) break;
          read += bytesRead;
          pieces.push(piece.subarray(0, bytesRead));
        }
      } finally {
        await inTime(() => file.close());
      }
      return pieces;
    },
    write: (path, content) => inTime(() => writeFile(path, content, { flush: true })),
    async sync(folder) {
      // Windows has no such call for folders.
      if (process.platform === 'win32') return;
      const handle = await inTime(() => open(folder, constants.O_RDONLY));
      try {
        await inTime(() => handle.sync()).catch((error) => {
          if (!unsyncedCodes.has(codeOf(error) ?? '')) throw error;
        });
      } finally {
        await inTime(() => handle.close());
      }
    },
    rename: (from, to) => inTime(() => rename(from, to)),
    link: (from, to) => inTime(() => link(from, to)),
    unlink: (path) => inTime(() => unlink(path)),
    makeFolder: (path) =>
      inTime(() => mkdir(path)).catch((error) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      }),
    removeFolder: (path) => inTime(() => rmdir(path)),
    async isOnNetwork(folder) {
      if (folder.startsWith('\\\\')) return true;
      const { type } = await inTime(() => statfs(folder));
      return networkTypes.has(type);
    },
  };
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** What the system calls an error; null where it is none of its. */
export function codeOf(error: unknown): string | null {
  return (error as NodeJS.ErrnoException | null)?.code ?? null;
}

/** Whether something may not be done, or not now because somebody has the file open. */
export function isDenied(error: unknown): boolean {
  return deniedCodes.has(codeOf(error) ?? '');
}

/** How it stands with a folder of which an error tells; null where the error tells nothing of it. */
export function troubleOf(error: unknown): 'away' | 'read_only' | 'full' | null {
  if (error instanceof ShareAway || isMissing(error) || awayCodes.has(codeOf(error) ?? '')) return 'away';
  if (codeOf(error) === 'EROFS' || isDenied(error)) return 'read_only';
  return isDiskFull(error) ? 'full' : null;
}
