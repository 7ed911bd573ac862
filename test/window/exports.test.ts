import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { unzipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindsOfInvoices } from '../helpers/kinds-of-invoices.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { buyer, rewriteReading, startWindow, type WindowUnderTest } from '../helpers/window.ts';

/** Enough that its sheet of lines, three for each, has twenty thousand rows. */
const count = 6_700;
/** What is special about the newest ones. */
const special = ['two rates', 'long number', 'discount on two rates', 'no rates at all', 'long names'] as const;
let window: WindowUnderTest;

beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      const ids = await seedDocuments(folder, count);
      const kinds = kindsOfInvoices();
      for (const [index, kind] of special.entries()) {
        await rewriteReading(folder, ids.at(-2 - 2 * index)!, (extraction) => ({
          ...extraction,
          ...kinds[kind]!.extraction,
        }));
      }
    },
  });
  window.page.setDefaultTimeout(30_000);
  await window.page.getByRole('row').nth(5).waitFor();
}, 180_000);
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

/** The list is narrowed down to so many rows, below its head. */
const found = (rows: number): Promise<void> =>
  expect.poll(() => window.page.getByRole('row').count(), { timeout: 30_000 }).toBe(rows + 1);

describe('an export from the window', () => {
  it('of twenty thousand lines is a workbook that another program reads, under the page’s own policy', async () => {
    const { page } = window;
    await page.getByRole('button', { name: 'Exportă lista' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 120_000 }),
      page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click(),
    ]);
    const sheets = await readXlsxFile(readFileSync(await download.path()));
    expect(sheets.map(({ data }) => data.length > 1)).toEqual([true, true, true]);
    expect(sheets[0]!.data.length).toBe(count + 1);
    expect(sheets[1]!.data.length).toBeGreaterThan(20_000);
  }, 180_000);

  it('into a program of accounts shows first what would be written, what not and why, and the sums', async () => {
    const { page } = window;
    await page.goto(`${window.appliance.url}/#/settings/companies`);
    const ofCompany = page.getByRole('checkbox', { name: `O linie pe cotă la export: ${buyer.name}` });
    await ofCompany.click();
    await expect.poll(() => ofCompany.isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Facturi', exact: true }).click();
    await page.getByRole('searchbox').fill('RO16702141');
    await found(special.length);
    await page.getByRole('button', { name: 'Exportă lista' }).click();
    await page.getByRole('menuitem', { name: 'SAGA C' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export: SAGA C' });
    await dialog.getByText('facturi din 5 intră în fișier').waitFor();
    // What is chosen for the company, for this once chosen otherwise.
    const linePerRate = dialog.getByRole('checkbox', { name: 'O linie pe cotă' });
    expect(await linePerRate.isChecked()).toBe(true);
    await linePerRate.uncheck();
    await dialog
      .getByRole('region', { name: 'Nu se exportă' })
      .getByText('TVA pe cote nu reiese din factură')
      .waitFor();
    await dialog
      .getByRole('region', { name: 'De știut' })
      .getByText('S-a scurtat la cât primește programul')
      .first()
      .waitFor();
    // Each invoice once, whatever is said of it.
    const told = dialog.getByRole('region', { name: 'De știut' });
    const named = await told.getByRole('link').allTextContents();
    expect(new Set(named).size).toBe(named.length);
    await told.getByText(`De știut (${named.length})`).waitFor();
    await told.getByText(/Denumire furnizor\); S-a scurtat .*Adresă furnizor\); S-a scurtat/).waitFor();
    const rates = dialog.getByRole('table', { name: 'Pe cote de TVA' });
    await rates.getByRole('row', { name: /^11 %/ }).getByText('138,00 RON').waitFor();
    // What is offered for a number that does not fit.
    await dialog.getByRole('checkbox', { name: 'Doar partea de după ultimul separator' }).check();
    await dialog
      .getByRole('region', { name: 'De știut' })
      .getByText('s-a scris partea de după ultimul separator')
      .waitFor();
    if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/dialog.png` });
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
    // From wherever the keyboard is: it does not go through the links of the preview.
    const save = dialog.getByRole('button', { name: 'Salvează 4 facturi' });
    await save.getByText('Ctrl+Enter').waitFor();
    await expect.poll(() => save.isEnabled()).toBe(true);
    await linePerRate.focus();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+Enter')]);
    expect(download.suggestedFilename()).toBe('saga.zip');
    const files = unzipSync(readFileSync(await download.path()));
    expect(Object.keys(files)).toHaveLength(4);
    for (const [name, bytes] of Object.entries(files)) {
      expect(name).toMatch(/^F_RO16702141_(FMS-\d+|000000417)_19\.10\.2026\.xml$/);
      expect(Buffer.from(bytes).toString('utf8')).toContain(`<ClientCIF>${buyer.vat}</ClientCIF>`);
    }
    await dialog.getByText('S-a salvat saga.zip').waitFor();
  }, 60_000);

  it('goes into the folder that was picked, file by file, and there again after a reload, over nothing that lies there', async () => {
    const { page } = window;
    // The picker is the system's own window; what it gives is a folder as any, here one of the browser's own.
    await page.addInitScript(`window.showDirectoryPicker = async () => {
      const root = await navigator.storage.getDirectory();
      return root.getDirectoryHandle('Contabilitate', { create: true });
    }`);
    const dialog = page.getByRole('dialog', { name: 'Export: SAGA C' });
    const openDialog = async (): Promise<void> => {
      await page.reload();
      await page.getByRole('searchbox').fill('RO16702141');
      await found(special.length);
      await page.getByRole('button', { name: 'Exportă lista' }).click();
      await page.getByRole('menuitem', { name: 'SAGA C' }).click();
      await dialog.getByRole('checkbox', { name: 'Și cele exportate deja' }).check();
    };
    const save = async (): Promise<void> => {
      const button = dialog.getByRole('button', { name: 'Salvează 4 facturi' });
      await expect.poll(() => button.isEnabled()).toBe(true);
      await button.click();
      await dialog.getByText('S-a salvat Contabilitate').waitFor();
    };
    const inFolder = (): Promise<string[]> =>
      page.evaluate(`(async () => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle('Contabilitate');
        const found = [];
        for await (const [name, handle] of folder.entries()) {
          found.push(name + ' ' + (await (await handle.getFile()).text()).includes('<ClientCIF>${buyer.vat}</ClientCIF>'));
        }
        return found.sort();
      })()`);
    await openDialog();
    await dialog.getByText('Se descarcă', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Alege dosarul…' }).click();
    await dialog.getByText('Se scrie în dosarul Contabilitate').waitFor();
    await save();
    const first = await inFolder();
    expect(first).toHaveLength(4);
    for (const file of first) expect(file).toMatch(/^F_RO16702141_(FMS-\d+|SERIE-[\w-]+)_19\.10\.2026\.xml true$/);
    await openDialog();
    await dialog.getByText('Se scrie în dosarul Contabilitate').waitFor();
    await save();
    const both = await inFolder();
    expect(both).toHaveLength(8);
    expect(both).toEqual(expect.arrayContaining(first));
    await dialog.getByRole('button', { name: 'Mai bine descarcă' }).click();
    await dialog.getByText('Se descarcă', { exact: true }).waitFor();
  }, 90_000);
});
