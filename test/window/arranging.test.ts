import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Arranged, leftOut, pagesOf, turned, wishOf, withBehind } from '../../renderer/review/arranged.ts';
import { resource } from '../../server/resources.ts';
import { invoiceStack, threeInvoices } from '../helpers/invoice-stack.ts';
import { type ReviewDesk, startReviewDesk } from '../helpers/review.ts';

/** As far as it is asked here: the tests are compiled without a browser's types. */
interface Element {
  getBoundingClientRect(): { bottom: number };
}

const soon = (value: () => Promise<unknown>) => expect.poll(value, { timeout: 20_000 });

describe('pages that are arranged', () => {
  it('keep one page of each document and their order, whatever is turned and left out', () => {
    const steps = fc.array(fc.record({ at: fc.nat(11), how: fc.constantFrom('turn', 'leave', 'add') }));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), steps, (own, others, done) => {
        let pages: Arranged = pagesOf('a', own);
        for (const { at, how } of done) {
          if (how === 'add') pages = withBehind(pages, pagesOf('b', others));
          else if (at < pages.length) pages = how === 'turn' ? turned(pages, at) : leftOut(pages, at);
        }
        const wish = wishOf(pages);
        if (wish === null) return;
        for (const chosen of [wish.pages, ...(wish.behind ? [wish.behind.pages] : [])]) {
          const numbers = chosen.map(({ number }) => number);
          expect(numbers.length).toBeGreaterThan(0);
          expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
        }
        expect(wish.behind !== null).toBe(done.some(({ how }) => how === 'add'));
      }),
    );
  });

  it('are nothing to ask for where four quarters turned a page back, and what was left out is there again', () => {
    let pages = pagesOf('a', 2);
    for (let quarter = 0; quarter < 4; quarter++) pages = turned(pages, 0);
    pages = leftOut(leftOut(pages, 1), 1);
    expect(wishOf(pages)).toBeNull();
    expect(wishOf(turned(pages, 1))).toEqual({
      pages: [
        { number: 1, turn: 0 },
        { number: 2, turn: 90 },
      ],
      behind: null,
    });
  });
});

describe('the pages of a document', () => {
  let desk: ReviewDesk;
  beforeAll(async () => {
    desk = await startReviewDesk();
  });
  afterAll(async () => {
    expect(desk.complaints).toEqual([]);
    await desk.close();
  });

  const strip = () => desk.page.getByRole('region', { name: 'Paginile documentului' });
  const said = (text: string) => strip().getByText(text, { exact: true }).waitFor();
  const page = (number: number) => strip().getByRole('button', { name: `Pagina ${number}`, exact: true });
  const idShown = (): string => /doc_\w+/.exec(desk.page.url())![0];
  const isReadAs = async (number: string): Promise<void> => {
    await soon(() => desk.field('invoice_number').inputValue()).toBe(number);
  };
  const madeFrom = async (id: string): Promise<string> => {
    await soon(async () => idShown() !== id).toBe(true);
    return idShown();
  };

  it('are turned and left out by keyboard, and come back', async () => {
    const id = await desk.send(await invoiceStack(threeInvoices), 'teanc.pdf');
    await desk.open(id);
    await desk.page.keyboard.press('Alt+p');
    await said('Toate paginile, așa cum au venit');
    await strip().locator('img').nth(3).waitFor();
    const { violations } = await new AxeBuilder({ page: desk.page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120))}`)).toEqual([]);
    // Low, as on a page magnified to 200 %, all of it is reached within its own pane.
    const before = desk.page.viewportSize()!;
    await desk.page.setViewportSize({ width: 683, height: 384 });
    const below = await strip().evaluate((one) => {
      const { bottom } = (one as unknown as { closest(of: string): Element })
        .closest('.page-view')
        .getBoundingClientRect();
      const own = one as unknown as Element & { scrollIntoView(top: boolean): void };
      own.scrollIntoView(false);
      return own.getBoundingClientRect().bottom - bottom;
    });
    expect(below).toBeLessThan(2);
    await desk.page.setViewportSize(before);
    // It begins at the page that is shown.
    await desk.page.keyboard.press('Delete');
    await said('Documentul va avea 3 pagini');
    await desk.page.keyboard.press('ArrowRight');
    await desk.page.getByRole('region', { name: 'Pagina 2 din 4' }).waitFor();
    await desk.page.keyboard.press('ArrowRight');
    await desk.page.keyboard.press('r');
    await desk.page.keyboard.press('ArrowRight');
    await desk.page.keyboard.press('Delete');
    await said('Documentul va avea 2 pagini');
    await desk.page.keyboard.press('Delete');
    await said('Documentul va avea 3 pagini');
    await desk.page.keyboard.press('Control+z');
    await said('Documentul va avea 2 pagini');
    await desk.page.keyboard.press('Alt+p');

    const made = await madeFrom(id);
    await isReadAs('AB 1205');
    await desk.page.getByText('Alcătuit din: teanc.pdf.').waitFor();
    await desk.page.getByRole('region', { name: 'Pagina 1 din 2' }).waitFor();
    // Whoever has the address of the one before comes here.
    await desk.page.goto(`${desk.appliance.url}/#/documents/${id}`);
    await soon(async () => idShown()).toBe(made);
    await isReadAs('AB 1205');

    const restore = desk.page.getByRole('button', { name: 'Readu fișierele de dinainte' });
    await restore.focus();
    await desk.page.keyboard.press('Enter');
    await desk.page.getByRole('button', { name: 'Ștergi acest document și readuci fișierele?' }).waitFor();
    await desk.page.keyboard.press('Enter');
    await soon(async () => idShown()).toBe(id);
    await isReadAs('AB 1204');
    await desk.page.getByRole('region', { name: 'Pagina 1 din 4' }).waitFor();
  });

  it('are joined with those of another document by mouse, and the list has one in place of both', async () => {
    const first = await desk.send(await invoiceStack(threeInvoices.slice(0, 1)), 'prima.pdf');
    await desk.send(new Uint8Array(readFileSync(resource('samples', 'scan.jpg'))), 'poza.jpg');
    await desk.open(first);
    await desk.page.getByRole('button', { name: 'Rotește, omite sau adaugă pagini (Alt+P)' }).click();
    const other = strip().getByRole('combobox', { name: 'Adaugă la sfârșit paginile altui document' });
    await other.click();
    await other.fill('poza');
    await desk.page.getByRole('option', { name: /poza\.jpg/ }).click();
    await said('Documentul va avea 2 pagini');
    await strip().getByRole('button', { name: 'Rotește pagina 2' }).click();
    await strip().getByRole('button', { name: 'Rotește pagina 2' }).click();
    expect(await page(2).locator('img').getAttribute('data-turn')).toBe('180');
    await strip().getByRole('button', { name: 'Salvează paginile' }).click();
    await madeFrom(first);
    await desk.page.getByText('Alcătuit din: prima.pdf · poza.jpg.').waitFor({ timeout: 30_000 });
    await isReadAs('AB 1204');
    await desk.page.goto(`${desk.appliance.url}/#/?search=prima`);
    await soon(() => desk.page.getByRole('link', { name: /Brad Alb/ }).count()).toBe(1);
    await desk.page.goto(`${desk.appliance.url}/#/?search=poza`);
    await desk.page.locator('.empty').waitFor();
  });

  it('are given up without anything changed, and one page is always kept', async () => {
    const id = await desk.send(await invoiceStack(threeInvoices.slice(1, 2)), 'doua.pdf');
    await desk.open(id);
    await desk.page.keyboard.press('Alt+p');
    await strip().getByRole('button', { name: 'Omite pagina 1' }).click();
    await strip().getByRole('button', { name: 'Omite pagina 2' }).click();
    await said('Documentul va avea o pagină');
    await strip().getByRole('button', { name: 'Renunță' }).click();
    await strip().waitFor({ state: 'detached' });
    await desk.page.keyboard.press('Alt+p');
    await said('Toate paginile, așa cum au venit');
    expect(idShown()).toBe(id);
  });
});
