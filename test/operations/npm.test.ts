import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packageRoot } from '../../server/resources.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { guarded } from '../helpers/guardian.ts';

// Windows has no SIGTERM.
describe.skipIf(process.platform === 'win32')('what npm runs', () => {
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

  it('opens the signed-in window in the browser of a desktop without Electron, and prints its link', async () => {
    const folder = await temporaryFolder();
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
            ELECTRON_OVERRIDE_DIST_PATH: join(folder.path, 'nothing'),
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
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8').trim(), { timeout: 20_000 }).toBe(link);
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
  }, 60_000);
});
