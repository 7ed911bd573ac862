import { readFileSync } from 'node:fs';
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ReviewDesk, startReviewDesk } from '../helpers/review.ts';
import { acceptAllAndConfirm, samplePdf } from '../helpers/window.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await startReviewDesk({ locale: 'en-GB', viewport: { width: 1366, height: 768 } });
});
afterAll(() => desk.close());
afterEach(() => expect(desk.complaints).toEqual([]));

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });
const why = () => desk.page.locator('.why-bar').innerText();
const signOf = (path: string) => desk.page.locator('.field', { has: desk.field(path) }).getByRole('img');

describe('a usual invoice', () => {
  it('is all in sight at 1366 × 768, with its amounts first, and the print of a field large enough', async () => {
    await desk.open(await desk.send(readFileSync(samplePdf)));
    const hidden = () =>
      desk.page.evaluate<string[]>(`(() => {
        const pane = document.querySelector('.review-fields').getBoundingClientRect();
        return [...document.querySelectorAll('.review-fields [data-path], .lines ~ .sums')]
          .filter((one) => one.getBoundingClientRect().bottom > pane.bottom)
          .map((one) => one.dataset.path ?? 'sums');
      })()`);
    await soon(hidden).toEqual(['notes']);
    expect(await desk.page.locator('.review-fields [data-path]').first().getAttribute('data-path')).toBe('subtotal');
    await desk.field('vendor.phone').focus();
    const box = desk.page.locator('.cut-out-box');
    await box.waitFor();
    expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(14);
  });
});

describe('the print of a field', () => {
  it('is there while the page is on its way in another resolution', async () => {
    const { page } = desk;
    await desk.open(await desk.send(readFileSync(samplePdf)));
    await desk.field('vendor.phone').focus();
    const print = page.locator('.cut-out img');
    await print.waitFor();
    await soon(() => page.locator('.page img').count()).toBe(1);
    const held: Route[] = [];
    await page.route('**/pages/*', (route) => void held.push(route));
    await page.setViewportSize({ width: 1920, height: 1080 });
    await soon(() => held.length).toBeGreaterThan(0);
    await desk.field('notes').focus();
    await print.waitFor({ state: 'detached' });
    await desk.field('vendor.phone').focus();
    await soon(() =>
      print.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0);
    await page.unroute('**/pages/*');
    await page.setViewportSize({ width: 1366, height: 768 });
  });
});

describe('the names of fields', () => {
  it('are cut in neither language, at 1366 × 768', async () => {
    await desk.open(await desk.send(readFileSync(samplePdf)));
    await desk.unfold();
    const cut = () =>
      desk.page.evaluate<string[]>(`[...document.querySelectorAll('.field > label')]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)`);
    for (const [language, name] of [
      ['RO', 'Reducere comercială'],
      ['EN', 'Trade discount'],
    ] as const) {
      await desk.page.getByText(language, { exact: true }).click();
      await desk.page.locator('.field > label').filter({ hasText: name }).waitFor();
      expect(await cut()).toEqual([]);
    }
  });
});

describe('what a person says', () => {
  it('is told as theirs and as no finding of reading’s, and a sum that it breaks stands at its field', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    await desk.field('subtotal').fill('1800');
    await soon(why).toBe(
      'Total excl. VAT · Entered by hand: but the lines do not add up to the total excl. VAT, total excl. VAT + VAT does not give the total, the taxable amounts do not add up to the total excl. VAT.',
    );
    await desk.page.locator('.field-message', { hasText: 'The lines do not add up to the total excl. VAT' }).waitFor();
    await desk.field('subtotal').fill('1897');
    await desk.page.locator('.field-message').first().waitFor({ state: 'detached' });
    await desk.field('total_amount').fill('2223.97');
    await desk.field('invoice_number').focus();
    await desk.page.keyboard.press('Enter');
    expect(await signOf('total_amount').getAttribute('aria-label')).toBe('Entered by hand');
    expect(await signOf('invoice_number').getAttribute('aria-label')).toBe('Confirmed');
    await acceptAllAndConfirm(desk.page);
    await desk.page.waitForURL((url) => !url.href.includes(id));
    expect((await desk.document(id)).reviewed_at).not.toBeNull();

    // Confirmed together with the invoice is not looked at.
    await desk.open(id);
    expect(await signOf('total_amount').getAttribute('aria-label')).toBe('Entered by hand');
    expect(await signOf('invoice_number').getAttribute('aria-label')).toBe('Confirmed');
    await soon(() => signOf('invoice_date').getAttribute('aria-label')).toBe('Not checked separately');
    await desk.page.getByText('Total incl. VAT: 2,228.97 → 2,223.97').waitFor();

    await desk.page.getByRole('button', { name: 'Reopen' }).click();
    await desk.page.getByRole('button', { name: 'Undo the confirmation?' }).click();
    await desk.page.getByText(/^Reopened by/).waitFor();
    expect(await desk.field('total_amount').inputValue()).toBe('2,223.97');
    expect((await desk.document(id)).reviewed_at).toBeNull();
  }, 60_000);

  it('of a warning is asked before the invoice is confirmed', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    await desk.page.keyboard.press('Enter');
    await desk.page.keyboard.press('Enter');
    // The next thing to do is the warning.
    const seen = desk.page.getByRole('button', { name: 'Checked: The totals do not match' });
    await soon(() => seen.evaluate((button) => button.matches(':focus'))).toBe(true);
    await desk.page.keyboard.press('Control+Enter');
    await desk.page.getByText('One item left to check').waitFor();
    expect((await desk.document(id)).reviewed_at).toBeNull();
    await desk.page.keyboard.press('Enter');
    await desk.page.keyboard.press('Enter');
    await desk.page.waitForURL((url) => !url.href.includes(id));
    expect((await desk.document(id)).reviewed_at).not.toBeNull();
  });
});

describe('a document that could not be read', () => {
  it('says what to do, is tried again and deleted from its own page', async () => {
    const id = await desk.send(Buffer.from('%PDF-1.7 broken'), 'broken.pdf');
    await desk.page.goto(`${desk.appliance.url}/#/documents/${id}`);
    await desk.page.getByText('The file is damaged and cannot be opened').waitFor();
    await desk.page.getByText('Open the file in another program').waitFor();
    const before = desk.page.viewportSize()!;
    await desk.page.setViewportSize({ width: 683, height: 384 });
    const why = desk.page.getByRole('status').filter({ hasText: 'The file is damaged' });
    const { seen, whole } = await why.evaluate((one) => {
      const { clientHeight, scrollHeight } = one as unknown as { clientHeight: number; scrollHeight: number };
      return { seen: clientHeight, whole: scrollHeight };
    });
    expect(seen).toBe(whole);
    await desk.page.setViewportSize(before);
    await desk.page.getByRole('button', { name: 'Try again' }).first().click();
    await desk.page.getByText(/^Sent to be read again by/).waitFor();
    await desk.page.getByText('The file is damaged and cannot be opened').waitFor();
    await desk.page.getByRole('button', { name: 'Delete' }).click();
    await desk.page.getByRole('button', { name: 'Delete for good?' }).click();
    await desk.page.getByRole('heading', { name: 'Received invoices' }).waitFor();
    expect(JSON.stringify(await desk.document(id))).toContain('not_found');
  });
});

describe('the screen of a review', () => {
  it('scrolls in its panes alone, at every size, and stands over each other where it is narrow', async () => {
    await desk.open(await desk.sendDoubtful());
    for (const [width, height] of [
      [1366, 768],
      [1920, 1080],
      // 1366 × 768 at twice its size.
      [683, 384],
      [620, 384],
      [800, 700],
    ] as const) {
      await desk.page.setViewportSize({ width, height });
      const sizes = () =>
        desk.page.evaluate<number[]>(
          `[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]`,
        );
      await soon(sizes).toEqual([0, 0]);
      // Nothing of the page, its picture of the field included, lies over what stands below it.
      await desk.field('total_amount').focus();
      await desk.page.locator('.page-hint').waitFor({ state: 'attached' });
      const over = () =>
        desk.page.evaluate<number>(`(() => {
          const page = document.querySelector('.page-view');
          const end = page.getBoundingClientRect().bottom;
          return [...page.children].filter((one) => one.getBoundingClientRect().bottom > end + 1).length;
        })()`);
      await soon(over).toBe(0);
      const back = await desk.page.getByRole('link', { name: 'Back' }).boundingBox();
      const page = await desk.page.locator('.page-view').boundingBox();
      if (!back || !page) throw new Error('Nothing is shown.');
      if (width <= 900) expect(back.y).toBeGreaterThanOrEqual(page.y + page.height);
      else expect(back.x).toBeGreaterThanOrEqual(page.x + page.width);
    }
    await desk.page.setViewportSize({ width: 1366, height: 768 });
  });
});
