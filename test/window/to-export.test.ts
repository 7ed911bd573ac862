import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../server/store/data-folder.ts';
import * as takenBack from '../../server/store/taken-back.ts';
import * as tenants from '../../server/store/tenants.ts';
import { confirmDocument } from '../helpers/confirmed.ts';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { openWindow, rewriteReading, startWindow, type WindowUnderTest } from '../helpers/window.ts';

/** Of the window's company, and confirmed: two that can go to books, and one that cannot. */
let ids: string[];
let window: WindowUnderTest;

beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      ids = (await seedDocuments(folder, 8)).filter((_id, index) => index % 2 === 0).slice(0, 3);
      const kinds = kindsOfInvoices();
      for (const [index, kind] of (['two rates', 'discount on two rates', 'no rates at all'] as const).entries()) {
        await rewriteReading(folder, ids[index]!, (read) => ({ ...read, ...kinds[kind]!.extraction }));
      }
      await withStore(folder, async (store, tenantId) => {
        for (const [index, id] of ids.entries()) await confirmAs(store, tenantId, id, `NR ${index}`);
      });
    },
  });
}, 60_000);
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

type Opened = Awaited<ReturnType<typeof openStore>>;

async function withStore(folder: string, work: (store: Opened, tenantId: string) => Promise<unknown>): Promise<void> {
  const store = await openStore({ data: folder, masterKey: null });
  try {
    await work(store, (await tenants.list(store.db))[0]!.id);
  } finally {
    await store.close();
  }
}

const confirmAs = (store: Opened, tenantId: string, id: string, number: string) =>
  confirmDocument(store, tenantId, id, (invoice) => ({ ...invoice, invoice_number: number }));

describe('what is to be exported', () => {
  it('is a list of its own, with how many there are and what keeps one from the file', async () => {
    const { page } = window;
    await page.getByText('De exportat 3').click();
    await page.getByRole('row').nth(3).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    await page
      .getByRole('row', { name: /NR 2/ })
      .getByText('TVA pe cote nu reiese din factură (TVA pe cote)')
      .waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  }, 30_000);

  it('goes into the file that is asked for there, and out of the list', async () => {
    const { page } = window;
    await page.getByRole('button', { name: 'Exportă…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export: SAGA C' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Salvează 2 facturi' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('saga.zip');
    await page.keyboard.press('Escape');
    await page.getByText('De exportat 1').waitFor();
    // The count comes before the rows do.
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByRole('link', { name: /Fabrica de Mobilă/ }).waitFor();
    await page.getByRole('combobox', { name: 'Programul' }).click();
    await page.getByRole('option', { name: 'WinMENTOR' }).click();
    await page.getByText('De exportat 3').waitFor();
  }, 30_000);

  it('has one again that was changed, with what, and the program is remembered, also in English', async () => {
    const { page } = window;
    await page.getByRole('combobox', { name: 'Programul' }).click();
    await page.getByRole('option', { name: 'SAGA C' }).click();
    await page.getByText('De exportat 1').waitFor();
    await withStore(window.folder, async (store, tenantId) => {
      const scope = { tenantId, mode: 'live' } as const;
      await takenBack.reopen(store.db, store.vault, scope, { id: ids[0]!, by: 'Ana', now: Date.now() });
      await confirmAs(store, tenantId, ids[0]!, 'NR 77');
    });
    await page.getByText('De exportat 2').waitFor();
    await page.getByRole('row', { name: /NR 77/ }).getByText('Schimbată de la export: Număr').waitFor();
    const other = await openWindow(window.browser, window.folder, { locale: 'en-GB' });
    await other.page.getByText('To export 2').click();
    await other.page.getByRole('row', { name: /NR 77/ }).getByText('Changed since export:').waitFor();
    expect(await other.page.getByRole('combobox', { name: 'Program' }).inputValue()).toBe('SAGA C');
    expect(other.complaints).toEqual([]);
    await other.page.context().close();
  }, 30_000);
});
