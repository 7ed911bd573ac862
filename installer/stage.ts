import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../server/resources.ts';
import { isLeftOut, isLicence } from './left-out.ts';
import { shippedBill } from './sbom.ts';
import { closure, desktopPackages, pagePackages, type ShippedPackage, serverPackages } from './shipped.ts';

/**
 * Lays out what installers pack, and nothing else, in `build/stage`: `app` is the desktop's own code, which goes into the
 * archive; `server` is the same server that runs headless, with the Node that its command line and service run on.
 * Everything is of this system: an installer is built on the system that it is for. Run `npm run build` before.
 */
const stage = join(packageRoot, 'build', 'stage');

rmSync(stage, { recursive: true, force: true });
const own = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Record<string, unknown>;
const { name, version, description, license: ownLicence, type } = own;

const app = join(stage, 'app');
copy('dist/main', join(app, 'dist', 'main'));
const desktop = closure(desktopPackages);
for (const one of desktop) copy(one.path, join(app, one.path), one.name);
describe(app, { main: 'dist/main/main.js', dependencies: versionsOf(desktopPackages) });

const server = join(stage, 'server');
for (const folder of ['dist/server', 'dist/renderer', 'resources']) copy(folder, join(server, folder));
const packages = serverPackages();
for (const one of packages) copy(one.path, join(server, one.path), one.name);
describe(server, { bin: { facturier: 'dist/server/cli.js' } });
copyNode();
// How systems without systemd start the server with nobody logged in; the Debian package brings its own unit.
const service = { win32: 'facturier.xml', darwin: 'ro.facturier.server.plist' }[process.platform as 'win32' | 'darwin'];
if (service) cpSync(join(packageRoot, 'installer', 'service', service), join(server, 'service', service));
cpSync(join(packageRoot, 'LICENSE'), join(server, 'LICENSE'));
const shipped = [...packages, ...desktop, ...pagePackages()];
writeFileSync(join(server, 'THIRD-PARTY-LICENCES.txt'), licences(shipped));
const everything = npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
const programs = [
  { name: 'node', version: process.versions.node },
  { name: 'electron', version: (own.devDependencies as Record<string, string>).electron ?? '' },
];
writeFileSync(join(server, 'sbom.cdx.json'), shippedBill(everything, name as string, shipped, programs));

/** @param packageName null for the program's own files */
function copy(from: string, to: string, packageName: string | null = null): void {
  const source = join(packageRoot, from);
  cpSync(source, to, {
    recursive: true,
    dereference: true,
    filter(path) {
      const inside = path.slice(source.length + 1).replaceAll('\\', '/');
      if (inside === '') return true;
      if (packageName === null) return !inside.endsWith('.map');
      // A package inside a package is listed by itself.
      return !inside.split('/').includes('node_modules') && !isLeftOut(packageName, inside);
    },
  });
}

function describe(folder: string, more: Record<string, unknown>): void {
  const text = JSON.stringify(
    { name, version, description, license: ownLicence, type, author: 'Facturier', ...more },
    null,
    2,
  );
  writeFileSync(join(folder, 'package.json'), `${text}\n`);
}

function versionsOf(names: string[]): Record<string, string> {
  const { dependencies } = own as { dependencies: Record<string, string> };
  return Object.fromEntries(names.map((each) => [each, dependencies[each] ?? '']));
}

/** The Node that runs this, which is the one that the tests ran on. */
function copyNode(): void {
  const to = join(server, 'bin');
  mkdirSync(to, { recursive: true });
  cpSync(process.execPath, join(to, process.platform === 'win32' ? 'node.exe' : 'node'), { dereference: true });
  cpSync(
    join(packageRoot, 'installer', process.platform === 'win32' ? 'facturier.cmd' : 'facturier.sh'),
    join(to, process.platform === 'win32' ? 'facturier.cmd' : 'facturier'),
  );
}

function licences(all: ShippedPackage[]): string {
  const texts = all.map(({ path, name, version, licence: id }) => {
    const folder = join(packageRoot, path);
    const file = readdirSync(folder).find(isLicence);
    const text = file === undefined ? `Licensed under ${id}.` : readFileSync(join(folder, file), 'utf8');
    return `${name} ${version} (${id})\n\n${text.trim()}\n`;
  });
  // Electron and Chromium have theirs beside their program.
  texts.push(`Node ${process.versions.node}\n\n${nodeLicence()}\n`);
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** It holds the licences of all that is compiled into Node. */
function nodeLicence(): string {
  const folder = dirname(process.execPath);
  const file = [join(folder, '..', 'LICENSE'), join(folder, 'LICENSE')].find((path) => existsSync(path));
  if (!file) throw new Error(`Node's licence is not where Node is (${folder}); take a Node that brings it.`);
  return readFileSync(file, 'utf8').trim();
}

function npm(args: string[]): string {
  const cli = process.env.npm_execpath;
  if (!cli || !existsSync(cli)) throw new Error('Run it by npm: npm run stage');
  return execFileSync(process.execPath, [cli, ...args], { cwd: packageRoot, maxBuffer: 1 << 26, encoding: 'utf8' });
}
