import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
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
});
