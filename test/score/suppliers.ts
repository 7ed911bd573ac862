import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { isIban } from '../../server/checks/iban.ts';
import { normaliseBuyerVat } from '../../server/checks/vat-numbers.ts';
import type { Extraction, Invoice } from '../../server/contract/invoice.ts';
import type { PageText } from '../../server/contract/window-review.ts';
import { readOpened, saysAll } from '../../server/engine/read-invoice.ts';
import { identifiersIn, recallSupplier } from '../../server/engine/recall-supplier.ts';
import { packageRoot } from '../../server/resources.ts';
import { type Contribution, furtherIdentifiersOf, identifiersOf } from '../../server/suppliers/contribution.ts';
import { contributionOf } from '../../server/suppliers/learn.ts';
import { canvasOf, photographed, scanned } from '../helpers/scans.ts';
import { corpusRows } from './corpus-index.ts';
import { score } from './marks.ts';
import { openCached, openingCodeHash } from './open-cached.ts';

/**
 * npm run score:suppliers -- [--corpus DIR] [--kind digital] [--scanned | --photographed]
 * The learning curve: how an invoice of a returning supplier is read after the k invoices before it were confirmed,
 * beside how the same invoices are read without; and once more where each third of them was confirmed wrong, and where
 * the layout has changed since; and at last how often a changed account is warned of. With `--scanned` those of one page are printed and scanned first, with
 * `--photographed` photographed, which takes seconds each.
 * The time is the processor's, in milliseconds, for finding out whose invoice it is and holding what is known beside it.
 */
const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string', default: resolve(packageRoot, '../shared/zoo') },
    kind: { type: 'string', default: 'digital' },
    scanned: { type: 'boolean', default: false },
    photographed: { type: 'boolean', default: false },
  },
});
const { corpus, kind } = options;
const pictureOf = options.photographed ? photographed : options.scanned ? scanned : null;
const today = '2027-01-01';

interface Read {
  file: string;
  group: string;
  k: number;
  buyerVat: string;
  extraction: Extraction;
  texts: PageText[];
  truth: Invoice;
}

const index = readFileSync(join(corpus, 'index.csv'), 'utf8').trim().split('\n');
const columns = index[0]!.split(',');
const cells = new Map(index.slice(1).map((line) => [line.split(',')[0]!, line.split(',')]));
const cellOf = (file: string, name: string): string => cells.get(file)?.[columns.indexOf(name)] ?? '';

const codeHash = openingCodeHash(pictureOf !== null || kind !== 'digital');
const documents: Read[] = [];
for (const row of corpusRows(corpus)) {
  if (row.kind !== kind) continue;
  const { truth } = JSON.parse(readFileSync(join(corpus, row.truth), 'utf8')) as { truth: Invoice };
  const buyerVat = normaliseBuyerVat(truth.customer?.vat_number ?? '') ?? 'RO18547290';
  const context = { buyer: { vat: buyerVat, name: null }, today };
  if (pictureOf && cellOf(row.file, 'pages') !== '1') continue;
  const bytes = readFileSync(join(corpus, row.file));
  const file = pictureOf ? await canvasOf(await pictureOf(bytes, documents.length)).encode('jpeg', 85) : bytes;
  const opened = await openCached(file, codeHash, (part) => saysAll(part, context));
  const { extraction, texts } = readOpened(opened, context);
  documents.push({
    file: row.file,
    group: cellOf(row.file, 'vendor_group'),
    k: Number(cellOf(row.file, 'k')),
    buyerVat,
    extraction,
    texts,
    truth,
  });
}

interface Confirmed {
  keys: string[];
  contribution: Contribution;
}

/**
 * What a person makes of a reading: one who knows the truth changes what is wrong and looks at what is doubtful; one who
 * errs takes another printed value for each of these, and is sure of it.
 */
function confirmed({ extraction, texts, truth }: Read, errs: boolean, known: readonly Contribution[]): Confirmed {
  const read = fieldValues(extraction.invoice);
  const right = { ...extraction.invoice, ...truth, quality_flags: extraction.invoice.quality_flags };
  const invoice = errs ? mistaken(right) : right;
  const looked = new Set(
    [...fieldValues(invoice)].flatMap(([path, value]) =>
      read.get(path) !== value || extraction.fields[path]?.confidence === 'low' ? [path] : [],
    ),
  );
  const how = { looked, day: '2026-01-01', accountIsKnown: true, known };
  const keys = [...identifiersOf(invoice), ...furtherIdentifiersOf(invoice)];
  return { keys, contribution: contributionOf({ ...extraction, invoice }, texts, how) };
}

/** What stands on the invoice too is taken for what was asked; who sent it is still right, or it would be another's. */
function mistaken(invoice: Invoice): Invoice {
  const { vendor, customer, invoice_number, po_reference, delivery_note_number } = invoice;
  return {
    ...invoice,
    vendor: { ...vendor, name: customer.name, address: customer.address },
    customer: { ...customer, name: vendor.name, address: vendor.address },
    invoice_number: po_reference ?? delivery_note_number ?? vendor.trade_register_number ?? invoice_number,
    invoice_date: invoice.due_date ?? invoice.invoice_date,
    due_date: invoice.due_date && invoice.invoice_date,
    subtotal: invoice.total_amount,
    total_amount: invoice.subtotal,
  };
}

/** What was confirmed of each supplier, one after the other; with `wrong`, every third of its invoices by one who errs. */
function taughtBy(wrong: boolean): Map<string, Confirmed> {
  const taught = new Map<string, Confirmed>();
  const ordered = documents.toSorted((one, other) => one.k - other.k);
  for (const document of ordered) {
    const earlier = ordered.filter(({ group, k }) => group === document.group && k < document.k);
    const known = earlier.map(({ file }) => taught.get(file)!.contribution).reverse();
    taught.set(document.file, confirmed(document, wrong && document.k % 3 === 2, known));
  }
  return taught;
}

/** Whose invoice it is, told as the store tells it: the first group of identifiers that leads to one supplier alone. */
function foundBy(
  groups: readonly string[][],
  { group }: Read,
  earlier: readonly Read[],
  taught: ReadonlyMap<string, Confirmed>,
): string | null {
  const known = [...earlier, ...documents.filter((other) => other.group !== group)];
  for (const identifiers of groups) {
    const found = known.filter(({ file }) => taught.get(file)!.keys.some((key) => identifiers.includes(key)));
    const [only, ...others] = new Set(found.map((each) => each.group));
    if (only !== undefined && others.length === 0) return only;
  }
  return null;
}

const timeOf = (spent: readonly number[], part: number): string =>
  (spent.toSorted((a, b) => a - b)[Math.floor(spent.length * part)] ?? 0).toFixed(1);

/** What was taught as if the layout had changed since: who the supplier is stays, and all else stands where another has it. */
function withOtherPlaces(taught: Map<string, Confirmed>): Map<string, Confirmed> {
  return new Map(
    documents.map(({ file, group, k }, index) => {
      const { keys, contribution } = taught.get(file)!;
      const others = [...documents.slice(index), ...documents];
      const other = others.find(
        (each) => each.group !== group && each.k === k && languageOf(each) === languageOf({ file }),
      );
      const places = other ? taught.get(other.file)!.contribution.places : {};
      return [file, { keys, contribution: { ...contribution, places } }];
    }),
  );
}

const languageOf = ({ file }: Pick<Read, 'file'>): string => cellOf(file, 'language');

for (const [what, wrong, isChanged] of [
  ['confirmed right', false, false],
  ['one in three confirmed wrong', true, false],
  ['the layout has changed since', false, true],
] as const) {
  const asConfirmed = taughtBy(wrong);
  const taught = isChanged ? withOtherPlaces(asConfirmed) : asConfirmed;
  console.log(`${what}\nk   documents  header F1      core F1        touchless      high wrong`);
  for (const k of [1, 2, 3, 5]) {
    const returning = documents.filter((each) => each.k > k);
    if (returning.length === 0) continue;
    const spent: number[] = [];
    let met = 0;
    let strangers = 0;
    const answers = returning.map((each) => {
      const earlier = documents
        .filter(({ group, k: n }) => group === each.group && n < each.k && n >= each.k - k)
        .toSorted((one, other) => other.k - one.k);
      const started = process.cpuUsage();
      const group = foundBy(identifiersIn(each.extraction, each.texts, each.buyerVat), each, earlier, taught);
      const contributions = group === each.group ? earlier.map(({ file }) => taught.get(file)!.contribution) : [];
      met += Number(contributions.length > 0);
      strangers += Number(group !== null && group !== each.group);
      const { extraction } = recallSupplier(each.extraction, each.texts, contributions, {
        buyerVat: each.buyerVat,
        today,
      });
      spent.push(process.cpuUsage(started).user / 1000);
      return { ...each, extraction: contributions.length > 0 ? extraction : each.extraction };
    });
    const [without, withMemory] = [returning, answers].map(marksOf) as [Figures, Figures];
    const show = (name: keyof Figures): string => `${without[name].padStart(5)} → ${withMemory[name].padEnd(6)}`;
    const figures = (['header', 'core', 'touchless', 'high'] as const).map(show).join(' ');
    console.log(
      `${k}   ${String(returning.length).padEnd(9)}  ${figures} known ${met}, as another ${strangers}, p50 ${timeOf(spent, 0.5)}, p95 ${timeOf(spent, 0.95)} ms`,
    );
  }
}

/** Whether an account is another one than any that was confirmed before, as it is told while an invoice is ended. */
const isChanged = (account: string | null, known: readonly (string | null)[]): boolean =>
  account !== null && isIban(account) && known.some((one) => one !== null) && !known.includes(account);

const taught = taughtBy(false);
const alarms = { right: 0, missed: 0, wrong: 0, none: 0 };
for (const { file, group, k, extraction, truth } of documents) {
  const earlier = documents.filter((each) => each.group === group && each.k < k);
  const known = earlier.map((each) => taught.get(each.file)!.contribution.account);
  const before = earlier.map((each) => each.truth.bank_details?.iban ?? null);
  const is = isChanged(truth.bank_details?.iban ?? null, before);
  const isSaid = isChanged(extraction.invoice.bank_details.iban, known);
  alarms[is ? (isSaid ? 'right' : 'missed') : isSaid ? 'wrong' : 'none'] += 1;
  if (is !== isSaid) console.log(`  ${is ? 'missed' : 'false'} ${file}`);
}
console.log(
  `changed accounts: ${alarms.right} of ${alarms.right + alarms.missed} warned of; ` +
    `${alarms.wrong} false warnings of ${alarms.wrong + alarms.none} other invoices`,
);

type Figures = Record<'header' | 'core' | 'touchless' | 'high', string>;

function marksOf(read: readonly Read[]): Figures {
  const folder = mkdtempSync(join(tmpdir(), 'facturier-suppliers-'));
  try {
    const predictions = join(folder, 'predictions');
    mkdirSync(predictions);
    const lines = read.map(({ file }) => cells.get(file)!.join(','));
    writeFileSync(join(folder, 'index.csv'), [index[0], ...lines].join('\n'));
    mkdirSync(join(folder, 'truth'));
    for (const { file, extraction } of read) {
      const truth = cellOf(file, 'truth');
      mkdirSync(dirname(join(folder, truth)), { recursive: true });
      symlinkSync(join(corpus, truth), join(folder, truth));
      const { invoice, fields, warnings } = extraction;
      const answer = { status: 'succeeded', pages: 1, document: invoice, fields, warnings };
      writeFileSync(join(predictions, `${basename(file)}.json`), JSON.stringify(answer));
    }
    const { marks } = score(folder, predictions);
    const mark = (name: string): string => marks[`all ${name}`]?.mark.toFixed(1) ?? '–';
    const high = marks['all high right'];
    const wrong = high ? Math.round((high.values * (100 - high.mark)) / 100) : 0;
    return {
      header: mark('header'),
      core: mark('core'),
      touchless: mark('touchless'),
      high: `${wrong}/${high?.values ?? 0}`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
