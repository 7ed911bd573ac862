import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentDetail } from '../../server/contract/window-review.ts';
import { createKey, temporaryFolder } from '../helpers/appliance.ts';
import { archive, romanianInvoice, signatureOver } from '../helpers/e-invoices.ts';
import { lockedPdf } from '../helpers/locked-pdf.ts';
import { eml } from '../helpers/mails.ts';
import { fourScannedPages, printedPage } from '../helpers/scans.ts';
import { tiffOf } from '../helpers/tiff-files.ts';
import { buyer, dropFiles, listed, samplePdf, startWindow, type WindowUnderTest } from '../helpers/window.ts';

let window: WindowUnderTest;
beforeAll(async () => {
  window = await startWindow();
  // Before the page is there, nobody takes what is dropped.
  await window.page.getByText('Nicio factură aici').waitFor();
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

async function total(): Promise<number> {
  return (await listed(window.page)).total;
}

const uploads = () => window.page.getByRole('region', { name: 'Fișiere trimise' });

describe('files', () => {
  it('are taken from the clipboard too', async () => {
    const { page } = window;
    const base64 = readFileSync(samplePdf).toString('base64');
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (c) => c.charCodeAt(0));
      data.items.add(new File([bytes], 'lipita.pdf'));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    })()`);
    await page
      .getByRole('row', { name: 'lipita.pdf' })
      .getByText(/Fără observații|De verificat/)
      .waitFor({ timeout: 60_000 });
    await uploads().getByText('1 din 1 fișier primit · una citită').waitFor();
  }, 180_000);

  it('are taken whatever the window shows, which nothing takes the place of', async () => {
    const { page } = window;
    const before = await total();
    const bytes = readFileSync(samplePdf);
    for (const [heading, name] of [
      ['Furnizori', 'la-furnizori.pdf'],
      ['Activitate', 'la-activitate.pdf'],
      ['Setări', 'la-setari.pdf'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: heading }).click();
      await dropFiles(page, [{ name, bytes }]);
    }
    await page.getByRole('banner').getByText('din 4 fișiere primite').waitFor();
    await page.getByRole('link', { name: 'Facturi', exact: true }).click();
    await page.getByRole('row', { name: 'la-activitate.pdf' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Confirmă factura' }).waitFor({ timeout: 60_000 });
    await dropFiles(page, [{ name: 'la-verificare.pdf', bytes }]);
    await page.getByRole('banner').getByText('5 din 5 fișiere primite').click();
    await page.getByRole('row', { name: 'la-verificare.pdf' }).waitFor();
    expect(await total()).toBe(before + 4);
  }, 180_000);

  it('are none where cells of a spreadsheet are pasted, which come with a picture of them', async () => {
    const { page } = window;
    const before = await total();
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.of(137, 80, 78, 71)], 'image.png', { type: 'image/png' }));
      data.setData('text/plain', '1\t2');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    })()`);
    await dropFiles(page, [{ name: 'dupa-lipire.pdf', bytes: readFileSync(samplePdf) }]);
    await page.getByRole('row', { name: 'dupa-lipire.pdf' }).waitFor();
    expect(await total()).toBe(before + 1);
  }, 60_000);

  it('that are here already are marked', async () => {
    const { page } = window;
    await dropFiles(page, [{ name: 'din-nou.pdf', bytes: readFileSync(samplePdf) }]);
    const row = page.getByRole('row', { name: 'din-nou.pdf' });
    await row.getByText('Posibil duplicat').waitFor({ timeout: 60_000 });
  }, 180_000);

  it('are taken as TIFF with all its pages, and of a photograph in HEIC it is said how to send it', async () => {
    const { page } = window;
    const scan = { picture: await printedPage(200), dpi: 200, colours: 'grey', coding: 'lzw' } as const;
    await dropFiles(page, [
      { name: 'scanner.tif', bytes: tiffOf(scan, scan) },
      { name: 'telefon.heic', bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1') },
    ]);
    await uploads().getByText('Fotografie HEIC: trimite-o ca JPEG').waitFor();
    expect(await uploads().getByRole('button', { name: 'Încearcă din nou: telefon.heic' }).count()).toBe(0);
    const row = page.getByRole('row', { name: 'scanner.tif' });
    await row.getByText(/Fără observații|De verificat/).waitFor({ timeout: 60_000 });
    const { rows } = await listed(page);
    expect(rows.find(({ filename }) => filename === 'scanner.tif')).toMatchObject({ pages: 2 });
    await uploads().getByRole('button', { name: 'Închide' }).click();
  }, 180_000);

  it('attached to a mail are taken, each for itself', async () => {
    const { page } = window;
    const before = await total();
    const bytes = readFileSync(samplePdf);
    const attached = ['din-mail.pdf', 'alta-din-mail.pdf'].map((name) => ({ name, type: 'application/pdf', bytes }));
    await dropFiles(page, [
      { name: 'mesaj.eml', bytes: eml(...attached) },
      { name: 'gol.eml', bytes: eml() },
    ]);
    await uploads().getByText('E-mailul sau arhiva nu are niciun PDF, XML, TIFF sau imagine').waitFor();
    await page
      .getByRole('row', { name: 'alta-din-mail.pdf' })
      .getByText(/Fără observații|De verificat/)
      .waitFor({ timeout: 60_000 });
    expect(await total()).toBe(before + 2);
    await uploads().getByRole('button', { name: 'Închide' }).click();
  }, 180_000);

  it('of a month, as archives in an archive, are taken each for itself', async () => {
    const { page } = window;
    const before = await total();
    const month = ['MB 71', 'MB 72', 'MB 73'].map((number, index) => {
      const xml = romanianInvoice(buyer, { number });
      return [`421337700${index}.zip`, archive(xml, signatureOver(xml), `421337700${index}`)] as const;
    });
    await dropFiles(page, [{ name: 'august.zip', bytes: Buffer.from(zipSync(Object.fromEntries(month))) }]);
    // Each is followed by itself.
    await uploads().getByText('3 din 3 fișiere primite · 3 citite').waitFor({ timeout: 60_000 });
    // Whole or not at all, and it says which one is the reason.
    const one = {
      ...Object.fromEntries(month),
      'HEIC/telefon.heic': Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    };
    await dropFiles(page, [{ name: 'septembrie.zip', bytes: Buffer.from(zipSync(one)) }]);
    await uploads().getByText('telefon.heic: Fotografie HEIC: trimite-o ca JPEG').waitFor();
    for (const [name] of month) await page.getByRole('row', { name }).getByText('Fără observații').waitFor();
    expect(await total()).toBe(before + 3);
    await uploads().getByRole('button', { name: 'Închide' }).click();

    // What is given up goes with all that came of it; scans are read long enough for that.
    const scans = { 'a.pdf': await fourScannedPages(), 'b.pdf': await fourScannedPages() };
    await dropFiles(page, [{ name: 'scanate.zip', bytes: Buffer.from(zipSync(scans, { level: 0 })) }]);
    await uploads().getByText('2 din 2 fișiere primite').waitFor({ timeout: 60_000 });
    await uploads().getByRole('button', { name: 'Anulează tot' }).click();
    await expect.poll(total).toBe(before + 3);
    // Sent once more it would bring both.
    expect(
      await uploads()
        .getByRole('button', { name: /^Încearcă din nou/ })
        .count(),
    ).toBe(0);
    await uploads().getByRole('button', { name: 'Închide' }).click();
  }, 180_000);

  it('with a password are asked for it, as often as it takes, and the password is kept nowhere', async () => {
    const { page } = window;
    const password = 'Parolă-7Qx';
    await dropFiles(page, [{ name: 'banca.pdf', bytes: lockedPdf(readFileSync(samplePdf), 'aes-256', password) }]);
    await uploads().getByText('Protejat cu parolă: scrie-o').waitFor();
    const field = uploads().getByLabel('Parola PDF-ului: banca.pdf');
    await field.fill('alta');
    await field.press('Enter');
    await uploads().getByText('Parola este greșită; încearcă din nou').waitFor();
    await field.fill(password);
    await uploads().getByRole('button', { name: 'Deschide' }).click();
    const row = page.getByRole('row', { name: 'banca.pdf' });
    await row.getByText(/Fără observații|De verificat/).waitFor({ timeout: 60_000 });
    const stored = readdirSync(window.folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    expect(stored.length).toBeGreaterThan(2);
    for (const { parentPath, name } of stored) {
      const bytes = readFileSync(join(parentPath, name));
      expect([password, encodeURIComponent(password)].filter((text) => bytes.includes(text))).toEqual([]);
    }
    const left = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href');
    expect(left).not.toContain(password);
    await uploads().getByRole('button', { name: 'Închide' }).click();
  }, 180_000);

  it('are asked for their password also where only reading saw that they have one', async () => {
    const { page, folder, appliance } = window;
    const before = await total();
    const bytes = lockedPdf(readFileSync(samplePdf), 'aes-256', 'parola');
    const key = await createKey(folder, 'live');
    // Where a machine is busy the file is taken before anybody knows that it is locked, as it is under /v1.
    await page.route(
      /\/app\/documents\?filename=/,
      async (route) => {
        const form = new FormData();
        form.set('file', new Blob([new Uint8Array(bytes)]), 'ocupat.pdf');
        form.set('buyer_vat', buyer.vat);
        const sent = await fetch(`${appliance.url}/v1/documents`, {
          method: 'POST',
          headers: { 'X-API-Key': key },
          body: form,
        });
        const { id } = (await sent.json()) as { id: string };
        const rows = await listed(page);
        await route.fulfill({ status: 202, json: { ...rows.rows.find((row) => row.id === id), others: [] } });
      },
      { times: 1 },
    );
    await dropFiles(page, [{ name: 'ocupat.pdf', bytes }]);
    await uploads().getByText('Fișierul este protejat cu parolă').waitFor({ timeout: 60_000 });
    await uploads().getByLabel('Parola PDF-ului: ocupat.pdf').fill('parola');
    await uploads().getByRole('button', { name: 'Deschide' }).click();
    const row = page.getByRole('row', { name: 'ocupat.pdf' });
    await row.getByText(/Fără observații|De verificat/).waitFor({ timeout: 60_000 });
    expect(await total()).toBe(before + 1);
    await uploads().getByRole('button', { name: 'Închide' }).click();
  }, 180_000);

  it('that are no invoices of any kind are not offered to be sent again, for nothing would change', async () => {
    const { page } = window;
    await dropFiles(page, [{ name: 'notițe.txt', bytes: Buffer.from('notes') }]);
    await uploads().getByText('Nu este PDF, JPEG, PNG, GIF, WebP, TIFF sau factură electronică').waitFor();
    expect(await uploads().getByRole('button', { name: 'Încearcă din nou: notițe.txt' }).count()).toBe(0);
    await uploads().getByRole('button', { name: 'Închide' }).click();
  }, 30_000);

  it('that could not be read are no problem any more once they are deleted', async () => {
    const { page } = window;
    await dropFiles(page, [{ name: 'stricata.pdf', bytes: Buffer.from('%PDF-1.7 broken') }]);
    await uploads().getByText('o problemă').waitFor({ timeout: 30_000 });
    await uploads().getByRole('link', { name: 'stricata.pdf' }).click();
    await page.getByRole('button', { name: 'Șterge', exact: true }).click();
    await page.getByRole('button', { name: 'Șterge definitiv?' }).click();
    await page.getByRole('table').waitFor();
    await uploads().waitFor({ state: 'detached' });
  }, 60_000);

  it('are taken from a folder and the folders inside it, but for what systems hide there', async () => {
    const { page } = window;
    const folder = await temporaryFolder();
    mkdirSync(join(folder.path, 'dosar', 'octombrie'), { recursive: true });
    copyFileSync(samplePdf, join(folder.path, 'dosar', 'sus.pdf'));
    copyFileSync(samplePdf, join(folder.path, 'dosar', 'octombrie', 'jos.pdf'));
    writeFileSync(join(folder.path, 'dosar', '.ascuns'), 'of the system');
    const browser = await page.context().newCDPSession(page);
    const data = { items: [], files: [join(folder.path, 'dosar')], dragOperationsMask: 1 };
    const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      browser.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
    const before = await total();
    await drag('dragEnter');
    await page.getByText('Lasă facturile aici').waitFor();
    await drag('dragOver');
    await drag('drop');
    for (const name of ['sus.pdf', 'jos.pdf']) await page.getByRole('row', { name }).waitFor({ timeout: 30_000 });
    expect(await total()).toBe(before + 2);
    await page.getByText('Lasă facturile aici').waitFor({ state: 'detached' });
    await folder.remove();
  }, 60_000);

  it('are as they ended, though what is asked after the line was away is answered late', async () => {
    const { page } = window;
    await page.route('**/app/events', (route) => route.abort());
    await page.reload();
    await page.getByText('Facturier nu răspunde acum').waitFor();
    const scan = await fourScannedPages();
    const failing = { name: 'la-coada.pdf', bytes: Buffer.from('%PDF-1.7 behind the others') };
    await dropFiles(page, [...[1, 2, 3].map((nth) => ({ name: `scanare-${nth}.pdf`, bytes: scan })), failing]);
    await uploads()
      .getByText(/^4 din 4 fișiere primite/)
      .waitFor();
    const { promise: told, resolve: tell } = Promise.withResolvers<void>();
    const states: string[] = [];
    await page.route('**/app/documents/*', async (route) => {
      const answer = await route.fetch();
      states.push(((await answer.json()) as DocumentDetail).row.state);
      await told;
      await route.fulfill({ response: answer });
    });
    await page.unroute('**/app/events');
    const failed = uploads().getByText('Fișierul este deteriorat și nu poate fi deschis');
    // Behind twelve pages that are recognised.
    await failed.waitFor({ timeout: 180_000 });
    expect(states).toEqual(Array(4).fill('reading'));
    tell();
    await page.unrouteAll({ behavior: 'wait' });
    // Whatever the answers change is drawn by then.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    expect(await failed.isVisible()).toBe(true);
    await uploads().getByRole('button', { name: 'Anulează tot' }).click();
    await uploads().getByRole('link', { name: failing.name }).click();
    await page.getByRole('button', { name: 'Șterge', exact: true }).click();
    await page.getByRole('button', { name: 'Șterge definitiv?' }).click();
    await page.getByRole('table').waitFor();
    await uploads().getByRole('button', { name: 'Închide' }).click();
  }, 300_000);

  it('by the hundred all come through once, though the server is started anew in the middle', async () => {
    const { page } = window;
    const before = await total();
    // A PDF that is damaged takes the whole way, but for the time that reading takes.
    const files = Array.from({ length: 300 }, (_each, index) => ({
      name: `teanc-${index}.pdf`,
      bytes: Buffer.from(`%PDF-1.7\nnumber ${index}`),
    }));
    await dropFiles(page, files);
    await uploads()
      .getByText(/^[1-9]\d+ din 300 de fișiere primite/)
      .waitFor({ timeout: 60_000 });
    await window.restart(async () => {
      await page.getByText('Facturier nu răspunde acum').waitFor();
    });
    await uploads()
      .getByText(/^300 din 300 de fișiere primite/)
      .waitFor({ timeout: 90_000 });
    await uploads().getByText('300 de probleme').waitFor({ timeout: 90_000 });
    expect(await total()).toBe(before + 300);
    await page.getByText('Eșuate 300').waitFor();
    await uploads().getByRole('button', { name: 'Închide' }).click();
  }, 240_000);
});
