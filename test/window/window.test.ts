import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentJson } from '../../server/contract/document.ts';
import { type Appliance, createKey, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { misread } from '../helpers/review.ts';
import {
  acceptAllAndConfirm,
  buyer,
  dropFiles,
  launchBrowser,
  openWindow,
  rewriteReading,
  samplePdf,
} from '../helpers/window.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let appliance: Appliance;
let browser: Browser;
let receiver: Receiver;
let key: string;

/** The tests follow one bookkeeper's first morning and stand on each other. */
let page: Page;
let complaints: string[];

beforeAll(async () => {
  folder = await temporaryFolder();
  [appliance, browser, receiver] = await Promise.all([startAppliance(folder.path), launchBrowser(), startReceiver()]);
  key = await createKey(folder.path, 'live');
  await facturier(folder.path, 'tenants', 'set', '--webhook-url', receiver.url);
  ({ page, complaints } = await openWindow(browser, folder.path));
});

afterAll(async () => {
  await browser.close();
  await appliance.stop();
  await receiver.stop();
  await folder.remove();
});

async function documents(): Promise<DocumentJson[]> {
  const response = await fetch(`${appliance.url}/v1/documents`, { headers: { 'X-API-Key': key } });
  return ((await response.json()) as { data: DocumentJson[] }).data;
}

async function document(id: string): Promise<DocumentJson> {
  const response = await fetch(`${appliance.url}/v1/documents/${id}`, { headers: { 'X-API-Key': key } });
  return (await response.json()) as DocumentJson;
}

async function dropInvoice(name: string): Promise<string> {
  await dropFiles(page, [{ name, bytes: readFileSync(samplePdf) }]);
  await page
    .getByRole('row', { name })
    .getByText(/Fără observații|De verificat|Ready|To check/)
    .waitFor();
  const found = (await documents()).find(({ filename }) => filename === name);
  return String(found?.id);
}

describe('a first morning', () => {
  it('begins with the company, which is asked for once and checked as it is typed', async () => {
    await page.getByLabel('CUI').fill('RO9900816340');
    await page.getByRole('button', { name: 'Salvează' }).click();
    await page.getByText('CUI invalid').waitFor();
    await page.getByLabel('CUI').fill('9900816346');
    await page.getByLabel('Denumirea firmei').fill(buyer.name);
    await page.getByRole('button', { name: 'Salvează' }).click();
    await page.getByRole('button', { name: 'Omite' }).click();
    await page.getByRole('button', { name: 'La facturi' }).click();
    await page.getByText('Nicio factură aici').waitFor();
    await page.reload();
    await page.getByText('Nicio factură aici').waitFor();
    await page.getByText(`Pentru ${buyer.name} (${buyer.vat})`).waitFor();
  });

  it('takes what is dropped, says why it refuses what it cannot read, and shows it read without a reload', async () => {
    await dropFiles(page, [
      { name: 'hartie.pdf', bytes: readFileSync(samplePdf) },
      { name: 'notite.pdf', bytes: Buffer.from('these are notes') },
    ]);
    const uploads = page.getByRole('region', { name: 'Fișiere trimise' });
    await uploads.getByText('1 din 2 fișiere primite').waitFor();
    await uploads.getByText('Nu este PDF, JPEG, PNG, GIF, WebP, TIFF sau factură electronică').waitFor();
    const row = page.getByRole('row', { name: 'hartie.pdf' });
    await row.getByText(/Fără observații|De verificat/).waitFor();
    expect(await row.innerText()).toContain('MLD 20417');
    expect(await row.innerText()).toContain('2.223,97 RON');
    const [kept] = await documents();
    expect(kept).toMatchObject({ filename: 'hartie.pdf', mode: 'live', retention: 'standard', status: 'succeeded' });
    await page.getByRole('button', { name: 'Închide' }).click();
  });

  it('shows what came through the API beside it, marked', async () => {
    const form = new FormData();
    form.set('file', new Blob([readFileSync(samplePdf)]), 'from-erp.pdf');
    form.set('buyer_vat', buyer.vat);
    await fetch(`${appliance.url}/v1/documents`, { method: 'POST', headers: { 'X-API-Key': key }, body: form });
    const row = page.getByRole('row', { name: 'from-erp.pdf' });
    await row.getByText(/Fără observații|De verificat/).waitFor();
    expect(await row.innerText()).toContain('API');
  });
});

describe('a review', () => {
  it('leads to the doubtful fields, with the reason in words and the place on the page', async () => {
    const id = await dropInvoice('corectat.pdf');
    await rewriteReading(folder.path, id, misread);
    await page.reload();
    await page.getByRole('row', { name: 'corectat.pdf' }).getByRole('link').click();
    await expect.poll(() => page.locator('.cell-doubtful').count()).toBe(2);
    // The first of them has the focus.
    const total = page.getByRole('textbox', { name: 'Total cu TVA' });
    expect(await total.evaluate((field) => field.matches(':focus'))).toBe(true);
    await page.getByText('Totalurile nu corespund').waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    await page.locator('.why-bar', { hasText: 'altă valoare de pe pagină îl contrazice' }).waitFor();

    // Its box lies where the number is printed.
    const box = page.locator('.page-box');
    await box.waitFor();
    const assessed = (await document(id)).fields?.invoice_number?.box ?? [0, 0, 0, 0];
    const picture = await page.locator('.page img').boundingBox();
    const drawn = await box.boundingBox();
    const points = (picture?.width ?? 0) / 595;
    const middle = (drawn?.x ?? 0) + (drawn?.width ?? 0) / 2 - (picture?.x ?? 0);
    expect(middle / points).toBeCloseTo(assessed[0] + assessed[2] / 2, -1);
  });

  it('loses nothing that was typed when the page is reloaded in the middle', async () => {
    const total = page.getByRole('textbox', { name: 'Total cu TVA' });
    await total.fill('2223,97');
    await page.reload();
    await total.waitFor();
    expect(await total.inputValue()).toBe('2.223,97');
    // The sums agree again, so their warning is gone and the total is in doubt no more.
    await page.getByText('Total fără TVA + TVA = total').waitFor();
    expect(await page.getByText('Totalurile nu corespund').count()).toBe(0);
  });

  it('takes dates as they are written and refuses what is none', async () => {
    const due = page.getByRole('textbox', { name: 'Scadență' });
    expect(await due.inputValue()).toBe('14.10.2026');
    await due.fill('31.02.2026');
    await page.getByText('Nu este o dată').waitFor();
    await due.fill('5/11/2026');
    await due.blur();
    expect(await due.inputValue()).toBe('05.11.2026');
    await page.getByRole('button', { name: 'Anulează' }).click();
    expect(await due.inputValue()).toBe('14.10.2026');
  });

  it('undoes a correction', async () => {
    const vendor = page.getByRole('textbox', { name: 'Denumire furnizor' });
    const before = await vendor.inputValue();
    await vendor.fill('Altă firmă SRL');
    await page.getByRole('button', { name: 'Anulează' }).click();
    expect(await vendor.inputValue()).toBe(before);
  });

  it('is confirmed by keyboard alone; the API gives the values and their event', async () => {
    const id = page.url().split('/').at(-1) ?? '';
    await page.getByRole('textbox', { name: 'Număr factură' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.cell-doubtful').count()).toBe(0);
    await acceptAllAndConfirm(page);
    // A second copy of an invoice is to be looked at too, so it comes next.
    await page.getByRole('button', { name: 'Posibil duplicat', exact: true }).waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('heading', { name: 'Facturi primite' }).waitFor();
    await page.getByRole('row', { name: 'corectat.pdf' }).getByText('Confirmată').waitFor();

    const confirmed = await document(id);
    expect(confirmed.reviewed_at).not.toBeNull();
    expect(confirmed.document?.total_amount).toBe(2223.97);
    expect(confirmed.fields?.total_amount).toMatchObject({ confidence: 'high', source: 'person' });
    expect(confirmed.fields?.invoice_number?.evidence).toContain('confirmed');
    expect(Object.values(confirmed.fields ?? {}).every(({ confidence }) => confidence === 'high')).toBe(true);
    expect(confirmed.warnings).not.toContain('totals_mismatch');
    expect(confirmed.document?.quality_flags.low_confidence_fields).toEqual([]);

    await expect
      .poll(() => receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: { id: string } }), {
        timeout: 8_000,
      })
      .toContainEqual(expect.objectContaining({ type: 'document.reviewed', data: expect.objectContaining({ id }) }));
  });

  it('takes ten documents with two doubtful fields each in under 45 key presses', async () => {
    const names = Array.from({ length: 10 }, (_each, index) => `teanc-${index}.pdf`);
    await dropFiles(
      page,
      names.map((name) => ({ name, bytes: readFileSync(samplePdf) })),
    );
    await page.getByText('10 din 10 fișiere primite').waitFor();
    await expect
      .poll(async () => (await documents()).filter(({ status }) => status !== 'succeeded').length, { timeout: 30_000 })
      .toBe(0);
    const ids = (await documents()).filter(({ filename }) => names.includes(filename ?? '')).map(({ id }) => id);
    for (const id of ids) await rewriteReading(folder.path, id, misread);
    await page.reload();
    await page.getByText(/^De verificat \d+$/).click();

    let presses = 0;
    const press = async (name: string): Promise<void> => {
      presses += 1;
      await page.keyboard.press(name);
    };
    // Sent three at a time, they stand in the order in which they came.
    await page.getByRole('row', { name: 'teanc-' }).first().getByRole('link').focus();
    await press('Enter');
    for (let done = 0; done < 10; done += 1) {
      await expect.poll(() => page.locator('.cell-doubtful').count()).toBe(2);
      // Where a person sees that the next key goes.
      await page.locator('.cell-doubtful:focus').waitFor();
      const url = page.url();
      // Two doubtful fields, what is warned of, and the invoice.
      for (let key = 0; key < 4; key += 1) await press('Enter');
      await page.waitForURL((now) => now.href !== url);
    }
    expect(presses).toBeLessThan(45);
    const reviewed = (await documents()).filter(({ id, reviewed_at }) => ids.includes(id) && reviewed_at !== null);
    expect(reviewed).toHaveLength(10);
  }, 60_000);

  it('adds, moves and removes lines, and says whether they make the net amount', async () => {
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByText(/^Toate \d/).click();
    await page.getByRole('row', { name: 'hartie.pdf' }).getByRole('link').click();
    const lines = page.getByRole('region', { name: 'Linii' });
    await lines.getByText('Linii = total fără TVA').waitFor();
    const first = lines.getByRole('textbox', { name: 'Linia 1: Denumire' });
    const second = await lines.getByRole('textbox', { name: 'Linia 2: Denumire' }).inputValue();
    await first.focus();
    await lines.getByRole('button', { name: 'Șterge linia 1' }).click();
    expect(await first.inputValue()).toBe(second);
    await lines.getByText('Liniile nu dau totalul fără TVA').waitFor();
    await page.getByRole('button', { name: 'Anulează' }).click();
    await lines.getByText('Linii = total fără TVA').waitFor();
    await lines.getByRole('textbox', { name: 'Linia 2: Denumire' }).focus();
    await lines.getByRole('button', { name: 'Mută linia 2 în sus' }).click();
    expect(await first.inputValue()).toBe(second);
    await page.getByRole('button', { name: 'Anulează' }).click();
  });

  it('deletes for good, after asking', async () => {
    const id = page.url().split('/').at(-1) ?? '';
    await page.getByRole('button', { name: 'Șterge', exact: true }).click();
    await page.getByRole('button', { name: 'Șterge definitiv?' }).click();
    // What is to be checked next is open.
    await page.waitForURL((url) => !url.href.includes(id));
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('heading', { name: 'Facturi primite' }).waitFor();
    expect((await documents()).some((one) => one.id === id)).toBe(false);
    await expect.poll(() => page.getByRole('row', { name: 'hartie.pdf' }).count(), { timeout: 8_000 }).toBe(0);
  });
});

describe('an export', () => {
  it('is a spreadsheet of what is listed, a row for each line, in the reader’s habit', async () => {
    await page.getByText(/^Confirmate/).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: 'Exportă lista' })
        .click()
        .then(() => page.getByRole('menuitem', { name: 'CSV' }).click()),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toMatch(/^\uFEFFStare;Denumire furnizor;/);
    const [, first, ...rest] = text.trim().split('\r\n');
    expect(first).toMatch(
      /^Confirmată;Papetăria Molidului SRL;RO9900451274;[^;]*;[^;]*;RO9900816346;[^;]*;MLD 20417;14\.09\.2026;14\.10\.2026;Factură;RON;/,
    );
    expect(rest.at(-1)).toContain(';2223,97;');
    // Eleven confirmed invoices of six lines each.
    expect(rest).toHaveLength(11 * 6 - 1);
    await page.getByText(/^Toate \d/).click();
  });
});

describe('every screen', () => {
  const screens = ['#/', 'review', 'signed out'] as const;

  for (const [scheme, language] of [
    ['light', 'ro-RO'],
    ['dark', 'en-GB'],
  ] as const) {
    it(`has no accessibility violation, ${scheme}, ${language}`, async () => {
      const [some] = (await documents()).filter(({ filename }) => filename === 'from-erp.pdf');
      const options = { colorScheme: scheme, locale: language, viewport: { width: 1024, height: 700 } };
      const opened = await openWindow(browser, folder.path, options);
      await opened.page.getByRole('table').waitFor();
      for (const screen of screens) {
        if (screen === 'signed out') await opened.page.context().clearCookies();
        const hash = screen === 'review' ? `#/documents/${some?.id}` : screen.startsWith('#') ? screen : '#/';
        await opened.page.goto(`${appliance.url}/${hash}`);
        await opened.page.reload();
        if (screen === 'review') await opened.page.locator('.page img').waitFor();
        await opened.page.getByRole('heading', { level: 1 }).waitFor();
        // Only colours differ in the dark; everything else was looked at in the light.
        const axe = new AxeBuilder({ page: opened.page });
        const { violations } = await (scheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
        );
        expect(found, `${screen} ${scheme}`).toEqual([]);
      }
      expect(opened.complaints).toEqual([]);
      await opened.page.context().close();
    });
  }

  it('switches language and stays switched', async () => {
    await page.goto(`${appliance.url}/#/`);
    await page.getByText('EN', { exact: true }).click();
    await page.getByRole('heading', { name: 'Received invoices' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Received invoices' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});

describe('a server that goes away', () => {
  it('is said so, and the window goes on by itself when it is back', async () => {
    const port = new URL(appliance.url).port;
    await appliance.stop();
    await page.getByText('Facturier is not responding at the moment').waitFor();
    appliance = await startAppliance(folder.path, { args: ['--port', port] });
    await page.getByText('Facturier is not responding at the moment').waitFor({ state: 'hidden' });
    await dropInvoice('after.pdf');
    expect(complaints).toEqual([]);
  });
});
