import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passes } from '../../server/engine/passes.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { extractionOf, find } from '../../server/store/documents.ts';
import * as pageTexts from '../../server/store/page-texts.ts';
import { teach } from '../../server/store/suppliers.ts';
import { contributionOf } from '../../server/suppliers/learn.ts';
import { createKey, facturier, startAppliance } from '../helpers/appliance.ts';
import { printedPage } from '../helpers/scans.ts';
import { buyer, launchBrowser, samplePdf } from '../helpers/window.ts';

let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier-explain-'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** Explains a file and opens the page in a browser that notes whatever it asks for or complains of. */
async function explained(file: string, ...more: string[]): Promise<{ page: Page; noted: string[] }> {
  const out = join(folder, 'page.html');
  const { code, stdout, stderr } = await facturier(folder, 'explain', file, '--out', out, ...more);
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: out, stderr: '' });
  const page = await browser.newPage();
  const noted: string[] = [];
  page.on('console', (message) => noted.push(message.text()));
  page.on('dialog', (dialog) => {
    noted.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(data:|file:.*page\.html$)/.test(request.url())) noted.push(`request ${request.url()}`);
  });
  await page.goto(pathToFileURL(out).href);
  return { page, noted };
}

/** Has the sample invoice read in the data folder, and teach as if a person had confirmed it. */
async function teachSample(): Promise<void> {
  const appliance = await startAppliance(folder);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(samplePdf))]), 'factura.pdf');
  form.set('buyer_vat', buyer.vat);
  form.set('mode', 'sync');
  const headers = { 'X-API-Key': await createKey(folder, 'live') };
  const answer = await fetch(`${appliance.url}/v1/documents`, { method: 'POST', headers, body: form });
  const { id } = (await answer.json()) as { id: string };
  await appliance.stop();
  const { db, vault, close } = await openStore({ data: folder, masterKey: null });
  const row = (await find(db, id))!;
  const extraction = extractionOf(vault, row)!;
  const how = { looked: new Set(['vendor.vat_number']), day: '2026-01-01', accountIsKnown: true, known: [] };
  await teach(db, vault, {
    tenantId: row.tenant_id,
    buyerVat: buyer.vat,
    documentId: id,
    now: Date.now(),
    invoice: extraction.invoice,
    contribution: contributionOf(extraction, await pageTexts.of(db, vault, row), how),
    untouched: true,
    marks: { invoice_mark: null, total_mark: null, number_mark: null },
  });
  await close();
}

describe('facturier explain', () => {
  test('shows every chosen value with its confidence, evidence and place', { timeout: 60_000 }, async () => {
    const read = await facturier(folder, 'extract', samplePdf, '--buyer-vat', buyer.vat, '--json');
    const { document, fields } = JSON.parse(read.stdout);
    const { page, noted } = await explained(samplePdf, '--buyer-vat', buyer.vat);

    const row = page.locator('.values-table tr', { has: page.getByText('invoice_number', { exact: true }) });
    const text = await row.innerText();
    expect(text).toContain(document.invoice_number);
    expect(text).toContain(fields.invoice_number.confidence);
    for (const fact of fields.invoice_number.evidence) expect(text).toContain(fact);

    const shown = await page.locator('aside .value').allInnerTexts();
    expect(shown).toHaveLength(Object.keys(fields).length);
    expect(shown).toContain(String(document.total_amount));
    expect(shown).toContain(document.line_items[0].description);

    await row.locator('a').click();
    const [x, y, width, height] = fields.invoice_number.box;
    const target = page.locator('rect:target');
    expect(await target.getAttribute('x')).toBe(x.toFixed(2));
    expect(await target.getAttribute('y')).toBe(y.toFixed(2));
    expect(await target.getAttribute('width')).toBe(width.toFixed(2));
    expect(await target.getAttribute('height')).toBe(height.toFixed(2));
    expect(noted).toEqual([]);
    await page.close();
  });

  test('shows what each value was chosen among, and what its features weigh', { timeout: 60_000 }, async () => {
    const { page, noted } = await explained(samplePdf, '--buyer-vat', buyer.vat);
    const section = page.locator('details', { has: page.getByText(/^Choices/) });
    await section.locator('summary').click();
    const rows = await section.locator('tr').allInnerTexts();
    const number = rows.find((row) => row.includes('invoice_number') && row.includes('chosen'));
    expect(number).toMatch(/MLD 20417\s+chosen\s+\d\.\d\d\s+inside 1\b/);
    const chosen = rows.filter((row) => row.includes('chosen')).map((row) => row.split(/\s/)[0]);
    for (const field of [
      'vendor.name',
      'vendor.email',
      'invoice_date',
      'due_date',
      'bank_details.iban',
      'total_amount',
    ])
      expect(chosen).toContain(field);
    expect(noted).toEqual([]);
    await page.close();
  });

  test('draws the page, and switches its layers on and off', { timeout: 60_000 }, async () => {
    const { page, noted } = await explained(samplePdf);
    const drawn = await page.evaluate(`(async () => {
      const image = new Image();
      image.src = document.querySelector('svg image').href.baseVal;
      await image.decode();
      return image.naturalWidth;
    })()`);
    expect(drawn).toBeGreaterThan(900);
    const word = page.locator('svg .words rect').first();
    expect(await word.isVisible()).toBe(false);
    await page.check('#show-words');
    expect(await word.isVisible()).toBe(true);
    const value = page.locator('svg .values rect').first();
    expect(await value.isVisible()).toBe(true);
    await page.uncheck('#show-values');
    expect(await value.isVisible()).toBe(false);
    expect(noted).toEqual([]);
    await page.close();
  });

  test('what an invoice prints stays text', { timeout: 60_000 }, async () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)></title></svg><style>*{}</style>'&lt;`;
    const pdf = await PDFDocument.create();
    pdf.setProducer(hostile);
    const sheet = pdf.addPage([595, 842]);
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const lines = ['Invoice', `Invoice no. <script>alert(3)</script>77`, 'Supplier', hostile, 'Total 12.50 EUR'];
    for (const [at, line] of lines.entries()) sheet.drawText(line, { x: 40, y: 780 - 24 * at, size: 9, font });
    const file = join(folder, `<img src=x onerror=alert(4)>.pdf`);
    await writeFile(file, await pdf.save());

    const { page, noted } = await explained(file);
    expect(await page.locator('script, img, iframe, object, [onerror], [onload]').count()).toBe(0);
    expect(await page.locator('style').count()).toBe(1);
    expect(await page.locator('h1').innerText()).toBe('<img src=x onerror=alert(4)>.pdf');
    const words = await page.locator('svg .words title').allTextContents();
    expect(words.join('\n')).toContain('"><script>alert(1)</script><img');
    expect(await page.locator('.summary').innerText()).toContain(hostile);
    expect(noted).toEqual([]);
    await page.close();
  });

  test('its policy lets neither script nor network in, should markup ever get through', {
    timeout: 60_000,
  }, async () => {
    const { page } = await explained(samplePdf);
    const out = join(folder, 'page.html');
    const spoiled = (await readFile(out, 'utf8')).replace(
      '</body>',
      '<script>document.title = "ran"</script><img src="http://127.0.0.1:9/x" onerror="document.title = \'ran\'"></body>',
    );
    await writeFile(out, spoiled);
    const answered: string[] = [];
    page.on('response', (response) => answered.push(response.url()));
    await page.goto(pathToFileURL(out).href);
    expect(await page.title()).toContain('invoice.pdf');
    expect(answered.filter((url) => url.startsWith('http'))).toEqual([]);
    await page.close();
  });

  test('tells what each pass over a scan changed, and leaves one out on demand', { timeout: 90_000 }, async () => {
    const scan = await printedPage(200);
    const context = scan.getContext('2d');
    context.fillRect(100, 60, scan.width - 200, 4);
    const file = join(folder, 'scan.png');
    await writeFile(file, await scan.encode('png'));
    const passRow = (page: Page) =>
      page.locator('.passes tr', { has: page.getByText('remove_rules', { exact: true }) });

    const { page, noted } = await explained(file);
    await page.getByText('Passes').click();
    expect(await page.locator('.passes tr').count()).toBe(Object.keys(passes).length);
    expect(await passRow(page).innerText()).toContain('page 1: the picture');
    const others = await page.locator('.passes').innerText();
    expect(others).not.toContain('left out');
    expect(noted).toEqual([]);
    await page.close();

    const without = await explained(file, '--without', 'remove_rules', 'remove_dashes');
    await without.page.getByText('Passes').click();
    expect(await passRow(without.page).innerText()).toContain('left out');
    await without.page.close();
    const { code, stderr } = await facturier(folder, 'explain', file, '--without', 'wish_it_away');
    expect(code).toBe(2);
    expect(stderr).toContain('There is no pass wish_it_away; there are even_light,');
  });

  test('shows what is remembered of the supplier, and what came of it', { timeout: 120_000 }, async () => {
    await teachSample();
    const { page, noted } = await explained(samplePdf, '--buyer-vat', buyer.vat, '--remembered');
    await page.getByText('Known from 1 confirmed invoices').waitFor();
    const row = page.locator('.memory-table tr', { has: page.getByText('vendor.vat_number', { exact: true }) });
    expect(await row.innerText()).toContain('it bears out what was read');
    const value = page.locator('.values-table tr', { has: page.getByText('vendor.vat_number', { exact: true }) });
    expect(await value.innerText()).toContain('known_vendor');
    expect(noted).toEqual([]);
    await page.close();

    const other = await explained(samplePdf, '--buyer-vat', 'RO18547290', '--remembered');
    await other.page.getByText('Nothing is remembered of this supplier.').waitFor();
    await other.page.close();
    expect((await facturier(folder, 'explain', samplePdf, '--remembered')).code).toBe(2);
  });

  test('a file that cannot be read is one sentence and exit code 1', async () => {
    const file = join(folder, 'damaged.pdf');
    await writeFile(file, '%PDF-1.7\nnothing more');
    const { code, stderr } = await facturier(folder, 'explain', file);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'The file is damaged and cannot be opened.\n' });
  });

  test('a buyer that is none is wrong usage', async () => {
    expect((await facturier(folder, 'explain', samplePdf, '--buyer-vat', 'RO1')).code).toBe(2);
  });
});
