import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReviewDesk, startReviewDesk } from '../helpers/review.ts';
import { acceptAllAndConfirm, dropFiles, openWindow, samplePdf } from '../helpers/window.ts';

let desk: ReviewDesk;
let id: string;
beforeAll(async () => {
  desk = await startReviewDesk({ viewport: { width: 1366, height: 768 } });
  id = await desk.send(readFileSync(samplePdf));
}, 60_000);
afterAll(async () => {
  expect(desk.complaints).toEqual([]);
  await desk.close();
});

describe('the file of an invoice', () => {
  it('is offered where it is confirmed, with when it goes', async () => {
    const { page } = desk;
    await desk.open(id);
    await page.getByText('Fișierul se șterge peste 24 de ore.').waitFor();
    expect(await page.getByRole('button', { name: 'Salvează-l (ZIP)' }).count()).toBe(1);
    await acceptAllAndConfirm(page);
    await page.waitForURL((url) => !url.href.includes(id));
    await page.goto(`${desk.appliance.url}/#/documents/${id}`);
    await page.getByText('Fișierul se șterge peste 24 de ore.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Salvează-l (ZIP)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('originale.zip');
    const files = unzipSync(readFileSync(await download.path()));
    const [name = ''] = Object.keys(files);
    expect(name).toMatch(/^\d{4}-\d{2}-\d{2}_.+_.+\.pdf$/);
    expect(Buffer.from(files[name]!).equals(readFileSync(samplePdf))).toBe(true);
    const { violations } = await new AxeBuilder({ page }).include('.review-head').analyze();
    expect(violations.map(({ id: rule, nodes }) => `${rule} ${nodes[0]?.html}`)).toEqual([]);
  }, 60_000);

  it('that was brought into the window is said to be kept until it is confirmed', async () => {
    const { page } = desk;
    await page.goto(`${desk.appliance.url}/#/inbox`);
    await page.getByRole('button', { name: 'Alege fișiere' }).waitFor();
    await dropFiles(page, [{ name: 'adusa.pdf', bytes: readFileSync(samplePdf) }]);
    await page.getByRole('link', { name: /adusa\.pdf/ }).click();
    await page.getByText('Odată confirmată, fișierul se șterge peste 24 de ore.').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Salvează-l (ZIP)' }).waitFor();
  }, 60_000);

  it('is saved with those of the whole list, where the list is exported, also in English', async () => {
    const { page, complaints } = await openWindow(desk.browser, desk.folder, { locale: 'en-GB' });
    await page.getByRole('row').nth(1).waitFor();
    await page.getByRole('button', { name: 'Export the list' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Original files (ZIP)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('originals.zip');
    const files = unzipSync(readFileSync(await download.path()));
    expect(Object.keys(files)).toEqual([...Array<unknown>(2).fill(expect.stringMatching(/\.pdf$/)), 'index.csv']);
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 30_000);
});
