import { AxeBuilder } from '@axe-core/playwright';
import { zipSync } from 'fflate';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSchema } from '../../server/contract/document.ts';
import { createKey } from '../helpers/appliance.ts';
import { archive, romanianInvoice, signatureOver } from '../helpers/e-invoices.ts';
import { buyer, dropFiles, listed, rewriteReading, startWindow, type WindowUnderTest } from '../helpers/window.ts';

/** The tests drop one after the other, and stand on each other. */
let window: WindowUnderTest;
beforeAll(async () => {
  window = await startWindow({ context: { viewport: { width: 1366, height: 768 } } });
  await window.page.getByText('Nicio factură aici').waitFor();
});
afterAll(async () => {
  expect(window.complaints).toEqual([]);
  await window.close();
});

const xml = romanianInvoice(buyer, { transport: 45 });

/** The paper of the same invoice, with another total. @param inside an e-invoice that is attached to it */
async function paper(number = '00417', inside?: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 842]);
  const texts: [number, number, string][] = [
    [60, 60, 'FACTURA'],
    [60, 90, `Numar factura: FMN 2026-${number}`],
    [60, 106, 'Data facturii: 03.08.2026'],
    [60, 136, 'Furnizor: Fabrica de Mobila Noua S.R.L.'],
    [60, 152, 'CIF: RO16702141'],
    [330, 136, `Client: ${buyer.name}`],
    [330, 152, `CIF: ${buyer.vat}`],
    [330, 412, 'Total de plata: 999,99 RON'],
  ];
  for (const [x, y, text] of texts) page.drawText(text, { x, y: 842 - y, size: 10, font });
  if (inside) await pdf.attach(Buffer.from(inside), 'factura.xml', { mimeType: 'application/xml' });
  return pdf.save();
}

async function drop(name: string, bytes: Uint8Array): Promise<string> {
  await dropFiles(window.page, [{ name, bytes: Buffer.from(bytes) }]);
  let id = '';
  await expect
    .poll(
      async () => {
        const row = (await listed(window.page)).rows.find(({ filename }) => filename === name);
        id = row?.id ?? '';
        return row?.state;
      },
      { timeout: 60_000 },
    )
    .toMatch(/ready|to_check/);
  return id;
}

async function open(id: string): Promise<void> {
  const { page, appliance } = window;
  await page.goto(`${appliance.url}/#/documents/${id}`);
  await page.locator('.page img').waitFor();
}

const accessible = async (): Promise<void> => {
  const { violations } = await new AxeBuilder({ page: window.page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
};

describe('an e-invoice in the window', () => {
  it('is taken as XML, is ready without a look where its sums close, and has a page of ours to look at', async () => {
    const { page } = window;
    const id = await drop('factura.xml', Buffer.from(xml));
    const row = (await listed(page)).rows.find((each) => each.id === id);
    expect(row).toMatchObject({ state: 'ready', pages: 1, invoiceNumber: 'FMN 2026-00417', buyerVat: buyer.vat });
    await open(id);
    await page.getByText('Factura electronică a venit fără semnătura ministerului.').waitFor();
    const { width, height } = (await page.locator('.page img').boundingBox())!;
    expect(height / width).toBeCloseTo(842 / 595, 1);
    await page.locator('[data-path="total_amount"]').first().focus();
    await page.locator('.page-box-selected').waitFor();
    await accessible();
  }, 120_000);

  it('is a document of the API as others are, which says what came of its signature', async () => {
    const { rows } = await listed(window.page);
    const { url } = window.appliance;
    const headers = { Authorization: `Bearer ${await createKey(window.folder, 'live')}` };
    const answer = await (await fetch(`${url}/v1/documents/${rows[0]!.id}`, { headers })).json();
    expect(documentSchema.strict().parse(answer)).toMatchObject({ mime_type: 'application/xml', signature: 'none' });
    const { data } = (await (await fetch(`${url}/v1/documents`, { headers })).json()) as { data: unknown[] };
    expect(data).toEqual([answer]);
  });

  it.each([
    [
      'fits it, by somebody nobody knows',
      () => archive(xml.replace('00417', '00418'), signatureOver(xml.replace('00417', '00418'))),
      'dar semnatarul este necunoscut',
      'ready',
    ],
    [
      'does not fit it',
      () => archive(xml.replace('00417', '00419'), signatureOver(xml)),
      'fișierul sau semnătura a fost modificată',
      'to_check',
    ],
    ['cannot be read', () => archive(xml.replace('00417', '00420'), '<Signature/>'), 'nu s-a putut verifica', 'ready'],
  ])(
    'comes in the archive of the portal, and the review says that its signature %s',
    async (name, bytes, words, state) => {
      const id = await drop(`${name}.zip`, bytes());
      expect((await listed(window.page)).rows.find((row) => row.id === id)?.state).toBe(state);
      await open(id);
      await window.page.getByText(words).waitFor();
      const told = window.page.getByText('semnătura e-facturii nu corespunde').first();
      if (state === 'to_check') await told.waitFor();
    },
    120_000,
  );

  it('says that its signature holds where it does', async () => {
    const id = await drop(
      'semnata.zip',
      archive(xml.replace('00417', '00421'), signatureOver(xml.replace('00417', '00421'))),
    );
    await rewriteReading(window.folder, id, (extraction) => ({ ...extraction, signature: 'intact' }));
    await open(id);
    await window.page.getByText('Semnătura ministerului este validă').waitFor();
  }, 120_000);

  it('and its paper are shown together, with all in which they differ', async () => {
    const { page } = window;
    const id = await drop('hartie.pdf', await paper());
    await open(id);
    const warning = page.getByRole('listitem').filter({ hasText: 'Factura este și pe hârtie, și electronică' });
    await warning.getByRole('link', { name: /^primită / }).click();
    await page.getByRole('heading', { level: 1, name: 'Factura electronică și hârtia ei' }).waitFor();
    await expect.poll(() => page.locator('.page img').count(), { timeout: 20_000 }).toBe(2);
    const values = page.getByRole('table', { name: 'Valorile celor două' });
    await page.getByText('2 valori diferă.').waitFor();
    expect(await values.locator('mark').allInnerTexts()).toEqual(['999,99', '160,33', '999,99', '160,33']);
    await page.getByText(/\d+ de valori sunt doar pe una din ele\./).waitFor();
    const vendor = values.getByRole('row', { name: 'Denumire furnizor' });
    expect(await vendor.getByRole('cell').allInnerTexts()).toEqual([
      'Fabrica de Mobila Noua S.R.L.',
      'Fabrica de Mobilă Nouă S.R.L.',
    ]);
    await accessible();
    await page.getByRole('columnheader').getByRole('link').nth(1).click();
    await page.getByText('Aceeași factură, pe hârtie și electronică:').waitFor();
  }, 120_000);

  it('and its paper name both values where they differ, and either is taken by a key', async () => {
    const { page } = window;
    const id = (await listed(page)).rows.find(({ filename }) => filename === 'hartie.pdf')!.id;
    await open(id);
    const conflict = page.getByRole('region', { name: 'Hârtia și factura electronică diferă' });
    await conflict.getByRole('button', { name: 'pe hârtie: 999,99' }).first().waitFor();
    expect(await conflict.getByRole('listitem').count()).toBe(2);
    await accessible();
    await conflict.getByRole('button', { name: 'electronic: 160,33' }).first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => conflict.getByRole('listitem').count()).toBe(1);
    await expect.poll(() => page.locator('[data-path="total_amount"]').first().inputValue()).toBe('160,33');
    // What is out of sight is gone to first.
    await page.setViewportSize({ width: 1366, height: 420 });
    await page.locator('.review-fields [data-path]').last().focus();
    await page.keyboard.press('Alt+j');
    await conflict.locator(':focus').waitFor();
    expect(await conflict.getByRole('listitem').count()).toBe(1);
    await page.keyboard.press('Alt+j');
    await conflict.waitFor({ state: 'detached' });
    expect(await page.locator('[data-path="amount_due"]').first().inputValue()).toBe('999,99');
    await page.setViewportSize({ width: 1366, height: 768 });
  }, 120_000);

  it('inside a PDF is held beside its page: both values are named where they differ, and either is taken by a key', async () => {
    const { page } = window;
    const id = await drop('hibrid.pdf', await paper('00430', xml.replace('00417', '00430')));
    const row = (await listed(page)).rows.find((each) => each.id === id);
    expect(row?.warnings).toContain('einvoice_mismatch');
    await open(id);
    const conflict = page.getByRole('region', { name: 'Pagina și e-factura atașată diferă: alege valoarea bună' });
    await conflict.getByRole('button', { name: 'pe pagină: 999,99' }).first().waitFor();
    expect(await conflict.getByRole('listitem').count()).toBe(2);
    await accessible();
    const embedded = conflict.getByRole('button', { name: 'în e-factură: 160,33' });
    expect(await embedded.first().getAttribute('aria-keyshortcuts')).toBe('Alt+K');
    // The keys are shown where they are for: at the first of them.
    const hints = conflict.getByText('Alt+').filter({ visible: true });
    expect(await hints.allInnerTexts()).toEqual(['Alt+J', 'Alt+K']);
    await page.keyboard.press('Alt+k');
    await expect.poll(() => page.locator('[data-path="total_amount"]').first().inputValue()).toBe('160,33');
    await expect.poll(() => conflict.getByRole('listitem').count()).toBe(1);
    // The page's value of the next one has the keyboard, and the other is beside it.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await conflict.waitFor({ state: 'detached' });
    expect(await page.locator('[data-path="amount_due"]').first().inputValue()).toBe('160,33');
    // Who has chosen has read what was warned of.
    const warning = page.getByRole('listitem').filter({ hasText: 'Pagina și e-factura atașată diferă' });
    await warning.getByText('✓').waitFor();
  }, 120_000);

  it('shows each amount of its VAT by rate in full, whatever else is said of a rate', async () => {
    const { page } = window;
    const id = (await listed(page)).rows.find(({ filename }) => filename === 'factura.xml')!.id;
    const amounts = { base: 123_456.78, amount: 123_456.78 };
    await rewriteReading(window.folder, id, ({ invoice, ...rest }) => ({
      ...rest,
      invoice: {
        ...invoice,
        vat_breakdown: [
          { rate: 21, ...amounts, reason: null, category: 'S' },
          { rate: 0, ...amounts, reason: 'Livrare intracomunitară', category: 'K' },
        ],
      },
    }));
    await page.goto(`${window.appliance.url}/#/`);
    await page.reload();
    await open(id);
    const rates = page.getByRole('region', { name: 'TVA pe cote' });
    await rates.getByText('Regim TVA').waitFor();
    for (const [width, height] of [
      [1366, 768],
      [800, 768],
      [683, 384],
    ] as const) {
      await page.setViewportSize({ width, height });
      const cut = await rates
        .getByRole('textbox')
        .evaluateAll((all) =>
          (all as unknown as { scrollWidth: number; clientWidth: number; value: string }[])
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ value }) => value),
        );
      expect(cut).toEqual([]);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    await accessible();
  }, 60_000);

  it.each([
    ['an XML file that is no invoice', '<factura><numar>1</numar></factura>', 'nu conține o factură electronică'],
    [
      'one with a document type',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.slice(xml.indexOf('<Invoice'))}`,
      'nu conține o factură electronică',
    ],
    ['an archive without one', zipSync({ 'a.txt': Buffer.from('a') }), 'nu are niciun PDF, XML'],
    ['an archive that leads out of its folder', zipSync({ '../a.xml': Buffer.from(xml) }), 'nu a fost deschisă'],
    [
      'an archive of ten thousand files',
      zipSync(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${at}.xml`, new Uint8Array()]))),
      'nu a fost deschisă',
    ],
    [
      'an archive that is large inside',
      zipSync({ 'a.xml': new Uint8Array(60 * 1024 * 1024) }, { level: 1 }),
      'nu a fost deschisă',
    ],
  ])(
    'is refused in a sentence: %s',
    async (name, bytes, words) => {
      const { page } = window;
      await page.goto(`${window.appliance.url}/#/`);
      await page.getByRole('row', { name: 'factura.xml' }).waitFor();
      const before = (await listed(page)).total;
      await dropFiles(page, [{ name: `${name}.zip`, bytes: Buffer.from(bytes) }]);
      await page.getByRole('region', { name: 'Fișiere trimise' }).getByText(words).waitFor();
      expect((await listed(page)).total).toBe(before);
      await page.getByRole('region', { name: 'Fișiere trimise' }).getByRole('button', { name: 'Închide' }).click();
    },
    60_000,
  );
});
