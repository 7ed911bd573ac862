import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type Appliance, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { createDatabase } from '../helpers/postgres.ts';
import { buyer, dropFiles, launchBrowser, openWindow, samplePdf, signInLink } from '../helpers/window.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let browser: Browser;
let nodes: Appliance[];
/** A window at each of two appliances, of which only the second reads. One sign-in is for both. */
let here: Page;
let there: Page;
let complaints: string[];

beforeAll(async () => {
  folder = await temporaryFolder();
  // For the appliances and the commands that the helpers run.
  vi.stubEnv('FACTURIER_DATABASE', await createDatabase(String(inject('cluster'))));
  vi.stubEnv('FACTURIER_MASTER_KEY', Buffer.alloc(32, 9).toString('base64'));
  const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
  nodes = [await startAppliance(first, { args: ['--no-reading'] }), await startAppliance(second)];
  browser = await launchBrowser();
  ({ page: there, complaints } = await openWindow(browser, second));
  await there.getByRole('navigation').waitFor();
  here = await there.context().newPage();
  const link = new URL(await signInLink(first));
  await here.goto(String(nodes[0]?.url) + link.pathname + link.hash);
  await here.getByRole('navigation').waitFor();
  await here.evaluate(`fetch('/app/company', {
    method: 'PUT',
    headers: { 'X-Facturier': localStorage.getItem('facturier.page'), 'Content-Type': 'application/json' },
    body: '${JSON.stringify(buyer)}',
  })`);
  for (const page of [here, there]) {
    await page.reload();
    await page.getByText('Nicio factură aici').waitFor();
  }
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await browser.close();
  for (const node of nodes) await node.stop();
  await folder.remove();
});

const rowOf = (page: Page) => page.getByRole('row', { name: 'hartie.pdf' });

test('what is dropped at one appliance is read by another, and seen in the windows of both', async () => {
  await dropFiles(here, [{ name: 'hartie.pdf', bytes: readFileSync(samplePdf) }]);
  for (const page of [here, there])
    await rowOf(page)
      .getByText(/Fără observații|De verificat/)
      .waitFor();
}, 120_000);

test('what is typed at one is there at the other, and so is that it was confirmed', async () => {
  await rowOf(there).getByRole('link').click();
  await there.locator('.page img').waitFor();
  const due = (page: Page) => page.getByRole('textbox', { name: 'Scadență' });
  await due(there).fill('05.11.2026');
  await due(there).blur();

  await rowOf(here).getByRole('link').click();
  await here.locator('.page img').waitFor();
  await expect.poll(() => due(here).inputValue(), { timeout: 10_000 }).toBe('05.11.2026');
  await there.goto(`${nodes[1]?.url}/#/`);
  await here.getByRole('button', { name: 'Confirmă factura' }).click();
  for (const page of [here, there]) await rowOf(page).getByText('Confirmată').waitFor();
  expect(complaints).toEqual([]);
}, 120_000);
