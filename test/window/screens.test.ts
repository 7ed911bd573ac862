import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as companies from '../../server/store/companies.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { openWindow, startWindow, type WindowUnderTest } from '../helpers/window.ts';

let window: WindowUnderTest;
beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      await seedDocuments(folder, 60);
      const { db, close } = await openStore({ data: folder, masterKey: null });
      const [tenant] = await tenants.list(db);
      // With more than one company there is a first page of the office.
      await companies.use(db, tenant!.id, { vat: 'RO18547290', name: 'Țesătoria Nouă SRL' }, Date.now());
      await close();
    },
  });
});
afterAll(() => window.close());

const screens = [
  '#/home',
  '#/',
  '#/suppliers',
  '#/due?of=all',
  '#/activity',
  '#/settings/companies',
  '#/settings/people',
  '#/settings/folder',
  '#/settings/exporting',
  '#/settings/programs',
  '#/settings/deliveries',
  '#/settings/keeping',
  '#/settings/about',
  '#/developers',
];
const sizes = [
  { width: 1024, height: 700 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
  { width: 800, height: 900 },
  // What is left of 1366 x 768 where a page is magnified to 200 %.
  { width: 683, height: 384 },
];

async function show(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('main .mantine-Loader-root').count(), { timeout: 20_000 }).toBe(0);
}

describe.each([
  ['light', 'ro-RO'],
  ['dark', 'en-GB'],
] as const)('every screen, %s, %s', (colorScheme, locale) => {
  it('has no accessibility violation, and nothing is cut at any size of the window', async () => {
    const { page, complaints } = await openWindow(window.browser, window.folder, { colorScheme, locale });
    await page.getByRole('table').waitFor();
    for (const hash of screens) {
      await page.setViewportSize(sizes[0]!);
      await show(page, hash);
      // Only colours differ in the dark; everything else was looked at in the light.
      const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } });
      const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      );
      expect(found, `${hash} ${colorScheme}`).toEqual([]);
      for (const size of sizes) {
        await page.setViewportSize(size);
        // Plots follow the size of the window a moment later.
        const looked = { timeout: 20_000, message: `${hash} at ${size.width}` };
        await expect.poll(() => page.evaluate(cut), looked).toEqual([]);
      }
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 180_000);
});

/** As text, because the tests are compiled without a browser's types. Names what reaches over the window's right edge. */
const cut = `(() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
  const end = Math.max(innerHeight, document.querySelector('main').getBoundingClientRect().bottom + scrollY);
  const blank = document.documentElement.scrollHeight > end + 1 ? ['the page goes on below its end'] : [];
  const over = [...document.querySelectorAll('main button, main a, main input, main td, main th, header *')]
    .filter((one) => !one.closest('.for-readers') && one.getClientRects().length > 0)
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .map((one) => one.outerHTML.slice(0, 100));
  const right = (one) => one.getBoundingClientRect().right;
  const clipped = [...document.querySelectorAll('.documents td .state, .documents td .below')]
    .filter((one) => right(one) > right(one.closest('td')))
    .map((one) => 'clipped: ' + one.textContent);
  const list = document.querySelector('.documents');
  const low = list && list.clientHeight < 150 ? ['the list has no room for its rows'] : [];
  return [...wide, ...blank, ...over, ...clipped, ...low];
})()`;
