import { readFileSync } from 'node:fs';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Browser, Page } from 'playwright-core';
import type { DocumentJson } from '../../server/contract/document.ts';
import type { Extraction } from '../../server/contract/invoice.ts';
import { type Appliance, createKey, startAppliance, temporaryFolder } from './appliance.ts';
import { buyer, launchBrowser, openWindow, rewriteReading, samplePdf } from './window.ts';

/** An appliance with a window in a browser, and a program that sends documents to it. */
export interface ReviewDesk {
  folder: string;
  appliance: Appliance;
  browser: Browser;
  page: Page;
  complaints: string[];
  /** Sends a file and waits until it is read. @returns its id */
  send(bytes: Uint8Array, name?: string): Promise<string>;
  /** The same with the sample invoice, as if reading had been unsure of these fields and taken a wrong total. */
  sendDoubtful(name?: string): Promise<string>;
  document(id: string): Promise<DocumentJson>;
  delete(id: string): Promise<void>;
  /** Opens a document in the window; resolves once its page and fields are there. */
  open(id: string): Promise<void>;
  /** Ends the server, and starts it again at the same address. */
  stop(): Promise<void>;
  startAgain(): Promise<void>;
  /** Shows the fields of each group in which nothing stands. */
  unfold(): Promise<void>;
  /** A field or cell of the review by its path. */
  field(path: string): ReturnType<Page['locator']>;
  close(): Promise<void>;
}

export async function startReviewDesk(options: Parameters<typeof openWindow>[2] = {}): Promise<ReviewDesk> {
  const folder = await temporaryFolder();
  let [appliance, browser] = await Promise.all([startAppliance(folder.path), launchBrowser()]);
  const key = await createKey(folder.path, 'live');
  const { page, complaints } = await openWindow(browser, folder.path, options);
  // Signed in.
  await page.getByRole('navigation').waitFor();
  await page.evaluate(`fetch('/app/company', {
    method: 'PUT',
    headers: { 'X-Facturier': localStorage.getItem('facturier.page'), 'Content-Type': 'application/json' },
    body: '${JSON.stringify(buyer)}',
  })`);
  await page.reload();
  const asProgram = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${appliance.url}/v1/documents${path}`, { headers: { 'X-API-Key': key }, ...init });
  const send = async (bytes: Uint8Array, name = 'factura.pdf'): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    form.set('buyer_vat', buyer.vat);
    form.set('mode', 'sync');
    const { id } = (await (await asProgram('', { method: 'POST', body: form })).json()) as DocumentJson;
    return id;
  };
  return {
    folder: folder.path,
    get appliance() {
      return appliance;
    },
    browser,
    page,
    complaints,
    send,
    async sendDoubtful(name) {
      const id = await send(readFileSync(samplePdf), name);
      await rewriteReading(folder.path, id, misread);
      return id;
    },
    document: async (id) => (await (await asProgram(`/${id}`)).json()) as DocumentJson,
    delete: async (id) => void (await asProgram(`/${id}`, { method: 'DELETE' })),
    async open(id) {
      await page.goto(`${appliance.url}/#/documents/${id}`);
      await page.locator('.page img').waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    stop: async () => void (await appliance.stop()),
    async startAgain() {
      const port = new URL(appliance.url).port;
      appliance = await startAppliance(folder.path, { args: ['--port', port] });
    },
    async unfold() {
      const folded = page.locator('.fold[aria-expanded=false]');
      while ((await folded.count()) > 0) await folded.first().click();
    },
    field: (path) => page.locator(`[data-path="${path}"]`).first(),
    async close() {
      await browser.close();
      await appliance.stop();
      await folder.remove();
    },
  };
}

/** The sample invoice's page, so many times. */
export async function manyPages(count: number): Promise<Uint8Array> {
  const one = await PDFDocument.load(readFileSync(samplePdf));
  const many = await PDFDocument.create();
  const font = await many.embedFont(StandardFonts.Helvetica);
  for (const [at, page] of (await many.copyPages(one, Array<number>(count).fill(0))).entries()) {
    many.addPage(page);
    // In its last line, behind what is sold: alike to the letter they would be copies of one page.
    page.drawText(`lot ${at + 1}`, { x: 225, y: 842 - 413, size: 7, font });
  }
  return many.save();
}

/** A reading with a wrong total and an unsure invoice number. */
export function misread({ invoice, fields }: Extraction): Extraction {
  const low = (path: string) => ({
    ...fields[path],
    confidence: 'low' as const,
    evidence: ['contradicted' as const],
  });
  return {
    invoice: {
      ...invoice,
      total_amount: 2228.97,
      quality_flags: { ...invoice.quality_flags, low_confidence_fields: ['invoice_number', 'total_amount'] },
    },
    fields: { ...fields, invoice_number: low('invoice_number'), total_amount: low('total_amount') },
    warnings: ['totals_mismatch'],
  };
}
