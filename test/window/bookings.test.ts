import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../helpers/appliance.ts';
import { type ReviewDesk, startReviewDesk } from '../helpers/review.ts';
import { acceptAllAndConfirm, openWindow, rewriteReading, samplePdf } from '../helpers/window.ts';

/** The tests follow one supplier over its first invoices, and stand on each other. */
let desk: ReviewDesk;
let count = 0;

beforeAll(async () => {
  desk = await startReviewDesk({ locale: 'en-GB' });
});
afterAll(() => desk.close());
afterEach(() => expect(desk.complaints).toEqual([]));

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await desk.page.keyboard.press(key);
};
const section = () => desk.page.getByRole('region', { name: 'Posting' });
const cell = (index: number, part: string) => desk.page.locator(`[data-booking="${index}.${part}"]`);
const accounts = (page = desk.page): Promise<string[]> =>
  page
    .locator('[data-booking$=".account"]')
    .evaluateAll((cells) => cells.map((one) => (one as unknown as { value: string }).value));

/** The sample as if it was the next invoice of its supplier. @returns its id */
async function next(): Promise<string> {
  const id = await desk.send(readFileSync(samplePdf));
  count += 1;
  const invoice_number = `LUNA ${count}`;
  await rewriteReading(desk.folder, id, (read) => ({
    ...read,
    invoice: { ...read.invoice, invoice_number },
    warnings: [],
  }));
  await desk.open(id);
  return id;
}

async function confirm(): Promise<void> {
  await acceptAllAndConfirm(desk.page);
  await desk.page.getByRole('heading', { name: 'Invoices' }).waitFor();
}

async function sagaLines(id: string): Promise<Record<string, string>[]> {
  const key = await createKey(desk.folder, 'live');
  const url = `${desk.appliance.url}/v1/documents/${id}/export/saga`;
  const answer = await fetch(url, { headers: { 'X-API-Key': key } });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return new XMLParser({ parseTagValue: false }).parse(await answer.text()).Facturi.Factura.Detalii.Continut.Linie;
}

// Two windows and what reads screens for the blind, beside other tests on the same cores.
describe('where lines go in the books', { timeout: 120_000 }, () => {
  it('is typed by the keyboard, folded where no program takes it, and goes to the program with the invoice', async () => {
    const id = await next();
    expect(await section().getByRole('button', { name: 'show' }).getAttribute('aria-expanded')).toBe('false');
    await section().getByRole('button', { name: 'show' }).click();
    await cell(0, 'account').focus();
    await desk.page.keyboard.type('604');
    await press('Control+d', 'Enter');
    const lines = await accounts();
    expect(lines.length).toBeGreaterThan(1);
    expect(new Set(lines)).toEqual(new Set(['604']));
    await press('Control+a');
    await desk.page.keyboard.type('6022');
    await cell(1, 'deductibility').selectOption({ label: '50%' });
    await cell(1, 'article').fill('DOS-1');
    await cell(1, 'warehouse').fill('MAG');
    await cell(1, 'warehouse').fill('');
    await confirm();
    const written = await sagaLines(id);
    expect(written[0]).toMatchObject({ Cont: '604' });
    expect(written[1]).toMatchObject({ Cont: '6022', TipDeducere: 'N50', CodArticolClient: 'DOS-1' });
    expect(written[1]).not.toHaveProperty('Gestiune');
  });

  it('is offered for the next invoice with its reason, and is the line’s once it is taken by a key', async () => {
    const id = await next();
    expect(new Set(await accounts())).toEqual(new Set(['']));
    expect(await cell(1, 'account').getAttribute('placeholder')).toBe('= 6022');
    expect(await section().getByRole('status').textContent()).toBe('Suggested as on invoice LUNA 1');
    for (const colorScheme of ['light', 'dark'] as const) {
      await desk.page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page: desk.page as never }).include('.bookings').analyze();
      expect(violations.map(({ id: rule }) => rule)).toEqual([]);
    }
    // One cell, and then its line, of which nothing is offered any more that was typed otherwise.
    await cell(1, 'account').focus();
    await press('=');
    await soon(() => accounts()).toContain('6022');
    expect(await cell(1, 'deductibility').inputValue()).toBe('');
    await cell(0, 'account').fill('628');
    expect(await cell(0, 'article').getAttribute('placeholder')).toBeNull();
    // Away from there the key only goes there: nothing is taken that nobody has seen.
    await desk.field('invoice_number').focus();
    await press('Alt+c');
    expect(await cell(1, 'account').evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(await cell(1, 'deductibility').inputValue()).toBe('');
    await press('Alt+c');
    await soon(() => cell(1, 'deductibility').inputValue()).toBe('half');
    expect(await cell(1, 'article').inputValue()).toBe('DOS-1');
    expect((await accounts()).slice(0, 3)).toEqual(['628', '6022', '604']);
    expect(await section().getByRole('status').count()).toBe(0);
    await press('Control+z');
    await soon(() => cell(1, 'deductibility').inputValue()).toBe('');
    await press('Control+y');
    await soon(() => cell(1, 'deductibility').inputValue()).toBe('half');

    // It is kept as it is typed, and another window that has it open has it too.
    await desk.page.reload();
    await soon(() => accounts()).toContain('628');
    const other = await openWindow(desk.browser, desk.folder, { locale: 'en-GB' });
    await other.page.goto(`${desk.appliance.url}/#/documents/${id}`);
    await soon(() => accounts(other.page)).toContain('628');
    await other.page.locator('[data-booking="2.account"]').fill('605');
    await soon(() => accounts()).toContain('605');
    await other.page.close();
    expect((await accounts()).slice(0, 3)).toEqual(['628', '6022', '605']);
    await confirm();
    expect((await sagaLines(id)).slice(0, 3).map(({ Cont }) => Cont)).toEqual(['628', '6022', '605']);
  });

  it('names the accounts of the company, and marks one that is not among them', async () => {
    await desk.page.goto(`${desk.appliance.url}/#/settings/companies`);
    await desk.page.getByRole('button', { name: /^Accounts: / }).click();
    const dialog = desk.page.getByRole('dialog');
    await dialog.getByText('0 accounts').waitFor();
    const csv = 'Cont;Denumire\r\n604;Materiale\r\n;Fără cont\r\n628;Alte servicii\r\n';
    await desk.page
      .locator('input[accept*=csv]')
      .last()
      .setInputFiles({
        ...{ name: 'conturi.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
      });
    await dialog.getByText('2 accounts').waitFor();
    await dialog.getByText('Rows without an account, not kept: 3').waitFor();
    await dialog.getByRole('textbox').focus();
    await press('Control+End', 'Enter');
    await desk.page.keyboard.type('6022');
    await dialog.getByText('3 accounts').waitFor();
    const { violations } = await new AxeBuilder({ page: desk.page as never }).include('[role=dialog]').analyze();
    expect(violations.map(({ id: rule }) => rule)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await desk.page.reload();
    await desk.page.getByRole('button', { name: /^Accounts: / }).click();
    await soon(() => dialog.getByRole('textbox').inputValue()).toBe('604;Materiale\n628;Alte servicii\n6022');

    await next();
    const list = String(await cell(0, 'account').getAttribute('list'));
    const options = desk.page.locator(`#${list} option`);
    await soon(() =>
      options.evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value)),
    ).toEqual(['604', '628', '6022']);
    await cell(0, 'account').fill('628');
    await soon(() => cell(0, 'account').getAttribute('title')).toBe('Alte servicii');
    await cell(0, 'account').fill('629');
    await soon(() => cell(0, 'account').getAttribute('title')).toBe('The account is not in the company’s list');
  });

  it('follows its line wherever that is moved', async () => {
    await next();
    await press('Alt+c', 'Alt+c');
    await soon(() => accounts()).toContain('605');
    const before = await accounts();
    await desk.field('line_items.0.description').focus();
    await press('Alt+Shift+ArrowDown');
    await soon(() => accounts()).toEqual([before[1], before[0], ...before.slice(2)]);
    await desk.field('line_items.0.description').focus();
    await press('Alt+Delete');
    await soon(() => accounts()).toEqual([before[0], ...before.slice(2)]);
  });

  it('stays on both parts of a line that is split, and on the line that two become', async () => {
    await next();
    await press('Alt+c', 'Alt+c');
    await soon(() => accounts()).toContain('605');
    const before = await accounts();
    await cell(1, 'warehouse').fill('MAG');
    const description = desk.field('line_items.1.description');
    await description.focus();
    await press('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Alt+Shift+Enter');
    await soon(() => accounts()).toEqual([before[0], before[1], ...before.slice(1)]);
    for (const index of [1, 2]) {
      expect(await cell(index, 'deductibility').inputValue()).toBe('half');
      expect(await cell(index, 'warehouse').inputValue()).toBe('MAG');
    }
    await desk.field('line_items.2.description').focus();
    await press('Alt+Shift+Backspace');
    await soon(() => accounts()).toEqual(before);
    expect(await cell(1, 'deductibility').inputValue()).toBe('half');
    expect(await cell(1, 'warehouse').inputValue()).toBe('MAG');
    // What the two say differently is a person's to say.
    await desk.field('line_items.1.description').focus();
    await press('Alt+Shift+Backspace');
    await soon(() => accounts()).toEqual(['', ...before.slice(2)]);
    expect(await cell(0, 'warehouse').inputValue()).toBe('MAG');
  });

  it('is said of each VAT rate where an invoice has no lines, and offered for the next of them', async () => {
    const withoutLines = async (): Promise<string> => {
      const id = await next();
      await rewriteReading(desk.folder, id, (read) => ({ ...read, invoice: { ...read.invoice, line_items: [] } }));
      await desk.page.reload();
      await section().waitFor();
      return id;
    };
    const id = await withoutLines();
    if ((await cell(0, 'account').count()) === 0) await section().getByRole('button', { name: 'show' }).click();
    const headings = section().getByRole('rowheader');
    expect(await headings.allTextContents()).toEqual(['21%', '11%']);
    expect(await section().getByRole('columnheader').first().textContent()).toBe('VAT rate');
    await desk.page.getByLabel('VAT rate 1: Account', { exact: true }).fill('6281');
    await cell(1, 'account').fill('6282');
    // It follows its rate.
    await desk.page.getByRole('button', { name: 'Remove rate 2' }).click();
    await soon(() => accounts()).toEqual(['6281']);
    await press('Control+z');
    await soon(() => accounts()).toEqual(['6281', '6282']);
    await confirm();
    expect((await sagaLines(id)).map(({ ProcTVA, Cont }) => [ProcTVA, Cont])).toEqual([
      ['21', '6281'],
      ['11', '6282'],
    ]);
    await withoutLines();
    expect(await cell(0, 'account').getAttribute('placeholder')).toBe('= 6281');
    expect(await cell(1, 'account').getAttribute('placeholder')).toBe('= 6282');
    // With its first line there is something else to post.
    await cell(0, 'account').fill('6299');
    await desk.page.getByRole('button', { name: 'Add a line' }).click();
    await section().getByRole('button', { name: 'show' }).click();
    await soon(() => accounts()).toEqual(['']);
  });

  it('is offered no more once the supplier is forgotten', async () => {
    const id = await next();
    expect(await section().getByRole('status').textContent()).toContain('LUNA 2');
    await desk.page.goto(`${desk.appliance.url}/#/suppliers`);
    await desk.page.locator('button.as-link[aria-expanded=false]').click();
    await desk.page.getByText(/Posting is suggested for \d+ descriptions/).waitFor();
    await desk.page.evaluate(`(async () => {
      const headers = { 'X-Facturier': localStorage.getItem('facturier.page') };
      for (const { id } of await (await fetch('/app/suppliers', { headers })).json())
        await fetch('/app/suppliers/' + id, { method: 'DELETE', headers });
    })()`);
    await desk.page.reload();
    await desk.open(id);
    await section().getByRole('button', { name: 'show' }).waitFor();
    expect(await cell(0, 'account').count()).toBe(0);
  });
});
