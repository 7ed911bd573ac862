import { readFileSync } from 'node:fs';
import type { Extraction } from '../../server/contract/invoice.ts';
import type { TrueLine, Truth } from './draft.ts';
import type { Trap } from './suite.ts';

/** A value that is `high` and not what the page says. */
interface Wrong {
  path: string;
  value: unknown;
  truth: unknown;
  evidence: readonly string[];
}

export interface Verdict {
  trap: Trap;
  /** Judged values that are `high`. */
  high: number;
  wrong: Wrong[];
  /** Right values of the core, and those of them that are `high`. */
  core: { right: number; high: number };
}

/** What the scorer of labelled folders calls the core. */
const core = [
  'invoice_number',
  'invoice_date',
  'currency',
  'vendor.name',
  'vendor.vat_number',
  'subtotal',
  'vat_amount',
  'total_amount',
];

/** What only an invoice has. */
const ofInvoices =
  /^(invoice_number|invoice_date|due_date|subtotal|vat_amount|discount_amount|total_amount|prepaid_amount|amount_due|line_items\.)/;

const judgedCells: readonly (keyof TrueLine)[] = ['description', 'quantity', 'unit', 'unit_price', 'vat_rate', 'total'];

/** Judges what was read of a trap, as `read-corpus` saved it. @throws Error where it was not read at all */
export function judge(trap: Trap, prediction: string): Verdict {
  const answer = JSON.parse(readFileSync(prediction, 'utf8'));
  if (answer.status !== 'succeeded') throw new Error(`${trap.name} was not read: ${answer.error.code}`);
  const { document, fields } = answer as { document: Extraction['invoice']; fields: Extraction['fields'] };
  const { truth } = trap;
  const verdict: Verdict = { trap, high: 0, wrong: [], core: { right: 0, high: 0 } };
  const trueLines = pairedLines(truth.lines, document.line_items);
  for (const [path, { confidence, evidence = [] }] of Object.entries(fields)) {
    if (truth.unknown.some((beginning) => path.startsWith(beginning)) && (truth.invoice || !ofInvoices.test(path)))
      continue;
    const value = at(document, path);
    const expected = expectedAt(truth, trueLines, path);
    if (expected === undefined) continue;
    const right = (truth.invoice || !ofInvoices.test(path)) && agrees(path, expected, value, truth);
    if (core.includes(path) && right) {
      verdict.core.right++;
      if (confidence === 'high') verdict.core.high++;
    }
    if (confidence !== 'high') continue;
    verdict.high++;
    if (!right) verdict.wrong.push({ path, value, truth: truth.invoice ? expected : 'no invoice', evidence });
  }
  return verdict;
}

/** Undefined where the suite says nothing about the path. */
function expectedAt(truth: Truth, lines: readonly (TrueLine | null)[], path: string): unknown {
  const [, index, cell] = /^line_items\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (index === undefined) return truth.header[path];
  if (!judgedCells.includes(cell as keyof TrueLine)) return undefined;
  return lines[Number(index)]?.[cell as keyof TrueLine] ?? null;
}

/** For each line that was given the printed one that is most like it, each printed one once. */
function pairedLines(lines: readonly TrueLine[], given: Extraction['invoice']['line_items']): (TrueLine | null)[] {
  const pairs = given.flatMap((line, at) =>
    lines.map((own) => ({
      at,
      own,
      likeness: alike(own.description, line.description ?? '') + (own.total === line.total ? 1 : 0),
    })),
  );
  const paired: (TrueLine | null)[] = given.map(() => null);
  for (const { at, own, likeness } of pairs.sort((a, b) => b.likeness - a.likeness))
    if (likeness > 0.3 && !paired[at] && !paired.includes(own)) paired[at] = own;
  return paired;
}

function agrees(path: string, expected: unknown, value: unknown, truth: Truth): boolean {
  // One figure that is both: what is to be paid where nothing was paid before.
  if (path === 'amount_due' && expected === null) return agrees(path, truth.header.total_amount, value, truth);
  if (expected === null || value === null) return false;
  if (typeof expected === 'number') return Math.abs(expected - Number(value)) < 0.005;
  const [a, b] = [String(expected), String(value)];
  if (path.endsWith('vat_number')) return vatBody(a) === vatBody(b);
  if (path.endsWith('phone')) return digits(a).slice(-8) === digits(b).slice(-8);
  if (path.endsWith('bic')) return a.slice(0, 8) === b.slice(0, 8);
  if (/name$|description$|unit$/.test(path)) return alike(a, b) >= 0.85;
  if (path.endsWith('address')) return alike(a, b) >= 0.75;
  return a.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '') === b.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Without the country before it, which is printed or not, and what Hungary prints behind. */
const vatBody = (text: string): string =>
  text
    .toUpperCase()
    .replace(/-\d-\d\d$/, '')
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^[A-Z]{2}/, '');
const digits = (text: string): string => text.replace(/\D/g, '');

/** The share of words that two texts have in common. */
function alike(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const left = [...y!];
  const common = x!.filter((word) => {
    const found = left.indexOf(word);
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
  return x!.length + y!.length === 0 ? 0 : (2 * common.length) / (x!.length + y!.length);
}

function at(value: unknown, path: string): unknown {
  return (
    path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value) ?? null
  );
}
