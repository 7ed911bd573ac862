import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import type { DocumentRow, OfficeWork } from '../../server/contract/window.ts';
import * as companies from '../../server/store/companies.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as tenants from '../../server/store/tenants.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { buyer, openWindow, signInLink, startWindow, type WindowUnderTest } from '../helpers/window.ts';

const count = 90;
const other = { vat: 'RO18547290', name: 'Țesătoria Nouă SRL' };
const idle = { vat: 'RO14399840', name: 'Zorile SRL' };
let window: WindowUnderTest;
let ids: string[];

beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      ids = await seedDocuments(folder, count);
      const { db, ...store } = await openStore({ data: folder, masterKey: null });
      const [tenant] = await tenants.list(db);
      for (const company of [other, idle]) await companies.use(db, tenant!.id, company, Date.now());
      const reviewed_at = timestamp(Date.now());
      await db.updateTable('documents').set({ reviewed_at }).where('id', 'in', ids.slice(40, 70)).execute();
      // At any hour of the day some came in today.
      const created_at = timestamp(Date.now());
      await db.updateTable('documents').set({ created_at }).where('id', 'in', ids.slice(-5)).execute();
      await db
        .updateTable('documents')
        .set({ status: 'failed', error_code: 'unreadable_file', result: null })
        .where('id', 'in', ids.slice(81, 90))
        .execute();
      await store.close();
    },
    context: { viewport: { width: 1366, height: 768 } },
  });
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

const ask = <T>(path: string): Promise<T> =>
  window.page.evaluate(`fetch('${path}', { headers: { 'X-Facturier': localStorage.getItem('facturier.page') } })
    .then((answer) => answer.json())`);
const table = () => window.page.getByRole('table', { name: 'Firme cu facturi de lucrat' });
const home = async (): Promise<void> => {
  await window.page.goto(`${window.appliance.url}/#/home`);
  await table().waitFor();
};
const focused = () =>
  window.page.evaluate<string>(
    'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""',
  );

describe('the first page of an office with several companies', () => {
  it('is what the sign-in leads to, and counts what every number leads to', async () => {
    const { page } = window;
    await table().waitFor();
    expect(await page.title()).toBe('Astăzi – Facturier');
    const { all, companies: each, failed } = await ask<OfficeWork>('/app/companies');
    expect(all).toMatchObject({ failed: 9, cameToday: all.cameToday });
    expect(each.map(({ vat }) => vat).toSorted()).toEqual([other.vat, buyer.vat].toSorted());
    for (const key of ['toCheck', 'ready', 'failed', 'toExport', 'cameToday'] as const) {
      expect(all[key], key).toBe(each.reduce((sum, work) => sum + work[key], 0));
    }
    expect(failed).toHaveLength(6);
    const wanted: [string, number][] = [
      ['De verificat', all.toCheck],
      ['Fără observații', all.ready],
      ['De exportat', all.toExport],
      ['Eșuate', all.failed],
      ['Primite azi', all.cameToday],
    ];
    for (const [name, number] of wanted) {
      await page
        .getByRole('list', { name: 'Pe scurt' })
        .getByRole('link', { name: `${name} ${number}` })
        .click();
      await expect
        .poll(() => page.locator('.documents').getByRole('table').getAttribute('aria-rowcount'))
        .toBe(String(number + 1));
      await home();
    }
  });

  it('says how many wait while the rest of what it says is on its way', async () => {
    const { page } = window;
    await home();
    const { all } = await ask<OfficeWork>('/app/companies');
    const figures = page.getByRole('list', { name: 'Pe scurt' });
    // Never answered, until what is held is let go.
    await page.route('**/app/companies', () => undefined);
    try {
      await page.reload();
      await figures.getByRole('link', { name: `De verificat ${all.toCheck}` }).waitFor();
      expect(await figures.innerText()).toMatch(/Primite azi\s+…/);
      expect(await table().count()).toBe(0);
    } finally {
      await page.unroute('**/app/companies');
    }
    await table().waitFor();
    await figures.getByRole('link', { name: `Primite azi ${all.cameToday}` }).waitFor();
  });

  it('sums up what is due from Monday to Sunday, and leads there', async () => {
    const { page } = window;
    const { all } = await ask<OfficeWork>('/app/companies');
    const { rows } = await ask<{ rows: DocumentRow[] }>('/app/documents');
    const day = 24 * 60 * 60 * 1000;
    const now = new Date();
    const monday = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - ((now.getDay() + 6) % 7) * day;
    const due = rows.filter(({ dueDate }) => {
      const at = Date.parse(dueDate ?? '');
      return at >= monday && at < monday + 7 * day;
    });
    expect(due.length).toBeGreaterThan(2);
    expect(all.due).toEqual({
      count: due.length,
      unconfirmed: due.filter(({ state }) => state !== 'confirmed').length,
      sums: [
        { currency: 'RON', amount: due.reduce((sum, { amountDue }) => sum + Math.round(amountDue! * 100), 0) / 100 },
      ],
    });
    await page.getByRole('link', { name: /^Scadente săptămâna aceasta \d/ }).click();
    const lines = page.getByRole('table', { name: 'Scadențe' }).locator('tbody tr:not(.due-group)');
    await expect.poll(() => lines.count()).toBe(due.length);
    await page.reload();
    await expect.poll(() => lines.count()).toBe(due.length);
    await home();
  });

  it('says who waits and for what, by keyboard alone', async () => {
    const { page } = window;
    await page.reload();
    await table().waitFor();
    const names = await table().locator('tbody td:first-child').allInnerTexts();
    expect(names.toSorted()).toEqual([buyer.name, other.name].toSorted());
    await page.getByText('O firmă este la zi.').waitFor();
    await expect.poll(focused).toBe(names[0]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(names[1]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toMatch(`Fără observații: ${names[1]}: `);
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toMatch(`Fără observații: ${names[0]}: `);
    const number = Number(await page.evaluate('document.activeElement.textContent'));
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.locator('.documents').getByRole('table').getAttribute('aria-rowcount'))
      .toBe(String(number + 1));
    expect(page.url()).toContain('state=ready');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('astazi');
    await page.keyboard.press('Enter');
    await table().waitFor();
  });

  it('names what failed, each with its reason and the way to it', async () => {
    const { page } = window;
    const part = page.getByRole('region', { name: 'Eșuate' });
    expect(await part.getByRole('listitem').first().innerText()).toContain('deteriorat');
    await part.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'scan-89.pdf' }).waitFor();
    expect(page.url()).toContain(ids.at(-1));
    expect(await page.title()).toBe('Verificare – Facturier');
  });

  it.each([
    ['ro-RO', 'light'],
    ['en-GB', 'dark'],
  ] as const)('can be used by everybody at every size, %s, %s', async (locale, colorScheme) => {
    const { page, complaints } = await openWindow(window.browser, window.folder, { locale, colorScheme });
    await page.getByRole('table').waitFor();
    // 200 % at 1366 × 768 is half of it.
    for (const [width, height] of [
      [1366, 768],
      [1920, 1080],
      [800, 700],
      [683, 384],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.evaluate(over), { message: `${width}` }).toEqual([]);
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('a link to sign in', () => {
  it('works at once in a tab that is signed out', async () => {
    const { page } = await openWindow(window.browser, window.folder);
    await page.getByRole('table').waitFor();
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole('heading', { name: 'Nu ești conectat' }).waitFor();
    expect(await page.title()).toBe('Nu ești conectat – Facturier');
    await page.evaluate(`location.href = ${JSON.stringify(await signInLink(window.folder))}`);
    await page.getByRole('table').waitFor();
    expect(page.url()).not.toContain('sign-in');
    await page.context().close();
  });
});

/** As text, because the tests are compiled without a browser's types. Names what reaches over the window's right edge. */
const over = `[document.documentElement, ...document.querySelectorAll('header *, main a, main td, main button')]
  .filter((one) => !one.closest('.for-readers') && one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 100))`;
