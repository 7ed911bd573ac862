import { AxeBuilder } from '@axe-core/playwright';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReviewDesk, startReviewDesk } from '../helpers/review.ts';
import { buyer, listed } from '../helpers/window.ts';

/** The tests go from one of two copies to the other and back, and stand on each other. */
let desk: ReviewDesk;
let first: string;
let second: string;

beforeAll(async () => {
  desk = await startReviewDesk({ viewport: { width: 1366, height: 768 } });
  first = await desk.send(await invoice('363,00'), 'factura-1.pdf');
  second = await desk.send(await invoice('365,00'), 'factura-2.pdf');
});

afterAll(async () => {
  expect(desk.complaints).toEqual([]);
  await desk.close();
});

async function invoice(total: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  const texts: [number, number, string][] = [
    [60, 60, 'FACTURA'],
    [60, 90, 'Numar factura: DA-31'],
    [60, 106, 'Data facturii: 03.08.2026'],
    [60, 136, 'Furnizor: Moara Ulmului S.R.L.'],
    [60, 152, 'CIF: RO16702141'],
    [330, 136, `Client: ${buyer.name}`],
    [330, 152, `CIF: ${buyer.vat}`],
    [330, 412, `Total de plata: ${total} RON`],
  ];
  for (const [x, y, text] of texts) page.drawText(text, { x, y: 842 - y, size: 10, font });
  return pdf.save();
}

const address = (path: string): string => `${desk.appliance.url}/#/documents/${path}`;
const link = () => desk.page.getByRole('link', { name: /^primită / });

describe('two documents that seem to be one invoice', () => {
  it('are shown side by side from the warning, with what differs between them marked', async () => {
    const { page } = desk;
    await desk.open(second);
    const warning = page.getByRole('listitem').filter({ hasText: 'Posibil duplicat' });
    await warning.getByRole('link', { name: /^primită / }).click();
    await page.getByRole('heading', { level: 1, name: 'Posibil aceeași factură de două ori' }).waitFor();
    expect(page.url()).toBe(address(`${second}/beside/${first}`));
    await page.getByText('O valoare diferă.').waitFor();
    const values = page.getByRole('table', { name: 'Valorile celor două' });
    expect(await values.locator('mark').allInnerTexts()).toEqual(['365,00', '363,00']);
    const number = values.getByRole('row', { name: 'Număr factură' });
    expect(await number.getByRole('cell').allInnerTexts()).toEqual(['DA-31', 'DA-31']);
    await expect.poll(() => page.locator('.page img').count(), { timeout: 20_000 }).toBe(2);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Half of a fade is no colour of ours.
      await page.waitForTimeout(400);
      const axe = new AxeBuilder({ page });
      const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('are reached by keys, each from the side where it stands', async () => {
    const { page } = desk;
    await page.keyboard.press('Alt+ArrowRight');
    await page.waitForURL(address(first));
    // The address changes before what is shown does, and two such links were shown.
    await page.getByText('Posibil aceeași factură: primită').waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await page.waitForURL(address(`${first}/beside/${second}`));
    await page.getByText('O valoare diferă.').waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.waitForURL(address(first));
  });

  it('keep half of a low window for their pages, and lead back to where one came from', async () => {
    const { page } = desk;
    await page.goto(address(`${second}/beside/${first}`));
    await page.getByText('O valoare diferă.').waitFor();
    const size = page.viewportSize()!;
    // What is left of 1366 x 768 where a page is magnified to 200 %.
    await page.setViewportSize({ width: 683, height: 384 });
    for (const side of [0, 1]) {
      const box = await page.locator('.side-by-side .page-view').nth(side).boundingBox();
      expect(box!.height).toBeGreaterThan(150);
      expect(box!.y + box!.height).toBeLessThanOrEqual(385);
    }
    await page.setViewportSize(size);
    await page.getByRole('link', { name: '‹ Înapoi' }).click();
    await page.waitForURL(address(second));
    await page.goto(address(first));
    await page.getByText('Posibil aceeași factură: primită').waitFor();
  });

  it('lead to each other also from the one that came first, of which nothing warned', async () => {
    const { page } = desk;
    await page.getByText('Posibil aceeași factură: primită').waitFor();
    expect((await desk.document(first)).warnings).not.toContain('possible_duplicate');
    await link().click();
    await page.waitForURL(address(`${first}/beside/${second}`));
    const [left, right] = await page.getByRole('columnheader').getByRole('link').all();
    expect(await left?.getAttribute('href')).toBe(`#/documents/${first}`);
    expect(await right?.getAttribute('href')).toBe(`#/documents/${second}`);
  });

  it('are said to be the same file where they are, and none is left to compare with once it is deleted', async () => {
    const { page } = desk;
    const bytes = await invoice('363,00');
    const third = await desk.send(bytes, 'factura-3.pdf');
    const same = await desk.send(bytes, 'factura-4.pdf');
    await page.goto(address(`${same}/beside/${third}`));
    await page.getByText('Cele două sunt același fișier').waitFor();
    for (const id of [first, second, third]) await desk.delete(id);
    await desk.open(same);
    await expect.poll(() => link().count()).toBe(0);
  });

  it('leave the next one of the list open where one of them is deleted, and the list after the last', async () => {
    const { page } = desk;
    const others = [
      await desk.send(await invoice('371,00'), 'factura-5.pdf'),
      await desk.send(await invoice('373,00'), 'factura-6.pdf'),
    ];
    const { rows } = await listed(page);
    const waiting = rows.filter(({ state }) => state === 'to_check').map(({ id }) => id);
    expect(waiting).toEqual(expect.arrayContaining(others));
    await desk.open(waiting[0]!);
    for (const next of waiting.slice(1)) {
      await remove();
      await page.waitForURL(address(next));
      await page.locator('.page img').waitFor();
    }
    await remove();
    await page.getByRole('heading', { level: 1, name: 'Facturi primite' }).waitFor();
    expect((await listed(page)).counts.to_check).toBe(0);
  });
});

async function remove(): Promise<void> {
  await desk.page.getByRole('button', { name: 'Șterge', exact: true }).click();
  await desk.page.getByRole('button', { name: 'Șterge definitiv?' }).click();
}
