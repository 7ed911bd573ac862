import { hash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isShared } from '../../server/store/db.ts';
import { readSealed, stagedContent } from '../../server/store/files.ts';
import { temporaryStore } from '../helpers/store.ts';

describe('a received file', () => {
  let store: Awaited<ReturnType<typeof temporaryStore>>;
  beforeEach(async () => {
    store = await temporaryStore();
  });
  afterEach(() => store.remove());

  test.each([
    ['a small one reaches the disk once it is adopted', 4 * 65_536, 0],
    ['a larger one streams to the disk', 40 * 65_536, 1],
  ])('%s, and both are read back as they came', async (_name, size, staged) => {
    const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7) % 251));
    const chunks = Array.from({ length: size / 65_536 }, (_, index) =>
      bytes.subarray(index * 65_536, (index + 1) * 65_536),
    );
    const received = await store.files.stage(chunks);
    expect(await readdir(join(store.folder, 'incoming'))).toHaveLength(staged);
    const content = stagedContent(received);
    expect(Buffer.compare(content instanceof Uint8Array ? content : await readSealed(content), bytes)).toBe(0);
    expect(received.sha256).toBe(hash('sha256', bytes));
    await store.files.adopt(received, 'doc_one');
    expect(await readdir(join(store.folder, 'incoming'))).toEqual([]);
    expect((await store.files.read('doc_one', received.key.wrapped)).equals(bytes)).toBe(true);
    if (process.platform === 'win32' || isShared(store.db)) return;
    const { mode } = await stat(join(store.folder, 'files', 'doc_one'));
    expect(mode & 0o777).toBe(0o600);
  });

  test.each([3, 30])('of a source that fails after %i pieces nothing stays', async (pieces) => {
    async function* source(): AsyncGenerator<Buffer> {
      for (let index = 0; index < pieces; index++) yield Buffer.alloc(65_536, index);
      throw new Error('the client hung up');
    }
    await expect(store.files.stage(source())).rejects.toThrow('the client hung up');
    expect(await readdir(join(store.folder, 'incoming'))).toEqual([]);
  });

  test.each([3, 30])(
    'whoever looks at what comes in may end it, here after %i pieces, and nothing stays',
    async (most) => {
      const source = Array.from({ length: 40 }, (_, index) => Buffer.alloc(65_536, index));
      let seen = 0;
      const staging = store.files.stage(source, (piece) => {
        seen += piece.byteLength;
        if (seen > most * 65_536) throw new Error('too large');
      });
      await expect(staging).rejects.toThrow('too large');
      expect(seen).toBeGreaterThan(most * 65_536);
      expect(await readdir(join(store.folder, 'incoming'))).toEqual([]);
    },
  );

  test('of a source that is closed before its end nothing stays', async () => {
    const source = new Readable({ read: () => undefined });
    const staging = store.files.stage(source);
    source.push(Buffer.alloc(100));
    setImmediate(() => source.destroy());
    await expect(staging).rejects.toThrow();
    expect(await readdir(join(store.folder, 'incoming'))).toEqual([]);
  });
});
