import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDocuments } from '../helpers/many-documents.ts';
import { holdBack, startWindow, type WindowUnderTest } from '../helpers/window.ts';

let window: WindowUnderTest;
let ids: string[];
beforeAll(async () => {
  window = await startWindow({
    prepare: async (folder) => {
      ids = await seedDocuments(folder, 12);
    },
    context: { viewport: { width: 1366, height: 768 } },
  });
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

const cell = (row: number, name: string) => window.page.locator(`[data-row="${row}"] .cell-${name}`);
const shown = (): string => new URL(window.page.url()).hash;

describe('a row of the list', () => {
  it('opens its document wherever it is clicked, and has the keyboard on coming back', async () => {
    const { page } = window;
    for (const [row, name] of [
      [2, 'total'],
      [3, 'date'],
      [4, 'state'],
    ] as const) {
      await cell(row, name).click();
      await page.getByRole('link', { name: 'Înapoi' }).waitFor();
      expect(shown()).toBe(`#/documents/${ids.at(-1 - row)}`);
      await page.keyboard.press('Alt+ArrowLeft');
      const focused = `document.activeElement.closest('[data-row]')?.dataset.row`;
      await expect.poll(() => page.evaluate(focused), { timeout: 10_000 }).toBe(String(row));
    }
  });

  it('is left again by keyboard while its document is on its way', async () => {
    const { page } = window;
    const answer = await holdBack(page, `**/app/documents/${ids.at(-8)}`);
    await cell(7, 'total').click();
    await page.getByRole('progressbar').waitFor();
    expect(shown()).toBe(`#/documents/${ids.at(-8)}`);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(shown).toBe('#/');
    await answer();
  });

  it('is opened in a tab by Ctrl, by the middle button on its link, and stays', async () => {
    const { page } = window;
    const opening = [
      () =>
        cell(1, 'vendor')
          .getByRole('link')
          .click({ modifiers: ['Control'] }),
      () => cell(1, 'vendor').getByRole('link').click({ button: 'middle' }),
      () => cell(1, 'number').click({ modifiers: ['Control'] }),
    ];
    for (const open of opening) {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), open()]);
      await tab.getByRole('link', { name: 'Înapoi' }).waitFor();
      expect(new URL(tab.url()).hash).toBe(`#/documents/${ids.at(-2)}`);
      await tab.close();
      expect(shown()).toBe('#/');
    }
  });

  it('opens nothing where text is selected by dragging, or its box is ticked', async () => {
    const { page } = window;
    const number = await cell(5, 'number').boundingBox();
    const y = number!.y + number!.height / 2;
    await page.mouse.move(number!.x + 2, y);
    await page.mouse.down();
    await page.mouse.move(number!.x + number!.width - 4, y, { steps: 4 });
    await page.mouse.up();
    expect(await page.evaluate('String(getSelection())')).toContain('SD 100006');
    await cell(5, 'tick').getByRole('checkbox').check();
    await page.getByText('Un document selectat').waitFor();
    // A press just beside the box is not meant for the document either.
    await cell(4, 'tick').click({ position: { x: 3, y: 3 } });
    expect(shown()).toBe('#/');
    // What was selected is no more once something else is pressed.
    await cell(6, 'date').click();
    await page.getByRole('link', { name: 'Înapoi' }).waitFor();
  });
});
