import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../server/resources.ts';
import { launchBrowser } from '../helpers/window.ts';
import type { CorpusRow } from '../score/corpus-index.ts';
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
    const customer = { vat_number: trap.truth.header['customer.vat_number'] };
    writeFileSync(join(folder, row.truth), JSON.stringify({ truth: { customer } }));
    return { ...row, kind: 'digital', language: trap.language, family: trap.look };
  });
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
        writeFileSync(printedAt(trap), pdf);
      }
    };
    await Promise.all([printer(), printer()]);
  } finally {
    await browser.close();
  }
}
