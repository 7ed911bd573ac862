import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { packageRoot } from '../../server/resources.ts';
import { facturier, temporaryFolder } from '../helpers/appliance.ts';

/** The desktop's compiled main code over the stand-in of Electron, with the real server and a real Chromium. */
const mainCode = join(packageRoot, 'dist', 'main', 'main.js');
const hook = join(packageRoot, 'test', 'desktop', 'hook.ts');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let recordFile: string;
let port: number;
let cdpPort: number;
let desktop: ChildProcess;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  if (!existsSync(mainCode)) throw new Error('The desktop is not built: run npm run build first.');
  folder = await temporaryFolder();
  recordFile = join(folder.path, 'record.jsonl');
  [port, cdpPort] = await Promise.all([freePort(), freePort()]);
  desktop = start(port);
  await vi.waitFor(connect, { timeout: 30_000, interval: 200 });
});

afterAll(async () => {
  desktop.kill('SIGKILL');
  await folder.remove();
});

function start(onPort: number): ChildProcess {
  return spawn(process.execPath, ['--import', hook, mainCode], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      FACTURIER_DATA: folder.path,
      FACTURIER_PORT: String(onPort),
      FACTURIER_LOG_LEVEL: 'silent',
      STAND_IN_RECORD: recordFile,
      STAND_IN_CDP_PORT: String(cdpPort),
    },
  });
}

/** Takes hold of the window that the desktop opened. @throws as long as it does not show its page */
async function connect(): Promise<void> {
  browser = await chromium.connectOverCDP(`http://127.0.0.1:${cdpPort}`);
  const shown = browser
    .contexts()
    .flatMap((context) => context.pages())
    .find((one) => one.url().startsWith('http'));
  if (!shown) {
    await browser.close();
    throw new Error('The window shows nothing yet.');
  }
  page = shown;
  page.setDefaultTimeout(8_000);
}

/** What the stand-in was asked to do. */
function recorded(name: string): unknown[][] {
  const lines = existsSync(recordFile) ? readFileSync(recordFile, 'utf8').trim().split('\n') : [];
  return lines.map((line) => JSON.parse(line) as unknown[]).filter(([first]) => first === name);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

describe('the desktop', () => {
  it('starts the server and opens its window signed in, without the token in the address', async () => {
    await page.getByText('Pentru ce firmă sunt facturile?').waitFor();
    expect(page.url()).toBe(`http://127.0.0.1:${port}/#/`);
  });

  it('treats the page like any web page', () => {
    expect(recorded('BrowserWindow')).toEqual([
      [
        'BrowserWindow',
        { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false, spellcheck: false },
      ],
    ]);
  });

  it('grants no permission but writing to the clipboard', () => {
    for (const kind of ['request', 'check']) {
      const granted = recorded(kind).filter(([, , yes]) => yes);
      expect(granted).toEqual([[kind, 'clipboard-sanitized-write', true]]);
    }
    expect(recorded('device')).toEqual([['device', false]]);
  });

  it('shows the data folder through its one bridge', async () => {
    await page.goto(`http://127.0.0.1:${port}/#/settings`);
    await page.getByRole('button', { name: 'Arată dosarul cu date' }).click();
    await expect.poll(() => recorded('openPath'), { timeout: 8_000 }).toEqual([['openPath', folder.path]]);
    expect(await page.evaluate('Object.keys(window.desktop)')).toEqual(['signIn', 'showDataFolder']);
  });

  it('answers no frame inside the page', async () => {
    const asked = page.evaluate(`(async () => {
      const frame = document.body.appendChild(document.createElement('iframe'));
      try {
        return await frame.contentWindow.standInInvoke('signIn');
      } catch (error) {
        return error.message;
      } finally {
        frame.remove();
      }
    })()`);
    expect(await asked).toContain("not Facturier's own");
  });

  it('goes nowhere else and opens no other window', async () => {
    await page.evaluate("location.href = 'http://127.0.0.1:1/elsewhere'").catch(() => undefined);
    await page.evaluate("void window.open('http://127.0.0.1:1/popup')");
    await expect.poll(() => recorded('popup'), { timeout: 8_000 }).toEqual([['popup', 'deny']]);
    expect(new URL(page.url()).port).toBe(String(port));
  });

  it('signs its window in anew when the session has ended', async () => {
    await page.context().clearCookies();
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByText('Pentru ce firmă sunt facturile?').waitFor();
  });

  it('starts the server again when it was killed, and the window goes on', async () => {
    const [, pid] = recorded('server').at(-1) ?? [];
    process.kill(Number(pid), 'SIGKILL');
    await page.getByText('Facturier nu răspunde acum').waitFor();
    await page.getByText('Facturier nu răspunde acum').waitFor({ state: 'hidden', timeout: 20_000 });
    expect(recorded('server')).toHaveLength(2);
    await page.getByLabel('Cod fiscal').fill('9900816346');
    await page.getByRole('button', { name: 'Salvează' }).click();
    await page.getByText('Nicio factură aici').waitFor();
  });

  it('only comes to the front when it is started a second time', async () => {
    expect(await ended(start(port))).toBe(0);
    await expect.poll(() => recorded('focus'), { timeout: 8_000 }).toHaveLength(1);
  });

  it('ends in good order when its window is closed', async () => {
    const exit = ended(desktop);
    await page.close();
    expect(await exit).toBe(0);
    // A folder that its owner left in order can be restored into; here it is enough that another may own it.
    const { stderr } = await facturier(folder.path, 'open');
    expect(stderr).toContain('No server is running');
  });

  it('says in one sentence why it cannot start', async () => {
    const blocker = createServer();
    const taken = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve(Number((blocker.address() as { port: number }).port)));
    });
    expect(await ended(start(taken))).toBe(1);
    expect(recorded('showErrorBox').at(-1)).toEqual([
      'showErrorBox',
      'Facturier',
      expect.stringContaining(`Port ${taken}`),
    ]);
    blocker.close();
  });
});
