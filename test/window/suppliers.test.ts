import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractionKeptMs } from '../../server/contract/limits.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { eraseDueExtractions } from '../../server/store/erasure.ts';
import { createSignIn } from '../../server/store/sessions.ts';
import { type ReviewDesk, startReviewDesk } from '../helpers/review.ts';
import { startTestServer } from '../helpers/server.ts';
import { acceptAllAndConfirm, buyer, openWindow, samplePdf } from '../helpers/window.ts';

/** The tests follow one supplier from its first invoice to the last that is forgotten, and stand on each other. */
let desk: ReviewDesk;
const accounts = { known: 'RO45RZBR0000060012186372', other: 'RO49AAAA1B31007593840000' };
const groups = { known: 'RO45 RZBR 0000 0600 1218 6372', other: 'RO49 AAAA 1B31 0075 9384 0000' };

beforeAll(async () => {
  desk = await startReviewDesk();
});

afterAll(async () => {
  expect(desk.complaints).toEqual([]);
  await desk.close();
});

const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

const mill = { name: 'Moara Ulmului S.R.L.', vat: 'RO16702141' };

async function invoice(number: string, date: string, iban = accounts.known, vendor = mill): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  const texts: [number, number, string, number?][] = [
    [60, 60, 'FACTURA', 18],
    [60, 90, `Numar factura: ${number}`],
    [60, 106, `Data facturii: ${date}`],
    [60, 136, `Furnizor: ${vendor.name}`],
    [60, 152, `CIF: ${vendor.vat}`],
    [60, 168, `IBAN: ${iban}`],
    [330, 136, `Client: ${buyer.name}`],
    [330, 152, `CIF: ${buyer.vat}`],
    ...(['Denumire', 'Cantitate', 'Pret', 'Valoare'] as const).map((text, column): [number, number, string] => [
      60 + column * 140,
      300,
      text,
    ]),
    ...(['Faina alba', '3', '100,00', '300,00'] as const).map((text, column): [number, number, string] => [
      60 + column * 140,
      320,
      text,
    ]),
    [330, 380, 'Total fara TVA: 300,00'],
    [330, 396, 'TVA 21%: 63,00'],
    [330, 412, 'Total de plata: 363,00 RON'],
  ];
  for (const [x, y, text, size = 10] of texts) page.drawText(text, { x, y: 842 - y, size, font });
  return pdf.save();
}

async function confirm(): Promise<void> {
  await acceptAllAndConfirm(desk.page);
  await desk.page.getByRole('heading', { name: 'Facturi primite' }).waitFor();
}

/** Sends an invoice, opens it and confirms it as it was read. @returns its id */
async function teach(number: string, date: string): Promise<string> {
  const id = await desk.send(await invoice(number, date));
  await desk.open(id);
  await confirm();
  return id;
}

async function openSuppliers(): Promise<void> {
  await desk.page.goto(`${desk.appliance.url}/#/suppliers`);
  await desk.page.getByRole('heading', { level: 1, name: 'Furnizori' }).waitFor();
}

async function violations(colorScheme: 'light' | 'dark'): Promise<string[]> {
  await desk.page.emulateMedia({ colorScheme });
  // Half of a fade is no colour of ours.
  await desk.page.waitForTimeout(400);
  const axe = new AxeBuilder({ page: desk.page });
  // Only colours differ in the dark; everything else was looked at in the light.
  const found = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

const supplier = () => desk.page.getByRole('row', { name: 'Moara Ulmului S.R.L. RO16702141' });
const alarm = () => desk.page.getByRole('region', { name: 'Furnizorul are alt IBAN decât înainte' });
const checked = () => alarm().getByRole('button', { name: 'Verificat telefonic, la un număr cunoscut dinainte' });

describe('the page of suppliers', () => {
  it('is empty until an invoice is confirmed, and then shows what that one taught', async () => {
    await openSuppliers();
    await desk.page.getByText('Niciun furnizor cunoscut încă').waitFor();
    const first = await desk.send(await invoice('MU-101', '03.08.2026'));
    await desk.open(first);
    expect(await desk.page.getByText('Furnizor cunoscut').count()).toBe(0);
    await desk.field('notes').fill('Plătită la livrare');
    await confirm();
    await teach('MU-102', '10.08.2026');
    await openSuppliers();
    await soon(() => supplier().innerText()).toContain('2 facturi');
    const said = await supplier().innerText();
    for (const words of ['RO16702141', `Pentru ${buyer.name}`, '50', 'nemodificate']) expect(said).toContain(words);
    expect((await supplier().locator('.account').allInnerTexts()).join()).toBe(accounts.known);
  });

  it('leaves names room for their words, as on a page magnified to 200 %', async () => {
    const before = desk.page.viewportSize()!;
    await desk.page.setViewportSize({ width: 683, height: 384 });
    const { width } = (await supplier().getByRole('rowheader').boundingBox())!;
    expect(width).toBeGreaterThan(150);
    await desk.page.setViewportSize(before);
  });

  it('is searched by name and by VAT number, however they are written', async () => {
    const search = desk.page.getByRole('searchbox');
    for (const [words, count] of [
      ['moara ULMULUI', 1],
      ['16702141', 1],
      ['RO 16702141', 1],
      ['moara de vânt', 0],
    ] as const) {
      await search.fill(words);
      await soon(() => supplier().count()).toBe(count);
    }
    await desk.page.getByText('0 furnizori').waitFor();
    await desk.page.getByRole('button', { name: 'Șterge căutarea' }).click();
    await supplier().waitFor();
  });
});

describe('an invoice of a known supplier', () => {
  it('says quietly from how many invoices it is known, and that they bear out a value', async () => {
    const id = await desk.send(await invoice('MU-103', '17.08.2026'));
    await desk.open(id);
    await desk.page.getByText('Furnizor cunoscut din 2 facturi, ultima').waitFor();
    expect(await alarm().count()).toBe(0);
    await desk.field('vendor.vat_number').focus();
    await soon(() => desk.page.locator('#why').innerText()).toContain(
      'o susțin facturile confirmate ale acestui furnizor',
    );
    expect((await desk.document(id)).fields?.['vendor.vat_number']?.evidence).toContain('known_vendor');
    await desk.delete(id);
  });
});

describe('another account than before', () => {
  it('is compared with the known one by groups, and nothing is wrong with it for readers of screens', async () => {
    await desk.open(await desk.send(await invoice('MU-104', '24.08.2026', accounts.other)));
    await alarm().waitFor();
    const [here, known] = await alarm().locator('.account').all();
    const shown = async (account: typeof here): Promise<string> =>
      (await account!.locator(':is(span, mark):not(.for-readers)').allInnerTexts()).join(' ');
    expect(await shown(here)).toBe(groups.other);
    expect(await shown(known)).toBe(groups.known);
    expect(await here!.locator('mark').allInnerTexts()).toEqual(groups.other.split(' '));
    for (const colorScheme of ['light', 'dark'] as const) expect(await violations(colorScheme)).toEqual([]);
    await desk.page.emulateMedia({ colorScheme: 'light' });
  });

  it('leads to its field where it is wrong, and is no alarm once the known one is typed', async () => {
    await alarm().getByRole('button', { name: 'Cont greșit' }).click();
    const focused = (): Promise<string | null> =>
      desk.page.evaluate<string | null>(`document.activeElement?.getAttribute('data-path')`);
    expect(await focused()).toBe('bank_details.iban');
    await desk.field('bank_details.iban').fill(accounts.known);
    await alarm().waitFor({ state: 'detached' });
    await desk.page.getByRole('button', { name: 'Anulează' }).click();
    await alarm().waitFor();
  });

  it('stays unknown when the invoice alone is confirmed', async () => {
    await alarm().getByText('Confirmarea facturii nu face contul cunoscut').waitFor();
    await confirm();
    await openSuppliers();
    await soon(() => supplier().innerText()).toContain('3 facturi');
    expect(await supplier().locator('.account').allInnerTexts()).toEqual([accounts.known]);
  });

  it('is checked by keyboard, which a reload and another window find; another account is another question', async () => {
    const id = await desk.send(await invoice('MU-105', '31.08.2026', accounts.other));
    await desk.open(id);
    await checked().focus();
    await desk.page.keyboard.press('Space');
    await alarm().getByText('După confirmarea facturii, și acest cont este cunoscut').waitFor();
    await desk.page.reload();
    await soon(() => checked().getAttribute('aria-pressed')).toBe('true');

    const { page: other } = await openWindow(desk.browser, desk.folder);
    await other.goto(`${desk.appliance.url}/#/documents/${id}`);
    const there = other.getByRole('button', { name: 'Verificat telefonic' });
    await soon(() => there.getAttribute('aria-pressed')).toBe('true');
    await there.click();
    await soon(() => checked().getAttribute('aria-pressed')).toBe('false');
    await other.context().close();

    await checked().click();
    await desk.field('bank_details.iban').fill(accounts.known);
    await desk.field('bank_details.iban').fill(accounts.other);
    await soon(() => checked().getAttribute('aria-pressed')).toBe('false');
    await checked().click();
    await confirm();
    await openSuppliers();
    await soon(() => supplier().locator('.account').count()).toBe(2);
    expect(await supplier().locator('.account').allInnerTexts()).toEqual([accounts.other, accounts.known]);
    await desk.open(await desk.send(await invoice('MU-106', '07.09.2026', accounts.other)));
    await desk.page.getByText('Furnizor cunoscut din 4 facturi, ultima').waitFor();
    expect(await alarm().count()).toBe(0);
    // Nobody has checked an account for having typed it.
    await desk.field('bank_details.iban').fill('RO09BCYP0000001234567890');
    await alarm().waitFor();
  });
});

describe('stronger words', () => {
  it('are said of an account in another country, and of one of another supplier', async () => {
    const { page } = desk;
    const abroad = await desk.send(await invoice('MU-108', '08.09.2026', 'AT611904300234573201'));
    await desk.open(abroad);
    await page.waitForTimeout(3000);
    await alarm().getByText('Contul este în altă țară decât înainte: Austria, nu România.').waitFor();
    await desk.delete(abroad);
    const other = { name: 'Lemnul Carpatin S.R.L.', vat: 'RO18547290' };
    const id = await desk.send(await invoice('LC-1', '08.09.2026', 'RO09BCYP0000001234567890', other));
    await desk.open(id);
    await confirm();
    const stolen = await desk.send(await invoice('MU-109', '09.09.2026', 'RO09BCYP0000001234567890'));
    await desk.open(stolen);
    await alarm().getByText('Este contul altui furnizor cunoscut: Lemnul Carpatin S.R.L.').waitFor();
    expect(await alarm().getByText('altă țară').count()).toBe(0);
    expect(await violations('light')).toEqual([]);
    for (const each of [stolen, id]) await desk.delete(each);
  });
});

describe('forgetting', () => {
  it('takes back what one document taught, which itself stays, and then all that is known of the supplier', async () => {
    await openSuppliers();
    const { page } = desk;
    const unfold = page.getByRole('button', { name: '4 facturi din care este cunoscut Moara Ulmului S.R.L.' });
    await unfold.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('list', { name: '4 facturi din care este cunoscut' });
    await list.waitFor();
    for (const colorScheme of ['light', 'dark'] as const) expect(await violations(colorScheme)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    const newest = list.getByRole('listitem').first();
    const address = await newest.getByRole('link').getAttribute('href');
    expect(await newest.innerText()).toContain('Factura MU-105, 31.08.2026');
    const undo = newest.getByRole('button', { name: 'Anulează ce a învățat din acest document' });
    await undo.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await soon(() => supplier().innerText()).toContain('3 facturi');
    expect(await supplier().locator('.account').allInnerTexts()).toEqual([accounts.known]);
    // Who works by keyboard goes on from there.
    const focused = (): Promise<string | null> =>
      page.evaluate<string | null>(`document.activeElement?.getAttribute('aria-label')`);
    await soon(focused).toContain('3 facturi din care este cunoscut Moara Ulmului');
    const id = String(address?.split('/').at(-1));
    expect((await desk.document(id)).document?.invoice_number).toBe('MU-105');

    const forget = supplier().getByRole('button', { name: 'Elimină: Moara Ulmului S.R.L.' });
    await forget.click();
    await page.keyboard.press('Tab');
    // Whoever goes on to something else has not said yes.
    expect(await forget.innerText()).toBe('Elimină');
    await forget.click();
    await forget.click();
    await page.getByText('Niciun furnizor cunoscut încă').waitFor();
    await desk.open(id);
    // What the window had of the document is shown until it has heard anew.
    await soon(() => page.getByText('Furnizor cunoscut').count()).toBe(0);
  });

  it('is done too where the document itself was erased in its time, which is said in place of a link', async () => {
    const { page } = desk;
    await teach('MU-107', '14.09.2026');
    const store = await openStore({ data: desk.folder, masterKey: null });
    // The clock of this test stands a day later than an extraction is kept.
    await eraseDueExtractions(store.db, Date.now() + extractionKeptMs + 24 * 60 * 60 * 1000);
    await store.close();
    await openSuppliers();
    await page.reload();
    await page.getByRole('button', { name: '1 factură din care este cunoscut' }).click();
    const only = page.getByRole('list', { name: '1 factură din care' }).getByRole('listitem');
    await only.getByText('(factura este ștearsă)').waitFor();
    expect(await only.getByRole('link').count()).toBe(0);
    await only.getByRole('button').click();
    await only.getByRole('button').click();
    await page.getByText('Niciun furnizor cunoscut încă').waitFor();
  });

  it('goes by months that are set, and asks before it erases', async () => {
    const { page } = desk;
    await desk.open(await desk.send(readFileSync(samplePdf)));
    await confirm();
    await openSuppliers();
    const known = page.getByRole('row', { name: 'Papetăria Molidului SRL' });
    await known.waitFor();
    await page.getByText('Se șterge la 24 de luni după ultima factură').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Setări' }).click();
    const section = page.getByRole('region', { name: 'Furnizori memorați' });
    const months = section.getByRole('textbox', { name: 'Luni după ultima factură confirmată' });
    const save = section.getByRole('button', { name: 'Salvează' });
    await soon(() => months.inputValue()).toBe('24');
    expect(await save.isDisabled()).toBe(true);
    // More than there may be is not taken.
    await months.fill('61');
    expect(await save.isDisabled()).toBe(true);
    await months.fill('60');
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/app/preferences'));
    await save.click();
    await saved;
    // What is typed before the window has heard of it is taken back.
    await soon(() => save.getAttribute('data-loading')).toBe(null);
    await months.fill('0');
    await save.click();
    await section.getByRole('button', { name: 'Se șterge tot. Continui?' }).click();
    await section.getByRole('link', { name: 'Furnizori' }).click();
    await page.getByText('Furnizorii nu se memorează.').waitFor();
  });

  it("is the administrator's to say where the policy of the machine says it", async () => {
    const server = await startTestServer({ policy: { supplierMonths: 6 } });
    const page = await desk.browser.newPage({ locale: 'ro-RO' });
    try {
      const token = await createSignIn(server.store.db, { tenantId: server.tenantId, person: null }, server.now());
      await page.goto(`${server.url}/#sign-in=${token}`);
      await page.getByRole('navigation').first().waitFor();
      await page.goto(`${server.url}/#/settings/keeping`);
      const section = page.getByRole('region', { name: 'Furnizori memorați' });
      const months = section.getByRole('textbox', { name: 'Luni după ultima factură confirmată' });
      await soon(() => months.inputValue()).toBe('6');
      expect(await months.isEditable()).toBe(false);
      expect(await section.getByRole('button').count()).toBe(0);
      await section.getByText('Stabilite de administrator').waitFor();
    } finally {
      await page.close();
      await server.stop();
    }
  });
});
