import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Extraction } from '../../server/contract/invoice.ts';
import type { DocumentRows } from '../../server/contract/window.ts';
import { packageRoot, resource } from '../../server/resources.ts';
import * as companies from '../../server/store/companies.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { type Appliance, facturier, startAppliance, temporaryFolder } from './appliance.ts';
import { putReading } from './confirmed.ts';
import { browserFlags, ensureBrowser } from './prerequisites.ts';

export const buyer = { vat: 'RO9900816346', name: 'Atelierul de Contabilitate Lunca SRL' };
export const samplePdf = resource('samples', 'invoice.pdf');

/** @param flags beside the usual ones */
export function launchBrowser(flags: string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: ensureBrowser(), headless: true, args: [...browserFlags, ...flags] });
}

/** A one-time link as a person at the machine gets it. */
export async function signInLink(folder: string): Promise<string> {
  const { code, stdout, stderr } = await facturier(folder, 'open');
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

export interface OpenWindow {
  page: Page;
  /** What the page complained of: errors of scripts, and of its own policy. */
  complaints: string[];
}

/** Every page that was opened in this process, also those that are closed by now. */
export const openedPages: Page[] = [];

/** The window in a browser, signed in. */
export async function openWindow(
  browser: Browser,
  folder: string,
  options: BrowserContextOptions = {},
): Promise<OpenWindow> {
  if (!existsSync(join(packageRoot, 'dist', 'renderer', 'index.html'))) {
    throw new Error('The window is not built: run npm run build first.');
  }
  const context = await browser.newContext({ locale: 'ro-RO', viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  openedPages.push(page);
  // Reading goes on beside the browser, and both share the cores with other tests.
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // Answers that refuse something are part of the tests and are looked at there.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  await page.goto(await signInLink(folder));
  return { page, complaints };
}

/**
 * What the list finds, asked from inside the page, which alone knows the secret that it was signed in with.
 * @param state of its first rows; the newest of all without it
 */
export function listed(page: Page, state?: 'to_check'): Promise<DocumentRows> {
  return page.evaluate(`fetch('/app/documents${state ? `?state=${state}` : ''}', {
    headers: { 'X-Facturier': localStorage.getItem('facturier.page') },
  }).then((answer) => answer.json())`);
}

/** Says of each doubtful field that it is right, and confirms, by keyboard alone. */
export async function acceptAllAndConfirm(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  const left = page.getByText(/Mai (este|sunt) .*de verificat:|left to check:/);
  if (!(await left.isVisible())) return;
  while (await left.isVisible()) await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
}

/** Drops files onto the window as a file manager does. */
export async function dropFiles(page: Page, files: { name: string; bytes: Buffer }[]): Promise<void> {
  const contents = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }));
  // As text, because the tests are compiled without a browser's types.
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const { name, base64 } of ${JSON.stringify(contents)}) {
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
    }
    return data;
  })()`);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

/** Answers no request of this pattern yet. @returns lets the answers come */
export async function holdBack(page: Page, pattern: string): Promise<() => Promise<void>> {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return async () => {
    answer();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Rewrites what reading made of a document, so that a test knows which fields are doubtful. */
export async function rewriteReading(
  folder: string,
  id: string,
  change: (extraction: Extraction) => Extraction,
): Promise<void> {
  const store = await openStore({ data: folder, masterKey: null });
  try {
    await putReading(store, id, change);
  } finally {
    await store.close();
  }
}

/** A running appliance with a window that is signed in and past its first start, and all that it takes. */
export interface WindowUnderTest extends OpenWindow {
  folder: string;
  appliance: Appliance;
  browser: Browser;
  /** Ends the server and starts it again where it was. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** @param options.prepare fills the data folder before the server starts */
export async function startWindow(
  options: { prepare?: (folder: string) => Promise<unknown>; context?: BrowserContextOptions } = {},
): Promise<WindowUnderTest> {
  const folder = await temporaryFolder();
  await options.prepare?.(folder.path);
  await keepCompany(folder.path);
  // The first start looks at each of the documents that were put there.
  const [appliance, browser] = await Promise.all([startAppliance(folder.path, { within: 90_000 }), launchBrowser()]);
  const opened = await openWindow(browser, folder.path, options.context);
  const test: WindowUnderTest = {
    ...opened,
    folder: folder.path,
    appliance,
    browser,
    async restart(meanwhile) {
      const { port } = new URL(test.appliance.url);
      await test.appliance.stop();
      await meanwhile?.();
      test.appliance = await startAppliance(folder.path, { args: ['--port', port] });
    },
    async close() {
      await browser.close();
      await test.appliance.stop();
      await folder.remove();
    },
  };
  return test;
}

async function keepCompany(folder: string): Promise<void> {
  const store = await openStore({ data: folder, masterKey: null });
  await tenants.ensureFirst(store.db, store.vault, Date.now());
  const [tenant] = await tenants.list(store.db);
  await companies.use(store.db, String(tenant?.id), buyer, Date.now());
  await store.close();
}
