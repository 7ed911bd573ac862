import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReviewDesk, startReviewDesk } from '../helpers/review.ts';
import { rewriteReading, samplePdf } from '../helpers/window.ts';

let desk: ReviewDesk;
beforeAll(async () => {
  desk = await startReviewDesk();
  await desk.open(await desk.send(readFileSync(samplePdf)));
});
afterAll(() => desk.close());

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });
const value = (path: string) => desk.field(path).inputValue();

describe('the figures of a line', () => {
  it('are offered from the others of the line and taken by one key, and the check stays while one is missing', async () => {
    await desk.field('line_items.0.total').fill('');
    await desk.page.getByText('Linii până acum: 1.362,00 din 1.897,00; fără valoare: 1').waitFor();
    await soon(() => desk.field('line_items.0.total').getAttribute('placeholder')).toBe('= 535');
    await desk.field('line_items.0.total').press('=');
    await soon(() => value('line_items.0.total')).toBe('535,00');
    await desk.page.getByText('Linii = total fără TVA: 1.897,00').waitFor();
    await desk.field('line_items.1.unit_price').fill('');
    await desk.field('line_items.1.unit_price').press('=');
    await soon(() => value('line_items.1.unit_price')).toBe('118,75');
  });

  it('are added up where two lines become one, and left to a person where they say different things', async () => {
    const cells = ['description', 'quantity', 'unit_price', 'total'];
    const line = (index: number) => Promise.all(cells.map((cell) => value(`line_items.${index}.${cell}`)));
    const [first, second, third] = [await line(0), await line(1), await line(2)];
    const amount = (text: string | undefined): number => Number(text?.replace('.', '').replace(',', '.'));
    await desk.field('line_items.1.description').focus();
    await desk.page.getByRole('button', { name: 'Unește linia 2 cu cea de deasupra' }).click();
    await soon(() => line(1)).toEqual(third);
    const [description, quantity, price, total] = await line(0);
    expect([description, quantity, price]).toEqual([`${first[0]} ${second[0]}`, '', '']);
    expect(amount(total)).toBeCloseTo(amount(first[3]) + amount(second[3]), 2);
    await desk.page.keyboard.press('Control+z');
    await soon(() => line(1)).toEqual(second);
  });

  it('are copied into the lines below, as one step to undo', async () => {
    await desk.field('line_items.2.vat_rate').fill('9');
    await desk.field('line_items.2.vat_rate').press('Control+d');
    await soon(() => value('line_items.5.vat_rate')).toBe('9');
    expect(await value('line_items.1.vat_rate')).toBe('21');
    await desk.page.keyboard.press('Control+z');
    await soon(() => value('line_items.5.vat_rate')).toBe('21');
  });

  it('are pasted from a spreadsheet, with the lines that they need', async () => {
    await desk.field('line_items.5.description').focus();
    await desk.page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Ambalaj\\t2\\tbuc\\t1.250,50\\t21\\t2.501,00\\r\\nPalet\\t1\\tbuc\\t30,00\\t21\\t30,00\\r\\n');
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
    await soon(() => value('line_items.5.description')).toBe('Ambalaj');
    expect(await value('line_items.5.unit_price')).toBe('1.250,50');
    await soon(() => value('line_items.6.description')).toBe('Palet');
    expect(await value('line_items.6.total')).toBe('30,00');
    await desk.page.keyboard.press('Control+z');
    await soon(() => value('line_items.5.description')).toBe('Transport la sediul clientului');
    expect(await desk.field('line_items.6.description').count()).toBe(0);
    expect(desk.complaints).toEqual([]);
  });
});

describe('the lines on a laptop', () => {
  it('are there in full, and nothing of them is cut at the edge, with codes and long descriptions too', async () => {
    const id = await desk.send(readFileSync(samplePdf), 'coduri.pdf');
    await rewriteReading(desk.folder, id, (extraction) => {
      const line_items = extraction.invoice.line_items.map((line, index) => ({
        ...line,
        description: `${line.description}, ambalaj reciclabil pentru birouri mari`,
        item_code: `COD-${1000 + index}`,
      }));
      return { ...extraction, invoice: { ...extraction.invoice, line_items } };
    });
    await desk.page.setViewportSize({ width: 1366, height: 768 });
    await desk.open(id);
    const cut = await desk.page
      .locator('.lines-scroll, .lines-scroll .cell')
      .evaluateAll((all) =>
        (all as unknown as Box[]).flatMap((one) =>
          one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight ? [one.value ?? one.className] : [],
        ),
      );
    expect(cut).toEqual([]);
    await desk.page.getByRole('button', { name: 'Șterge linia 1' }).waitFor();
  });
});

interface Box {
  className: string;
  value?: string;
  scrollWidth: number;
  clientWidth: number;
  scrollHeight: number;
  clientHeight: number;
}
