import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStore, ownFolder } from '../../server/store/data-folder.ts';
import { newId } from '../../server/store/ids.ts';
import { createVault, open, seal, sealing } from '../../server/store/vault.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier-folder-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a data folder', () => {
  test('has one owner at a time', () => {
    const disown = ownFolder(folder);
    expect(() => ownFolder(folder)).toThrow(/in use by another Facturier/);
    disown();
    ownFolder(folder)();
  });

  test('may be opened by several, beside its owner', async () => {
    const disown = ownFolder(folder);
    const stores = [
      await openStore({ data: folder, masterKey: null }),
      await openStore({ data: folder, masterKey: null }),
    ];
    for (const store of stores) await store.close();
    disown();
  });

  test('is made, with what is above it', async () => {
    await (await openStore({ data: join(folder, 'a', 'b'), masterKey: null })).close();
  });

  test('that cannot be made is said in one sentence', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(openStore({ data: join(folder, 'file', 'data'), masterKey: null })).rejects.toThrow(
      /^The data folder .* cannot be made/,
    );
  });

  test('that is a file is called one', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(openStore({ data: join(folder, 'file'), masterKey: null })).rejects.toThrow(
      /is a file, not a folder$/,
    );
  });

  test.skipIf(process.platform !== 'linux')('is not tried for ever where nothing can be made', async () => {
    await expect(openStore({ data: '/proc/facturier/data', masterKey: null })).rejects.toThrow(
      /^The data folder \/proc\/facturier\/data cannot be made: ENOENT/,
    );
  });

  test('opens with the master key it was made with, and with no other', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    await (await openStore({ data: folder, masterKey: key })).close();
    await (await openStore({ data: folder, masterKey: key })).close();
    await expect(openStore({ data: folder, masterKey: Buffer.alloc(32, 8).toString('base64') })).rejects.toThrow(
      /not the one/,
    );
    await expect(openStore({ data: folder, masterKey: null })).rejects.toThrow(/has a master key, which is not there/);
    await expect(openStore({ data: folder, masterKey: 'short' })).rejects.toThrow(/32 bytes/);
  });
});

describe('what is sealed', () => {
  const vault = createVault(Buffer.alloc(32, 1));

  test('opens to the same bytes, whole or as a stream', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 5 }), async (chunks) => {
        const { key } = vault.newKey();
        const bytes = Buffer.concat(chunks);
        expect(open(key, seal(key, bytes))).toEqual(bytes);
        const stream = sealing(key);
        for (const chunk of chunks) stream.write(chunk);
        stream.end();
        expect(open(key, Buffer.concat(await stream.toArray()))).toEqual(bytes);
      }),
      { numRuns: 30 },
    );
  });

  test('does not open with another key, or with one bit changed', () => {
    const { key, wrapped } = vault.newKey();
    const sealed = seal(key, Buffer.from('invoice'));
    for (let at = 0; at < sealed.byteLength; at++) {
      const spoiled = Buffer.from(sealed);
      spoiled[at]! ^= 1;
      expect(() => open(key, spoiled)).toThrow();
    }
    expect(() => open(vault.newKey().key, sealed)).toThrow();
    expect(() => createVault(Buffer.alloc(32, 2)).unwrap(wrapped)).toThrow();
    expect(vault.unwrap(wrapped)).toEqual(key);
  });
});

describe('ids', () => {
  test('sort by creation, whatever the clock does, and carry their time', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 2, maxLength: 50 }), (steps) => {
        let now = Date.now();
        const ids = steps.map((step) => {
          now += step;
          return newId('doc', now);
        });
        expect([...ids].sort()).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(id).toMatch(/^doc_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
      }),
    );
  });
});
