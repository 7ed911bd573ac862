import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../server/resources.ts';
import { isNeverLoaded } from './left-out.ts';

export interface ShippedPackage {
  /** Where it lies, from the checkout's root. */
  path: string;
  name: string;
  version: string;
  licence: string;
}

interface Locked {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** What the desktop's own archive needs; all else that ships is the server's. */
export const desktopPackages = ['electron-updater'];
/** Brings Node; it ships as a program, not as a package. */
const runtimes = /^node-(linux|win|darwin)-/;

/** The packages that the server needs to run, as the lock file names them and as they are installed here. */
export function serverPackages(): ShippedPackage[] {
  const { dependencies = {} } = lock().packages[''] ?? {};
  return closure(Object.keys(dependencies).filter((name) => !desktopPackages.includes(name)));
}

/** The packages that the window's page is built of: what its files import, and what that needs. */
export function pagePackages(): ShippedPackage[] {
  const folder = join(packageRoot, 'renderer');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const names = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return [...text.matchAll(/^(?:import|\} from|export .*from) .*?'((?:@[\w-]+\/)?[\w.-]+)(?=['/])/gm)].map(
      ([, found]) => found!,
    );
  });
  return closure([...new Set(names)].filter((name) => !name.startsWith('.')));
}

/** Everything that packages of these names need to run, themselves included. */
export function closure(names: string[]): ShippedPackage[] {
  const { packages } = lock();
  const found = new Map<string, ShippedPackage>();
  const add = (name: string, from: string, needed: boolean): void => {
    const path = resolved(packages, name, from);
    // Packages for other systems are in the lock file and not on the disk.
    if (path === null || !existsSync(join(packageRoot, path))) {
      if (needed) throw new Error(`${name}, which ${from || 'the program'} needs, is not installed.`);
      return;
    }
    if (found.has(path) || runtimes.test(name) || isNeverLoaded(name, from.replace(/^.*node_modules\//, ''))) return;
    const locked = packages[path] ?? {};
    const own = JSON.parse(readFileSync(join(packageRoot, path, 'package.json'), 'utf8')) as OwnLicence;
    found.set(path, { path, name, version: locked.version ?? '', licence: licenceOf(own) });
    for (const each of Object.keys(locked.dependencies ?? {})) add(each, path, true);
    for (const each of Object.keys(locked.optionalDependencies ?? {})) add(each, path, false);
    for (const each of Object.keys(locked.peerDependencies ?? {})) {
      if (!locked.peerDependenciesMeta?.[each]?.optional) add(each, path, true);
    }
  };
  for (const name of names) add(name, '', true);
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface OwnLicence {
  license?: string | { type?: string };
  licenses?: { type?: string }[];
}

/** Older packages say it in older forms. */
function licenceOf({ license, licenses }: OwnLicence): string {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? '';
}

/** Node's way: the nearest node_modules on the way up. */
function resolved(packages: Record<string, Locked>, name: string, from: string): string | null {
  for (let folder = from; ; ) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return null;
    const up = folder.lastIndexOf('/node_modules/');
    folder = up === -1 ? '' : folder.slice(0, up);
  }
}

function lock(): { packages: Record<string, Locked> } {
  return JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8'));
}
