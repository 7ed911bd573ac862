import { fieldOf, fields, type HeaderPath, kindOf } from '../../contract/fields.ts';
import type { Stated } from '../../contract/invoice.ts';
import type { Facts } from '../candidates/facts.ts';
import type { Found } from '../found.ts';
import type { Layout } from '../layout/layout.ts';
import type { FoundLine } from '../lines/found-line.ts';
import type { OpenedFile } from '../page.ts';
import type { FoundTotals } from '../totals/read-totals.ts';
import { readCodes } from './codes/read-codes.ts';
import { readEInvoices } from './e-invoice/read-e-invoices.ts';
import { type PageSearch, searchPages } from './on-page.ts';
import { reconcileHeader } from './reconcile-header.ts';
import { reconcileLines } from './reconcile-lines.ts';
import { reconcileValue, withFact } from './reconcile-value.ts';
import { same } from './same.ts';
import type { Witness } from './witness.ts';

type Rates = FoundTotals['vat_breakdown'];

/** What the witnesses beside the print say to what was read from it. */
export interface Reconciled {
  /** The field as it is to be given. */
  header<T>(path: string, shown: Found<T> | null): Found<T> | null;
  lines: FoundLine[];
  rates: Rates;
  /** Where the page and a witness differ, and what the witness says; grows with each field that is asked for. */
  differing: (Stated & { source: Witness['source'] })[];
  /** Whether an e-invoice was attached that is this invoice's. */
  eInvoice: boolean;
  /** Sentences for a person: what was attached and could not be read. */
  notes: string[];
}

/** What reading the page gave. */
export interface Shown {
  lines: FoundLine[];
  totals: FoundTotals;
  header: Record<HeaderPath, Found<string | number> | null>;
}

/** Reads every machine-readable witness of the document and holds the page beside it. */
export function reconcileWitnesses(opened: OpenedFile, layout: Layout, facts: Facts, shown: Shown): Reconciled {
  const { witness, notes } = readEInvoices(opened.attachments);
  const all = [...(witness ? [witness] : []), ...readCodes(opened.codes)].map((each) =>
    signedAsPrinted(each, shown.totals),
  );
  const reconciled: Reconciled = {
    header: (_, found) => found,
    lines: shown.lines,
    rates: shown.totals.vat_breakdown,
    differing: [],
    eInvoice: false,
    notes,
  };
  if (all.length === 0) return reconciled;
  const search = searchPages(layout, facts);
  // Data of another invoice, left in a template or attached by mistake, contradicts the page but adds nothing to it.
  const foreign = new Set(all.filter((each) => !belongs(each, shown, search)));
  reconciled.eInvoice = all.some((each) => each.source === 'einvoice' && !foreign.has(each));
  for (const each of all) {
    if (foreign.has(each)) continue;
    const outcome = reconcileLines(reconciled.lines, each, search, {
      linesAgree: shown.totals.lines_agree === true,
      sumsAgree: sumsAgree(shown.totals, each),
    });
    reconciled.lines = outcome.lines;
    reconciled.rates = reconcileRates(reconciled.rates, each, search, reconciled);
    reconciled.differing.push(...outcome.differing.map((one) => ({ ...one, source: each.source })));
  }
  reconciled.header = <T>(path: string, found: Found<T> | null): Found<T> | null => {
    let given = found as Found<string | number> | null;
    for (const each of all) {
      const outcome = reconcileHeader(path, given, each, search, { fills: !foreign.has(each), totals: shown.totals });
      if (outcome.differs)
        reconciled.differing.push({ path, value: each.header[path as HeaderPath] ?? null, source: each.source });
      given = outcome.found;
    }
    return given as Found<T> | null;
  };
  return reconciled;
}

/** Whether most of what tells one invoice from another is the same in both, or at least printed somewhere. */
function belongs(witness: Witness, { header }: Shown, search: PageSearch): boolean {
  const identifying = fields.filter((field) => 'identifying' in field);
  const compared = identifying.flatMap(({ path }) => {
    const [found, stated] = [header[path], witness.header[path]];
    return found && stated !== undefined ? [same(path, found.value, stated) || search.find(path, stated) !== null] : [];
  });
  const differing = compared.filter((agrees) => !agrees).length;
  return differing < 3 || 2 * differing <= compared.length;
}

function sumsAgree(totals: FoundTotals, { header }: Witness): boolean {
  return (['subtotal', 'total_amount'] as const).some((path) => {
    const [printed, stated] = [totals[path], header[path]];
    return printed !== null && stated !== undefined && same(path, printed.value, stated);
  });
}

/** VAT by rate: the page's rows, each beside the witness's row of its rate; the witness's where the page has none. */
function reconcileRates(shown: Rates, witness: Witness, search: PageSearch, reconciled: Reconciled): Rates {
  if (shown.length === 0) {
    const given = <T>(value: T | null): Found<T> | null =>
      value === null ? null : { value, place: witness.place, source: witness.source, evidence: [] };
    return witness.rates.map(({ rate, base, amount, reason, category }) => ({
      rate: given(rate),
      base: given(base),
      amount: given(amount),
      reason: given(reason),
      category: given(category),
    }));
  }
  const left = [...witness.rates];
  return shown.map((row, index) => {
    // Two kinds of untaxed goods have the same rate: the row's own base tells which is which.
    const alike = left.filter(({ rate }) => (rate ?? 0) === row.rate?.value);
    const statement = alike.find(({ base }) => base === row.base?.value) ?? alike[0];
    if (statement) left.splice(left.indexOf(statement), 1);
    if (!statement) {
      if (witness.rates.length === 0 || !row.rate) return row;
      reconciled.differing.push({ path: `vat_breakdown.${index}.rate`, value: null, source: witness.source });
      return { ...row, rate: withFact(row.rate, 'contradicted') };
    }
    const cell = (name: 'rate' | 'base' | 'amount'): Found<number> | null => {
      const stated = statement[name];
      if (stated === null || !row[name]) return row[name];
      const path = `vat_breakdown.${index}.${name}`;
      const outcome = reconcileValue({ path, shown: row[name], stated, witness, search, shared: true, fills: true });
      if (outcome.differs) reconciled.differing.push({ path, value: stated, source: witness.source });
      return outcome.found;
    };
    return { ...row, rate: cell('rate'), base: cell('base'), amount: cell('amount') };
  });
}

/** The norms write a credit note's amounts without a sign; on a page that prints them negative they are negative. */
function signedAsPrinted(witness: Witness, totals: FoundTotals): Witness {
  const { total_amount: total } = witness.header;
  const negative = (totals.total_amount?.value ?? 0) < 0;
  if (!negative || typeof total !== 'number' || total < 0) return witness;
  const turned = <T extends number | null | undefined>(value: T): T => (value ? (-value as T) : value);
  const isSigned = (path: string): boolean => kindOf(path) === 'amount' && !fieldOf(path).unsigned;
  const header = Object.fromEntries(
    Object.entries(witness.header).map(([path, value]) => [
      path,
      typeof value === 'number' && isSigned(path) ? turned(value) : value,
    ]),
  );
  return {
    ...witness,
    header,
    lines: witness.lines.map((line) => ({ ...line, quantity: turned(line.quantity), total: turned(line.total) })),
    rates: witness.rates.map((row) => ({ ...row, base: turned(row.base), amount: turned(row.amount) })),
  };
}
