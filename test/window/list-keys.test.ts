import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDocuments } from '../helpers/many-documents.ts';
import { holdBack, startWindow, type WindowUnderTest } from '../helpers/window.ts';

let window: WindowUnderTest;
beforeAll(async () => {
  window = await startWindow({
    prepare: (folder) => seedDocuments(folder, 130),
    context: { viewport: { width: 1366, height: 768 } },
  });
});
afterAll(() => window.close());

const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await window.page.keyboard.press(key);
};
const focusedRow = () =>
  expect.poll(() => window.page.evaluate<string>(`document.activeElement?.closest('[data-row]')?.dataset.row ?? ''`), {
    timeout: 10_000,
  });

describe('the list, by keyboard alone', () => {
  it('has its first row at once, is walked by arrows and ticked by the space bar', async () => {
    const { page } = window;
    await page.getByRole('table').waitFor();
    await focusedRow().toBe('0');
    await press('ArrowDown', 'ArrowDown', 'Space', 'ArrowUp', 'Shift+Space');
    await focusedRow().toBe('1');
    await page.getByText('2 documente selectate').waitFor();
    await press('End');
    await focusedRow().toBe('129');
    await press('Home');
    await focusedRow().toBe('0');
    await press('/');
    expect(await page.evaluate<string>(`document.activeElement?.type`)).toBe('search');
    await press('ArrowDown');
    await focusedRow().toBe('0');
  });

  it('opens the row with Enter, and coming back is at that row again', async () => {
    const { page } = window;
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    await page.getByRole('link', { name: 'Înapoi' }).waitFor();
    await press('Alt+ArrowLeft');
    await focusedRow().toBe('3');
  });

  it('is ticked whole by Ctrl+A, and Ctrl+Enter leads to what can be done with it', async () => {
    const { page } = window;
    await press('Control+a');
    await page.getByText('130 de documente selectate').waitFor();
    await press('Control+Enter');
    const focused = `document.activeElement.innerText`;
    await expect.poll(() => page.evaluate(focused)).toBe('Confirmă');
    await page.getByRole('button', { name: 'Deselectează' }).press('Enter');
    await page.getByText('130 de documente selectate').waitFor({ state: 'detached' });
  });

  it('shows at least twelve rows at 1366 × 768', async () => {
    const seen = await window.page.evaluate<number>(`(() => {
      const list = document.querySelector('.documents').getBoundingClientRect();
      return [...document.querySelectorAll('[data-row]')]
        .map((row) => row.getBoundingClientRect())
        .filter(({ top, bottom }) => top >= list.top && bottom <= Math.min(list.bottom, innerHeight)).length;
    })()`);
    expect(seen).toBeGreaterThanOrEqual(12);
  });

  it('is left for any other screen, state or company by a few letters', async () => {
    const { page } = window;
    await press('Control+k');
    const field = page.getByRole('combobox', { name: 'Caută un ecran, o stare sau o firmă' });
    await field.waitFor();
    await page.keyboard.type('furniz');
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Furnizori' }).waitFor();
    await press('Control+k');
    await field.waitFor();
    await page.keyboard.type('esuate');
    await press('Enter');
    await expect.poll(() => page.getByRole('radio', { name: /^Eșuate/ }).isChecked()).toBe(true);
    await press('Control+k');
    await field.waitFor();
    await page.keyboard.type('de verificat');
    await press('Enter');
    await focusedRow().toBe('0');
  });

  it('has its row again where the palette is closed without a choice', async () => {
    const { page } = window;
    await page.locator('[data-row="0"] a').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate<string | undefined>(`document.activeElement.closest('[data-row]')?.dataset.row`))
      .toBe('0');
  });

  it('is left by letters that are typed before the field for them is there', async () => {
    const { page } = window;
    await page.evaluate(`(async () => {
      const press = async (key, ctrlKey = false) => {
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
        await Promise.resolve();
      };
      await press('k', true);
      for (const letter of 'furnizorx') await press(letter);
      await press('Backspace');
      await press('Enter');
    })()`);
    await page.getByRole('heading', { level: 1, name: 'Furnizori' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goBack();
    await focusedRow().toBe('0');
  });

  it('keeps the keyboard where the row that had it is gone', async () => {
    const { page } = window;
    await press('ArrowDown', 'ArrowDown');
    await focusedRow().toBe('2');
    const text = (): Promise<string> => page.locator('[data-row="2"] .cell-number').innerText();
    const before = await text();
    const id = await page.evaluate<string>(`/doc_[0-9a-z]+/.exec(document.activeElement.href)[0]`);
    await page.evaluate(`fetch('/app/documents/${id}', {
      method: 'DELETE', headers: { 'X-Facturier': localStorage.getItem('facturier.page') },
    })`);
    await expect.poll(text, { timeout: 10_000 }).not.toBe(before);
    await focusedRow().toBe('2');
    expect(window.complaints).toEqual([]);
  });

  it('has no row of a list as it was: its first row may be another document by now', async () => {
    const { page } = window;
    const first = (): Promise<string> => page.locator('[data-row="0"] a').getAttribute('href').then(String);
    const before = await first();
    const address = new URL(page.url()).hash;
    await page.goto(`${window.appliance.url}/#/suppliers`);
    await page.getByRole('heading', { level: 1, name: 'Furnizori' }).waitFor();
    await page.evaluate(`fetch('/app/documents/${/doc_[0-9a-z]+/.exec(before)?.[0]}', {
      method: 'DELETE', headers: { 'X-Facturier': localStorage.getItem('facturier.page') },
    })`);
    // The window has heard of it by then, and asks for nothing that is out of sight.
    await page.waitForTimeout(1500);
    const answer = await holdBack(window.page, '**/app/documents?*');
    await page.goto(`${window.appliance.url}/${address}`);
    await page.locator('[data-row="0"] a').waitFor();
    await page.waitForTimeout(300);
    expect(await page.evaluate<boolean>(`document.activeElement === document.body`)).toBe(true);
    await answer();
    await focusedRow().not.toBe('');
    expect(await first()).not.toBe(before);
  });
});

describe('the first list', () => {
  it('is asked for beside the settings, not after them', async () => {
    const { page } = window;
    const answer = await holdBack(window.page, '**/app/settings');
    await Promise.all([page.waitForRequest(/\/app\/documents\?/), page.reload()]);
    await answer();
    await page.locator('[data-row] a').first().waitFor();
  });

  it('loads nothing that only later screens need', async () => {
    const load = async (path: string): Promise<string> => (await fetch(window.appliance.url + path)).text();
    const parts = (await load('/')).match(/\/assets\/[^"]+\.(js|css)/g) ?? [];
    const texts = await Promise.all(parts.map(load));
    // It was 1.6 MB with the review, the settings, and all that checks an invoice.
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeGreaterThan(200_000);
    expect(bytes).toBeLessThan(1_150_000);
  });
});
