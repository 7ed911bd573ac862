import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isShared } from '../../server/store/db.ts';
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
    expect((await store.files.readStaged(received)).equals(bytes)).toBe(true);
    await store.files.adopt(received, 'doc_one');
    expect(await readdir(join(store.folder, 'incoming'))).toEqual([]);
    expect((await store.files.read('doc_one', received.key.wrapped)).equals(bytes)).toBe(true);
    if (process.platform === 'win32' || isShared(store.db)) return;
    const { mode } = await stat(join(store.folder, 'files', 'doc_one'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('of a source that fails half way nothing stays', async () => {
    async function* source(): AsyncGenerator<Buffer> {
      for (let index = 0; index < 30; index++) yield Buffer.alloc(65_536, index);
      throw new Error('the client hung up');
    }
    await expect(store.files.stage(source())).rejects.toThrow('the client hung up');
    expect(await readdir(join(store.folder, 'incoming'))).toEqual([]);
  });
});
