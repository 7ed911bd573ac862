import { readFile, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { detectFileType } from '../checks/file-type.ts';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import { localDate, systemClock } from '../clock.ts';
import { type PassName, passes } from '../engine/passes.ts';
import { createLog } from '../log.ts';
import { createExplainer } from '../reading/reader-explain.ts';
import { recall } from '../store/suppliers.ts';
import { type CommonOptions, command, print, withStore } from './command.ts';
import { oneTenant } from './tenants.ts';
import { UsageError } from './usage-error.ts';

interface ExplainOptions extends CommonOptions {
  buyerVat?: string;
  out?: string;
  without?: string[];
  remembered?: true;
  tenant?: string;
}

export function addExplain(program: Command): void {
  command(program, 'explain', 'Show over the pages of a file what was read, weighed and chosen, as one HTML page')
    .argument('<file>', 'PDF, JPEG, PNG, GIF or WebP')
    .option('--buyer-vat <vat>', 'VAT number of the company that received the invoice (default: no company)')
    .option('--out <file>', "where the page goes (default: the file's name with .html, in this folder)")
    .option('--without <pass...>', 'leave out passes over scans, by the names that the page gives them')
    .option(
      '--remembered',
      'with what is remembered of its supplier in the data folder, for the company of --buyer-vat',
    )
    .option('--tenant <id>', 'whose memory that is (may be left out while there is one tenant)')
    .action(explainFile);
}

async function explainFile(file: string, options: ExplainOptions): Promise<void> {
  const vat = options.buyerVat === undefined ? '' : normaliseBuyerVat(options.buyerVat);
  if (vat === null) throw new UsageError(`${options.buyerVat} is not a VAT number of the EU.`);
  const without = (options.without ?? []).map(passNamed);
  const bytes = await readFile(file);
  if (detectFileType(bytes) === null) throw new Error('The file is not a PDF, JPEG, PNG, GIF or WebP.');
  if (options.remembered && vat === '')
    throw new UsageError('Say with --buyer-vat for which company it is remembered.');
  const out = resolve(options.out ?? `${basename(file)}.html`);
  const explained = {
    bytes,
    name: basename(file),
    buyer: { vat, name: null },
    today: localDate(systemClock.now()),
    without,
  };
  const page = options.remembered
    ? await withStore(options, async ({ db, vault }) => {
        const { id: tenantId } = await oneTenant(db, options.tenant);
        return pageOf(explained, (identifiers) =>
          recall(db, vault, { tenantId, buyerVat: vat, documentId: '', identifiers }),
        );
      })
    : await pageOf(explained, null);
  await writeFile(out, page);
  print(options, { path: out }, out);
}

async function pageOf(...asked: Parameters<ReturnType<typeof createExplainer>['explain']>): Promise<string> {
  const explainer = createExplainer({ log: createLog('silent') });
  try {
    const answer = await explainer.explain(...asked);
    if (answer === null) throw new Error('Reading the file took too long or too much memory, and was stopped.');
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.page;
  } finally {
    await explainer.stop();
  }
}

function passNamed(name: string): PassName {
  const known = Object.keys(passes).find((each) => each === name);
  if (known === undefined)
    throw new UsageError(`There is no pass ${name}; there are ${Object.keys(passes).join(', ')}.`);
  return known as PassName;
}
