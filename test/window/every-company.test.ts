import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as companies from '../../server/store/companies.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { confirmDocument } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { buyer, rewriteReading, startWindow, type WindowUnderTest } from '../helpers/window.ts';

const other = { vat: 'RO18547290', name: 'Țesătoria Nouă SRL' };
let window: WindowUnderTest;

beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      // Of both companies in turn.
      const ids = (await seedDocuments(folder, 12)).slice(0, 5);
      const read = kindsOfInvoices()['two rates']!.extraction;
      for (const id of ids) await rewriteReading(folder, id, (before) => ({ ...before, ...read }));
      const store = await openStore({ data: folder, masterKey: null });
      const [tenant] = await tenants.list(store.db);
      await companies.use(store.db, tenant!.id, other, Date.now());
      for (const [index, id] of ids.entries())
        await confirmDocument(store, tenant!.id, id, (invoice) => ({ ...invoice, invoice_number: `NR ${index}` }));
      await store.close();
    },
  });
}, 60_000);
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

describe('an office with several clients', () => {
  it('saves what all of them are to book at once, in a folder each', async () => {
    const { page } = window;
    await page.goto(`${window.appliance.url}/#/`);
    await page.getByText('De exportat 5').click();
    await page.getByRole('button', { name: 'Exportă…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export: SAGA C' });
    const company = dialog.getByRole('combobox', { name: 'Firma' });
    await expect.poll(() => company.inputValue()).toBe('Toate firmele, fiecare în dosarul ei');
    await dialog.getByText('5 facturi din 5 intră în fișier').waitFor();
    const rows = dialog.getByRole('table', { name: 'Pe firme' }).getByRole('row');
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringContaining('Facturi'),
      expect.stringMatching(new RegExp(`${buyer.vat}\\)\\s+3`)),
      expect.stringMatching(new RegExp(`${other.vat}\\)\\s+2`)),
    ]);
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Salvează 5 facturi' }).click(),
    ]);
    const names = Object.keys(unzipSync(readFileSync(await download.path())));
    const folders = Map.groupBy(names, (name) => name.split('/')[0]);
    expect([folders.get(buyer.vat)?.length, folders.get(other.vat)?.length]).toEqual([3, 2]);
  }, 60_000);

  it("finds one client by typing, and counts what is other companies' in place of naming each", async () => {
    const { page } = window;
    // Not from the list of what is to be exported: there is nothing in it any more.
    await page.keyboard.press('Escape');
    await page.getByText('Confirmate 5').click();
    await page.getByRole('button', { name: 'Exportă lista' }).click();
    await page.getByRole('menuitem', { name: 'SAGA C' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export: SAGA C' });
    await dialog.getByRole('checkbox', { name: 'Și cele exportate deja' }).check();
    const company = dialog.getByRole('combobox', { name: 'Firma' });
    await company.fill('țesătoria');
    await company.press('ArrowDown');
    await company.press('Enter');
    await page.waitForTimeout(3000);
    await page.screenshot({ path: '/tmp/every.png' });
    await dialog.getByText('2 facturi din 5 intră în fișier').waitFor();
    await dialog.getByText('3 facturi sunt ale altor firme.').waitFor();
    expect(await dialog.getByRole('region', { name: 'Nu se exportă' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  }, 30_000);
});
