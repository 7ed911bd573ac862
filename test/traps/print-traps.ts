import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clip, endPath, PDFDocument, popGraphicsState, pushGraphicsState, rectangle, StandardFonts } from 'pdf-lib';
import { packageRoot } from '../../server/resources.ts';
import { launchBrowser } from '../helpers/window.ts';
import type { CorpusRow } from '../score/corpus-index.ts';
import type { Unseen } from './sheet.ts';
import type { Trap } from './suite.ts';

/** Printed pages wait here for the next run, by the hash of what they print; git ignores it. */
const printed = join(packageRoot, 'score', 'traps', 'printed');

/** Lays the traps down in `folder` as a labelled folder of PDF files and their truth. */
export async function printTraps(folder: string, traps: readonly Trap[]): Promise<CorpusRow[]> {
  rmSync(folder, { recursive: true, force: true });
  for (const path of [printed, join(folder, 'files'), join(folder, 'truth')]) mkdirSync(path, { recursive: true });
  await printMissing(traps);
  return traps.map((trap) => {
    const row = { file: `files/${trap.name}.pdf`, truth: `truth/${trap.name}.json` };
    copyFileSync(printedAt(trap), join(folder, row.file));
    const customer = { vat_number: buyerOf(trap) };
    writeFileSync(join(folder, row.truth), JSON.stringify({ truth: { customer } }));
    return { ...row, kind: 'digital', language: trap.language, family: trap.look };
  });
}

/** As a client sends it: with its country, also where the page leaves that out. */
function buyerOf({ truth, country }: Trap): string {
  const printed = String(truth.header['customer.vat_number']).replace(/-\d-\d\d$/, '');
  return printed.startsWith(country) ? printed : country + printed;
}

const printedAt = ({ html }: Trap): string =>
  join(printed, `${createHash('sha256').update(html).digest('hex').slice(0, 24)}.pdf`);

async function printMissing(traps: readonly Trap[]): Promise<void> {
  const queue = traps.filter((trap) => !existsSync(printedAt(trap)));
  if (queue.length === 0) return;
  const browser = await launchBrowser();
  try {
    const printer = async (): Promise<void> => {
      const page = await browser.newPage();
      for (let trap = queue.shift(); trap; trap = queue.shift()) {
        await page.setContent(trap.html);
        const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
        writeFileSync(printedAt(trap), trap.unseen ? await withUnseen(pdf, trap.unseen) : pdf);
      }
    };
    await Promise.all([printer(), printer()]);
  } finally {
    await browser.close();
  }
}

async function withUnseen(pdf: Uint8Array, { way, text }: Unseen): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.getPage(0);
  if (way === 'off the page') page.drawText(text, { x: -400, y: 300, size: 9, font });
  else {
    page.pushOperators(pushGraphicsState(), rectangle(0, 0, 1, 1), clip(), endPath());
    page.drawText(text, { x: 60, y: 130, size: 9, font });
    page.pushOperators(popGraphicsState());
  }
  return document.save();
}
