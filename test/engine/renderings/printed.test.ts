import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readInvoice } from '../../../server/engine/read-invoice.ts';
import { browserFlags, ensureBrowser } from '../../helpers/prerequisites.ts';

/**
 * Renderings as the official style sheets build them: their labels, their order and their kind of boxes and tables,
 * filled with made-up values and printed by a real browser. Each page bears what it says as JSON in its first script.
 */
const pages = join(import.meta.dirname, 'pages');

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserFlags });
});
afterAll(() => browser.close());

test.each(readdirSync(pages))('%s is read value by value', async (name) => {
  const html = readFileSync(join(pages, name), 'utf8');
  const truth = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(html)![1]!);
  const page = await browser.newPage();
  await page.setContent(html);
  const pdf = await page.pdf({ format: 'A4', printBackground: true });
  await page.close();
  const context = { buyer: { vat: 'RO18547290', name: null }, today: '2026-11-21' };
  const { extraction } = await readInvoice(new Uint8Array(pdf), context);
  expect(extraction.invoice).toMatchObject(truth);
});
