import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { isDay } from '../checks/dates.ts';
import { normaliseBuyerVat } from '../checks/vat-numbers.ts';
import { systemClock } from '../clock.ts';
import type { Booked } from '../contract/booked.ts';
import { noteBooks, settingsFor, settingsOfOffice, writeBooks } from '../exporting/books.ts';
import { writtenIn } from '../exports/once.ts';
import { sentenceOf } from '../exports/sentences.ts';
import type { CompanySettings, Exported, ExportSettings, Target } from '../exports/target.ts';
import { targetNamed, targets } from '../exports/targets.ts';
import { wordsIn } from '../exports/words.ts';
import { personHere } from '../person.ts';
import { confirmedSince } from '../store/booked.ts';
import type { Store } from '../store/data-folder.ts';
import { type CommonOptions, command, print, withStore } from './command.ts';
import { oneTenant } from './tenants.ts';
import { UsageError } from './usage-error.ts';

interface ExportOptions extends CommonOptions {
  to: string;
  company?: string;
  since?: string;
  out: string;
  tenant?: string;
  linePerRate?: boolean;
  shortNumbers?: boolean;
  again?: boolean;
}

export function addExport(program: Command): void {
  command(program, 'export', 'Write confirmed invoices for an accounting program')
    .requiredOption('--to <target>', targets.map(({ name }) => name).join(', '))
    .requiredOption('--out <dir>', 'folder to write to')
    .option(
      '--company <vat>',
      'whose books they are for; left out, every company of the window, a folder each',
      companyVat,
    )
    .option('--since <date>', 'only what was confirmed since this day, YYYY-MM-DD', day)
    .option('--line-per-rate', "one line for each VAT rate in place of the invoice's own")
    .option('--short-numbers', 'of a number that is too long for the program, the part behind its last separator')
    .option('--again', 'also what was written for this target before')
    .option('--tenant <id>', 'may be left out while there is one')
    .action((options: ExportOptions) =>
      withStore(options, async (store) => {
        const { db } = store;
        const target = targetNamed(options.to);
        if (!target) throw new UsageError(`There is no target ${options.to}.`);
        const tenant = await oneTenant(db, options.tenant);
        const scope = { tenantId: tenant.id, mode: 'live' } as const;
        const whose = await chosenFor(store, tenant.id, target, options);
        const ids = await confirmedSince(db, scope, options.since ?? null);
        const made = await writeBooks(store, scope, { target, ids, whose, again: options.again === true });
        const { company } = options;
        // Of other companies' invoices nothing was asked.
        const invoices = made.invoices.filter(({ buyerVat }) => company === undefined || buyerVat === company);
        const asked = new Set(invoices.map(({ id }) => id));
        const { files } = made.exported;
        const exported = { files, problems: made.exported.problems.filter(({ document }) => asked.has(document)) };
        const folder = resolve(options.out);
        mkdirSync(folder, { recursive: true });
        const names = files.map(({ name, bytes }) => writeBeside(folder, name, bytes));
        await noteBooks(store, scope, { target, invoices, exported, by: personHere(), now: systemClock.now() });
        report(options, invoices, exported, names);
      }),
    );
}

/** One company's books, or those of every company of the window; a file that takes all of them is of nobody's. */
async function chosenFor(
  store: Store,
  tenantId: string,
  target: Target,
  { company: vat, linePerRate: asked, shortNumbers }: ExportOptions,
): Promise<ExportSettings | CompanySettings[]> {
  const office = await settingsOfOffice(store, tenantId, wordsIn('ro'));
  const withAsked = <Settings extends ExportSettings>(settings: Settings): Settings => ({
    ...settings,
    linePerRate: settings.linePerRate || asked === true,
    shortNumbers,
  });
  if (vat !== undefined) return withAsked(settingsFor(office, vat));
  if (!target.perCompany) return withAsked(office.nobodys);
  if (office.each.length === 0) throw new UsageError('No company is known here: name one with --company.');
  return office.each.map(withAsked);
}

/** Writes a file under its name, or a numbered one: what lies there may wait to be taken in. @returns its name */
function writeBeside(folder: string, name: string, bytes: Uint8Array): string {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
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
  exported: Exported,
  names: readonly string[],
): void {
  const words = wordsIn('en');
  const { files, problems } = exported;
  const numbers = new Map(invoices.map(({ id, extraction }) => [id, extraction.invoice.invoice_number]));
  for (const problem of problems) {
    const what = problem.blocking ? 'left out' : 'note';
    process.stderr.write(
      `${problem.document} ${numbers.get(problem.document) ?? '-'} ${what}: ${sentenceOf(problem, words)}\n`,
    );
  }
  const written = writtenIn(exported).size;
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
