import { readFileSync } from 'node:fs';
import type { APIResponse, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resource } from '../../server/resources.ts';
import { fourScannedPages } from '../helpers/scans.ts';
import { dropFiles, listed, samplePdf, startWindow, type WindowUnderTest } from '../helpers/window.ts';

let window: WindowUnderTest;
beforeAll(async () => {
  window = await startWindow();
  // Before the page is there, nobody takes what is dropped.
  await window.page.getByText('Nicio factură aici').waitFor();
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

const total = async (): Promise<number> => (await listed(window.page)).total;
const uploads = () => window.page.getByRole('region', { name: 'Fișiere trimise' });

describe('dropped files that are cancelled', () => {
  it('tell the page that is being read until then, and are sent again on demand', async () => {
    const { page } = window;
    await dropFiles(page, [{ name: 'scanare.pdf', bytes: await fourScannedPages() }]);
    await uploads()
      .getByText(/^Se citește: pagina [1-4] din 4$/)
      .waitFor({ timeout: 60_000 });
    const row = page.getByRole('row', { name: 'scanare.pdf' });
    await row.getByText(/^[1-4] din 4 pagini$/).waitFor();
    const before = await total();
    await uploads().getByRole('button', { name: 'Anulează: scanare.pdf' }).click();
    await uploads().getByText('Anulat', { exact: true }).waitFor();
    await row.waitFor({ state: 'detached', timeout: 20_000 });
    await uploads().getByRole('button', { name: 'Încearcă din nou: scanare.pdf' }).click();
    await row.waitFor({ timeout: 20_000 });
    expect(await total()).toBe(before);
    await uploads().getByRole('button', { name: 'Anulează: scanare.pdf' }).click();
    await uploads().getByRole('button', { name: 'Închide' }).click();
    await row.waitFor({ state: 'detached', timeout: 20_000 });
  }, 180_000);

  it('are given up while they are being read, and nothing of them stays', async () => {
    const { page } = window;
    const before = await total();
    const scan = readFileSync(resource('samples', 'scan.jpg'));
    await dropFiles(
      page,
      ['una.jpg', 'alta.jpg', 'a-treia.jpg'].map((name) => ({ name, bytes: scan })),
    );
    await expect.poll(total, { timeout: 30_000 }).toBe(before + 3);
    await uploads().getByText('Primit, în așteptare').first().waitFor();
    await uploads().getByRole('button', { name: 'Anulează: a-treia.jpg' }).click();
    await expect.poll(total, { timeout: 30_000 }).toBe(before + 2);
    await uploads().getByRole('button', { name: 'Anulează tot' }).click();
    await expect.poll(total, { timeout: 30_000 }).toBe(before);
    await uploads().getByRole('button', { name: 'Închide' }).click();
  });

  it.each<[string, (route: Route, response: APIResponse) => Promise<void>]>([
    ['before their sending was cancelled', (route, response) => route.fulfill({ response })],
    ['and its answer was lost', (route) => route.abort('connectionreset')],
  ])('are given up though the server had taken them %s', async (_when, end) => {
    const { page } = window;
    const before = await total();
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    let sent = 0;
    await page.route(/\/app\/documents\?filename=/, async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      const response = await route.fetch();
      await cancelled;
      await end(route, response);
    });
    await dropFiles(page, [{ name: 'prea-tarziu.pdf', bytes: readFileSync(samplePdf) }]);
    await expect.poll(total).toBe(before + 1);
    await uploads().getByRole('button', { name: 'Anulează: prea-tarziu.pdf' }).click();
    await uploads().getByText('Anulat', { exact: true }).waitFor();
    cancel();
    await expect.poll(total).toBe(before);
    await page.unrouteAll({ behavior: 'wait' });
    await uploads().getByRole('button', { name: 'Închide' }).click();
  });

  it('are given up though the server did not answer when they were cancelled', async () => {
    const { page } = window;
    const before = await total();
    await dropFiles(page, [{ name: 'fara-raspuns.pdf', bytes: await fourScannedPages() }]);
    await uploads().getByText('Primit, în așteptare').waitFor();
    let asked = 0;
    await page.route('**/app/documents/*', (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      asked += 1;
      return asked > 1 ? route.continue() : route.abort('connectionreset');
    });
    await uploads().getByRole('button', { name: 'Anulează: fara-raspuns.pdf' }).click();
    await expect.poll(total).toBe(before);
    expect(asked).toBe(2);
    await page.unrouteAll({ behavior: 'wait' });
    await uploads().getByRole('button', { name: 'Închide' }).click();
  });
});
