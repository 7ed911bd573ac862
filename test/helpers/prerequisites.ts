import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Path of an installed Chromium, Chrome or Edge; `CHROME_PATH` wins. Null where there is none. */
function findBrowser(): string | null {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  return candidates().find((path) => existsSync(path)) ?? null;
}

/**
 * The browser for the tests.
 * @throws Error in one sentence where there is none: a test that needs it must fail, not skip.
 */
export function ensureBrowser(): string {
  const found = findBrowser() ?? (installOnDebian('chromium') ? findBrowser() : null);
  if (found) return found;
  throw new Error('The tests need Chromium, Chrome or Edge: install one, or set CHROME_PATH to it.');
}

/**
 * Letters as wide as Arial's, which the window is measured in: a Linux that has none of them shows it in others, a sixth
 * wider, and what is said to be in sight is not.
 */
export function ensureFonts(): void {
  if (process.platform !== 'linux') return;
  const there = (): boolean => {
    const { stdout } = spawnSync('fc-match', ['--format=%{family}', 'Arial'], { encoding: 'utf8' });
    return /Arial|Liberation Sans|Arimo/.test(stdout ?? '');
  };
  if (there() || (installOnDebian('fontconfig', 'fonts-liberation') && there())) return;
  throw new Error('The tests of the window need letters as wide as Arial’s: install the fonts Liberation.');
}

/** curl, which the examples of the documentation call. @throws Error in one sentence where there is none */
export function ensureCurl(): void {
  const there = (): boolean => spawnSync('curl', ['--version'], { stdio: 'ignore' }).status === 0;
  if (there() || (installOnDebian('curl', 'ca-certificates') && there())) return;
  throw new Error('The tests need curl: install it.');
}

/**
 * GNOME's keyring and a message bus for it, on Linux.
 * @returns false, with a line that says so, where they are missing and cannot be installed without asking
 */
export function haveKeyring(): boolean {
  if (process.platform !== 'linux') return false;
  const there = (): boolean => ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].every(isProgram);
  if (there() || (installOnDebian('dbus', 'gnome-keyring') && there())) return true;
  process.stderr.write('Skipped: the keychain is tested with dbus and gnome-keyring, which are not installed.\n');
  return false;
}

/** The folder of PostgreSQL's own programs. @returns null, with a line that says so, where it cannot be had */
export function postgresPrograms(): string | null {
  const found = (): string | null => {
    const debian = '/usr/lib/postgresql';
    const versions = existsSync(debian) ? readdirSync(debian) : [];
    const newest = versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin'));
    return newest.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
  };
  const programs = found() ?? (installOnDebian('postgresql') ? found() : null);
  if (!programs) process.stderr.write('Skipped: what runs on PostgreSQL, which is not installed.\n');
  return programs;
}

/**
 * OpenStack Swift with its S3 API, and the memcached that it keeps what it knows in.
 * @returns false, with a line that says so, where they are missing and cannot be installed without asking
 */
export function haveObjectStore(): boolean {
  const servers = ['proxy', 'account', 'container', 'object'].map((name) => `swift-${name}`);
  const there = (): boolean => [...servers.map((name) => `${name}-server`), 'memcached'].every(isProgram);
  if (there() || (installOnDebian(...servers, 'memcached') && there())) return true;
  process.stderr.write('Skipped: files in an S3 store, which are tested with OpenStack Swift; it is not installed.\n');
  return false;
}

/** libtiff's tools, which make TIFF files in each coding. @throws Error in one sentence where there are none */
export function ensureTiffTools(): void {
  const there = (): boolean => ['ppm2tiff', 'tiffcp', 'tiffset'].every(isProgram);
  if (there() || (installOnDebian('libtiff-tools') && there())) return;
  throw new Error("The tests need libtiff's tools (ppm2tiff, tiffcp, tiffset): install them.");
}

/** qpdf, which locks PDFs in each way. @throws Error in one sentence where there is none */
export function ensureQpdf(): void {
  if (isProgram('qpdf') || (installOnDebian('qpdf') && isProgram('qpdf'))) return;
  throw new Error('The tests need qpdf: install it.');
}

/** strace, which shows a process' system calls. @returns false, with a line that says so, where it cannot be had */
export function haveStrace(): boolean {
  if (process.platform !== 'linux') return false;
  if (isProgram('strace') || (installOnDebian('strace') && isProgram('strace'))) return true;
  process.stderr.write('Skipped: connections are watched with strace, which is not installed.\n');
  return false;
}

/** What makes and signs programs for Windows. @returns false, with a line that says so, where it cannot be had */
export function haveWindowsTools(): boolean {
  const there = (): boolean => ['makensis', 'osslsigncode', '7za', 'openssl'].every(isProgram);
  if (there() || (installOnDebian('nsis', 'osslsigncode', 'p7zip-full', 'openssl') && there())) return true;
  process.stderr.write('Skipped: what is built for Windows, for want of NSIS, osslsigncode, 7-Zip or OpenSSL.\n');
  return false;
}

/** What Debian packages are made, checked and installed with. @returns false, with a line that says so, elsewhere */
export function haveDebianTools(): boolean {
  const there = (): boolean => ['dpkg-deb', 'systemd-analyze', 'systemd-sysusers'].every(isProgram);
  if (existsSync('/etc/debian_version') && (there() || (installOnDebian('systemd') && there()))) return true;
  process.stderr.write('Skipped: Debian packages are made and installed on Debian with systemd.\n');
  return false;
}

function isProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
}

/** Installs what is missing where that is possible without asking: as root on Debian. @returns whether it was tried */
function installOnDebian(...packages: string[]): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  // Another installation on the machine may be at work for a while.
  const wait = ['-o', 'DPkg::Lock::Timeout=300'];
  execFileSync('apt-get', [...wait, 'install', '-y', '-qq', '--no-install-recommends', ...packages], options);
  return true;
}

/** Flags for a browser that talks to loopback only. */
export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function candidates(): string[] {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ];
  }
  if (process.platform === 'win32') {
    const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    const programs = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return folders.flatMap((folder) => (folder ? programs.map((program) => join(folder, program)) : []));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  return ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) => names.map((name) => join(folder, name)));
}
