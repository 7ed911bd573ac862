import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserFlags, ensureBrowser } from '../helpers/prerequisites.ts';

const pages = join(import.meta.dirname, 'pages');

/**
 * Prints the made-up invoices beside this file to PDF and writes them down as a corpus (index.csv, files, truth), so
 * that the corpus's scorer judges them. Each page bears its truth as JSON in its first script element.
 */
export async function printLayouts(folder: string): Promise<void> {
  for (const name of ['files', 'truth']) mkdirSync(join(folder, name), { recursive: true });
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserFlags });
  try {
    const page = await browser.newPage();
    const rows = ['file,truth,kind,language,layout_family'];
    for (const file of readdirSync(pages).sort()) {
      const html = readFileSync(join(pages, file), 'utf8');
      const name = file.replace('.html', '');
      const language = /<html lang="(\w\w)">/.exec(html)![1];
      const {
        truth,
        unknown = [],
        alternatives = {},
      } = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(html)![1]!);
      await page.setContent(html);
      await page.pdf({ path: join(folder, 'files', `${name}.pdf`), format: 'A4', printBackground: true });
      writeFileSync(
        join(folder, 'truth', `${name}.json`),
        JSON.stringify({ truth, unknown, complete_header: true, extra: { alternatives } }),
      );
      rows.push(`files/${name}.pdf,truth/${name}.json,digital,${language},${name}`);
    }
    writeFileSync(join(folder, 'index.csv'), `${rows.join('\n')}\n`);
  } finally {
    await browser.close();
  }
}
