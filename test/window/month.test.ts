import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, monthlyInvoice, numberOf as numbered } from '../helpers/returning-suppliers.ts';
import { type ReviewDesk, startReviewDesk } from '../helpers/review.ts';
import { acceptAllAndConfirm, buyer, dropFiles, listed } from '../helpers/window.ts';

/**
 * An office's second month with the same forty suppliers, as a person goes through it: drop, confirm what is ready,
 * check the rest. The tests stand on each other.
 */
const suppliers = 40;
/** Every so many prints its number beside a word that nobody knows. */
const oddOnes = 8;
const changed = 5;
const copied = 7;
let desk: ReviewDesk;

beforeAll(async () => {
  desk = await startReviewDesk({ viewport: { width: 1366, height: 768 } });
});

afterAll(async () => {
  expect(desk.complaints).toEqual([]);
  await desk.close();
});

const numberOf = (supplier: number, month: number): string => numbered({ supplier, month });

/** Suppliers lay their invoices out in two ways. */
const invoice = (supplier: number, month: number, printed: { iban?: string; mark?: string } = {}): Promise<Buffer> =>
  monthlyInvoice({
    ...{ supplier, month, client: buyer, isMirrored: supplier % 2 === 1, ...printed },
    ...(supplier % oddOnes === 0 && { label: 'Zorbin' }),
  });

async function drop(files: { name: string; bytes: Buffer }[], inAll: number): Promise<void> {
  const { page } = desk;
  await page.goto(`${desk.appliance.url}/#/`);
  await page.getByRole('heading', { name: 'Facturi primite' }).waitFor();
  await dropFiles(page, files);
  const read = async (): Promise<[number, number]> => {
    const { total, counts } = await listed(page);
    return [total, counts.reading];
  };
  await expect.poll(read, { timeout: 120_000, interval: 300 }).toEqual([inAll, 0]);
  await page.getByRole('button', { name: 'Închide' }).click();
}

/** Confirms together what has nothing to check. */
async function confirmReady(): Promise<void> {
  const { page } = desk;
  await page.getByText(/^Fără observații \d+$/).click();
  await page.getByRole('checkbox', { name: /^Selectează toate/ }).click();
  const bar = page.getByRole('region', { name: 'Documente selectate' });
  await bar.getByRole('button', { name: 'Confirmă' }).click();
  await expect.poll(async () => (await listed(page)).counts.ready, { timeout: 60_000, interval: 300 }).toBe(0);
}

describe('a month of forty suppliers', () => {
  it('is new to the reader the first time: odd numbers are typed, and all of it is confirmed', async () => {
    const { page } = desk;
    const files = Array.from({ length: suppliers }, async (_, index) => ({
      name: `${numberOf(index, 1)}.pdf`,
      bytes: await invoice(index, 1),
    }));
    await drop(await Promise.all(files), suppliers);
    expect((await listed(page)).counts).toMatchObject({ to_check: suppliers / oddOnes, ready: suppliers * (7 / 8) });
    await confirmReady();
    await page.getByText(/^De verificat \d+$/).click();
    await page.getByRole('row').nth(1).getByRole('link').click();
    for (let left = suppliers / oddOnes; left > 0; left -= 1) {
      const { rows } = await listed(page);
      const id = /doc_\w+/.exec(page.url())?.[0];
      const name = rows.find((row) => row.id === id)?.filename ?? '';
      await desk.field('invoice_number').fill(name.replace('.pdf', ''));
      await acceptAllAndConfirm(page);
      await page.waitForURL((url) => !url.href.includes(String(id)));
    }
    expect((await listed(page)).counts).toMatchObject({ confirmed: suppliers, to_check: 0, ready: 0 });
  }, 180_000);

  it('is known the second time: odd numbers are found, and one account and one copy are warned of', async () => {
    const { page } = desk;
    const files = Array.from({ length: suppliers }, async (_, index) => ({
      name: `${numberOf(index, 2)}.pdf`,
      bytes: await invoice(index, 2, index === changed ? { iban: account(900) } : {}),
    }));
    const copy = { name: 'copie.pdf', bytes: await invoice(copied, 1, { mark: 'Exemplarul 2' }) };
    await drop([...(await Promise.all(files)), copy], 2 * suppliers + 1);
    const { rows } = await listed(page);
    const warned = rows.filter(({ warnings }) => warnings.length > 0);
    expect(warned.map(({ filename, warnings }) => `${filename} ${warnings.join()}`).toSorted()).toEqual(
      [`${numberOf(changed, 2)}.pdf iban_changed`, 'copie.pdf possible_duplicate'].toSorted(),
    );
    const found = rows.filter(({ filename, invoiceNumber }) => filename === `${invoiceNumber}.pdf`);
    expect(found.filter(({ filename }) => filename?.endsWith('-102.pdf'))).toHaveLength(suppliers);
    await confirmReady();

    await desk.open(warned.find(({ warnings }) => warnings.includes('possible_duplicate'))!.id);
    await page
      .getByText('Furnizor cunoscut dintr-o factură')
      .or(page.getByText('Furnizor cunoscut din 2 facturi'))
      .waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByText('Aceste valori sunt identice pe ambele.').waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await page.getByRole('button', { name: 'Șterge', exact: true }).click();
    const deleted = page.url();
    await page.getByRole('button', { name: 'Șterge definitiv?' }).click();
    // What is to be checked next is open.
    await page.waitForURL((url) => url.href !== deleted);

    await desk.open(warned.find(({ warnings }) => warnings.includes('iban_changed'))!.id);
    const alarm = page.getByRole('region', { name: 'Furnizorul are alt IBAN decât înainte' });
    await alarm.getByRole('button', { name: 'Verificat telefonic' }).click();
    for (let left = (await listed(page)).counts.to_check; left > 0; left -= 1) {
      const shown = page.url();
      await acceptAllAndConfirm(page);
      await page.waitForURL(({ href }) => href !== shown);
    }
    expect((await listed(page)).counts).toMatchObject({ confirmed: 2 * suppliers, to_check: 0, ready: 0 });
  }, 180_000);

  it('leaves forty suppliers known, and says how often it was right', async () => {
    const { page } = desk;
    await page.goto(`${desk.appliance.url}/#/suppliers`);
    await page.getByText('40 de furnizori').waitFor();
    expect(await page.getByRole('row', { name: 'Casa 5 Comert S.R.L.' }).locator('.account').count()).toBe(2);
    await page.goto(`${desk.appliance.url}/#/activity`);
    const proof = page.getByRole('region', { name: 'Cât de corect s-a citit' });
    await proof.getByText('Din 80 de facturi confirmate de voi').waitFor();
    await proof.getByText('5 valori nu s-au citit și au fost completate.').waitFor();
    const bySupplier = proof.getByRole('table', { name: 'Corecturi pe furnizor' });
    expect(await bySupplier.getByRole('row').count()).toBe(1 + suppliers / oddOnes);
    await bySupplier.getByRole('row', { name: 'Casa 8 Comert S.R.L.' }).getByText('Număr factură (1)').waitFor();
  }, 60_000);
});
