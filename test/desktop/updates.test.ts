import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import electronUpdater from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveFolder } from '../../main/update-share.ts';
import { checksSignatures } from '../../main/update-signature.ts';
import { temporaryFolder } from '../helpers/appliance.ts';

/** The updater's own way of fetching, over Node's requests in place of Electron's. */
class Requests extends ElectronHttpExecutor {
  override createRequest(...[options, callback]: Parameters<ElectronHttpExecutor['createRequest']>) {
    return request(options as RequestOptions, callback) as never;
  }
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let share: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  share = join(folder.path, 'share');
  mkdirSync(share);
});
afterEach(() => folder.remove());

const installer = Buffer.from('an installer of the next version');

/** What a build of the installers leaves in its folder. */
function offer(version: string, bytes: Buffer): void {
  const sha512 = createHash('sha512').update(installer).digest('base64');
  const name = `Facturier Setup ${version}.exe`;
  const lines = [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${sha512}`,
    `    size: ${bytes.length}`,
  ];
  writeFileSync(join(share, 'latest.yml'), [...lines, `path: ${name}`, `sha512: ${sha512}`, ''].join('\n'));
  writeFileSync(join(share, name), bytes);
}

function updater(address: string): InstanceType<typeof electronUpdater.NsisUpdater> {
  const config = join(folder.path, 'app-update.yml');
  writeFileSync(config, 'provider: generic\nurl: https://updates.invalid/\nupdaterCacheDirName: updates\n');
  const made = new electronUpdater.NsisUpdater(undefined, {
    version: '1.0.0',
    name: 'facturier',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder.path,
    baseCachePath: folder.path,
    whenReady: async () => undefined,
    relaunch() {},
    quit() {},
    onQuit() {},
  });
  Object.assign(made, { httpExecutor: new Requests(), _testOnlyOptions: { platform: 'win32' } });
  made.logger = null;
  made.disableDifferentialDownload = true;
  made.setFeedURL({ provider: 'generic', url: address });
  return made;
}

describe('updates from a folder', () => {
  it('are found and fetched by the updater', async () => {
    offer('1.1.0', installer);
    const { address, close } = await serveFolder(share);
    const found = await updater(address).checkForUpdates();
    expect(found?.updateInfo.version).toBe('1.1.0');
    const [file = ''] = (await found?.downloadPromise) ?? [];
    await close();
    expect(readFileSync(file)).toEqual(installer);
  });

  it('are not taken when they are another file than the one that was offered, or an older one', async () => {
    const { address, close } = await serveFolder(share);
    offer('1.1.0', Buffer.from('an installer of nobody knows'));
    const found = await updater(address).checkForUpdates();
    await expect(found?.downloadPromise).rejects.toThrow(/sha512/);
    offer('0.9.0', installer);
    expect((await updater(address).checkForUpdates())?.isUpdateAvailable).toBe(false);
    await close();
  });

  it('are nobody else to have: one secret address, no other file, and nothing once it was looked', async () => {
    writeFileSync(join(folder.path, 'outside.yml'), 'private');
    offer('1.1.0', installer);
    const { address, close } = await serveFolder(share);
    const status = async (path: string): Promise<number> => (await fetch(new URL(path, address))).status;
    expect(await status('latest.yml')).toBe(200);
    for (const path of [
      '/latest.yml',
      '..%2Foutside.yml',
      '%2e%2e/outside.yml',
      '..%5Coutside.yml',
      '%',
      '',
      'none.yml',
    ]) {
      expect([path, await status(path)]).toEqual([path, 404]);
    }
    expect((await fetch(new URL('latest.yml', address), { method: 'POST' })).status).toBe(404);
    await close();
    await expect(fetch(address)).rejects.toThrow();
  });
});

it('are looked for only where their signature is checked', () => {
  const settings = join(folder.path, 'app-update.yml');
  expect(checksSignatures('darwin', folder.path)).toBe(true);
  expect(checksSignatures('linux', folder.path)).toBe(false);
  expect(checksSignatures('win32', folder.path)).toBe(false);
  writeFileSync(settings, 'provider: generic\nupdaterCacheDirName: facturier-updater\n');
  expect(checksSignatures('win32', folder.path)).toBe(false);
  writeFileSync(settings, 'provider: generic\npublisherName:\n  - Somebody\n');
  expect(checksSignatures('win32', folder.path)).toBe(true);
});
