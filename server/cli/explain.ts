import { readFile, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { detectFileType } from '../checks/file-type.ts';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import { localDate, systemClock } from '../clock.ts';
import { type PassName, passes } from '../engine/passes.ts';
import { createLog } from '../log.ts';
import { createExplainer } from '../reading/reader-explain.ts';
import { type CommonOptions, command, print } from './command.ts';
import { UsageError } from './usage-error.ts';

interface ExplainOptions extends CommonOptions {
  buyerVat?: string;
  out?: string;
  without?: string[];
}

export function addExplain(program: Command): void {
  command(program, 'explain', 'Show over the pages of a file what was read, weighed and chosen, as one HTML page')
    .argument('<file>', 'PDF, JPEG, PNG, GIF or WebP')
    .option('--buyer-vat <vat>', 'VAT number of the company that received the invoice (default: no company)')
    .option('--out <file>', "where the page goes (default: the file's name with .html, in this folder)")
    .option('--without <pass...>', 'leave out passes over scans, by the names that the page gives them')
    .action(explainFile);
}

async function explainFile(file: string, options: ExplainOptions): Promise<void> {
  const vat = options.buyerVat === undefined ? '' : normaliseBuyerVat(options.buyerVat);
  if (vat === null) throw new UsageError(`${options.buyerVat} is not a VAT number of the EU.`);
  const without = (options.without ?? []).map(passNamed);
  const bytes = await readFile(file);
  if (detectFileType(bytes) === null) throw new Error('The file is not a PDF, JPEG, PNG, GIF or WebP.');
  const out = resolve(options.out ?? `${basename(file)}.html`);
  const explainer = createExplainer({ log: createLog('silent') });
  try {
    const today = localDate(systemClock.now());
    const answer = await explainer.ask({ bytes, name: basename(file), buyer: { vat, name: null }, today, without });
    if (answer === null) throw new Error('Reading the file took too long or too much memory, and was stopped.');
    if ('problem' in answer) throw new Error(answer.problem);
    await writeFile(out, answer.page);
    print(options, { path: out }, out);
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
