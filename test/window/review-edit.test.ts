import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { extractionKeptMs } from '../../server/contract/limits.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { eraseDueExtractions } from '../../server/store/erasure.ts';
import { type ReviewDesk, startReviewDesk } from '../helpers/review.ts';
import { acceptAllAndConfirm, openWindow, rewriteReading, samplePdf } from '../helpers/window.ts';

let desk: ReviewDesk;

beforeAll(async () => {
  desk = await startReviewDesk({ locale: 'en-GB' });
});

afterAll(() => desk.close());

afterEach(() => expect(desk.complaints).toEqual([]));

/** What comes true within seconds: the cores are shared with reading and other tests. */
const soon = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });
const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) await desk.page.keyboard.press(key);
};
const descriptions = (): Promise<string[]> =>
  desk.page
    .locator('[data-path$=".description"]')
    .evaluateAll((cells) => cells.map((cell) => (cell as unknown as { value: string }).value));

describe('the lines, by keyboard alone', () => {
  it('are walked, split, added, moved and removed, and taken back', async () => {
    const id = await desk.send(readFileSync(samplePdf));
    await desk.open(id);
    const before = await descriptions();
    await desk.field('line_items.0.description').focus();
    await press('ArrowDown', 'Enter');
    expect(await desk.field('line_items.2.description').evaluate((cell) => cell.matches(':focus'))).toBe(true);

    // Behind the caret a new line begins, of the same unit and rate.
    const [, , third = ''] = before;
    await press('Home', ...Array<string>('Dosar carton'.length).fill('ArrowRight'), 'Alt+Shift+Enter');
    await soon(descriptions).toHaveLength(before.length + 1);
    expect((await descriptions()).slice(2, 4)).toEqual(['Dosar carton', third.slice('Dosar carton'.length).trim()]);
    expect(await desk.field('line_items.3.unit').inputValue()).toBe('buc');
    expect(await desk.field('line_items.3.total').inputValue()).toBe('');
    await press('Alt+Shift+Backspace');
    await soon(descriptions).toEqual(before);
    await press('Control+z');
    await soon(descriptions).toHaveLength(before.length + 1);
    await desk.field('line_items.3.description').focus();
    await press('Alt+Delete');
    await press('Alt+Shift+ArrowUp');
    await press('Alt+Enter');
    await desk.page.keyboard.type('Ambalaj');
    await soon(async () => (await descriptions()).includes('Ambalaj')).toBe(true);
    for (let step = 0; step < 5; step += 1) await press('Control+z');
    expect(await descriptions()).toEqual(before);
    await press('Control+y');
    expect((await descriptions())[2]).toBe('Dosar carton');
    await press('Control+z');
  });

  it('say what they make and by how much it differs, and end the doubt about what then agrees', async () => {
    const id = await desk.send(readFileSync(samplePdf));
    await rewriteReading(desk.folder, id, ({ invoice, fields, warnings }) => ({
      warnings,
      invoice: {
        ...invoice,
        line_items: invoice.line_items.slice(1),
        quality_flags: { ...invoice.quality_flags, low_confidence_fields: ['subtotal'] },
      },
      fields: { ...fields, subtotal: { ...fields.subtotal, confidence: 'low', evidence: ['contradicted'] } },
    }));
    await desk.open(id);
    await desk.page
      .getByText('The lines do not add up to the total excl. VAT: 1,362.00 instead of 1,897.00, difference 535.00')
      .waitFor();
    const why = desk.page.locator('.why-bar');
    expect(await why.innerText()).toContain('but the lines do not add up to the total excl. VAT');
    await desk.page.getByRole('button', { name: 'Add a line' }).click();
    await desk.field('line_items.5.total').fill('535');
    await desk.page.getByText('Lines = total excl. VAT: 1,897.00').waitFor();
    await soon(() => desk.page.locator('.cell-doubtful').count()).toBe(0);
    await desk.field('subtotal').focus();
    await soon(() => why.innerText()).toContain('Nothing contradicts it: read from the file');
    expect(await why.innerText()).toContain('the lines add up to the total excl. VAT');
  });
});

describe('the VAT by rate', () => {
  it('is added, removed and edited, and judged anew with each change', async () => {
    await desk.open(await desk.send(readFileSync(samplePdf)));
    const rates = desk.page.getByRole('region', { name: 'VAT by rate' });
    await rates.getByText('Taxable by rate = 1,897.00').waitFor();
    await rates.getByRole('button', { name: 'Remove rate 2' }).click();
    await rates
      .getByText(/^✗ The taxable amounts do not add up to the total excl. VAT: .* instead of 1,897.00/)
      .waitFor();
    const left = await desk.field('vat_breakdown.0.rate').inputValue();
    const [rate, base, amount] = left === '21' ? ['11', '714', '78.54'] : ['21', '1183', '248.43'];
    await desk.field('vat_breakdown.0.rate').focus();
    await press('Alt+Enter');
    await soon(() => desk.field('vat_breakdown.1.rate').evaluate((cell) => cell.matches(':focus'))).toBe(true);
    await desk.page.keyboard.type(rate);
    await desk.field('vat_breakdown.1.base').fill(base);
    await desk.field('vat_breakdown.1.amount').fill('1');
    await rates.getByText(/^✗ Rate 2: taxable amount × rate gives/).waitFor();
    await desk.field('vat_breakdown.1.amount').fill(amount);
    await rates.getByText('VAT by rate = 326.97').waitFor();
    await rates.getByText('Taxable by rate = 1,897.00').waitFor();
    expect(await rates.getByText(/^✗/).count()).toBe(0);
  });
});

describe('what is typed', () => {
  it('is checked as it is typed, in words', async () => {
    await desk.open(await desk.send(readFileSync(samplePdf)));
    const says = async (path: string, text: string, words: string): Promise<void> => {
      await desk.field(path).fill(text);
      await desk.page.getByText(words).waitFor();
      await press('Control+z');
      await desk.page.getByText(words).waitFor({ state: 'detached' });
    };
    await says('vendor.vat_number', 'RO9900451270', 'Invalid VAT number: the check digit does not match');
    await says('vendor.vat_number', 'RO99', 'Invalid VAT number: the check digit does not match');
    await says('vendor.vat_number', 'DE12', 'Invalid VAT number: wrong format');
    await says('bank_details.iban', 'RO49AAAA1B31007593840001', 'Invalid IBAN');
    await desk.unfold();
    await says('bank_details.bic', 'NOBIC', 'Invalid BIC');
    await says('total_amount', '12a', 'Not a number');
    await says('invoice_date', '31.02.2026', 'Not a date');
    await desk.field('invoice_date').fill('5 noiembrie 2026');
    await desk.field('due_date').focus();
    expect(await desk.field('invoice_date').inputValue()).toBe('05/11/2026');
  });

  it('and is no value yet survives a reload, and keeps the invoice from being confirmed', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    await desk.field('due_date').fill('14.1');
    await desk.page.reload();
    await desk.page.getByText('Not a date').waitFor();
    expect(await desk.field('due_date').inputValue()).toBe('14.1');
    await press('Control+Enter');
    await desk.page.getByText('One field contains a value that cannot be used').waitFor();
    await soon(() => desk.field('due_date').evaluate((field) => field.matches(':focus'))).toBe(true);
    expect((await desk.document(id)).reviewed_at).toBeNull();
    await desk.field('due_date').fill('14.11.2026');
    await desk.page.getByText('One field contains').waitFor({ state: 'detached' });
  });

  it('while the answer to what was typed before is awaited survives a reload', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    // The first save arrives, but its answer does not.
    let arrived = 0;
    await desk.page.route('**/draft', async (route) => {
      if (arrived++ > 0) await route.continue();
      else await route.fetch();
    });
    await desk.field('notes').fill('first');
    await soon(() => arrived).toBe(1);
    await desk.field('notes').fill('second');
    await desk.page.reload();
    await soon(() => desk.field('notes').inputValue()).toBe('second');
    await desk.page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('is there again after a look at the list, and after the server was started anew in the middle', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    await desk.field('notes').fill('before');
    await desk.page.getByRole('link', { name: 'Back' }).click();
    await desk.page.getByRole('heading', { name: 'Received invoices' }).waitFor();
    await desk.page.goBack();
    await soon(() => desk.field('notes').inputValue()).toBe('before');

    await desk.stop();
    await desk.page.getByText('Facturier is not responding at the moment').waitFor();
    await desk.field('notes').fill('typed while it was away');
    await desk.page.getByText('Changes not saved yet').waitFor();
    await desk.startAgain();
    await desk.page.getByText('Facturier is not responding at the moment').waitFor({ state: 'hidden' });
    await desk.page.getByText('Changes not saved yet').waitFor({ state: 'detached' });
    expect(await desk.field('notes').inputValue()).toBe('typed while it was away');
    await desk.page.reload();
    await soon(() => desk.field('notes').inputValue()).toBe('typed while it was away');
  }, 60_000);
});

describe('what did not come through', () => {
  it('is not said any more once something else is done', async () => {
    await desk.open(await desk.sendDoubtful());
    await desk.stop();
    await desk.page.getByRole('button', { name: 'Read again' }).click();
    await desk.page.getByRole('button', { name: 'Discard the changes and read again?' }).click();
    const said = desk.page.getByRole('alert').getByText('Facturier is not responding');
    await said.waitFor();
    await desk.startAgain();
    await desk.page.getByText('Facturier is not responding at the moment').waitFor({ state: 'hidden' });
    await desk.field('notes').fill('typed since');
    await said.waitFor({ state: 'detached' });
  }, 60_000);
});

describe('a document', () => {
  it('is not confirmed while something of it is in doubt, which is gone to', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    await desk.field('notes').focus();
    await press('Control+Enter');
    await desk.page.getByText(/items? left to check/).waitFor();
    const doubtful = await desk.page.evaluate('document.activeElement.dataset.path');
    const { document: read } = await desk.document(id);
    expect(read?.quality_flags.low_confidence_fields).toContain(doubtful);
    for (let more = 0; more < 3; more += 1) await press('Control+Enter');
    expect((await desk.document(id)).reviewed_at).toBeNull();
    await acceptAllAndConfirm(desk.page);
    await desk.page.waitForURL((url) => !url.href.includes(id));
    expect((await desk.document(id)).reviewed_at).not.toBeNull();
  });

  it('keeps who did what and when, with notes', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    const history = desk.page.getByRole('region', { name: 'History and notes' });
    await history.getByText('Received from a program').waitFor();
    await history.getByLabel('Note for colleagues').fill('Ask the vendor about the discount');
    await history.getByRole('button', { name: 'Add the note' }).click();
    await history.getByText('Ask the vendor about the discount').waitFor();
    await desk.field('total_amount').fill('2223.97');
    await acceptAllAndConfirm(desk.page);
    await desk.page.waitForURL((url) => !url.href.includes(id));
    await desk.open(id);
    await history.getByText(/^Confirmed by .+: corrected Total incl. VAT/).waitFor();
    await history.getByText('Ask the vendor about the discount').waitFor();
  });

  it('is read again on demand, which the API sees without another event', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    await desk.field('notes').fill('will be dropped');
    await desk.page.getByRole('button', { name: 'Read again' }).click();
    await desk.page.getByRole('button', { name: 'Discard the changes and read again?' }).click();
    await desk.page.getByText(/^Read again at the request of \S+/).waitFor();
    expect(await desk.field('total_amount').inputValue()).toBe('2,223.97');
    expect(await desk.field('notes').inputValue()).toBe('');
    const read = await desk.document(id);
    expect(read).toMatchObject({ status: 'succeeded', reviewed_at: null });
    expect(read.document?.total_amount).toBe(2223.97);
  });

  it('that somebody else confirmed meanwhile is not confirmed over what they saw', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    // The other window hears nothing of it, as one whose line is cut for a moment.
    await desk.page.route('**/app/documents/*', (route) => route.abort());
    await rewriteReading(desk.folder, id, (extraction) => extraction);
    await acceptAllAndConfirm(desk.page);
    await desk.page.getByText('The document has changed in the meantime').waitFor();
    expect((await desk.document(id)).reviewed_at).toBeNull();
    await desk.page.unroute('**/app/documents/*');
  });

  it('that two people change at once has what both typed, and each is told of the other', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    const other = await openWindow(desk.browser, desk.folder, { locale: 'en-GB' });
    const otherField = (path: string) => other.page.locator(`[data-path="${path}"]`).first();
    await other.page.getByRole('navigation').waitFor();
    await other.page.goto(`${desk.appliance.url}/#/documents/${id}`);
    await otherField('notes').fill('typed by the other');
    await desk.page.getByText('Just changed in another window: Notes.').waitFor();
    expect(await desk.field('notes').inputValue()).toBe('typed by the other');
    await desk.field('vendor.phone').fill('0330 555 999');
    await soon(() => otherField('vendor.phone').inputValue()).toBe('0330 555 999');
    expect(await otherField('notes').inputValue()).toBe('typed by the other');

    // One confirms while the other's typing has not arrived: it stays, and says that it is not confirmed.
    await desk.page.route('**/draft', (route) => route.abort());
    await desk.field('notes').fill('typed too late');
    await acceptAllAndConfirm(other.page);
    await desk.page.getByText('In the meantime, the invoice was confirmed').waitFor();
    await desk.page.getByText('What you typed is still here and not confirmed yet').waitFor();
    expect(await desk.field('notes').inputValue()).toBe('typed too late');
    expect((await desk.document(id)).document).toMatchObject({
      notes: 'typed by the other',
      vendor: { phone: '0330 555 999' },
    });
    await desk.page.unroute('**/draft');
    await acceptAllAndConfirm(desk.page);
    await soon(async () => (await desk.document(id)).document?.notes).toBe('typed too late');
    expect(other.complaints).toEqual([]);
    await other.page.context().close();
  }, 90_000);

  it('that is deleted while it is open says so', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    await desk.field('notes').fill('nobody will read this');
    await desk.delete(id);
    await desk.page.getByText('The document was deleted').waitFor();
    await desk.page.getByRole('link', { name: 'Back' }).click();
    await desk.page.getByRole('heading', { name: 'Received invoices' }).waitFor();
  });
});

describe('a document that expires', () => {
  it('while it is open says so', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    const store = await openStore({ data: desk.folder, masterKey: null });
    // Its time has come: the clock of this test stands a day later than an extraction is kept.
    await eraseDueExtractions(store.db, Date.now() + extractionKeptMs + 24 * 60 * 60 * 1000);
    await store.close();
    await desk.page.getByText('The extracted data was deleted at the end of its retention period').waitFor();
    expect((await desk.document(id)).document).toBeNull();
  });
});

describe('the keyboard', () => {
  it('walks the doubtful fields both ways, and tells its keys', async () => {
    const id = await desk.sendDoubtful();
    await desk.open(id);
    const focused = (): Promise<string | null> =>
      desk.page.evaluate<string | null>(`document.activeElement?.getAttribute('data-path')`);
    await soon(focused).toBe('total_amount');
    await press('Alt+ArrowDown');
    expect(await focused()).toBe('invoice_number');
    await press('Alt+ArrowUp');
    expect(await focused()).toBe('total_amount');
    await press('F1');
    const dialog = desk.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await desk.page.getByRole('region', { name: 'Page 1 of 1' }).focus();
    await press('?');
    await dialog.waitFor();
    await press('Escape');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`leaves nothing that a reader of screens stumbles over, ${colorScheme}`, async () => {
      const id = await desk.sendDoubtful();
      await desk.page.emulateMedia({ colorScheme });
      await desk.open(id);
      const look = async (what: string): Promise<void> => {
        const axe = new AxeBuilder({ page: desk.page });
        // Only colours differ in the dark; everything else was looked at in the light.
        const { violations } = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
        const found = violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' | ')}`);
        expect(found, what).toEqual([]);
      };
      await desk.field('due_date').fill('no date');
      await desk.field('vendor.vat_number').fill('RO9900451270');
      await look('wrong values');
      await desk.field('total_amount').focus();
      await press('ArrowDown');
      await desk.page.getByRole('listbox').waitFor();
      await look('candidates');
      await press('Escape', 'F1');
      await desk.page.getByRole('dialog').waitFor();
      // Half of a fade is no colour of ours.
      await desk.page.waitForTimeout(400);
      await look('cheat sheet');
      await press('Escape');
    }, 60_000);
  }
});
