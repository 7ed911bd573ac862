import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { vi } from 'vitest';
import { packageRoot } from '../../server/resources.ts';
import { freePort } from '../helpers/free-port.ts';
import type { Desktop, DesktopSettings } from './driver.ts';
import type { StandInWish } from './stand-in/wishes.ts';

const mainCode = join(packageRoot, 'dist', 'main', 'main.js');
const hook = join(packageRoot, 'test', 'desktop', 'hook.ts');

export interface StandInDesktop extends Desktop {
  process: ChildProcess;
  /** Ends it and what it started, in whatever state they are. */
  kill(): void;
  /** Has the person at the machine do something outside the page. */
  wish(wish: StandInWish): void;
  /** What the stand-in was asked to do, of one kind. */
  recorded(name: string): unknown[][];
}

/** The desktop's compiled main code over the stand-in, with the real server and a real Chromium. */
export async function startStandIn(settings: DesktopSettings): Promise<StandInDesktop> {
  const desktop = await spawnStandIn(settings);
  await vi.waitFor(desktop.connect, { timeout: 30_000, interval: 200 });
  return desktop;
}

/** The same where no window is expected. @returns connect: takes hold of the window once it shows its page */
export async function spawnStandIn(
  settings: DesktopSettings,
): Promise<StandInDesktop & { connect(): Promise<void>; ended: Promise<number | null> }> {
  if (!existsSync(mainCode)) throw new Error('The desktop is not built: run npm run build first.');
  const cdpPort = await freePort();
  const recordFile = join(settings.home, 'record.jsonl');
  const run = (args: string[] = []): ChildProcess =>
    spawn(process.execPath, ['--import', hook, mainCode, packageRoot, ...args], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        FACTURIER_DATA: settings.data,
        FACTURIER_PORT: String(settings.port),
        STAND_IN_RECORD: recordFile,
        STAND_IN_HOME: settings.home,
        STAND_IN_CDP_PORT: String(cdpPort),
        STAND_IN_ANSWERS: JSON.stringify(settings.answers ?? []),
        ...settings.env,
      },
    });
  const child = run(settings.args);
  const ended = exitOf(child);
  const recorded = (name: string): unknown[][] => {
    const lines = existsSync(recordFile) ? readFileSync(recordFile, 'utf8').trim().split('\n') : [];
    return lines.map((line) => JSON.parse(line) as unknown[]).filter(([first]) => first === name);
  };
  const wish = (one: StandInWish): void => void child.send(one);
  let page: Page | null = null;
  return {
    get page() {
      if (!page) throw new Error('The window shows nothing yet.');
      return page;
    },
    async connect() {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${cdpPort}`);
      const pages = browser.contexts().flatMap((context) => context.pages());
      page = pages.find((one) => one.url().startsWith('http')) ?? null;
      if (!page) await browser.close();
      if (!page) throw new Error('The window shows nothing yet.');
      page.setDefaultTimeout(20_000);
    },
    process: child,
    kill: () => child.connected && child.disconnect(),
    ended,
    recorded,
    wish,
    serverPid: async () => Number(recorded('server').at(-1)?.[1]),
    startAgain: (...args) => exitOf(run(args)),
    quit() {
      wish({ do: 'quit' });
      return ended;
    },
  };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}
