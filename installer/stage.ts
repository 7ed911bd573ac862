import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageRoot } from '../server/resources.ts';
import { closure, desktopPackages, type ShippedPackage, serverPackages } from './shipped.ts';

/**
 * Lays out what installers pack, and nothing else, in `build/stage`: `app` is the desktop's own code, which goes into the
 * archive; `server` is the same server that runs headless, with the Node that its command line and service run on.
 * Everything is of this system: an installer is built on the system that it is for. Run `npm run build` before.
 */
const stage = join(packageRoot, 'build', 'stage');

/** What packages carry for those who develop them. */
const unneeded =
  /(^|\/)(tests?|__tests__|docs?|examples?|benchmarks?|\.github)(\/|$)|\.(map|md|markdown|d\.[mc]?ts|ts|flow)$/i;
const licence = /^(licen[cs]e|notice|copying)/i;

rmSync(stage, { recursive: true, force: true });
const own = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Record<string, unknown>;
const { name, version, description, license: ownLicence, type } = own;

const app = join(stage, 'app');
copy('dist/main', join(app, 'dist', 'main'));
const desktop = closure(desktopPackages);
for (const one of desktop) copy(one.path, join(app, one.path));
describe(app, { main: 'dist/main/main.js', dependencies: versionsOf(desktopPackages) });

const server = join(stage, 'server');
for (const folder of ['dist/server', 'dist/renderer', 'resources']) copy(folder, join(server, folder));
const packages = serverPackages();
for (const one of packages) copy(one.path, join(server, one.path));
describe(server, { bin: { facturier: 'dist/server/cli.js' } });
copyNode();
cpSync(join(packageRoot, 'LICENSE'), join(server, 'LICENSE'));
writeFileSync(join(server, 'THIRD-PARTY-LICENCES.txt'), licences([...packages, ...desktop]));
const sbom = ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx', '--package-lock-only'];
writeFileSync(join(server, 'sbom.cdx.json'), npm(sbom));

function copy(from: string, to: string): void {
  const source = join(packageRoot, from);
  const isPackage = from.startsWith('node_modules/');
  cpSync(source, to, {
    recursive: true,
    dereference: true,
    filter(path) {
      const inside = path.slice(source.length + 1).replaceAll('\\', '/');
      if (inside.endsWith('.map')) return false;
      // A package inside a package is listed by itself.
      if (!isPackage || inside === '') return true;
      if (inside.split('/').includes('node_modules')) return false;
      return licence.test(basename(path)) || !unneeded.test(inside);
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
    const file = readdirSync(folder).find((each) => licence.test(each));
    const text = file === undefined ? `Licensed under ${id}.` : readFileSync(join(folder, file), 'utf8');
    return `${name} ${version} (${id})\n\n${text.trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

function npm(args: string[]): string {
  const cli = process.env.npm_execpath;
  if (!cli || !existsSync(cli)) throw new Error('Run it by npm: npm run stage');
  return execFileSync(process.execPath, [cli, ...args], { cwd: packageRoot, maxBuffer: 1 << 26, encoding: 'utf8' });
}
