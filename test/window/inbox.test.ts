import { readFileSync } from 'node:fs';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDocuments } from '../helpers/many-documents.ts';
import { rewriteReading, startWindow, type WindowUnderTest } from '../helpers/window.ts';

const count = 2_000;
let window: WindowUnderTest;
let ids: string[];
beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      ids = await seedDocuments(folder, count);
      await rewriteReading(folder, String(ids.at(-1)), (extraction) => ({
        ...extraction,
        invoice: {
          ...extraction.invoice,
          vendor: { ...extraction.invoice.vendor, name: '=HYPERLINK("http://x.test")' },
        },
      }));
    },
  });
  await window.page.getByRole('row').nth(5).waitFor();
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

/** The browser shares two cores with all other tests. */
const eventually = <T>(look: () => Promise<T>) => expect.poll(look, { timeout: 20_000 });
const rows = () => window.page.locator('.documents tbody tr:not([aria-hidden])');
const numbers = (): Promise<string[]> => rows().locator('td:nth-child(3)').allInnerTexts();
const search = () => window.page.getByRole('searchbox');

async function exported(format: string, button: RegExp): Promise<Buffer> {
  const { page } = window;
  await page.getByRole('button', { name: button }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ]);
  return readFileSync(await download.path());
}

describe('the list', () => {
  it('is searched as one types, whatever the accents, and says when nothing fits', async () => {
    const { page } = window;
    await page.keyboard.press('/');
    await page.keyboard.type('tiglarul 100011');
    await eventually(numbers).toEqual(['SD 100011']);
    expect(await rows().first().innerText()).toContain('Țiglarul Vesel SRL');
    await search().fill('nimic de felul acesta');
    await page.getByRole('button', { name: 'Arată toate facturile' }).click();
    await page.getByText(`Toate ${count.toLocaleString('ro-RO')}`).waitFor();
  });

  it('is ordered by each column, by keyboard, and says so', async () => {
    const { page } = window;
    const total = page.getByRole('button', { name: 'Total' });
    await total.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort'))
      .toBe('descending');
    const amounts = async (): Promise<number[]> =>
      (await rows().locator('td:nth-child(5)').allInnerTexts()).map((text) =>
        Number(text.replace(/[^\d,]/g, '').replace(',', '.')),
      );
    await eventually(async () => Math.max(...(await amounts())) === (await amounts())[0]).toBe(true);
    await page.keyboard.press('Enter');
    await eventually(async () => Math.min(...(await amounts())) === (await amounts())[0]).toBe(true);
    await page.getByRole('button', { name: 'Primită' }).click();
    await eventually(async () => (await numbers())[0]).toBe(`SD ${100_000 + count - 1}`);
  });

  it('shows the last rows at once when it is scrolled to its end, and is left as it was for a review', async () => {
    const { page } = window;
    await page.locator('.documents').focus();
    await page.keyboard.press('End');
    const last = page.getByRole('row', { name: 'SD 100000' });
    await last.waitFor();
    expect(await last.getAttribute('aria-rowindex')).toBe(String(count + 1));
    await last.getByRole('link').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await last.waitFor();
    await page.locator('.documents').focus();
    await page.keyboard.press('Home');
  });

  it('is narrowed down by state and source, with the numbers of what else there is', async () => {
    const { page } = window;
    await page.getByText('De verificat 314').click();
    await page.getByRole('button', { name: 'Filtre' }).click();
    await page.getByRole('combobox', { name: 'Sursa' }).click();
    await page.getByRole('option', { name: 'Prin API' }).click();
    await page.getByText('De verificat 105').waitFor();
    expect(await rows().first().getByText('API', { exact: true }).count()).toBe(1);
    await page.getByText(/^Toate \d/).click();
    await page.getByRole('combobox', { name: 'Sursa' }).click();
    await page.getByRole('option', { name: 'Toate sursele' }).click();
  });
});

describe('an export', () => {
  it('of what is listed is a workbook of invoices and lines, with real numbers and dates', async () => {
    await search().fill('santier 10001');
    await eventually(numbers).toEqual(['SD 100017', 'SD 100012']);
    const book = await exported('Excel', /Exportă lista/);
    const sheets = await readXlsxFile(book);
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Facturi', 'Linii', 'TVA pe cote']);
    const [heads, first] = sheets[0]?.data ?? [];
    const cell = (name: string): unknown => first?.[heads?.indexOf(name) ?? -1];
    expect(cell('Denumire furnizor')).toBe('Șantier & Fiii SRL');
    expect(cell('Număr factură')).toBe('SD 100017');
    expect(cell('Total cu TVA')).toBe(((17 * 7919) % 900_000) / 100 + 10);
    expect(cell('Data facturii')).toBeInstanceOf(Date);
    const [lineHeads, ...lines] = sheets[1]?.data ?? [];
    expect(lineHeads?.[2]).toBe('Număr factură');
    expect(lines.length).toBeGreaterThan(1);
    expect(typeof lines[0]?.[lineHeads?.indexOf('Valoare') ?? -1]).toBe('number');
    await search().fill('');
  });

  it('of chosen rows holds those only, and a text that looks like a formula stays a text', async () => {
    const { page } = window;
    await eventually(async () => (await numbers())[0]).toBe(`SD ${100_000 + count - 1}`);
    for (const row of [0, 2]) await rows().nth(row).getByRole('checkbox').check();
    const csv = (await exported('CSV', /Exportă 2 selectate/)).toString('utf8');
    expect(csv).toContain(`;"'=HYPERLINK(""http://x.test"")";`);
    const book = await exported('Excel', /Exportă 2 selectate/);
    const invoices = (await readXlsxFile(book))[0]?.data ?? [];
    expect(invoices).toHaveLength(3);
    expect(invoices[1]?.[1]).toBe('=HYPERLINK("http://x.test")');
    const json = JSON.parse((await exported('JSON', /Exportă 2 selectate/)).toString('utf8'));
    expect(json.map(({ document }: { document: { invoice_number: string } }) => document.invoice_number)).toEqual([
      `SD ${100_000 + count - 1}`,
      `SD ${100_000 + count - 3}`,
    ]);
    await page.getByRole('button', { name: 'Deselectează' }).click();
  });
});

describe('a session that ends', () => {
  it('is said so, whatever was being done', async () => {
    const { page } = window;
    await page.context().clearCookies();
    await search().fill('ocean');
    await page.getByRole('heading', { name: 'Nu ești conectat' }).waitFor();
  });
});
