import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentJson } from '../../server/contract/document.ts';
import { facturier } from '../helpers/appliance.ts';
import { ensureCurl } from '../helpers/prerequisites.ts';
import { samplePdf, startWindow, type WindowUnderTest } from '../helpers/window.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

let window: WindowUnderTest;
let receiver: Receiver;
beforeAll(async () => {
  [window, receiver] = await Promise.all([startWindow(), startReceiver()]);
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
  await receiver.stop();
});

async function open(hash: string, heading: string): Promise<void> {
  await window.page.goto(`${window.appliance.url}/${hash}`);
  await window.page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

describe('companies', () => {
  it('are added and removed, and with several of them an invoice can say itself whose it is', async () => {
    const { page } = window;
    await open('#/settings/companies', 'Firme');
    await page.getByLabel('CUI').fill('RO18547290');
    await page.getByLabel('Denumirea firmei').last().fill('Cofetăria Norului SRL');
    await page.getByRole('button', { name: 'Salvează' }).click();
    await page.getByRole('cell', { name: 'Cofetăria Norului SRL', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Facturi', exact: true }).click();
    const choice = page.getByRole('combobox', { name: 'Firma', exact: true });
    await expect.poll(() => choice.inputValue()).toBe('Toate firmele');
    // The company used last is the other one: what stands on the invoice decides.
    await page.locator('input[type=file]').setInputFiles(samplePdf);
    const row = page.getByRole('row', { name: 'invoice.pdf' });
    await row.getByText(/Fără observații|De verificat/).waitFor({ timeout: 20_000 });
    expect(await row.innerText()).toContain('Atelierul de Contabilitate Lunca SRL');
    expect(await row.innerText()).not.toContain('altă firmă');
    await open('#/settings/companies', 'Firme');
    // Asked once more, in its own place.
    for (let press = 0; press < 2; press += 1) {
      await page.getByRole('button', { name: 'Elimină: Cofetăria Norului SRL' }).click();
    }
    await page.getByRole('cell', { name: 'Cofetăria Norului SRL', exact: true }).waitFor({ state: 'detached' });
  });
});

describe('other programs', () => {
  it('get a key that works, shown once and revoked at will', async () => {
    const { page } = window;
    await open('#/settings/programs', 'Alte programe');
    await page.getByLabel('Pentru ce program').fill('Contabilitate');
    await page.getByRole('button', { name: 'Creează cheie API' }).click();
    const shown = await page.getByRole('status').locator('code').innerText();
    const whoami = (): Promise<Response> =>
      fetch(`${window.appliance.url}/v1/whoami`, { headers: { 'X-API-Key': shown } });
    expect(await (await whoami()).json()).toMatchObject({ mode: 'test' });
    await page.reload();
    const row = page.getByRole('row', { name: 'Contabilitate' });
    await row.waitFor();
    expect(await page.getByText(shown).count()).toBe(0);
    await page.getByRole('button', { name: 'Revocă: Contabilitate' }).click();
    expect((await whoami()).status).toBe(200);
    await page.getByRole('button', { name: /^Revocă: Contabilitate: Revoci/ }).click();
    await row.waitFor({ state: 'detached' });
    expect((await whoami()).status).toBe(401);
  });

  it('are told at an address only where it may be one, and a test says whether it answers', async () => {
    const { page } = window;
    const url = page.getByLabel('Adresa notificată');
    await url.fill('http://example.com/');
    await page.keyboard.press('Enter');
    await page.getByText('Adresa trebuie să fie https').waitFor();
    await url.fill(receiver.url);
    await page.keyboard.press('Enter');
    await page.getByText('Adresa trebuie să fie https').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Trimite o notificare de test' }).click();
    await page.getByText(/Adresa a răspuns 2\d\d în/).waitFor();
    expect(JSON.parse(String(receiver.received.at(-1)?.body))).toMatchObject({ type: 'webhook.test' });
    expect((await facturier(window.folder, 'tenants', 'list')).stdout).toContain(receiver.url);
  });

  it('check signatures with a secret that is shown on demand and made anew after asking', async () => {
    const { page } = window;
    const secret = async (): Promise<string> => (await facturier(window.folder, 'tenants', 'secret')).stdout;
    const before = await secret();
    await page.getByRole('button', { name: 'Arată secretul' }).click();
    await page.getByText(before).waitFor();
    await page.getByRole('button', { name: 'Generează alt secret' }).click();
    await page.getByRole('button', { name: /Continui/ }).click();
    await page.getByText(before).waitFor({ state: 'detached' });
    const after = await secret();
    expect(after).not.toBe(before);
    await page.getByText(after).waitFor();
  });
});

describe('deliveries', () => {
  it('are listed with their attempts, and sent again', async () => {
    const { page } = window;
    const { stdout: key } = await facturier(window.folder, 'keys', 'create', '--mode', 'live');
    const form = new FormData();
    form.set('file', new Blob([readFileSync(samplePdf)]), 'event.pdf');
    form.set('buyer_vat', 'RO9900816346');
    form.set('mode', 'sync');
    const headers = { 'X-API-Key': key };
    const response = await fetch(`${window.appliance.url}/v1/documents`, { method: 'POST', headers, body: form });
    const { id } = (await response.json()) as DocumentJson;
    await open('#/settings/deliveries', 'Notificări trimise');
    const rows = page.getByRole('row').filter({ has: page.locator(`a[href="#/documents/${id}"]`) });
    await rows.getByText('Livrată').waitFor();
    expect(await rows.innerText()).toContain('răspuns 204');
    await rows.getByRole('button', { name: 'Trimite din nou' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await expect
      .poll(() => receiver.received.filter(({ body }) => String(body).includes(id)).length, { timeout: 8_000 })
      .toBe(2);
    const ids = receiver.received
      .filter(({ body }) => String(body).includes(id))
      .map((one) => one.headers['service-event-id']);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('keeping data', () => {
  it('has a time that is chosen for what is dropped from then on', async () => {
    const { page } = window;
    await open('#/settings/keeping', 'Păstrarea datelor');
    await page.getByText('Cel mult o zi', { exact: true }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'Cel mult o zi' }).isChecked()).toBe(true);
    await page.getByRole('link', { name: 'Facturi', exact: true }).click();
    const sample = { name: 'o-zi.pdf', mimeType: 'application/pdf', buffer: readFileSync(samplePdf) };
    await page.locator('input[type=file]').setInputFiles(sample);
    const row = page.getByRole('row', { name: 'o-zi.pdf' });
    await row.getByText('se șterge peste 24 de ore').waitFor({ timeout: 20_000 });
    // Nobody reviews a page that is gone: it is there until then.
    await row.getByRole('link').click();
    await page.locator('.page img').first().waitFor();
  });

  it('makes a backup that is where it says', async () => {
    const { page } = window;
    await open('#/settings/keeping', 'Păstrarea datelor');
    await page.getByRole('button', { name: 'Creează o copie acum' }).click();
    await page.getByText('Copia este gata').waitFor();
    const [name] = readdirSync(join(window.folder, 'backups'));
    await page.getByText(String(name)).waitFor();
    expect(
      readFileSync(join(window.folder, 'backups', String(name)))
        .subarray(0, 15)
        .toString(),
    ).toBe('SQLite format 3');
  });
});

describe('the page for developers', () => {
  it('gives a request that works as it stands, and the whole contract', async () => {
    ensureCurl();
    const { page } = window;
    await open('#/developers', 'Pentru programatori');
    await page.getByRole('button', { name: 'Creează cheie de test' }).click();
    const request = await page.getByRole('status').locator('pre').innerText();
    const { stdout } = await promisify(execFile)('sh', ['-c', request]);
    expect(JSON.parse(stdout)).toMatchObject({ object: 'document', status: 'succeeded', mode: 'test' });
    for (const endpoint of ['POST /v1/documents', 'GET /v1/usage']) {
      await page.getByRole('region', { name: endpoint, exact: true }).waitFor();
    }
    await page.getByText('line_items[].unit_price').first().waitFor();
  });
});
