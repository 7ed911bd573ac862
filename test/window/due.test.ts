import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { listed, openWindow, startWindow, type WindowUnderTest } from '../helpers/window.ts';

const count = 90;
let window: WindowUnderTest;
let ids: string[];

beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      ids = await seedDocuments(folder, count);
      const store = await openStore({ data: folder, masterKey: null });
      const reviewed_at = timestamp(Date.now());
      await store.db.updateTable('documents').set({ reviewed_at }).where('id', 'in', ids.slice(10, 20)).execute();
      await store.close();
    },
    context: { viewport: { width: 1366, height: 768 } },
  });
  await window.page.getByRole('link', { name: 'Scadențe' }).click();
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

const lines = () => window.page.getByRole('table', { name: 'Scadențe' }).locator('tbody tr:not(.due-group)');
const days = async (): Promise<string[]> =>
  (await lines().locator('td:nth-child(2)').allInnerTexts()).map((day) => day.split('.').toReversed().join('-'));

/** What stands on each page of a PDF, its spaces taken out: browsers set letters apart as they please. */
async function textOf(pdf: Buffer): Promise<string[]> {
  const file = await getDocument({ data: new Uint8Array(pdf) }).promise;
  const pages = Array.from({ length: file.numPages }, async (_each, index) => {
    const { items } = await (await file.getPage(index + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join('');
  });
  return (await Promise.all(pages)).map((text) => text.replace(/\s/g, ''));
}

const printed = async (page: Page): Promise<string> => (await textOf(await page.pdf({ format: 'A4' }))).join('');

describe('due dates', () => {
  it('are those of what is confirmed, or of all, by day, what is overdue first', async () => {
    const { page } = window;
    await expect.poll(() => lines().count()).toBe(10);
    await page.getByText('Toate', { exact: true }).click();
    await expect.poll(() => lines().count()).toBe(count);
    const shown = await days();
    expect(shown).toEqual(shown.toSorted());
    const heads = await page.locator('.due-group').allInnerTexts();
    expect(heads[0]).toMatch(/^Restante/);
    expect(heads.slice(1).every((head) => head.startsWith('Săptămâna'))).toBe(true);
    const { rows } = await listed(page);
    const today = timestamp(Date.now()).slice(0, 10);
    const overdue = rows.filter(({ dueDate }) => dueDate! < today);
    const sum = overdue.reduce((all, { amountDue }) => all + amountDue! * 100, 0) / 100;
    const said = sum.toLocaleString('ro-RO', { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: true });
    expect(heads[0]).toContain(`${said} RON`);
  });

  it('are saved as a calendar with an event for each', async () => {
    const { page } = window;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Salvează calendarul (.ics)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('due-dates.ics');
    const file = readFileSync(await download.path(), 'utf8');
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(count);
    for (const id of ids) expect(file).toContain(`UID:${id}@facturier`);
  });

  it('are printed whole, without what is pressed on the screen', async () => {
    const text = await printed(window.page);
    for (const { invoiceNumber } of (await listed(window.page)).rows)
      expect(text).toContain(invoiceNumber!.replace(/\s/g, ''));
    expect(text).toContain('Restante');
    for (const pressed of ['Salveazăcalendarul', 'Setări', 'Printează']) expect(text).not.toContain(pressed);
  });
});

describe('a payment', () => {
  const keys = (...pressed: string[]) =>
    pressed.reduce((before, key) => before.then(() => window.page.keyboard.press(key)), Promise.resolve());
  const sumOf = async (group: RegExp): Promise<string> =>
    (await window.page.locator('.due-group').filter({ hasText: group }).first().innerText()).replace(/\s+/g, ' ');
  const told = (text: RegExp) => window.page.getByRole('status').filter({ hasText: text }).waitFor();

  it('is noted by keyboard, leaves the list and its sums, and is taken back by a key', async () => {
    const { page } = window;
    await lines().nth(1).getByRole('link').focus();
    const paid = await lines().nth(1).getByRole('link').getAttribute('href');
    const before = await sumOf(/./);
    await keys('p');
    await page
      .getByRole('dialog')
      .getByLabel(/Suma plătită/)
      .waitFor();
    await keys('Enter');
    await told(/Plată notată/);
    await expect.poll(() => lines().count()).toBe(count - 1);
    expect(await sumOf(/./)).not.toBe(before);
    await keys('Control+z');
    await told(/Plată anulată/);
    await expect.poll(() => lines().count()).toBe(count);
    expect(await sumOf(/./)).toBe(before);
    expect(await lines().nth(1).getByRole('link').getAttribute('href')).toBe(paid);
  });

  it('of a part leaves the rest, and what is wholly paid is listed by itself and in the history', async () => {
    const { page } = window;
    const row = lines().first();
    const address = await row.getByRole('link').getAttribute('href');
    await row.getByRole('button', { name: /^Plată:/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Suma plătită/).fill('1,5o');
    await dialog.getByText('Nu este un număr').waitFor();
    expect(await dialog.getByRole('button', { name: 'Notează plata' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/Suma plătită/).fill('1,50');
    await dialog.getByLabel('Data plății').fill('20.11.2026');
    await keys('Enter');
    await row.getByText('plătit 1,50 RON la 20.11.2026').waitFor();
    await row.getByRole('button', { name: /^Plată:/ }).click();
    await dialog.getByRole('button', { name: 'Notează plata' }).click();
    await expect.poll(() => lines().count()).toBe(count - 1);
    await page.getByText('Plătite', { exact: true }).click();
    await expect.poll(() => lines().count()).toBe(1);
    expect(await lines().getByRole('link').getAttribute('href')).toBe(address);
    await lines().getByRole('link').click();
    await page.getByText(/^Plătit 1,50 RON la 20\.11\.2026, notat de/).waitFor();
    await page.getByText(/^Plătită integral la/).waitFor();
    await page.goBack();
    await lines()
      .getByRole('button', { name: /^Anulează plata/ })
      .click();
    await page.getByText('Nicio factură plătită').waitFor();
  });
});

describe('several payments', () => {
  const pressed = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await window.page.keyboard.press(key);
  };
  const told = (text: RegExp) => window.page.getByRole('status').filter({ hasText: text }).waitFor();

  it('are noted and taken back together by keyboard, each in the history of its own', async () => {
    const { page } = window;
    await page.goto(`${window.appliance.url}/#/due?of=all`);
    await expect.poll(() => lines().count(), { timeout: 20_000 }).toBe(count);
    await lines().nth(1).getByRole('link').focus();
    const amounts = await lines().locator('.amount:not(td)').allInnerTexts();
    await pressed('Space', 'ArrowDown', 'ArrowDown', 'Space');
    const cents = [amounts[1], amounts[3]].map((text) => Number(text?.replace(/\D/g, '')));
    const sum = ((cents[0]! + cents[1]!) / 100).toLocaleString('ro-RO', { minimumFractionDigits: 2 });
    await told(new RegExp(`2 facturi selectate: ${sum.replaceAll('.', '\\.')}`));
    const ticked = page.locator('tr[data-due].chosen');
    const [first] = await ticked.locator('a').evaluateAll((links) => links.map((link) => String(link)));
    await pressed('p');
    const dialog = page.getByRole('dialog', { name: 'Plata a 2 facturi' });
    await dialog.getByText(`Împreună: ${sum}`).waitFor();
    await dialog.getByLabel('Data plății').fill('20.11.2026');
    await pressed('Enter');
    await told(/2 plăți notate/);
    await expect.poll(() => lines().count(), { timeout: 20_000 }).toBe(count - 2);
    await page.getByText('Plătite', { exact: true }).click();
    await expect.poll(() => lines().count(), { timeout: 20_000 }).toBe(2);
    expect(await lines().first().innerText()).toContain('plătită integral la 20.11.2026');
    expect(
      await lines()
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => String(link))),
    ).toContain(first);
    await lines().first().getByRole('link').focus();
    await pressed('Control+a', 'p');
    await told(/2 plăți anulate/);
    await page.getByText('De plată', { exact: true }).first().click();
    await expect.poll(() => lines().count(), { timeout: 20_000 }).toBe(count);
  });

  it('leave out what another window has paid meanwhile, and say so', async () => {
    const { page } = window;
    const id = String(await lines().nth(0).getAttribute('data-due'));
    await lines().nth(0).getByRole('link').focus();
    await pressed('Space', 'ArrowDown', 'Space', 'p');
    const dialog = page.getByRole('dialog', { name: 'Plata a 2 facturi' });
    await dialog.getByLabel('Data plății').waitFor();
    // Until the list hears of it, it is as if nothing had been.
    await page.route('**/app/due?*', (route) => route.abort());
    const paid = `fetch('/app/documents/${id}/payments', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Facturier': localStorage.getItem('facturier.page') },
      body: JSON.stringify({ on: '2026-11-20', amount: null }) }).then(({ status }) => status)`;
    expect(await page.evaluate(paid)).toBe(204);
    await pressed('Enter');
    await told(/Plată notată.*Plata nu a putut fi salvată/s);
    await page.unroute('**/app/due?*');
    await pressed('Control+z');
    await told(/Plată anulată/);
    await expect.poll(() => lines().count(), { timeout: 20_000 }).toBe(count - 1);
    await page.getByText('Plătite', { exact: true }).click();
    await lines()
      .getByRole('button', { name: /^Anulează plata/ })
      .click();
    await page.getByText('Nicio factură plătită').waitFor();
  });
});

describe('two windows', () => {
  it('show each at once what was paid in the other', async () => {
    const { page } = window;
    const other = await openWindow(window.browser, window.folder);
    try {
      await other.page.goto(`${window.appliance.url}/#/due?of=all`);
      const last = other.page.locator('tr[data-due]').nth(count - 1);
      await last.waitFor();
      await page.goto(`${window.appliance.url}/#/due?of=all`);
      await expect.poll(() => lines().count(), { timeout: 20_000 }).toBe(count);
      await lines().nth(2).getByRole('link').focus();
      await page.keyboard.press('p');
      await page
        .getByRole('dialog')
        .getByLabel(/Suma plătită/)
        .waitFor();
      await page.keyboard.press('Enter');
      await last.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+z');
      await last.waitFor();
    } finally {
      await other.page.context().close();
    }
  });
});

describe('a document', () => {
  it('is printed with its values, in either language, black on white in the dark too', async () => {
    const { page } = await openWindow(window.browser, window.folder, { locale: 'en-GB', colorScheme: 'dark' });
    await page.goto(`${window.appliance.url}/#/documents/${ids[12]}`);
    await page.getByRole('link', { name: 'Back' }).waitFor();
    const text = await printed(page);
    for (const value of ['SD100012', 'Șantier', 'Confirmed', 'VATbyrate', 'Quantity']) expect(text).toContain(value);
    for (const pressed of ['Confirmagain', 'Delete', 'Settings']) expect(text).not.toContain(pressed);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colours = `[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]`;
    expect(await page.evaluate(colours)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    await page.context().close();
  });
});
