import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Facts, gatherFacts } from '../../server/engine/candidates/facts.ts';
import { candidatesOf, choiceOf } from '../../server/engine/explain/candidates.ts';
import { chooseCurrency } from '../../server/engine/fields/currency.ts';
import { type Layout, layOut } from '../../server/engine/layout/layout.ts';
import type { Figures } from '../../server/engine/lines/cells.ts';
import type { Table } from '../../server/engine/lines/found-table.ts';
import { readLines } from '../../server/engine/lines/read-lines.ts';
import { assignmentsOf } from '../../server/engine/lines/roles.ts';
import { chooseParties } from '../../server/engine/parties/choose-parties.ts';
import { saysAll } from '../../server/engine/read-invoice.ts';
import { assignments } from '../../server/engine/totals/choose.ts';
import { readEntries } from '../../server/engine/totals/read-entries.ts';
import { added, type Choice, type Features } from '../../server/engine/weights.ts';
import type { CorpusRow } from './corpus-index.ts';
import { openCached, openingCodeHash } from './open-cached.ts';
import { buyerVatOf } from './read-corpus.ts';

/** One choice on one document: what there was to choose from, and which of it was right. */
export interface Example {
  choice: Choice;
  family: string;
  candidates: readonly { features: Features; right: boolean }[];
}

interface Truth {
  invoice_number?: string | null;
  po_reference?: string | null;
  delivery_note_number?: string | null;
  invoice_date?: string | null;
  due_date?: string | null;
  currency?: string | null;
  vendor?: { name?: string | null; vat_number?: string | null; email?: string | null; phone?: string | null };
  customer?: { name?: string | null; vat_number?: string | null };
  bank_details?: { iban?: string | null };
  subtotal?: number | null;
  vat_amount?: number | null;
  total_amount?: number | null;
  line_items?: { quantity?: number | null; unit_price?: number | null; total?: number | null }[];
}

/** Ways to assign the sums of one document that are learnt from, the likeliest by the weights as they stand. */
const mostAssignments = 60;

/** Choices of a labelled folder from which something can be learnt: those with a right candidate and a wrong one. */
export async function examplesOf(corpus: string, rows: readonly CorpusRow[]): Promise<Example[]> {
  const hashes = { text: openingCodeHash(false), picture: openingCodeHash(true) };
  const examples: Example[] = [];
  for (const row of rows) {
    const { truth } = JSON.parse(readFileSync(join(corpus, row.truth), 'utf8')) as { truth: Truth };
    const bytes = readFileSync(join(corpus, row.file));
    const buyer = { vat: buyerVatOf(corpus, row), name: null };
    const opened = await openCached(bytes, row.kind === 'digital' ? hashes.text : hashes.picture, (part) =>
      saysAll(part, { buyer, today: '2027-01-01' }),
    ).catch(() => null);
    if (!opened) continue;
    const layout = layOut(opened);
    const facts = gatherFacts(layout, buyer, opened.info);
    const choices = [
      ...choicesOn(layout, facts, truth),
      ...sumsOn(layout, facts, truth),
      ...columnsOn(facts.read.tables, truth),
    ];
    for (const { choice, candidates } of choices) {
      const right = candidates.filter((candidate) => candidate.right).length;
      if (right > 0 && right < candidates.length)
        examples.push({ choice, family: `${corpus} ${row.family}`, candidates });
    }
  }
  return examples;
}

function choicesOn(layout: Layout, facts: Facts, truth: Truth): Omit<Example, 'family'>[] {
  const candidates = candidatesOf(layout, facts);
  return Object.entries(choiceOf)
    .filter(([, choice]) => choice !== 'sums')
    .map(([field, choice]) => {
      const key = choice === 'vendor_vat' ? withoutCountry : plain;
      const printed = field
        .split('.')
        .reduce((value: unknown, name) => (value as Truth | undefined)?.[name as 'vendor'], truth);
      return {
        choice,
        candidates: candidates
          .get(field)!
          .flatMap(({ features, values }) =>
            features
              ? [{ features, right: values.some((value) => key(String(value)) === key(printed as string | null)) }]
              : [],
          ),
      };
    });
}

function sumsOn(layout: Layout, facts: Facts, truth: Truth): Omit<Example, 'family'>[] {
  const { entries, rateRows, sums } = readEntries(layout, readLines(layout));
  const likeliest = [
    ...assignments(entries, rateRows, sums, chooseCurrency(facts, chooseParties(facts))?.value ?? null),
  ]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostAssignments);
  const candidates = likeliest.map(({ features, sums: { net, vat, total } }) => ({
    features: added(features),
    right:
      same(net?.value.toNumber(), truth.subtotal) &&
      same(vat?.value.toNumber(), truth.vat_amount) &&
      same(total?.value.toNumber(), truth.total_amount),
  }));
  return [{ choice: 'sums', candidates }];
}

/** Columns are right that give at least half of a table's rows what some line has. */
const columnsOn = (tables: readonly Table[], { line_items: lines = [] }: Truth): Omit<Example, 'family'>[] =>
  tables.map(({ columns, lines: rows }) => {
    const figures = rows.map(({ figureRow }) => figureRow.figures);
    const candidates = assignmentsOf(columns, figures).map(({ product: { quantity, price, total }, features }) => {
      const read = (row: Figures, at: number | null): number | null =>
        at === null ? null : (row[at]?.number.value.toNumber() ?? null);
      const isLine = (row: Figures): boolean =>
        lines.some(
          (line) =>
            (line.quantity ?? null) === read(row, quantity) &&
            (line.unit_price ?? null) === read(row, price) &&
            (line.total ?? null) === read(row, total),
        );
      return { features, right: 2 * figures.filter(isLine).length >= figures.length };
    });
    return { choice: 'columns', candidates };
  });

/** What the truth leaves open is no mistake. */
const same = (read: number | undefined, printed: number | null | undefined): boolean =>
  printed === undefined || (read ?? null) === printed;

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const withoutCountry = (text: string | null | undefined): string => plain(text).replace(/^[A-Z]{2}/, '');
