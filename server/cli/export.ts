import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { isDay } from '../checks/dates.ts';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import { systemClock } from '../clock.ts';
import type { Booked } from '../contract/booked.ts';
import { digestsOf, writeOnce } from '../exports/once.ts';
import { sentenceOf } from '../exports/sentences.ts';
import type { Exported, ExportSettings } from '../exports/target.ts';
import { targetNamed, targets } from '../exports/targets.ts';
import { wordsIn } from '../exports/words.ts';
import { personHere } from '../person.ts';
import { confirmedSince, gatherBooked } from '../store/booked.ts';
import * as companies from '../store/companies.ts';
import { exportedBefore, noteExported } from '../store/exported.ts';
import { type CommonOptions, command, print, withStore } from './command.ts';
import { oneTenant } from './tenants.ts';
import { UsageError } from './usage-error.ts';

interface ExportOptions extends CommonOptions {
  to: string;
  company: string;
  since?: string;
  out: string;
  tenant?: string;
  linePerRate?: boolean;
  again?: boolean;
}

export function addExport(program: Command): void {
  command(program, 'export', "Write a company's confirmed invoices for an accounting program")
    .requiredOption('--to <target>', targets.map(({ name }) => name).join(', '))
    .requiredOption('--company <vat>', 'whose books they are for', companyVat)
    .requiredOption('--out <dir>', 'folder to write to')
    .option('--since <date>', 'only what was confirmed since this day, YYYY-MM-DD', day)
    .option('--line-per-rate', "one line for each VAT rate in place of the invoice's own")
    .option('--again', 'also what was written for this target before')
    .option('--tenant <id>', 'may be left out while there is one')
    .action((options: ExportOptions) =>
      withStore(options, async ({ db, vault }) => {
        const target = targetNamed(options.to);
        if (!target) throw new UsageError(`There is no target ${options.to}.`);
        const tenant = await oneTenant(db, options.tenant);
        const scope = { tenantId: tenant.id, mode: 'live' } as const;
        const known = (await companies.list(db, tenant.id)).find(({ vat }) => vat === options.company);
        const settings: ExportSettings = {
          company: known ?? { vat: options.company, name: null },
          words: wordsIn('ro'),
          linePerRate: options.linePerRate === true,
        };
        const ids = await confirmedSince(db, scope, options.since ?? null);
        const all = await gatherBooked(db, vault, scope, ids, target.withFields);
        const own = all.filter(({ buyerVat }) => buyerVat === options.company);
        const before = await exportedBefore(db, vault, scope, ids, target.name);
        const exported = await writeOnce(target, own, settings, before, options.again === true);
        const folder = resolve(options.out);
        mkdirSync(folder, { recursive: true });
        const names = exported.files.map(({ name, bytes }) => writeBeside(folder, name, bytes));
        const noted = {
          target: target.name,
          takesBookings: target.takesBookings,
          invoices: own,
          digests: digestsOf(exported),
          by: personHere(),
          now: systemClock.now(),
        };
        await noteExported(db, vault, scope, noted);
        report(options, own, exported, names);
      }),
    );
}

/** Writes a file under its name, or a numbered one: what lies there may wait to be taken in. @returns its name */
function writeBeside(folder: string, name: string, bytes: Uint8Array): string {
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : name.replace(/(\.\w+)$/, `-${count}$1`);
    try {
      writeFileSync(join(folder, free), bytes, { flag: 'wx' });
      return free;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** What was written goes to stdout, what was left out or written otherwise to stderr. */
function report(
  options: ExportOptions,
  invoices: readonly Booked[],
  { files, problems }: Exported,
  names: readonly string[],
): void {
  const words = wordsIn('en');
  const numbers = new Map(invoices.map(({ id, extraction }) => [id, extraction.invoice.invoice_number]));
  for (const problem of problems) {
    const what = problem.blocking ? 'left out' : 'note';
    process.stderr.write(
      `${problem.document} ${numbers.get(problem.document) ?? '-'} ${what}: ${sentenceOf(problem, words)}\n`,
    );
  }
  const written = new Set(files.flatMap(({ documents }) => documents)).size;
  const json = {
    written,
    asked: invoices.length,
    files: files.map(({ documents }, index) => ({ name: names[index], documents })),
    problems,
  };
  print(options, json, [...names, `${written} of ${invoices.length} invoices written.`].join('\n'));
}

function companyVat(text: string): string {
  const vat = normaliseBuyerVat(text);
  if (vat === null) throw new InvalidArgumentError('This is no VAT number of the EU.');
  return vat;
}

function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('Give a day as YYYY-MM-DD.');
  return text;
}
