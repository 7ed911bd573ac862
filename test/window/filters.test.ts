import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as companies from '../../server/store/companies.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import {
  buyer,
  dropFiles,
  listed,
  openWindow,
  rewriteReading,
  samplePdf,
  startWindow,
  type WindowUnderTest,
} from '../helpers/window.ts';

const count = 120;
const other = { vat: 'RO18547290', name: 'Casa de Comerț Dunărea SRL' };
let window: WindowUnderTest;
let ids: string[];

beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      ids = await seedDocuments(folder, count);
      await rewriteReading(folder, ids[3]!, (extraction) => ({
        ...extraction,
        invoice: {
          ...extraction.invoice,
          invoice_date: '2025-02-17',
          line_items: [{ ...extraction.invoice.line_items[0]!, description: 'Găleată zincată de 12 litri' }],
        },
      }));
      const store = await openStore({ data: folder, masterKey: null });
      const [tenant] = await tenants.list(store.db);
      await companies.use(store.db, tenant!.id, other, Date.now());
      await store.close();
    },
    context: { viewport: { width: 1366, height: 768 } },
  });
  await window.page.getByRole('link', { name: 'Facturi', exact: true }).click();
  await window.page.getByRole('row').nth(5).waitFor();
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 20_000 });
const rows = () => window.page.locator('.documents tbody tr:not([aria-hidden])');
const numbers = (): Promise<string[]> => rows().locator('.cell-number').allInnerTexts();
const search = () => window.page.getByRole('searchbox');
const found = async (): Promise<number> =>
  Number((await window.page.locator('.list-area > [role=status]').innerText()).split(' ')[0]);
const choose = async (name: string, option: string): Promise<void> => {
  const { page } = window;
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
};

describe('a search', () => {
  it('goes through everything that an invoice says, and what people noted of it', async () => {
    const { page } = window;
    await search().fill('galeata zincata');
    await eventually(numbers).toEqual(['SD 100003']);
    expect(new URL(page.url()).hash).toBe('#/?search=galeata+zincata');
    await search().fill('sunat marți');
    await page.getByText('Niciun rezultat').waitFor();
    await page.evaluate(`fetch('/app/documents/${ids[7]}/note', {
      method: 'POST',
      headers: { 'X-Facturier': localStorage.getItem('facturier.page'), 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'Am sunat marți, trimit storno.' }),
    })`);
    await search().fill('sunat marti');
    await eventually(numbers).toEqual(['SD 100007']);
    await search().fill('');
    await eventually(found).toBe(count);
  });
});

describe('filters', () => {
  it('narrow the list down by supplier, month and amount, and stand in the address', async () => {
    const { page } = window;
    await page.getByRole('button', { name: 'Filtre' }).click();
    await choose('Furnizorul', 'Țiglarul Vesel SRL');
    await eventually(found).toBe(count / 5);
    await page.getByRole('textbox', { name: 'Total de la' }).fill('1.500');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Total până la' }).fill('6.000,5');
    await page.keyboard.press('Enter');
    const { rows: all } = await listed(page);
    const within = all.filter(
      ({ vendor, total }) => vendor === 'Țiglarul Vesel SRL' && total! >= 1500 && total! <= 6000.5,
    );
    expect(within.length).toBeGreaterThan(2);
    await eventually(numbers).toEqual(within.map(({ invoiceNumber }) => invoiceNumber));
    expect(page.url()).toContain('totalFrom=1500&totalTo=6000.5');
  });

  it('are kept by the reviews that are opened from the list, by a reload there, and on the way back', async () => {
    const { page } = window;
    const left = await numbers();
    await rows().nth(1).getByRole('link').click();
    await page.getByRole('link', { name: 'Înapoi' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Înapoi' }).click();
    await eventually(numbers).toEqual(left);
    await page.getByRole('button', { name: 'Filtre (3)' }).waitFor();
    await page.getByRole('button', { name: 'Șterge filtrele' }).click();
    await eventually(found).toBe(count);
    await choose('Luna facturii', 'februarie 2025');
    await eventually(numbers).toEqual(['SD 100003']);
    await page.getByRole('button', { name: 'Șterge filtrele' }).click();
  });

  it('lead from one document to the next of the same list', async () => {
    const { page } = window;
    await choose('Furnizorul', 'Papetăria Molidului SRL');
    await page.getByText(/^De verificat \d+$/).click();
    const left = await eventually(numbers).not.toHaveLength(0).then(numbers);
    await rows().first().getByRole('link').click();
    await page.getByText(`1 din ${left.length}`, { exact: true }).waitFor();
    const address = page.url();
    await page.keyboard.press('Alt+PageDown');
    await page.getByText(`2 din ${left.length}`, { exact: true }).waitFor();
    expect(page.url()).not.toBe(address);
    expect(page.url().split('?')[1]).toBe(address.split('?')[1]);
    await page.getByRole('link', { name: 'Înapoi' }).click();
    await eventually(numbers).toEqual(left);
  });
});

describe('a view', () => {
  it('is a list that was given a name, there for everybody and by the palette of commands', async () => {
    const { page } = window;
    await page.getByRole('button', { name: 'Vizualizări' }).click();
    await page.getByRole('menuitem', { name: 'Salvează lista ca vizualizare' }).click();
    await page.getByLabel('Numele vizualizării').fill('Papetărie de verificat');
    await page.keyboard.press('Enter');
    const address = new URL(page.url()).hash;
    await page.getByRole('button', { name: 'Vizualizări: Papetărie de verificat' }).waitFor();

    const english = await openWindow(window.browser, window.folder, { locale: 'en-GB', colorScheme: 'dark' });
    await english.page.getByRole('link', { name: 'Invoices', exact: true }).click();
    await english.page.getByRole('button', { name: 'Views' }).click();
    await english.page.getByRole('menuitem', { name: 'Papetărie de verificat' }).click();
    await english.page.getByRole('button', { name: 'Filters (1)' }).waitFor();
    expect(new URL(english.page.url()).hash).toBe(address);
    await english.page.context().close();

    await page.goto(`${window.appliance.url}/#/suppliers`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('papetarie de verificat');
    await page.keyboard.press('Enter');
    await eventually(async () => new URL(page.url()).hash).toBe(address);
    await page.getByRole('button', { name: 'Vizualizări: Papetărie de verificat' }).click();
    await page.getByRole('menuitem', { name: 'Șterge vizualizarea' }).click();
    await page.getByRole('button', { name: 'Vizualizări', exact: true }).waitFor();
  });
});

describe('the one choice of a company', () => {
  it('lists its invoices, and what is dropped meanwhile is for it', async () => {
    const { page } = window;
    await page.goto(`${window.appliance.url}/#/`);
    await eventually(found).toBe(count);
    await choose('Firma', other.name);
    await eventually(found).toBe(count / 2);
    await dropFiles(page, [{ name: 'a-ei.pdf', bytes: readFileSync(samplePdf) }]);
    await eventually(found).toBe(count / 2 + 1);
    await choose('Firma', 'Toate firmele');
    await dropFiles(page, [{ name: 'a-cui-o-fi.pdf', bytes: readFileSync(samplePdf) }]);
    const companyOf = async (name: string) =>
      (await listed(page)).rows.find(({ filename }) => filename === name)?.buyerVat;
    await eventually(() => companyOf('a-cui-o-fi.pdf')).toBe(buyer.vat);
    expect(await companyOf('a-ei.pdf')).toBe(other.vat);
  });
});
