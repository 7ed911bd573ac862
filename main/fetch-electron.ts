import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { electronBinary, hasDisplay } from './electron-binary.ts';

/**
 * What `npm install` runs last: fetches Electron's binary by Electron's own script, which checks its digest, where there
 * is a display to show a window on. An install neither fails nor waits for ever because of it: without the binary the
 * same window opens in the browser.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const script = join(root, 'node_modules', 'electron', 'install.js');
const longest = 15 * 60_000;
const { CI, FACTURIER_WITHOUT_ELECTRON: without } = process.env;

// A production install leaves Electron's package out.
const isWanted = hasDisplay() && (!CI || CI === 'false') && without !== '1' && existsSync(script);

if (isWanted && !electronBinary(root)) {
  process.stderr.write(
    "Fetching Electron's binary for the window, about 110 MB (FACTURIER_WITHOUT_ELECTRON=1 leaves it).\n",
  );
  spawnSync(process.execPath, [script], { stdio: ['ignore', 'inherit', 'ignore'], timeout: longest });
  if (!electronBinary(root))
    process.stderr.write(
      'It could not be fetched: npm start opens the window in the browser, and npx install-electron tries again.\n',
    );
}
