import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { invoiceStack } from '../helpers/invoice-stack.ts';
import { account, type MonthlyInvoice, monthlyInvoice, numberOf, taxNumber } from '../helpers/returning-suppliers.ts';
import { buyer, launchBrowser, listed, openWindow } from '../helpers/window.ts';

/** How large a day is. Of `documents` a few are more than invoices: a stack, copies, files that cannot be read. */
export interface OfficeSize {
  companies: number;
  documents: number;
  doubtful: number;
  duplicates: number;
  changedAccounts: number;
  failures: number;
}

/** What came of the day. */
export interface OfficeDay {
  /** Keys that were pressed; a letter that is typed is one. */
  keys: number;
  /** Those for the doubtful ones, from opening the first to the confirmation of the last. */
  keysOfDoubtful: number;
  seconds: number;
  /** What was met besides doubtful fields. */
  met: { copies: number; accounts: number; stacks: number };
  counts: Record<string, number>;
  exported: string[];
  complaints: string[];
}

/** What some suppliers print before their number: words of no invoice. */
const numberWords = ['Ref.', 'Zorbin'] as const;

interface Made {
  name: string;
  bytes: Buffer;
}

/** The office's clients: the first is the one that it begins with. */
const clients = (count: number): { vat: string; name: string }[] => [
  buyer,
  ...Array.from({ length: count - 1 }, (_each, at) => ({ vat: taxNumber(500 + at), name: `Clientul ${at + 2} SRL` })),
];

async function invoice(printed: MonthlyInvoice): Promise<Made> {
  return { name: `${numberOf(printed)}${printed.mark ? '-bis' : ''}.pdf`, bytes: await monthlyInvoice(printed) };
}

/** What comes in in the morning, and, of suppliers that are known by then, in the afternoon. */
async function post(size: OfficeSize): Promise<{ morning: Made[]; afternoon: Made[] }> {
  const { documents, doubtful, duplicates, changedAccounts, failures } = size;
  const offices = clients(size.companies);
  const later = duplicates + changedAccounts + 1;
  const plain = documents - failures - later;
  const of = (supplier: number): MonthlyInvoice => ({
    supplier,
    month: 1,
    client: offices[supplier % offices.length]!,
  });
  const every = Math.floor(plain / doubtful);
  const invoices = Array.from({ length: plain }, (_each, supplier) => {
    const isOdd = supplier % every === 1 && supplier < every * doubtful;
    const label = isOdd && numberWords[Math.floor(supplier / every) % 2];
    return invoice({ ...of(supplier), ...(label && { label }) });
  });
  const broken = Array.from({ length: failures }, (_each, at) => ({
    name: `stricat-${at + 1}.pdf`,
    bytes: Buffer.from('%PDF-1.7\nnothing of it arrived\n%%EOF'),
  }));
  // Suppliers without an odd word: every `every`th has one.
  const known = Array.from({ length: later }, (_each, at) => at * every + 2);
  const copies = known.slice(0, duplicates).map((one) => invoice({ ...of(one), mark: 'Exemplarul 2' }));
  const moved = known
    .slice(duplicates, duplicates + changedAccounts)
    .map((one) => invoice({ ...of(one), month: 2, iban: account(900 + one) }));
  const stack = await invoiceStack([
    { number: 'AB 1204', date: '09.02.2026', net: 100 },
    { number: 'AB 1205', date: '10.02.2026', net: 900 },
    { number: 'AB 1206', date: '11.02.2026', net: 700 },
  ]);
  return {
    morning: [...(await Promise.all(invoices)), ...broken],
    afternoon: [...(await Promise.all([...copies, ...moved])), { name: 'teanc.pdf', bytes: Buffer.from(stack) }],
  };
}

/**
 * One day of an office, through the real window and by keyboard alone: its clients come from a file, the post comes in
 * twice, what is ready is confirmed together, doubts are accepted or typed, copies deleted, accounts checked, a stack
 * cut, what failed looked at and deleted, and what is confirmed exported for all of them.
 * @param pictures a folder that pictures of the day are put into; null for none
 * @throws Error where a step cannot be done by keys within its bound
 */
export async function officeDay(size: OfficeSize, pictures: string | null): Promise<OfficeDay> {
  const folder = await temporaryFolder();
  const [appliance, browser] = await Promise.all([startAppliance(folder.path), launchBrowser()]);
  try {
    const { page, complaints } = await openWindow(browser, folder.path, { viewport: { width: 1366, height: 768 } });
    if (pictures !== null) await mkdir(pictures, { recursive: true });
    const hand = new Hand(page, pictures);
    const began = performance.now();
    const { morning, afternoon } = await post(size);
    await firstSteps(hand, clients(size.companies));
    await bring(hand, morning, 0);
    await hand.take('today');
    await confirmReady(hand);
    const before = hand.keys;
    await checkEach(hand);
    const keysOfDoubtful = hand.keys - before;
    await clearFailed(hand, size.failures);
    await bring(hand, afternoon, morning.length - size.failures);
    await confirmReady(hand);
    await checkEach(hand);
    await confirmReady(hand);
    const exported = [await exportAll(hand)];
    await hand.command('astazi');
    await page
      .getByText('La zi')
      .or(page.getByRole('heading', { level: 1 }))
      .first()
      .waitFor();
    const { counts } = await listed(page);
    const seconds = (performance.now() - began) / 1000;
    return { keys: hand.keys, keysOfDoubtful, seconds, met: hand.met, counts, exported, complaints };
  } finally {
    await browser.close();
    await appliance.stop();
    await folder.remove();
  }
}

/** What somebody does who has no mouse: presses keys, and looks. */
class Hand {
  keys = 0;
  readonly met = { copies: 0, accounts: 0, stacks: 0 };
  readonly page: Page;
  private readonly pictures: string | null;

  constructor(page: Page, pictures: string | null) {
    this.page = page;
    this.pictures = pictures;
    // From now on no dialog of the browser's own opens, which nothing could close.
    page.on('filechooser', () => undefined);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.keys += 1;
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.keys += text.length;
  }

  /** Goes by Tab to what is called so. @throws Error where it is not reached within so many presses */
  async tabTo(name: RegExp, { back = false, most = 30 } = {}): Promise<void> {
    for (let pressed = 0; pressed <= most; pressed += 1) {
      if (name.test(await this.focused())) return;
      await this.press(back ? 'Shift+Tab' : 'Tab');
    }
    throw new Error(`${name} is not reached by ${most} tabs; at ${await this.focused()}`);
  }

  focused(): Promise<string> {
    return this.page.evaluate(`(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return '';
      return one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText;
    })()`);
  }

  /** A command of the palette, by letters of its name. */
  async command(letters: string): Promise<void> {
    await this.press('Control+k');
    await this.page.locator('[role=dialog] [role=combobox]:focus').waitFor();
    await this.type(letters);
    await this.press('Enter');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  /** Answers the dialog of files that a key opens. */
  async choose(files: Made[]): Promise<void> {
    const [chooser] = await Promise.all([this.page.waitForEvent('filechooser'), this.press('Enter')]);
    await chooser.setFiles(
      files.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: bytes })),
    );
  }

  async until(is: () => Promise<boolean>, what: string, withinMs = 60_000): Promise<void> {
    const end = performance.now() + withinMs;
    while (!(await is())) {
      if (performance.now() > end) throw new Error(`Waited too long: ${what}`);
      await this.page.waitForTimeout(100);
    }
  }

  async counts(): Promise<Record<string, number>> {
    return (await listed(this.page)).counts;
  }

  async take(name: string): Promise<void> {
    if (this.pictures === null) return;
    await this.page.waitForTimeout(800);
    await this.page.screenshot({ path: join(this.pictures, `${name}.jpg`), type: 'jpeg', quality: 80 });
  }
}

async function firstSteps(hand: Hand, all: { vat: string; name: string }[]): Promise<void> {
  const { page } = hand;
  const [own, ...others] = all;
  await page.getByRole('heading', { name: 'Bine ai venit' }).waitFor();
  await hand.tabTo(/^CUI/);
  await hand.type(own!.vat);
  await hand.press('Tab');
  await hand.type(own!.name);
  await hand.press('Enter');
  await page.getByRole('button', { name: 'Omite' }).waitFor();
  await hand.tabTo(/^Omite$/);
  await hand.press('Enter');
  await page.getByRole('button', { name: 'La facturi' }).waitFor();
  await hand.tabTo(/^La facturi$/);
  await hand.press('Enter');
  await hand.command('setari: firme');
  await page.getByRole('heading', { name: 'Firmele tale' }).waitFor();
  await hand.tabTo(/CSV/);
  const rows = others.map(({ vat, name }) => `${name};${vat}`);
  await hand.choose([{ name: 'firme.csv', bytes: Buffer.from(['Denumire;CUI', ...rows].join('\r\n')) }]);
  await page.getByText(/firme adăugate/).waitFor();
}

/** Brings files in from the first page, and waits until they are read. @param before how many documents there are */
async function bring(hand: Hand, files: Made[], before: number): Promise<void> {
  await hand.command('astazi');
  await hand.page.getByRole('heading', { level: 1, name: 'Astăzi' }).waitFor();
  // Where companies wait, the keyboard is at the first of them.
  if (before > 0) await hand.page.locator('.home-companies a:focus').waitFor();
  await hand.tabTo(/^Alege fișiere$/, { back: before > 0 });
  await hand.choose(files);
  const isRead = async (): Promise<boolean> => {
    const { total, counts } = await listed(hand.page);
    return total === before + files.length && counts.reading === 0;
  };
  await hand.until(isRead, 'the files are read', 600_000);
}

/** Confirms together what has nothing to check. */
async function confirmReady(hand: Hand): Promise<void> {
  const { ready } = await hand.counts();
  if (ready === 0) return;
  await hand.command('fara observatii');
  await atRow(hand);
  await hand.press('Control+a');
  await hand.page.getByRole('region', { name: 'Documente selectate' }).waitFor();
  await hand.take('confirm-together');
  await hand.press('Control+Enter', 'Enter');
  await hand.until(async () => (await hand.counts()).ready === 0, 'what is ready is confirmed', 300_000);
}

/** The list has the keyboard as soon as it is there. */
async function atRow(hand: Hand): Promise<void> {
  await hand.page.locator('[data-row] a:focus').waitFor();
}

/** Goes through what is to be checked, one after the other, as each asks for. */
async function checkEach(hand: Hand): Promise<void> {
  const { page } = hand;
  await hand.command('de verificat');
  await atRow(hand);
  await hand.press('Enter');
  while ((await hand.counts()).to_check! > 0) {
    await page.getByRole('button', { name: /^Confirmă factura/ }).waitFor();
    await page.locator('.page img').first().waitFor();
    const id = /doc_\w+/.exec(page.url())?.[0];
    // What is to be checked may be ready by the time that it is open, as the parts of a stack are; they are the newest.
    const lists = [await listed(page, 'to_check'), await listed(page)];
    const row = lists.flatMap(({ rows }) => rows).find((one) => one.id === id);
    // The address is another one before the page is.
    await page.locator('.review-title', { hasText: row?.vendor ?? row?.filename ?? '' }).waitFor();
    const warnings = row?.warnings ?? [];
    if (warnings.includes('multiple_invoices')) await cut(hand);
    else if (warnings.includes('possible_duplicate')) await deleteCopy(hand);
    else {
      if (warnings.includes('iban_changed')) await checkAccount(hand);
      await confirmOne(hand, row?.filename?.replace('.pdf', '') ?? '');
    }
    await hand.until(async () => !page.url().includes(String(id)), `${row?.filename} is done`);
    await onward(hand);
  }
}

/** After a document the next one is open; after the last one, or one that was cut, the list is. */
async function onward(hand: Hand): Promise<void> {
  const { page } = hand;
  if ((await hand.counts()).to_check === 0) return;
  if (page.url().includes('#/documents/')) return;
  await atRow(hand);
  await hand.press('Enter');
  await page.waitForURL(/#\/documents\//);
}

/** @param number typed where the page has no word before it that anybody knows */
async function confirmOne(hand: Hand, number: string): Promise<void> {
  const { page } = hand;
  const { href } = new URL(page.url());
  const left = page.getByText(/Mai (este|sunt) .*de verificat:/);
  const doubt = page.locator('[data-path]:focus');
  const settle = async (): Promise<void> => {
    const isMissing =
      (await doubt.count()) > 0 &&
      (await doubt.getAttribute('data-path')) === 'invoice_number' &&
      (await doubt.inputValue()) !== number;
    await (isMissing ? hand.type(number) : hand.press('Enter'));
  };
  await hand.take('doubt');
  if ((await doubt.count()) > 0) await settle();
  for (let tries = 0; tries < 5 && page.url() === href; tries += 1) {
    await hand.press('Control+Enter');
    await hand.until(async () => page.url() !== href || left.isVisible(), 'it is confirmed, or says what is left');
    for (let doubts = 0; doubts < 12 && page.url() === href && (await left.isVisible()); doubts += 1) await settle();
  }
}

async function checkAccount(hand: Hand): Promise<void> {
  hand.met.accounts += 1;
  await hand.page.getByRole('region', { name: 'Furnizorul are alt IBAN decât înainte' }).waitFor();
  await hand.take('account');
  await hand.tabTo(/Verificat telefonic/, { back: true });
  await hand.press('Enter');
}

async function deleteCopy(hand: Hand): Promise<void> {
  const { page } = hand;
  hand.met.copies += 1;
  await hand.press('Alt+ArrowRight');
  await page.getByText('Aceste valori sunt identice pe ambele.').waitFor();
  await hand.take('duplicate');
  await hand.press('Alt+ArrowLeft');
  await page.getByRole('button', { name: 'Șterge', exact: true }).waitFor();
  await hand.tabTo(/^Șterge$/, { back: true });
  await hand.press('Enter', 'Enter');
}

async function cut(hand: Hand): Promise<void> {
  hand.met.stacks += 1;
  await hand.page.getByText('3 facturi, pe paginile 1 · 2 · 3').waitFor();
  await hand.take('stack');
  await hand.press('Alt+x');
  await hand.page.getByText('Celelalte facturi din fișier:').waitFor();
  await hand.press('Alt+ArrowLeft');
}

/** Looks at one that failed, tries it again, and deletes all of them. */
async function clearFailed(hand: Hand, failures: number): Promise<void> {
  const { page } = hand;
  await hand.command('esuate');
  await atRow(hand);
  await hand.press('Enter');
  await page.getByRole('button', { name: 'Încearcă din nou' }).waitFor();
  await hand.press('Enter');
  await hand.until(async () => (await hand.counts()).failed === failures, 'it has failed again');
  await page.getByRole('button', { name: 'Încearcă din nou' }).waitFor();
  await hand.press('Alt+ArrowLeft');
  await atRow(hand);
  await hand.press('Control+a');
  await page.getByRole('region', { name: 'Documente selectate' }).waitFor();
  await hand.press('Control+Enter', 'Tab', 'Enter', 'Enter');
  await hand.until(async () => (await hand.counts()).failed === 0, 'what failed is deleted');
}

/** Exports what is confirmed of every client for a program of accounts. @returns the name of the file */
async function exportAll(hand: Hand): Promise<string> {
  const { page } = hand;
  await hand.command('de exportat');
  await atRow(hand);
  await hand.press('Control+Enter');
  await hand.tabTo(/^Exportă/, { most: 1 });
  await hand.press('Enter');
  const save = page.getByRole('dialog').getByRole('button', { name: /^Salvează/ });
  await save.and(page.locator(':enabled')).waitFor();
  await hand.take('export');
  // Nothing was confirmed that a program of accounts could not take.
  await page.getByText(/^(\d+) (de )?facturi din \1 intră în fișier/).waitFor();
  // It is the last of the dialog, and what is before its first.
  await hand.tabTo(/^Salvează/, { back: true, most: 4 });
  const [download] = await Promise.all([page.waitForEvent('download'), hand.press('Enter')]);
  await hand.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return download.suggestedFilename();
}
