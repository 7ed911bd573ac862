import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resource } from '../../server/resources.ts';
import { manyPages, type ReviewDesk, startReviewDesk } from '../helpers/review.ts';
import { acceptAllAndConfirm, holdBack, samplePdf } from '../helpers/window.ts';

let desk: ReviewDesk;

beforeAll(async () => {
  desk = await startReviewDesk();
});

afterAll(() => desk.close());

/** What comes true within seconds: the cores are shared with reading and other tests. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

/** Drags over a place of the shown page, in points of the page. */
async function drag(from: [number, number], to: [number, number]): Promise<void> {
  const [start, end] = await Promise.all([onScreen(from), onScreen(to)]);
  await desk.page.mouse.move(...start);
  await desk.page.mouse.down();
  await desk.page.mouse.move(...end, { steps: 4 });
  await desk.page.mouse.up();
}

async function onScreen([x, y]: [number, number]): Promise<[number, number]> {
  const page = await desk.page.locator('.page').boundingBox();
  if (!page) throw new Error('No page is shown.');
  const scale = page.width / 595;
  return [page.x + x * scale, page.y + y * scale];
}

/** Where reading found a field, in points. */
async function boxOf(id: string, path: string): Promise<[number, number, number, number]> {
  const box = (await desk.document(id)).fields?.[path]?.box;
  if (!box) throw new Error(`${path} has no box.`);
  return box;
}

async function dragOver(id: string, path: string): Promise<void> {
  const [x, y, width, height] = await boxOf(id, path);
  await drag([x - 2, y + height / 2], [x + width + 2, y + height / 2]);
}

describe('selecting words on the page', () => {
  it('fills the field in hand with a value of its kind, and keeps where it stands', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    await desk.field('due_date').focus();
    await desk.page.getByText('Trage peste cuvinte pentru a completa „Scadență”').waitFor();
    // Its label lies in the stretch too.
    const [x, y, width, height] = await boxOf(id, 'invoice_date');
    await drag([x - 60, y + height / 2], [x + width + 2, y + height / 2]);
    await soon(() => desk.field('due_date').inputValue()).toBe('14.09.2026');
    await desk.page.getByText('Scadență · Introdus manual').waitFor();

    await desk.field('total_amount').focus();
    await drag([400, 470], [430, 480]);
    await desk.page.getByText('nu conțin o valoare pentru „Total cu TVA”').waitFor();
    expect(await desk.field('total_amount').inputValue()).toBe('2.228,97');

    await desk.field('vendor.vat_number').focus();
    await dragOver(id, 'customer.vat_number');
    await soon(() => desk.field('vendor.vat_number').inputValue()).toBe('RO9900816346');
    await desk.page.keyboard.press('Control+z');
    await soon(() => desk.field('vendor.vat_number').inputValue()).toBe('RO9900451274');

    await acceptAllAndConfirm(desk.page);
    await desk.page.getByRole('heading', { name: 'Facturi primite' }).waitFor();
    const confirmed = await desk.document(id);
    expect(confirmed.document?.due_date).toBe('2026-09-14');
    const { page, box, source } = confirmed.fields?.due_date ?? {};
    expect({ page, source }).toEqual({ page: 1, source: 'person' });
    expect(box?.[1]).toBeCloseTo(y, 0);
  });

  it('takes a word by a click and its whole line by another, on a page that is turned', async () => {
    const id = await desk.send(readFileSync(samplePdf));
    await desk.open(id);
    const turnAround = desk.page.getByRole('button', { name: 'Rotește', exact: true });
    await turnAround.click();
    await turnAround.click();
    const [x, y, , height] = await boxOf(id, 'vendor.name');
    await desk.field('customer.name').focus();
    const sheet = await desk.page.locator('.page-turned').boundingBox();
    if (!sheet) throw new Error('No page is shown.');
    const scale = sheet.width / 595;
    // Upside down, the first word lies at the right.
    const at: [number, number] = [
      sheet.x + sheet.width - (x + 5) * scale,
      sheet.y + sheet.height - (y + height / 2) * scale,
    ];
    await desk.page.mouse.click(...at);
    await soon(() => desk.field('customer.name').inputValue()).toBe('Papetăria');
    await desk.page.mouse.click(...at);
    await soon(() => desk.field('customer.name').inputValue()).toBe('Papetăria Molidului SRL');
  });

  it('works on a scan, where it was recognised', async () => {
    const id = await desk.send(readFileSync(resource('samples', 'scan.jpg')), 'scan.jpg');
    await desk.open(id);
    const total = (await desk.document(id)).document?.total_amount;
    await desk.unfold();
    await desk.field('prepaid_amount').focus();
    const [x, y, width, height] = await boxOf(id, 'total_amount');
    await drag([x - 3, y - 1], [x + width + 3, y + height + 1]);
    const shown = new Intl.NumberFormat('ro-RO', { minimumFractionDigits: 2 }).format(total ?? 0);
    await soon(() => desk.field('prepaid_amount').inputValue()).toBe(shown);
  }, 60_000);
});

describe('candidates', () => {
  it('are picked by keyboard, the one that makes the sums hold first, and shown on the page', async () => {
    await desk.open(await desk.sendDoubtful());
    const total = desk.field('total_amount');
    await total.focus();
    await desk.page.keyboard.press('ArrowDown');
    const list = desk.page.getByRole('listbox', { name: 'Alte valori de pe pagină pentru „Total cu TVA”' });
    const first = list.getByRole('option').first();
    expect(await first.innerText()).toMatch(/^2\.223,97\s+total fără TVA \+ TVA = total/);
    expect(await first.getAttribute('aria-selected')).toBe('true');
    await desk.page.locator('.page-box-candidate').waitFor();
    await desk.page.keyboard.press('ArrowDown');
    await desk.page.keyboard.press('ArrowUp');
    await desk.page.keyboard.press('Enter');
    await list.waitFor({ state: 'detached' });
    expect(await total.inputValue()).toBe('2.223,97');
    await desk.page.getByText('Totalurile nu corespund').waitFor({ state: 'detached' });

    await desk.field('invoice_date').focus();
    await desk.page.keyboard.press('ArrowDown');
    const dates = desk.page.getByRole('listbox', { name: /Data facturii/ }).getByRole('option');
    expect(await dates.allInnerTexts()).toEqual([expect.stringMatching(/^14\.10\.2026\s+Data scadenței/)]);
    await desk.page.keyboard.press('Escape');
    expect(await desk.field('invoice_date').inputValue()).toBe('14.09.2026');

    // Names and addresses too.
    const picked = async (path: string, label: RegExp): Promise<string> => {
      await desk.field(path).focus();
      await desk.page.keyboard.press('ArrowDown');
      await desk.page.getByRole('listbox', { name: label }).getByRole('option').first().waitFor();
      await desk.page.keyboard.press('Enter');
      await desk.page.getByRole('listbox').waitFor({ state: 'detached' });
      return desk.field(path).inputValue();
    };
    expect(await picked('vendor.name', /Denumire furnizor/)).toBe('Atelierul de Contabilitate Lunca SRL');
    expect(await picked('vendor.address', /Adresă furnizor/)).toContain('Str. Luncii nr. 3');
  });
});

describe('the page', () => {
  const shownWidth = async (): Promise<number> => (await desk.page.locator('.page').boundingBox())?.width ?? 0;
  const pixels = (): Promise<number> =>
    desk.page.locator('.page img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);

  it('fits, grows around the pointer, and is drawn anew so that it stays crisp', async () => {
    await desk.open(await desk.send(readFileSync(samplePdf)));
    const fitted = await shownWidth();
    const area = await desk.page.locator('.page-scroll').boundingBox();
    expect(fitted).toBeLessThanOrEqual(area?.width ?? 0);
    expect(await pixels()).toBeGreaterThanOrEqual(fitted);

    const point = await onScreen([300, 300]);
    await desk.page.mouse.move(...point);
    await desk.page.keyboard.down('Control');
    await desk.page.mouse.wheel(0, -400);
    await desk.page.keyboard.up('Control');
    await soon(shownWidth).toBeCloseTo(2 * fitted, -1);
    const after = await onScreen([300, 300]);
    expect(Math.hypot(after[0] - point[0], after[1] - point[1])).toBeLessThan(12);
    await soon(pixels).toBeGreaterThanOrEqual(2 * fitted - 1);

    await desk.page.getByRole('button', { name: 'Potrivește pe lățime' }).click();
    await soon(shownWidth).toBeCloseTo(fitted, 0);
    await desk.page.getByRole('region', { name: 'Pagina 1 din 1' }).focus();
    await desk.page.keyboard.press('r');
    const turned = await desk.page.locator('.page-turned').boundingBox();
    expect(turned?.width).toBeGreaterThan(turned?.height ?? 0);
  });

  it('of an invoice of forty is found among thumbnails, which are fetched as they come into sight', async () => {
    const asked: string[] = [];
    desk.page.on('request', (request) => {
      if (/\/pages\/\d+\?dpi=36$/.test(request.url())) asked.push(request.url());
    });
    const id = await desk.send(await manyPages(40));
    await desk.open(id);
    const thumbnails = desk.page.getByRole('navigation', { name: 'Toate paginile' });
    await thumbnails.locator('img').nth(3).waitFor();
    expect(new Set(asked).size).toBeLessThan(20);
    await desk.page.getByRole('region', { name: 'Pagina 1 din 40' }).focus();
    await desk.page.keyboard.press('PageDown');
    await desk.page.getByRole('img', { name: 'Pagina 2 din 40' }).waitFor();
    await thumbnails.getByRole('button', { name: 'Pagina 7', exact: true }).click();
    await desk.page.getByRole('img', { name: 'Pagina 7 din 40' }).waitFor();

    // A field that stands on another page turns to it, and its box comes into sight.
    const last = (await desk.document(id)).fields?.['line_items.239.total'];
    expect(last?.page).toBe(40);
    await desk.field('line_items.239.total').focus();
    await desk.page.getByRole('img', { name: 'Pagina 40 din 40' }).waitFor();
    await desk.page.locator('.page-box-selected').waitFor();
    // A key press in an invoice of 240 lines is not felt.
    await desk.field('line_items.239.total').fill('35,1');
    await desk.page.getByText('Linia 240: cantitate × preț dă 35,00, nu 35,10').waitFor();
    // Nor is what was typed in it lost when the page is left at once.
    await desk.field('line_items.239.total').fill('35,2');
    await desk.page.reload();
    await soon(() => desk.field('line_items.239.total').inputValue()).toBe('35,20');
  }, 60_000);

  it('stays where one leafed to when what it waits for comes', async () => {
    const id = await desk.send(await manyPages(3));
    const release = await holdBack(desk.page, `**/app/documents/${id}/text`);
    await desk.open(id);
    await desk.field('line_items.5.total').focus();
    const thumbnails = desk.page.getByRole('navigation', { name: 'Toate paginile' });
    await thumbnails.getByRole('button', { name: 'Pagina 2', exact: true }).click();
    await desk.page.getByRole('img', { name: 'Pagina 2 din 3' }).waitFor();
    await release();
    await desk.page.getByText('Trage peste cuvinte pentru a completa').waitFor();
    await desk.page.getByRole('region', { name: 'Pagina 2 din 3' }).waitFor();
    // What is taken in hand then turns to where it stands.
    await desk.field('line_items.1.total').focus();
    await desk.page.getByRole('img', { name: 'Pagina 1 din 3' }).waitFor();
  });

  it('is there in no time where the window fetched it ahead', async () => {
    const ids = [await desk.sendDoubtful('prima.pdf'), await desk.sendDoubtful('a doua.pdf')];
    const fetched = desk.page.waitForResponse((response) => response.url().includes(`${ids[0]}/pages/1`));
    await desk.open(String(ids[1]));
    await fetched;
    const asked: string[] = [];
    desk.page.on('request', (request) => asked.push(request.url()));
    await desk.field('total_amount').focus();
    await desk.page.keyboard.press('Alt+PageDown');
    await desk.page.waitForURL((url) => url.href.endsWith(String(ids[0])));
    await desk.page.locator('.page img').waitFor();
    expect(asked.filter((url) => url.includes(`${ids[0]}/pages/1?`))).toEqual([]);
    const opened = await desk.page.evaluate<number[]>(
      `performance.getEntriesByName('document opened').map(({ duration }) => duration)`,
    );
    process.stdout.write(`document opened with a warm page: ${Math.round(opened.at(-1) ?? 0)} ms\n`);
  });
});
