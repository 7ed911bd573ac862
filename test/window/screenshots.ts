import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { packageRoot } from '../../server/resources.ts';
import * as companies from '../../server/store/companies.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { type Appliance, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { buyer, dropFiles, launchBrowser, openWindow, samplePdf } from '../helpers/window.ts';

/**
 * `npm run screenshots [-- pattern of names]`: every screen of the window, in both languages, light and dark, at the sizes
 * below, as pictures in `screenshots/`, to be looked at by a person.
 */
const target = join(packageRoot, 'screenshots');
const only = new RegExp(process.argv[2] ?? '');

interface Screen {
  name: string;
  show: (page: Page) => Promise<void>;
}

const sizes = {
  usual: { width: 1366, height: 768 },
  large: { width: 1920, height: 1080 },
  narrow: { width: 800, height: 900 },
  // What is left of the usual one where a page is magnified to 200 %.
  magnified: { width: 683, height: 384 },
};

const go = (hash: string) => async (page: Page) => {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(500);
};
const inbox = go('#/');

const screens: Screen[] = [
  { name: 'home', show: go('#/home') },
  { name: 'inbox', show: inbox },
  {
    name: 'inbox-nothing-found',
    show: async (page) => {
      await inbox(page);
      await page.getByRole('searchbox').fill('nothing at all');
      await page.locator('.empty').waitFor();
    },
  },
  {
    name: 'inbox-chosen',
    show: async (page) => {
      await page.reload();
      await inbox(page);
      await page.getByRole('row').nth(6).waitFor();
      for (const row of [2, 4]) await page.getByRole('row').nth(row).getByRole('checkbox').check();
      await page.locator('.chosen-bar .export button').click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'inbox-uploads',
    show: async (page) => {
      await page.reload();
      await inbox(page);
      const bytes = await readFile(samplePdf);
      const scan = await readFile(samplePdf.replace('invoice.pdf', 'scan.jpg'));
      await dropFiles(page, [
        { name: 'factura-octombrie.pdf', bytes },
        { name: 'notes.txt', bytes: Buffer.from('notes') },
        ...[1, 2, 3, 4].map((number) => ({ name: `scan-${number}.jpg`, bytes: scan })),
      ]);
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'review',
    show: async (page) => {
      await page.reload();
      await inbox(page);
      const row = page.getByRole('row', { name: /factura-octombrie/ });
      await row.getByRole('link', { name: 'Papetăria Molidului SRL' }).first().click({ timeout: 120_000 });
      await page.locator('.page img').first().waitFor();
      await page.locator('[data-path="total_amount"]').focus();
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'commands',
    show: async (page) => {
      await inbox(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'export',
    show: async (page) => {
      await page.reload();
      await inbox(page);
      await page.locator('.export button').first().click();
      await page.getByRole('menuitem', { name: 'SAGA C' }).click();
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(1500);
    },
  },
  {
    name: 'suppliers',
    show: async (page) => {
      await page.reload();
      await inbox(page);
      await dropFiles(page, [{ name: 'factura-confirmata.pdf', bytes: await readFile(samplePdf) }]);
      const row = page.getByRole('row', { name: /factura-confirmata/ }).first();
      await row.getByRole('link', { name: 'Papetăria Molidului SRL' }).waitFor({ timeout: 120_000 });
      // What is confirmed teaches; where it is a copy of what was confirmed before, it stays to be checked.
      await row.getByRole('checkbox').check();
      await page.locator('.chosen-bar button').first().click();
      await page.waitForTimeout(1500);
      await go('#/suppliers')(page);
    },
  },
  { name: 'due', show: go('#/due?of=all') },
  {
    name: 'payment',
    show: async (page) => {
      await go('#/due?of=all')(page);
      await page.locator('tr[data-due] button').first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'activity',
    show: async (page) => {
      await page.keyboard.press('Escape');
      await go('#/activity')(page);
    },
  },
  { name: 'settings-companies', show: go('#/settings') },
  { name: 'settings-people', show: go('#/settings/people') },
  { name: 'settings-folder', show: go('#/settings/folder') },
  { name: 'settings-exporting', show: go('#/settings/exporting') },
  { name: 'settings-programs', show: go('#/settings/programs') },
  { name: 'settings-deliveries', show: go('#/settings/deliveries') },
  { name: 'settings-keeping', show: go('#/settings/keeping') },
  { name: 'settings-about', show: go('#/settings/about') },
  { name: 'developers', show: go('#/developers') },
];

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(target, `${name}.png`) });
  process.stdout.write(`${name}\n`);
}

/** With more than one there is a first page of the office. */
async function addCompany(data: string, company: { vat: string; name: string }): Promise<void> {
  const { db, close } = await openStore({ data, masterKey: null });
  const [tenant] = await tenants.list(db);
  await companies.use(db, tenant!.id, company, Date.now());
  await close();
}

/** The first start, from an empty folder. */
async function firstStart(browser: Browser, folder: string): Promise<void> {
  for (const [language, locale] of [
    ['en', 'en-GB'],
    ['ro', 'ro-RO'],
  ] as const) {
    const { page } = await openWindow(browser, folder, { locale, colorScheme: language === 'ro' ? 'light' : 'dark' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(page, `welcome-1-${language}`);
    if (language === 'en') {
      await page.context().clearCookies();
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await take(page, 'signed-out-en');
      await page.context().close();
      continue;
    }
    await page.getByLabel('CUI').fill(buyer.vat);
    await page.getByLabel('Denumirea firmei').fill(buyer.name);
    await page.getByRole('button', { name: 'Salvează' }).click();
    await page.getByRole('button', { name: 'Citește factura de probă' }).click();
    await page.getByRole('link', { name: 'Deschide factura de probă' }).waitFor({ timeout: 30_000 });
    await take(page, 'welcome-2-ro');
    await page.getByRole('button', { name: 'Continuă' }).click();
    await take(page, 'welcome-3-ro');
    await page.context().close();
  }
}

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const folder = await temporaryFolder();
const browser = await launchBrowser();
let appliance: Appliance | undefined;
try {
  appliance = await startAppliance(folder.path);
  await firstStart(browser, folder.path);
  await appliance.stop();
  await seedDocuments(folder.path, 400);
  await addCompany(folder.path, { vat: 'RO18547290', name: 'Țesătoria Nouă SRL' });
  appliance = await startAppliance(folder.path);
  for (const [look, language] of [
    ['light', 'ro'],
    ['dark', 'en'],
    ['light', 'en'],
    ['dark', 'ro'],
  ] as const) {
    const locale = language === 'ro' ? 'ro-RO' : 'en-GB';
    const { page } = await openWindow(browser, folder.path, { locale, colorScheme: look });
    await page.getByRole('table').waitFor();
    for (const { name, show } of screens) {
      const wanted = Object.entries(sizes).filter(([size]) => only.test(`${name}-${size}-${look}-${language}`));
      if (wanted.length === 0) continue;
      await page.setViewportSize(sizes.usual);
      await show(page);
      for (const [size, viewport] of wanted) {
        await page.setViewportSize(viewport);
        await page.waitForTimeout(500);
        await take(page, `${name}-${size}-${look}-${language}`);
      }
    }
    await page.context().close();
  }
} finally {
  await browser.close();
  await appliance?.stop();
  await folder.remove();
}
