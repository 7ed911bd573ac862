import { AxeBuilder } from '@axe-core/playwright';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutsOf, moved, rangesOf, toggled } from '../../renderer/review/cuts.ts';
import { invoiceStack, threeInvoices } from '../helpers/invoice-stack.ts';
import { manyPages, type ReviewDesk, startReviewDesk } from '../helpers/review.ts';

const soon = (value: () => Promise<unknown>) => expect.poll(value, { timeout: 15_000 });

describe('cuts', () => {
  it('leave every page in one range, in order, whatever is cut, moved and joined', () => {
    const steps = fc.array(
      fc.record({ page: fc.integer({ min: 2, max: 12 }), how: fc.constantFrom('cut', 'left', 'right') }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), steps, (pages, done) => {
        let cuts = cutsOf([]);
        for (const { page, how } of done.filter((step) => step.page <= pages)) {
          cuts = how === 'cut' ? toggled(cuts, page) : moved(cuts, page, how === 'left' ? -1 : 1, pages);
        }
        const ranges = rangesOf(cuts, pages);
        const covered = ranges.flatMap(({ from, to }) =>
          Array.from({ length: to - from + 1 }, (_each, at) => from + at),
        );
        expect(covered).toEqual(Array.from({ length: pages }, (_each, at) => at + 1));
        expect(cutsOf(ranges)).toEqual(cuts);
      }),
    );
  });
});

describe('a file of several invoices', () => {
  let desk: ReviewDesk;
  beforeAll(async () => {
    desk = await startReviewDesk();
  });
  afterAll(async () => {
    expect(desk.complaints).toEqual([]);
    await desk.close();
  });

  const strip = () => desk.page.getByRole('region', { name: 'Facturile din fișier' });
  const openStack = async (): Promise<string> => {
    const id = await desk.send(await invoiceStack(threeInvoices), 'teanc.pdf');
    await desk.open(id);
    return id;
  };

  it('is shown with its proposed cuts, and one key makes a document of each', async () => {
    const id = await openStack();
    await strip().getByText('3 facturi, pe paginile 1 · 2–3 · 4').waitFor();
    await strip().locator('img').nth(3).waitFor();
    const { violations } = await new AxeBuilder({ page: desk.page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120))}`)).toEqual([]);
    await desk.page.keyboard.press('Alt+x');
    await desk.page.getByText('Celelalte facturi din fișier:').waitFor();
    expect(await strip().count()).toBe(0);
    expect(await desk.field('total_amount').inputValue()).toBe('121,00');
    expect((await desk.document(id)).splits).toBeUndefined();
    // The others are a link away, each read for itself.
    await desk.page.getByRole('link', { name: 'pag. 2–3' }).click();
    await desk.page.getByRole('region', { name: 'Pagina 1 din 2' }).waitFor();
    await soon(() => desk.field('invoice_number').inputValue()).toBe('AB 1205');
    await desk.page
      .getByText('teanc 2-3.pdf')
      .or(desk.page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
  });

  it('has its cuts taken away, made, moved and undone by keyboard, and joins again what was cut wrong', async () => {
    const id = await openStack();
    const said = (text: string) => strip().getByText(text, { exact: true }).waitFor();
    await said('3 facturi, pe paginile 1 · 2–3 · 4');
    // The warning leads there.
    await desk.page.getByRole('button', { name: 'Fișierul pare să conțină mai multe facturi', exact: true }).click();
    await desk.page.keyboard.press('Space');
    await said('2 facturi, pe paginile 1–3 · 4');
    await desk.page.keyboard.press('ArrowRight');
    await desk.page.keyboard.press('Space');
    await said('3 facturi, pe paginile 1–2 · 3 · 4');
    await desk.page.keyboard.press('Control+z');
    await desk.page.keyboard.press('ArrowRight');
    await desk.page.keyboard.press('Shift+ArrowLeft');
    await said('2 facturi, pe paginile 1–2 · 3–4');
    await desk.page.keyboard.press('Shift+ArrowLeft');
    await said('2 facturi, pe paginile 1 · 2–4');
    // There is no page for it to go to.
    await desk.page.keyboard.press('Shift+ArrowLeft');
    await said('2 facturi, pe paginile 1 · 2–4');
    await desk.page.keyboard.press('Control+z');
    await desk.page.keyboard.press('Alt+x');
    await desk.page.getByRole('link', { name: 'pag. 3–4' }).waitFor();

    const join = desk.page.getByRole('button', { name: 'Unește la loc' });
    await join.focus();
    await desk.page.keyboard.press('Enter');
    await desk.page.getByRole('button', { name: 'Ștergi aceste documente și unești paginile?' }).waitFor();
    await desk.page.keyboard.press('Enter');
    await said('3 facturi, pe paginile 1 · 2–3 · 4');
    expect((await desk.document(id)).splits).toHaveLength(3);
  });

  it('is cut where reading proposed nothing, too', async () => {
    await desk.open(await desk.send(await manyPages(3), 'trei.pdf'));
    expect(await strip().count()).toBe(0);
    await desk.page.keyboard.press('Alt+x');
    await strip().getByText('O singură factură: toate paginile').waitFor();
    await desk.page.keyboard.press('ArrowRight');
    await desk.page.keyboard.press('Space');
    await desk.page.keyboard.press('Alt+x');
    await desk.page.getByRole('link', { name: 'pag. 3', exact: true }).waitFor();
    await desk.page.getByRole('region', { name: 'Pagina 1 din 2' }).waitFor();
  });
});
