import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  acceptAllAndConfirm,
  buyer,
  dropFiles,
  samplePdf,
  startWindow,
  type WindowUnderTest,
} from '../helpers/window.ts';

let window: WindowUnderTest;
beforeAll(async () => {
  window = await startWindow();
  await window.page.getByText('Nicio factură aici').waitFor();
  await asked('PUT', '/app/company', { vat: 'RO18547290', name: 'Moara cu Noroc SA' });
  await asked('PUT', '/app/company', { vat: 'RO9900777123', name: 'Depozitul Zorbin SRL' });
  await asked('DELETE', `/app/companies/${buyer.vat}`);
  await window.page.reload();
  // There are several companies now, and the first page is another one.
  await window.page.getByText('toate firmele sunt la zi').waitFor();
  await window.page.getByRole('link', { name: 'Facturi', exact: true }).click();
  await window.page.getByText('Nicio factură aici').waitFor();
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

/** Asked from inside the page, which alone knows the secret that it was signed in with. */
function asked(method: string, path: string, body?: unknown): Promise<number> {
  return window.page.evaluate(`fetch(${JSON.stringify(path)}, {
    method: '${method}',
    headers: { 'X-Facturier': localStorage.getItem('facturier.page'), 'Content-Type': 'application/json' },
    body: ${body === undefined ? 'undefined' : JSON.stringify(JSON.stringify(body))},
  }).then((answer) => answer.status)`);
}

it('is said by a person before the invoice is confirmed or exported, and may be the one that it prints', async () => {
  const { page } = window;
  await dropFiles(page, [{ name: 'a-nimanui.pdf', bytes: readFileSync(samplePdf) }]);
  const row = page.getByRole('row', { name: 'a-nimanui.pdf' });
  await row.getByText('De verificat').waitFor({ timeout: 60_000 });
  await row.getByText('Firmă necunoscută').waitFor();
  await page.getByRole('button', { name: 'Exportă lista' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  await page.getByText('Un document fără firmă cunoscută nu a fost exportat').waitFor();

  await row.getByRole('link').click();
  const alert = page.getByRole('status').filter({ hasText: 'Firmă necunoscută' });
  await alert.waitFor();
  await acceptAllAndConfirm(page);
  await page.getByText('Alege mai întâi firma facturii').waitFor();
  // A button that was pressed takes a moment to look as before.
  const violations = async () =>
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
  await expect.poll(violations, { timeout: 20_000 }).toEqual([]);

  await alert.getByRole('button', { name: /^Adaugă .*RO9900816346/ }).click();
  await alert.waitFor({ state: 'detached', timeout: 20_000 });
  expect(await page.getByRole('combobox', { name: 'Firma facturii' }).inputValue()).toContain(buyer.vat);
  await page.getByText(`Atribuită firmei ${buyer.vat} de`).waitFor({ state: 'attached' });
  await acceptAllAndConfirm(page);
  await page.getByRole('heading', { name: 'Facturi primite' }).waitFor();
  await row.getByText('Confirmată').waitFor();
}, 120_000);

it('is offered to be added from what the invoice prints, also where it was dropped for another one', async () => {
  const { page } = window;
  await asked('DELETE', `/app/companies/${buyer.vat}`);
  await page.goto(`${page.url().split('#')[0]}#/?company=RO18547290`);
  await page.reload();
  await page.getByRole('table').or(page.locator('.empty')).first().waitFor();
  await dropFiles(page, [{ name: 'a-altcuiva.pdf', bytes: readFileSync(samplePdf) }]);
  const row = page.getByRole('row', { name: 'a-altcuiva.pdf' });
  await row.getByText('De verificat').waitFor({ timeout: 60_000 });
  await row.getByRole('link').click();
  const chosen = page.getByRole('combobox', { name: 'Firma facturii' });
  await expect.poll(() => chosen.inputValue(), { timeout: 20_000 }).toContain('RO18547290');
  await page.getByRole('button', { name: /^Adaugă .*RO9900816346/ }).click();
  await expect.poll(() => chosen.inputValue(), { timeout: 20_000 }).toContain(buyer.vat);
  await page.getByText('Alt cumpărător').waitFor({ state: 'detached' });
}, 120_000);
