import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closure, desktopPackages, serverPackages } from '../../../installer/shipped.ts';
import type { measureMachine } from '../../../server/cli/doctor-card.ts';
import { packageRoot } from '../../../server/resources.ts';
import { temporaryFolder } from '../../helpers/appliance.ts';
import { archiveHeader, build, electronFolder, filesIn, fusesOf, run } from './builder.ts';

/** What electron-builder packs on Linux, with a stand-in of Electron's program. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let unpacked: string;
let files: Map<string, number>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const electron = await electronFolder(join(folder.path, 'electron'), 'linux');
  await build(join(folder.path, 'out'), ['--linux', '--dir', `-c.electronDist=${electron}`]);
  unpacked = join(folder.path, 'out', 'linux-unpacked');
  files = await filesIn(unpacked);
});
afterAll(() => folder.remove());

const mib = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
const sizeOf = (prefix: string): number =>
  [...files].reduce((sum, [path, size]) => sum + (path.startsWith(prefix) ? size : 0), 0);

it('lays the server beside the archive, whole', async () => {
  const staged = await filesIn(join(packageRoot, 'build', 'stage', 'server'));
  const packed = [...files].filter(([path]) => path.startsWith('resources/server/'));
  expect(new Map(packed.map(([path, size]) => [path.slice('resources/server/'.length), size]))).toEqual(staged);
});

it('has nothing else beside Electron', () => {
  const others = [...files.keys()].filter((path) => !path.startsWith('resources/server/'));
  expect(others.sort()).toEqual([
    'LICENSE.electron.txt',
    'LICENSES.chromium.html',
    'chrome-sandbox',
    'facturier-desktop',
    'icudtl.dat',
    'locales/en-US.pak',
    'locales/ro.pak',
    'resources.pak',
    'resources/app-update.yml',
    'resources/app.asar',
    'version',
  ]);
});

it("has the desktop's own code in the archive, and the updater", async () => {
  const { files: archived } = await archiveHeader(join(unpacked, 'resources', 'app.asar'));
  const own = archived.filter((path) => !path.startsWith('node_modules/'));
  expect(own.every((path) => /^(dist\/main\/[\w-]+\.c?js|package\.json)$/.test(path))).toBe(true);
  // What runs the checkout does not run the installed program.
  expect(own).not.toContain('dist/main/start.js');
  // Packages may lie elsewhere than in the checkout.
  const packages = new Set(archived.map((path) => path.match(/^.*node_modules\/((@[^/]+\/)?[^/]+)/)?.[1]));
  packages.delete(undefined);
  expect([...packages].sort()).toEqual(
    closure(desktopPackages)
      .map(({ name }) => name)
      .sort(),
  );
});

it('packs no tests, no sources, no tools and nothing of other systems', () => {
  const packages = new Set(serverPackages().map(({ path }) => path));
  const packed = [...files.keys()].filter((path) => path.startsWith('resources/server/'));
  const inside = packed.map((path) => path.slice('resources/server/'.length));
  const unexpected = inside.filter((path) => {
    const owner = path.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
    if (owner) {
      const source = /\.(map|[cm]?tsx?|c|cc|cpp|h)$|(^|\/)(tests?|__tests__|\.[^/]+)\//.test(path.slice(owner.length));
      return !packages.has(owner) || source;
    }
    return !/^(dist\/(server|renderer)|resources|bin)\/|^(LICENSE|THIRD-PARTY-LICENCES\.txt|package\.json|sbom\.cdx\.json)$/.test(
      path,
    );
  });
  expect(unexpected).toEqual([]);
  const native = inside.filter((path) => path.endsWith('.node'));
  expect(native.sort()).toEqual([
    `node_modules/@napi-rs/canvas-linux-x64-gnu/skia.linux-x64-gnu.node`,
    `node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node`,
    'node_modules/better-sqlite3/prebuilds/linux-x64.node',
  ]);
  const node = sizeOf('resources/server/bin/node');
  const rest = sizeOf('resources/server/') - node;
  process.stdout.write(
    `Packed: Node ${mib(node)}, the rest of the server ${mib(rest)}, the archive ${mib(sizeOf('resources/app.asar'))}\n`,
  );
  expect(rest).toBeLessThan(120 * 2 ** 20);
});

it('has the licences of everything, and the list of what it is made of', () => {
  const server = join(unpacked, 'resources', 'server');
  const licences = readFileSync(join(server, 'THIRD-PARTY-LICENCES.txt'), 'utf8');
  for (const name of ['express', 'pdfjs-dist', 'electron-updater', 'react', 'recharts', 'Node']) {
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  const bill = JSON.parse(readFileSync(join(server, 'sbom.cdx.json'), 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string }[];
  };
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'facturier' } } });
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['express', 'electron-updater', 'react', 'node', 'electron']));
  for (const tool of ['typescript', 'vitest', 'electron-builder', '@biomejs/biome']) expect(names).not.toContain(tool);
});

it("sets the fuses in what stands for Electron's program", async () => {
  expect(await fusesOf(join(unpacked, 'facturier-desktop'))).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  });
});

it('runs from where it lies: the packed server reads a digital and a scanned invoice', async () => {
  const facturier = join(unpacked, 'resources', 'server', 'bin', 'facturier');
  const env = { ...process.env, FACTURIER_DATA: join(folder.path, 'data') };
  const { stdout } = await run(facturier, ['doctor', '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject({ good: true });
  const card = await run(facturier, ['doctor', '--card', '--json'], { env });
  const { digital, scanned, peakMib } = JSON.parse(card.stdout) as Awaited<ReturnType<typeof measureMachine>>;
  for (const { pages, secondsPerPage, processorSecondsPerPage } of [digital, scanned]) {
    expect(pages).toBeGreaterThan(2);
    expect(processorSecondsPerPage).toBeGreaterThan(0);
    expect(secondsPerPage).toBeGreaterThan(0);
  }
  expect(scanned.processorSecondsPerPage).toBeGreaterThan(digital.processorSecondsPerPage);
  expect(peakMib).toBeGreaterThan(50);
});
