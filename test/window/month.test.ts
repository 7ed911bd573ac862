import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

/** A Romanian tax number whose check digit is right. */
function taxNumber(index: number): string {
  const body = String(1_600_000 + index * 37);
  const sum = [...body].reduce(
    (total, digit, at) => total + Number(digit) * [5, 3, 2, 1, 7, 5, 3, 2].slice(-7)[at]!,
    0,
  );
  return `RO${body}${((sum * 10) % 11) % 10}`;
}

/** A Romanian account whose check digits are right (ISO 13616-1). */
function account(index: number): string {
  const body = `RZBR${String(60_000_000_000 + index).padStart(16, '0')}`;
  const digits = [...`${body}RO00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `RO${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${body}`;
}

const numberOf = (index: number, month: number): string => `F${index}-${100 + month}`;

async function invoice(index: number, month: number, iban = account(index), mark = ''): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  const write = (x: number, y: number, text: string, size = 10): void =>
    page.drawText(text, { x, y: 842 - y, size, font });
  const [own, other] = index % 2 === 0 ? [60, 330] : [330, 60];
  const net = 100 + index * 3 + month;
  const money = (amount: number): string => amount.toFixed(2).replace('.', ',');
  write(60, 60, 'FACTURA', 18);
  write(own, 120, `Furnizor: Casa ${index} Comert S.R.L.`);
  write(own, 136, `CIF: ${taxNumber(index)}`);
  write(own, 152, `IBAN: ${iban}`);
  write(other, 120, `Client: ${buyer.name}`);
  write(other, 136, `CIF: ${buyer.vat}`);
  write(60, 220, index % oddOnes === 0 ? 'Zorbin' : 'Numar factura:');
  write(160, 220, numberOf(index, month));
  write(60, 236, 'Data facturii:');
  write(160, 236, `0${1 + (index % 9)}.0${month}.2026`);
  for (const [column, [head, cell]] of [
    ['Denumire', 'Servicii lunare'],
    ['Cantitate', '1'],
    ['Pret', money(net)],
    ['Valoare', money(net)],
  ].entries()) {
    write(60 + column * 140, 300, head!);
    write(60 + column * 140, 320, cell!);
  }
  write(330, 380, `Total fara TVA: ${money(net)}`);
  write(330, 396, `TVA 21%: ${money(net * 0.21)}`);
  write(330, 412, `Total de plata: ${money(net * 1.21)} RON`);
  write(60, 780, mark);
  return Buffer.from(await pdf.save());
}

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
      bytes: await invoice(index, 2, account(index === changed ? 900 : index)),
    }));
    const copy = { name: 'copie.pdf', bytes: await invoice(copied, 1, account(copied), 'Exemplarul 2') };
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
    await page.getByRole('button', { name: 'Șterge definitiv?' }).click();
    await page.getByRole('heading', { name: 'Facturi primite' }).waitFor();

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
    const proof = page.getByRole('region', { name: 'Cât de des a fost bine citit' });
    await proof.getByText('Din 80 de facturi confirmate de voi').waitFor();
    await proof.getByText('5 valori nu s-au citit și au fost completate.').waitFor();
    const bySupplier = proof.getByRole('table', { name: 'Corecturi pe furnizor' });
    expect(await bySupplier.getByRole('row').count()).toBe(1 + suppliers / oddOnes);
    await bySupplier.getByRole('row', { name: 'Casa 8 Comert S.R.L.' }).getByText('Număr factură (1)').waitFor();
  }, 60_000);
});
