import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '../../server/resources.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { guarded } from '../helpers/guardian.ts';

// Windows has no SIGTERM.
describe.skipIf(process.platform === 'win32')('what npm runs', () => {
  it('may be run as it was built, for npx makes it so only where it meets a folder first', () => {
    expect(statSync(join(packageRoot, 'dist', 'server', 'cli.js')).mode & 0o111).toBe(0o111);
  });

  it.each([
    ['the server', [join('dist', 'server', 'cli.js'), 'serve']],
    ['what npm start runs', [join('dist', 'main', 'start.js')]],
  ])(
    'ends in good order with npm, when a SIGTERM is sent to npm alone: %s',
    async (_, [file = '', ...words]) => {
      const folder = await temporaryFolder();
      const line = [process.execPath, join(packageRoot, file), ...words];
      const data = join(folder.path, 'data');
      const scripts = { start: `${line.map((word) => `"${word}"`).join(' ')} --data "${data}" --port 0` };
      writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ name: 'ours', scripts }));
      // Without a display there is no window.
      const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
      const npm = guarded(
        spawn('npm', ['start'], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
      );
      onTestFinished(async () => {
        // What did not end with npm.
        spawnSync('kill', ['-KILL', '--', `-${npm.pid}`]);
        await folder.remove();
      });
      let log = '';
      npm.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
      // Everything that npm started writes to its output: it closes when all of it has ended.
      const closed = once(npm, 'close');
      await new Promise<void>((resolve) => {
        createInterface({ input: npm.stdout }).on('line', (text) => {
          if (text.startsWith('Facturier listening on ')) resolve();
        });
      });
      npm.kill('SIGTERM');
      await closed;
      expect(log).toContain('"Stopped"');
    },
    60_000,
  );

  it.each([
    ['without Electron', null],
    // As Chromium ends where its sandbox may not be made.
    ['whose Electron ends while it starts', '#!/bin/sh\nkill -TRAP $$\n'],
    ['whose Electron is of another machine', '\x7fELF'],
  ])(
    'opens the signed-in window in the browser of a desktop %s, and prints its link',
    async (_, electron) => {
      const folder = await temporaryFolder();
      if (electron) writeFileSync(join(folder.path, 'electron'), electron, { mode: 0o755 });
      // What a desktop has for opening links, as a program that only writes down what it was asked for.
      const opened = join(folder.path, 'opened');
      writeFileSync(join(folder.path, 'xdg-open'), `#!/bin/sh\necho "$1" > "${opened}"\n`, { mode: 0o755 });
      const program = guarded(
        spawn(
          process.execPath,
          [join(packageRoot, 'dist', 'main', 'start.js'), '--data', join(folder.path, 'data'), '--port', '0'],
          {
            env: {
              ...process.env,
              DISPLAY: ':99',
              ELECTRON_OVERRIDE_DIST_PATH: electron ? folder.path : join(folder.path, 'nothing'),
              PATH: `${folder.path}:${process.env.PATH}`,
            },
            stdio: ['ignore', 'pipe', 'ignore'],
          },
        ),
      );
      onTestFinished(() => folder.remove());
      const link = await new Promise<string>((resolve) => {
        createInterface({ input: program.stdout }).on('line', (text) => {
          if (text.includes('/#sign-in=')) resolve(text);
        });
      });
      await expect
        .poll(() => existsSync(opened) && readFileSync(opened, 'utf8').trim(), { timeout: 20_000 })
        .toBe(link);
      const [address, token] = link.split('/#sign-in=');
      const session = await fetch(`${address}/app/session`, {
        method: 'POST',
        headers: { 'X-Facturier': 'window', 'Content-Type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      expect(session.status).toBe(200);
      const ended = once(program, 'close');
      program.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
    60_000,
  );
});

describe.skipIf(process.platform !== 'linux')("Electron's binary at the end of an install", () => {
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'node_modules', 'electron', 'package.json'), 'utf8'));
  const name = `electron-v${version}-linux-${process.arch}.zip`;
  const archive = zipSync({ electron: strToU8('the program'), version: strToU8(version) });
  const digest = createHash('sha256').update(archive).digest('hex');

  /** A checkout with Electron's own package, and a mirror of its releases. */
  async function checkout(answers: Record<string, string | Uint8Array>) {
    const folder = await temporaryFolder();
    for (const file of ['fetch-electron.js', 'electron-binary.js'])
      cpSync(join(packageRoot, 'dist', 'main', file), join(folder.path, 'dist', 'main', file), { recursive: true });
    writeFileSync(join(folder.path, 'package.json'), '{"type":"module"}');
    const packages = join(folder.path, 'node_modules');
    const own = join(packageRoot, 'node_modules', 'electron');
    cpSync(own, join(packages, 'electron'), { recursive: true, filter: (path) => path !== join(own, 'dist') });
    rmSync(join(packages, 'electron', 'path.txt'), { force: true });
    for (const scope of ['@electron', '@electron-internal'])
      symlinkSync(join(packageRoot, 'node_modules', scope), join(packages, scope));
    const asked: string[] = [];
    const mirror = createServer((request, response) => {
      const file = request.url?.split('/').at(-1) ?? '';
      asked.push(file);
      const answer = answers[file];
      response.writeHead(answer ? 200 : 404).end(answer);
    });
    await once(mirror.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(async () => {
      mirror.close();
      await folder.remove();
    });
    const { CI: _, FACTURIER_WITHOUT_ELECTRON: __, ELECTRON_OVERRIDE_DIST_PATH: ___, ...rest } = process.env;
    const { port } = mirror.address() as AddressInfo;
    const install = async (env: Record<string, string>, from = `http://127.0.0.1:${port}/`) => {
      const program = spawn(process.execPath, [join(folder.path, 'dist', 'main', 'fetch-electron.js')], {
        env: {
          ...rest,
          DISPLAY: ':99',
          ELECTRON_MIRROR: from,
          electron_use_remote_checksums: '1',
          electron_config_cache: join(folder.path, 'cache'),
          ...env,
        },
      });
      let said = '';
      program.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      const [code] = await once(program, 'close');
      return { code, said };
    };
    return { install, asked, binary: join(packages, 'electron', 'dist', 'electron') };
  }

  it('is fetched where there is a display, once', async () => {
    const { install, asked, binary } = await checkout({ [name]: archive, 'SHASUMS256.txt': `${digest} *${name}\n` });
    expect(await install({})).toEqual({ code: 0, said: expect.stringContaining('110 MB') });
    expect(readFileSync(binary, 'utf8')).toBe('the program');
    const times = asked.length;
    expect(await install({})).toEqual({ code: 0, said: '' });
    expect(asked).toHaveLength(times);
  }, 60_000);

  it('is left where nobody would see it, where tests run and where it is not wanted', async () => {
    const { install, asked } = await checkout({});
    const places: Record<string, string>[] = [
      { DISPLAY: '', WAYLAND_DISPLAY: '' },
      { CI: 'true' },
      { FACTURIER_WITHOUT_ELECTRON: '1' },
    ];
    for (const env of places) expect(await install(env)).toEqual({ code: 0, said: '' });
    expect(asked).toEqual([]);
  }, 60_000);

  it.each([
    ['that nobody answers', {}, 'http://127.0.0.1:9/'],
    ['that does not have it', {}, undefined],
    [
      'that gives something else for it',
      { [name]: archive, 'SHASUMS256.txt': `${'0'.repeat(64)} *${name}\n` },
      undefined,
    ],
  ])(
    'does not fail an install from a place %s',
    async (_, answers, from) => {
      const { install, binary } = await checkout(answers);
      const { code, said } = await install({}, from);
      expect(code).toBe(0);
      expect(said).toContain('npm start opens the window in the browser');
      expect(existsSync(binary)).toBe(false);
    },
    60_000,
  );
});
