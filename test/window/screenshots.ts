import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { packageRoot } from '../../server/resources.ts';
import { type Appliance, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { buyer, dropFiles, launchBrowser, openWindow, samplePdf } from '../helpers/window.ts';

/**
 * `npm run screenshots [-- part of a name]`: every screen of the window, in both languages, light and dark, as pictures
 * in `screenshots/`, to be looked at by a person.
 */
const target = join(packageRoot, 'screenshots');
const only = new RegExp(process.argv[2] ?? '');

interface Screen {
  name: string;
  show: (page: Page) => Promise<void>;
  size?: { width: number; height: number };
}

const sizes = { small: { width: 1024, height: 700 }, large: { width: 2560, height: 1440 } };

const go = (hash: string) => async (page: Page) => {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(500);
};
const inbox = go('#/');

const screens: Screen[] = [
  { name: 'inbox', show: inbox },
  { name: 'inbox-small', show: inbox, size: sizes.small },
  { name: 'inbox-large', show: inbox, size: sizes.large },
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
      await page.getByRole('searchbox').fill('');
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
      await page.getByRole('link', { name: 'Papetăria Molidului SRL' }).first().click();
      await page.locator('.page img').first().waitFor();
      await page.waitForTimeout(800);
    },
  },
  { name: 'suppliers', show: go('#/suppliers') },
  { name: 'due', show: go('#/due') },
  { name: 'activity', show: go('#/activity') },
  { name: 'activity-small', show: go('#/activity'), size: sizes.small },
  { name: 'settings-companies', show: go('#/settings') },
  { name: 'settings-people', show: go('#/settings/people') },
  { name: 'settings-folder', show: go('#/settings/folder') },
  { name: 'settings-exporting', show: go('#/settings/exporting') },
  { name: 'settings-programs', show: go('#/settings/programs') },
  { name: 'settings-deliveries', show: go('#/settings/deliveries') },
  { name: 'settings-keeping', show: go('#/settings/keeping') },
  { name: 'settings-about', show: go('#/settings/about') },
  { name: 'settings-programs-small', show: go('#/settings/programs'), size: sizes.small },
  { name: 'developers', show: go('#/developers') },
];

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(target, `${name}.png`) });
  process.stdout.write(`${name}\n`);
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
    for (const { name, show, size = { width: 1400, height: 900 } } of screens) {
      if (!only.test(name)) continue;
      await page.setViewportSize(size);
      await show(page);
      await take(page, `${name}-${look}-${language}`);
    }
    await page.context().close();
  }
} finally {
  await browser.close();
  await appliance?.stop();
  await folder.remove();
}
