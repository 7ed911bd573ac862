import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentJson } from '../../server/contract/document.ts';
import { resource } from '../../server/resources.ts';
import { type Appliance, createKey, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import {
  acceptAllAndConfirm,
  buyer,
  dropFiles,
  launchBrowser,
  listed,
  openWindow,
  rewriteReading,
  samplePdf,
} from '../helpers/window.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

/** Somebody who has only the README, from the first start to the values in the ERP. The steps stand on each other. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let appliance: Appliance;
let browser: Browser;
let receiver: Receiver;
let page: Page;
let complaints: string[];
let key: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  [appliance, browser, receiver] = await Promise.all([startAppliance(folder.path), launchBrowser(), startReceiver()]);
  await facturier(folder.path, 'tenants', 'set', '--webhook-url', receiver.url);
  key = await createKey(folder.path, 'live');
  ({ page, complaints } = await openWindow(browser, folder.path));
  page.setDefaultTimeout(30_000);
});
afterAll(async () => {
  expect(complaints).toEqual([]);
  await browser.close();
  await appliance.stop();
  await receiver.stop();
  await folder.remove();
});

async function asProgram(path: string): Promise<DocumentJson> {
  const response = await fetch(`${appliance.url}/v1/documents${path}`, { headers: { 'X-API-Key': key } });
  return (await response.json()) as DocumentJson;
}

async function looksRight(what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Half of a fade is no colour of ours.
    await page.waitForTimeout(500);
    const axe = new AxeBuilder({ page });
    // Only colours differ in the dark; everything else was looked at in the light.
    const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
      `${what} ${colorScheme}`,
    ).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const field = (path: string) => page.locator(`[data-path="${path}"]`).first();

describe('the first start', () => {
  it('is three steps with a sample to look at, none of which anybody stumbles over', async () => {
    await page.getByRole('heading', { name: 'Bine ai venit' }).waitFor();
    await looksRight('the company');
    await page.getByLabel('CUI').fill(buyer.vat);
    await page.getByLabel('Denumirea firmei').fill(buyer.name);
    await page.getByRole('button', { name: 'Salvează' }).click();
    await page.getByRole('button', { name: 'Citește factura de probă' }).click();
    await page.getByRole('link', { name: 'Deschide factura de probă' }).waitFor({ timeout: 60_000 });
    await looksRight('the sample');
    await page.getByRole('button', { name: 'Continuă' }).click();
    await looksRight('the end');
    await page.getByRole('button', { name: 'La facturi' }).click();
    await page.getByRole('row', { name: 'sample.pdf' }).waitFor();
  }, 120_000);
});

describe('a wrong total and a missing line', () => {
  it('are corrected and confirmed; Excel, the API and the event have it', async () => {
    await page.getByRole('row', { name: 'sample.pdf' }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Șterge', exact: true }).click();
    await page.getByRole('button', { name: 'Ștergi definitiv documentul?' }).click();
    await page.getByText('Un document șters.').waitFor();

    await dropFiles(page, [
      { name: 'factura.pdf', bytes: readFileSync(samplePdf) },
      { name: 'scanare.jpg', bytes: readFileSync(resource('samples', 'scan.jpg')) },
    ]);
    await page.getByText('2 din 2 fișiere primite · 2 citite').waitFor({ timeout: 120_000 });
    const all = (await asProgram('')) as unknown as { data: DocumentJson[] };
    const id = String(all.data.find(({ filename }) => filename === 'factura.pdf')?.id);
    // Reading errs in neither, so it is made to: a total in doubt, and the first line not there.
    await rewriteReading(folder.path, id, ({ invoice, fields }) => ({
      invoice: {
        ...invoice,
        total_amount: 2228.97,
        line_items: invoice.line_items.slice(1),
        quality_flags: { ...invoice.quality_flags, low_confidence_fields: ['total_amount'] },
      },
      fields: { ...fields, total_amount: { ...fields.total_amount, confidence: 'low', evidence: ['contradicted'] } },
      warnings: ['totals_mismatch'],
    }));
    await page.reload();
    const row = page.getByRole('row', { name: 'factura.pdf' });
    await row.getByText('De verificat: un câmp').waitFor();
    await row.getByRole('link').click();
    await page.getByText('Liniile nu dau totalul fără TVA: 1.362,00 în loc de 1.897,00, diferență 535,00').waitFor();
    await field('total_amount').fill('2.223,97');
    await page.getByRole('button', { name: 'Adaugă o linie' }).click();
    await page.keyboard.type('Hârtie copiator A4');
    for (const [name, text] of [
      ['quantity', '25'],
      ['unit_price', '21,40'],
      ['vat_rate', '21'],
      ['total', '535'],
    ]) {
      await field(`line_items.5.${name}`).fill(String(text));
    }
    await page.getByText('Linii = total fără TVA: 1.897,00').waitFor();
    await expect.poll(() => page.locator('.cell-doubtful').count()).toBe(0);
    await acceptAllAndConfirm(page);
    await page.waitForURL((url) => !url.href.includes(id));

    const confirmed = await asProgram(`/${id}`);
    expect(confirmed.document?.total_amount).toBe(2223.97);
    expect(confirmed.document?.line_items.at(-1)).toMatchObject({
      description: 'Hârtie copiator A4',
      quantity: 25,
      unit_price: 21.4,
      total: 535,
    });
    expect(confirmed.fields?.['line_items.5.total']).toMatchObject({ confidence: 'high', evidence: ['confirmed'] });
    await expect
      .poll(() => receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: { id: string } }), {
        timeout: 20_000,
      })
      .toContainEqual(expect.objectContaining({ type: 'document.reviewed', data: expect.objectContaining({ id }) }));

    await page.getByRole('link', { name: 'Facturi', exact: true }).click();
    await page.getByText(/^Confirmate 1$/).click();
    await page.getByRole('button', { name: 'Exportă lista' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Excel' }).click(),
    ]);
    const [invoices, lines] = await readXlsxFile(await download.path());
    const [heads = [], values = []] = invoices?.data ?? [];
    expect(values[heads.indexOf('Total cu TVA')]).toBe(2223.97);
    expect(lines?.data).toHaveLength(1 + 6);
    expect(lines?.data.at(-1)).toContain('Hârtie copiator A4');
  }, 240_000);

  it('count in what the activity shows', async () => {
    await page.getByRole('link', { name: 'Activitate' }).click();
    const figure = async (name: string | RegExp): Promise<string[]> =>
      (await page.getByRole('region', { name }).innerText())
        .replaceAll('\u00a0', ' ')
        .split('\n')
        .filter(Boolean)
        .slice(1);
    expect(await figure(/^Citite în /)).toEqual(['3', '3 pagini']);
    // The one that was confirmed had a field in doubt; the scan is a second copy of it; of the deleted one nobody knows.
    expect(await figure('Fără observații')).toEqual(['0 %', '2 au avut ceva de verificat']);
    expect(await figure('Eșuate')).toEqual(['0', 'în ultimele 30 de zile']);
    const proof = page.getByRole('region', { name: 'Cât de corect s-a citit' });
    expect(await proof.innerText()).toContain('Dintr-o factură confirmată de voi');
    const cells = async (name: string): Promise<string[]> =>
      (await proof.getByRole('row', { name }).getByRole('cell').allInnerTexts()).map((text) =>
        text.replaceAll('\u00a0', ' '),
      );
    expect((await cells('Verifică')).slice(0, 3)).toEqual(['0', '1', '0 %']);
    expect(await cells('Papetăria Molidului SRL')).toEqual(['2', 'Total cu TVA (1), Linii (1)']);
    const days = page.getByRole('table', { name: 'Documente pe zi' }).locator('tbody tr');
    expect(await days.count()).toBe(30);
    expect((await days.last().innerText()).split(/\s+/).slice(-2)).toEqual(['3', '0']);
  });
});

describe('documents that only programs sent', () => {
  it('are listed though no company was given here, and dropped files wait for one', async () => {
    const other = await temporaryFolder();
    const server = await startAppliance(other.path);
    const form = new FormData();
    form.set('file', new Blob([readFileSync(samplePdf)]), 'din-erp.pdf');
    form.set('buyer_vat', buyer.vat);
    const headers = { 'X-API-Key': await createKey(other.path, 'live') };
    await fetch(`${server.url}/v1/documents`, { method: 'POST', headers, body: form });
    const opened = await openWindow(browser, other.path);
    await opened.page.getByRole('row', { name: 'din-erp.pdf' }).waitFor({ timeout: 30_000 });
    await dropFiles(opened.page, [{ name: 'de-pe-birou.pdf', bytes: readFileSync(samplePdf) }]);
    await opened.page.getByText('Un fișier așteaptă răspunsul.').waitFor();
    await opened.page.getByRole('link', { name: 'Alege firma care primește facturile' }).waitFor();
    await opened.page.getByLabel('CUI').fill(buyer.vat);
    await opened.page.getByRole('button', { name: 'Salvează' }).click();
    await opened.page.getByRole('row', { name: 'de-pe-birou.pdf' }).waitFor({ timeout: 30_000 });
    await opened.page.getByText(`Pentru ${buyer.vat}`).waitFor();
    expect(opened.complaints).toEqual([]);
    await opened.page.context().close();
    await server.stop();
    await other.remove();
  }, 90_000);
});

describe('invoices dropped before the first steps are done', () => {
  it('end them, and are listed', async () => {
    const other = await temporaryFolder();
    const server = await startAppliance(other.path);
    const opened = await openWindow(browser, other.path);
    await opened.page.getByLabel('CUI').fill(buyer.vat);
    await opened.page.getByRole('button', { name: 'Salvează' }).click();
    await opened.page.getByRole('button', { name: 'Citește factura de probă' }).waitFor();
    await dropFiles(opened.page, [{ name: 'a-mea.pdf', bytes: readFileSync(samplePdf) }]);
    await opened.page.getByRole('row', { name: 'a-mea.pdf' }).waitFor({ timeout: 30_000 });
    expect(opened.complaints).toEqual([]);
    await opened.page.context().close();
    await server.stop();
    await other.remove();
  }, 60_000);
});

describe('the sample of the first steps', () => {
  it('has one doubt, which is accepted by a key and confirmed by another', async () => {
    const other = await temporaryFolder();
    const server = await startAppliance(other.path);
    const opened = await openWindow(browser, other.path);
    const { page: tab } = opened;
    tab.setDefaultTimeout(30_000);
    // The next thing to do has the keyboard each time.
    const isFocused = (text: string) =>
      expect.poll(() => tab.locator(':focus').innerText(), { timeout: 30_000 }).toBe(text);
    await tab.getByLabel('CUI').and(tab.locator(':focus')).waitFor();
    await tab.keyboard.type(buyer.vat);
    await tab.keyboard.press('Enter');
    await isFocused('Citește factura de probă');
    await tab.keyboard.press('Enter');
    await tab.getByText('De verificat: un câmp').waitFor();
    await tab.getByText('apasă Enter dacă este corect').waitFor();
    await isFocused('Deschide factura de probă');
    await tab.keyboard.press('Enter');
    await tab.locator('[data-path="invoice_number"]:focus').waitFor();
    expect(await tab.locator(':focus').inputValue()).toBe('20418');
    await tab.keyboard.press('Enter');
    await tab.keyboard.press('Control+Enter');
    await expect.poll(async () => (await listed(tab)).counts.confirmed, { timeout: 20_000 }).toBe(1);
    expect(opened.complaints).toEqual([]);
    await tab.context().close();
    await server.stop();
    await other.remove();
  }, 90_000);
});
