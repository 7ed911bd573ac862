import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timestamp } from '../../server/clock.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { seedDocuments } from '../helpers/many-documents.ts';
import { buyer, openWindow, startWindow, type WindowUnderTest } from '../helpers/window.ts';

const count = 60;
const other = 'RO18547290';
let window: WindowUnderTest;

beforeAll(async () => {
  window = await startWindow({
    async prepare(folder) {
      const ids = await seedDocuments(folder, count);
      const store = await openStore({ data: folder, masterKey: null });
      const reviewed_at = timestamp(Date.now());
      await store.db.updateTable('documents').set({ reviewed_at }).where('id', 'in', ids.slice(1, 8)).execute();
      await store.close();
    },
    context: { viewport: { width: 1366, height: 768 } },
  });
  await window.page.getByRole('navigation').waitFor();
  await window.page.goto(`${window.appliance.url}/#/settings/companies`);
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

const names = (): Promise<string[]> =>
  window.page.getByRole('table', { name: 'Firmele tale' }).locator('tbody td:first-child').allInnerTexts();
const bring = (name: string, buffer: Buffer): Promise<void> =>
  window.page.locator('input[accept*=csv]').setInputFiles({ name, mimeType: 'text/csv', buffer });

describe('the companies of an office', () => {
  it('come from a CSV file, row by row, and are listed from A to Z', async () => {
    const { page } = window;
    const rows = [
      'Denumire;CUI',
      'Zorile SRL;14399840',
      'Țesătoria Nouă SRL;RO18547290',
      'Greșita SRL;RO18547291',
      ';RO16702141',
      'Brutăria Doi Frați SRL;DE 129273398',
    ];
    await bring('firme.csv', Buffer.from(rows.join('\r\n')));
    await page.getByText('4 firme adăugate').waitFor();
    await page.getByText('Rândul 4: CUI invalid').waitFor();
    expect(await names()).toEqual([
      buyer.name,
      'Brutăria Doi Frați SRL',
      'RO16702141',
      'Țesătoria Nouă SRL',
      'Zorile SRL',
    ]);
    // As a spreadsheet on Romanian Windows writes it: ş is BA there, ă is E3.
    const old = Buffer.concat([
      Buffer.from('RO16702141;Cofet'),
      Buffer.from([0xe3]),
      Buffer.from('ria '),
      Buffer.from([0xaa]),
      Buffer.from('an'),
    ]);
    await bring('vechi.csv', old);
    await page.getByText('0 firme adăugate, una exista deja').waitFor();
    await expect.poll(names).toContain('Cofetăria Şan');
  });

  it('are searched by name and number', async () => {
    const { page } = window;
    const search = page.getByRole('searchbox');
    await search.fill('tesatoria');
    await expect.poll(names).toEqual(['Țesătoria Nouă SRL']);
    await search.fill('1292');
    await expect.poll(names).toEqual(['Brutăria Doi Frați SRL']);
    await search.fill('');
  });

  it('say what is to be checked and to be exported for each, and lead there', async () => {
    const { page } = window;
    const line = page.getByRole('row', { name: other });
    // Of every second document: one in ten is in doubt, one in fourteen a possible duplicate, some are confirmed.
    const toExport = line.getByRole('link', { name: /^De exportat: Țesătoria Nouă SRL: \d+$/ });
    expect(await toExport.innerText()).toBe('4');
    await toExport.click();
    await page.getByText('De exportat 4').waitFor();
    expect(page.url()).toContain(`company=${other}`);
    await expect.poll(() => page.locator('.documents tbody tr').count()).toBe(4);
    await page.goBack();
    const own = page.getByRole('row', { name: buyer.vat });
    const toCheck = own.getByRole('link', { name: /^De verificat: / });
    const said = await toCheck.innerText();
    await toCheck.click();
    await page.getByText(`De verificat ${said}`, { exact: true }).waitFor();
    await expect.poll(() => page.locator('.documents tbody tr').count()).toBe(Number(said));
  });

  it('are shown in English and in the dark too', async () => {
    const { page } = await openWindow(window.browser, window.folder, { locale: 'en-GB', colorScheme: 'dark' });
    await page.goto(`${window.appliance.url}/#/settings/companies`);
    await page.getByText('5 companies').waitFor();
    await page.getByRole('columnheader', { name: 'To export' }).waitFor();
    await page.context().close();
  });
});
