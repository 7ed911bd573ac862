import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/appliance.ts';
import { pdf } from '../helpers/server.ts';
import { buyer, startWindow, type WindowUnderTest } from '../helpers/window.ts';

let window: WindowUnderTest;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  [window, folder] = await Promise.all([startWindow(), temporaryFolder()]);
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
  await folder.remove();
});

it('a folder is named in the settings, and what is put there is listed as from there', async () => {
  const { page } = window;
  await page.goto(`${window.appliance.url}/#/settings/folder`);
  const path = page.getByLabel('Calea dosarului');
  await path.fill(join(folder.path, 'nowhere'));
  await page.getByRole('button', { name: 'Salvează' }).click();
  await page.getByText('Dosarul nu există, Facturier nu are voie').waitFor();
  await path.fill(folder.path);
  await page.getByRole('button', { name: 'Salvează' }).click();
  await page.getByText('Dosarul este urmărit.').waitFor({ timeout: 15_000 });
  expect(readdirSync(folder.path)).toEqual([buyer.vat]);

  mkdirSync(join(folder.path, 'vechi'));
  writeFileSync(join(folder.path, buyer.vat, 'factura.pdf'), pdf());
  await page.getByText('CUI-ul unei firme: vechi').waitFor({ timeout: 15_000 });
  await page.getByRole('link', { name: 'Facturi', exact: true }).click();
  await page.getByRole('row', { name: 'factura.pdf' }).waitFor({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Filtre' }).click();
  await page.getByRole('combobox', { name: 'Sursa' }).click();
  await page.getByRole('option', { name: 'Din dosarul urmărit' }).click();
  await page.getByRole('row', { name: 'factura.pdf' }).waitFor();

  await folder.remove();
  const away = page.getByText('Dosarul nu este accesibil acum');
  await away.waitFor({ timeout: 15_000 });
  await page.getByRole('link', { name: 'Vezi' }).click();
  await page.getByRole('button', { name: 'Nu mai urmări' }).click();
  await expect.poll(() => away.count(), { timeout: 15_000 }).toBe(0);
}, 90_000);
