import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../server/resources.ts';
import { temporaryFolder } from '../../helpers/appliance.ts';
import { freePort } from '../../helpers/free-port.ts';
import { haveDebianTools } from '../../helpers/prerequisites.ts';
import { build, electronFolder, filesIn, run } from './builder.ts';

/** Both Debian packages, made here, looked into, installed on this machine and removed again. */
const isDebian = haveDebianTools();
const isRoot = process.getuid?.() === 0;
if (isDebian && !isRoot) process.stderr.write('Skipped: installing the Debian packages, which takes root.\n');

const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string };
const serverDeb = join(packageRoot, 'build', `facturier-server_${version}_amd64.deb`);
const desktopDeb = join(packageRoot, 'build', `facturier_${version}_amd64.deb`);
const unit = '/lib/systemd/system/facturier.service';

describe.skipIf(!isDebian)('the Debian packages', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    // A fresh machine knows of no packages but its own.
    if (isRoot) await run('apt-get', ['update', '-qq']);
    const out = join(packageRoot, 'build', 'installers');
    // What an installer for Linux was unpacked to before is made anew, over the stand-in.
    rmSync(out, { recursive: true, force: true });
    const electron = await electronFolder(join(folder.path, 'electron'), 'linux');
    await build(out, ['--linux', '--dir', `-c.electronDist=${electron}`]);
    for (const script of ['server-deb', 'desktop-deb']) {
      await run(process.execPath, [join(packageRoot, 'installer', `${script}.ts`)]);
    }
  });
  afterAll(async () => {
    // Packages around a stand-in must not be taken for true ones.
    rmSync(desktopDeb, { force: true });
    rmSync(join(packageRoot, 'build', 'installers'), { recursive: true, force: true });
    await folder.remove();
  });

  it.each([
    ['facturier-server', serverDeb],
    ['facturier', desktopDeb],
  ])('%s says what it is and what it needs', async (name, deb) => {
    const { stdout } = await run('dpkg-deb', ['--field', deb]);
    expect(stdout).toContain(`Package: ${name}\nVersion: ${version}\nArchitecture: amd64\n`);
    const depends = stdout.match(/^Depends: (.*)$/m)?.[1] ?? '';
    for (const need of depends.split(', ')) {
      const known = await Promise.all(need.split(' | ').map(isInDebian));
      expect([need, known.includes(true)]).toEqual([need, true]);
    }
  });

  it("the server lies in one folder, beside its unit, its user and its documentation, all of them root's", async () => {
    const entries = await contents(serverDeb);
    const outside = entries.filter(({ path }) => !path.startsWith('./opt/facturier-server/') && !path.endsWith('/'));
    expect(outside.map(({ path }) => path)).toEqual([
      './lib/systemd/system/facturier.service',
      './usr/bin/facturier',
      './usr/lib/sysusers.d/facturier.conf',
      './usr/share/doc/facturier-server/admin.md',
      './usr/share/doc/facturier-server/copyright',
      './usr/share/doc/facturier-server/operations.md',
    ]);
    const staged = await filesIn(join(packageRoot, 'build', 'stage', 'server'));
    const inside = entries.filter(({ path }) => path.startsWith('./opt/facturier-server/') && !path.endsWith('/'));
    expect(inside.map(({ path }) => path.slice('./opt/facturier-server/'.length)).sort()).toEqual(
      [...staged.keys()].sort(),
    );
    expect(entries.filter(({ owner, mode }) => owner !== 'root/root' || /^.....w|^........w|s/.test(mode))).toEqual([]);
  });

  it("the desktop's has what was unpacked, its entry in the menu, and the one program that needs root's rights", async () => {
    const entries = await contents(desktopDeb);
    const outside = entries.filter(({ path }) => !path.startsWith('./opt/Facturier/') && !path.endsWith('/'));
    expect(outside.map(({ path }) => path)).toEqual([
      './usr/bin/facturier-desktop',
      './usr/share/applications/facturier-desktop.desktop',
      './usr/share/doc/facturier/copyright',
      './usr/share/icons/hicolor/scalable/apps/facturier-desktop.svg',
    ]);
    const unpacked = await filesIn(join(packageRoot, 'build', 'installers', 'linux-unpacked'));
    const inside = entries.filter(({ path }) => path.startsWith('./opt/Facturier/') && !path.endsWith('/'));
    expect(inside.map(({ path }) => path.slice('./opt/Facturier/'.length)).sort()).toEqual([...unpacked.keys()].sort());
    expect(entries.filter(({ mode }) => mode.includes('s'))).toEqual([
      { mode: '-rwsr-xr-x', owner: 'root/root', path: './opt/Facturier/chrome-sandbox' },
    ]);
  });

  it("the service's unit is right and keeps to itself", async () => {
    cpSync(join(packageRoot, 'installer', 'linux', 'facturier.service'), join(folder.path, 'facturier.service'));
    const { stdout } = await run('systemd-analyze', [
      'security',
      '--offline=true',
      '--threshold=20',
      join(folder.path, 'facturier.service'),
    ]);
    expect(stdout).toMatch(/Overall exposure level for facturier\.service: 1\.\d OK/);
  });

  it.skipIf(!isRoot)('installs, serves as its own user, and leaves the data when it is removed', async () => {
    const installed = async (name: string): Promise<boolean> => {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg fills it in
      const args = ['-W', '-f=${db:Status-Status}', name];
      const { stdout } = await run('dpkg-query', args).catch(() => ({ stdout: '' }));
      return stdout === 'installed';
    };
    if ((await installed('facturier-server')) || (await installed('facturier'))) {
      throw new Error('Facturier is installed on this machine; the test would remove it.');
    }
    const data = join(folder.path, 'data');
    try {
      // What the desktop needs of a desktop is not installed on every machine that builds it.
      await run('dpkg', ['--install', '--force-depends', serverDeb, desktopDeb]);
      expect(await installed('facturier-server')).toBe(true);
      expect(await installed('facturier')).toBe(true);
      await run('systemd-analyze', ['verify', unit]);
      expect(existsSync('/opt/Facturier/resources/app.asar')).toBe(true);

      await run('install', ['-d', '-o', 'facturier', '-g', 'facturier', '-m', '0700', data]);
      await run('chmod', ['755', folder.path]);
      const env = { PATH: '/usr/bin:/bin', FACTURIER_PORT: String(await freePort()) };
      const asUser = (...args: string[]) =>
        run('setpriv', ['--reuid=facturier', '--regid=facturier', '--clear-groups', ...args], { env, cwd: '/' });
      const server = asUser(...execStart().map((each) => (each === '/var/lib/facturier' ? data : each)));
      await expect
        .poll(
          () =>
            fetch(`http://127.0.0.1:${env.FACTURIER_PORT}/healthz`).then(
              ({ status }) => status,
              () => 0,
            ),
          {
            timeout: 60_000,
          },
        )
        .toBe(200);
      const { stdout } = await asUser('facturier', 'doctor', '--json', '--data', data);
      expect(JSON.parse(stdout)).toMatchObject({ good: true });
      server.child.kill('SIGTERM');
      await server;
    } finally {
      await run('dpkg', ['--purge', 'facturier-server', 'facturier']);
    }
    expect(existsSync(join(data, 'facturier.db'))).toBe(true);
    for (const path of ['/opt/facturier-server', '/opt/Facturier', '/usr/bin/facturier', unit]) {
      expect([path, existsSync(path)]).toEqual([path, false]);
    }
  });
});

/** The command that the installed unit starts. */
function execStart(): string[] {
  return (readFileSync(unit, 'utf8').match(/^ExecStart=(.*)$/m)?.[1] ?? '').split(' ');
}

async function contents(deb: string): Promise<{ mode: string; owner: string; path: string }[]> {
  const { stdout } = await run('dpkg-deb', ['--contents', deb], { maxBuffer: 1 << 26 });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.match(/^(\S+) (\S+) +\d+ \S+ \S+ (.*)$/)!)
    .map(([, mode = '', owner = '', path = '']) => ({ mode, owner, path }));
}

/** Debian 12's names; later releases have the other ones. */
async function isInDebian(name: string): Promise<boolean> {
  const { stdout } = await run('apt-cache', ['policy', name]);
  return /Candidate: (?!\(none\))/.test(stdout);
}
