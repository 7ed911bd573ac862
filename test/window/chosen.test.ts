import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentRows } from '../../server/contract/window.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { listed, rewriteReading, startWindow, type WindowUnderTest } from '../helpers/window.ts';

/** More than the server gives at once. */
const count = 130;
/** Every tenth is in doubt and every fourteenth a possible duplicate, as they are made. */
const toCheck = 21;
let window: WindowUnderTest;
let ids: string[];
beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      ids = await seedDocuments(folder, count);
    },
  });
  await window.page.getByRole('row').nth(5).waitFor();
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

async function counts(): Promise<DocumentRows['counts']> {
  return (await listed(window.page)).counts;
}

const bar = () => window.page.getByRole('region', { name: 'Documente selectate' });
const all = () => window.page.getByRole('checkbox', { name: /^Selectează toate/ });

describe('everything that the list finds', () => {
  it('is ticked at once, those out of sight too, and what narrows the list down unticks it', async () => {
    const { page } = window;
    await all().click();
    await bar().getByText('130 de documente selectate').waitFor();
    await page.getByRole('row').nth(3).getByRole('checkbox').uncheck();
    await bar().getByText('129 de documente selectate').waitFor();
    expect(await all().isChecked()).toBe(false);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    await page.getByText(`De verificat ${toCheck}`).click();
    await bar().waitFor({ state: 'detached' });
    await page.getByText(/^Toate \d/).click();
  });

  it('keeps in sight what is done with it where the window is low, as on a page magnified to 200 %', async () => {
    const { page } = window;
    const before = page.viewportSize()!;
    await page.setViewportSize({ width: 683, height: 384 });
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await bar().waitFor();
    const box = (await bar().boundingBox())!;
    expect(box.y + box.height).toBeLessThanOrEqual(384);
    // What is asked before it is done is a longer word.
    await bar().getByRole('button', { name: 'Șterge' }).click();
    await bar().getByRole('button', { name: 'Ștergi definitiv' }).waitFor();
    for (const button of await bar().getByRole('button').all()) {
      const { x, width } = (await button.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(683);
    }
    await page.setViewportSize(before);
    await page.getByRole('row').nth(1).getByRole('checkbox').uncheck();
    await bar().waitFor({ state: 'detached' });
  });

  it('is confirmed together, but for what has something to check, which is said and stays ticked', async () => {
    await all().click();
    await bar().getByRole('button', { name: 'Confirmă' }).click();
    await bar().getByText('109 documente confirmate. 21 au rămas neconfirmate').waitFor({ timeout: 60_000 });
    await bar().getByText('21 de documente selectate').waitFor();
    expect(await counts()).toMatchObject({ confirmed: count - toCheck, to_check: toCheck, ready: 0 });
  }, 90_000);

  it('is paid together on one day, those that were paid before left alone', async () => {
    const { page } = window;
    const notePayments = async (): Promise<void> => {
      await bar().getByRole('button', { name: 'Notează plata' }).click();
      const dialog = page.getByRole('dialog', { name: 'Plata a 21 de facturi' });
      await dialog.getByLabel('Data plății').fill('20.11.2026');
      await page.keyboard.press('Enter');
    };
    await notePayments();
    await bar().getByText('21 de plăți notate.').waitFor({ timeout: 60_000 });
    await page.getByText(`De verificat ${toCheck}`).click();
    await all().click();
    await notePayments();
    await bar().getByText('21 au rămas: sunt deja plătite').waitFor({ timeout: 60_000 });
    await page.goto(`${window.appliance.url}/#/due?of=all&paid=yes`);
    await expect.poll(() => page.locator('tr[data-due]').count()).toBe(21);
    await page.goto(`${window.appliance.url}/#/?paid=yes`);
    await page.getByRole('status').getByText('21 de documente').waitFor();
    await page.locator('[data-row="0"] .cell-total').getByText('plătită').waitFor();
    await page.goto(`${window.appliance.url}/#/?state=to_check`);
    await all().check();
  }, 90_000);

  it('is deleted together, after asking', async () => {
    await bar().getByRole('button', { name: 'Șterge' }).click();
    await bar().getByRole('button', { name: 'Ștergi definitiv 21 de documente?' }).click();
    await bar().getByText('21 de documente șterse.').waitFor({ timeout: 60_000 });
    expect(await counts()).toMatchObject({ confirmed: count - toCheck, to_check: 0 });
    await bar().getByRole('button', { name: 'Închide' }).click();
    await bar().waitFor({ state: 'detached' });
  }, 90_000);
});

describe('an invoice for another company', () => {
  it('does not look ready, and says which company it names and where', async () => {
    const { page } = window;
    const id = String(ids[129]);
    await rewriteReading(window.folder, id, (extraction) => ({
      ...extraction,
      invoice: {
        ...extraction.invoice,
        customer: {
          ...extraction.invoice.customer,
          name: 'Moara cu Noroc SA',
          address: null,
          vat_number: 'RO18547290',
        },
      },
      warnings: ['buyer_vat_mismatch'],
    }));
    // Confirmed above; it is as if it had just been read.
    const store = await openStore({ data: window.folder, masterKey: null });
    await store.db.updateTable('documents').set({ reviewed_at: null }).where('id', '=', id).execute();
    await store.close();
    await page.reload();
    const row = page.getByRole('row', { name: 'SD 100129' });
    await row.getByText('De verificat', { exact: true }).waitFor();
    expect(await row.innerText()).toContain('Factura este emisă pentru altă firmă');
    await row.getByRole('link').click();
    await page.getByText('De verificat', { exact: true }).waitFor();
    await page
      .getByRole('button', { name: /^Factura este emisă.* pe ea apare Moara cu Noroc SA, RO18547290, iar tu ai ales/ })
      .click();
    const field = page.locator('[data-path="customer.vat_number"]');
    await expect.poll(() => field.evaluate((one) => one.matches(':focus'))).toBe(true);
  });
});
