import { Decimal } from 'decimal.js';
import { isToTheCent, vatOn } from '../../checks/cents.ts';
import type { Evidence, VatCategory } from '../../contract/invoice.ts';
import type { Found } from '../found.ts';
import type { Layout } from '../layout/layout.ts';
import { found } from '../lines/found-cell.ts';
import type { FoundLines } from '../lines/read-lines.ts';
import type { RateRow } from './breakdown.ts';
import { chooseMainSums } from './choose.ts';
import type { Entry } from './entry.ts';
import { type LineSums, listedVats, rateNamed, vatsOfRates } from './equations.ts';
import { judgeSums } from './judge.ts';
import { isCalledTotal, type MainSums } from './main-sums.ts';
import { type NamedRate, namedRate } from './named-rate.ts';
import { readEntries } from './read-entries.ts';
import { type Reasons, readReasons, reasonsOfZeros } from './reasons.ts';
import { rivalsOf } from './rivals.ts';
import { saysAnother } from './said-in-words.ts';
import { type Chosen, readSettlement } from './settlement.ts';
import { isTillReceipt } from './till-receipt.ts';
import { withUnlabelledNet, withUnlabelledVat } from './unlabelled-net.ts';

interface FoundBreakdown {
  rate: Found<number> | null;
  base: Found<number> | null;
  amount: Found<number> | null;
  reason: Found<string> | null;
  category: Found<VatCategory> | null;
}

/** The invoice's sums; null where it does not print one. */
export interface FoundTotals {
  subtotal: Found<number> | null;
  vat_amount: Found<number> | null;
  total_amount: Found<number> | null;
  discount_amount: Found<number> | null;
  prepaid_amount: Found<number> | null;
  amount_due: Found<number> | null;
  vat_breakdown: FoundBreakdown[];
  /** What the page says why nothing at all bears VAT; null where something does. */
  untaxed: Found<string> | null;
  /** Whether the sums fit together; null where too few are printed to tell. */
  agree: boolean | null;
  /** Whether the lines add up to what is printed for them; null where that cannot be told. */
  lines_agree: boolean | null;
  /** Whether what they add up to holds no VAT. */
  lines_are_net: boolean;
}

/** Reads the sums around the lines. `currency` is the invoice's own; amounts in another one are equivalents. */
export function readTotals(layout: Layout, read: FoundLines, currency: string | null): FoundTotals {
  const { entries, rateRows, sums, said } = readEntries(layout, read);
  const named = namedRate(layout, read.tables);
  const reasons = readReasons(layout);
  const chosen = withUnlabelledNet(chooseMainSums(entries, rateRows, sums, currency), entries);
  const main = withoutGoodsOfTill(
    withoutGrossAsNet(
      withoutVatOfPart(withUnlabelledVat(chosen, entries, named?.value ?? onlyRateOf(read.lines), rateRows), rateRows),
      rateRows,
    ),
    layout,
  );
  const facts = judgeSums(main, entries, rateRows, sums);
  const settlement = readSettlement(main, entries, sums, currency);
  const linesAgree = sums.itemised ? facts.linesAgree : null;
  const ofLines = facts.total.includes('lines_agree');
  const isWhole = ofLines || [main.net, main.vat, main.total].every((entry) => entry === null || hasWholeLabel(entry));
  const rivals = rivalsOf({ main, settlement, entries, rateRows, sums, linesAgree, currency });
  // A label counts where all its words are known, in sums that are all named so or that the lines lead to; a sum of the
  // lines that stands alone may be one before VAT.
  const isAlone = main.net === null && main.vat === null;
  const isMeant = (entry: Entry, evidence: readonly (Evidence | false)[]) =>
    (evidence.includes('lines_agree') && !isAlone) || (isWhole && hasWholeLabel(entry));
  const give = (entry: Entry | null, evidence: readonly (Evidence | false)[], value?: Decimal) =>
    entry &&
    found((value ?? entry.value).toNumber(), [entry.item], entry.page, [
      ...evidence.filter((fact) => fact !== false && (fact !== 'labelled' || isMeant(entry, evidence))),
      ...(entry.mended ? (['guessed'] as const) : []),
    ] as Evidence[]);
  const payable = [main.total, settlement.due?.entry].flatMap((entry) => (entry ? [entry.value] : []));
  const saysOther = saysAnother(said, payable);
  const settled = (chosen: Chosen | null, hasRival: boolean) =>
    give(chosen?.entry ?? null, [...(chosen?.evidence ?? []), hasRival && 'rival'], chosen?.entry.value);
  return {
    subtotal: give(main.net, [...netLabel(main), ...facts.net, rivals.parts && 'rival']),
    vat_amount:
      give(main.vat, [...vatLabel(main.vat), ...facts.vat, rivals.parts && 'rival']) ??
      vatOfRates(main, entries) ??
      vatOfList(main, entries, sums) ??
      vatOfRows(main, rateRows),
    total_amount: give(main.total, [
      main.total && !isCalledTotal(main.total) ? 'guessed' : 'labelled',
      ...facts.total,
      ...repeated(main.total, entries),
      (rivals.total || saysOther) && 'rival',
    ]),
    discount_amount: positive(settled(settlement.discount, rivals.parts)),
    prepaid_amount: positive(settled(settlement.prepaid, rivals.due)),
    amount_due: settled(settlement.due, rivals.due),
    vat_breakdown: withReasons(reasons, layout, breakdown(rateRows, main, named), rateRows),
    untaxed: named === null && isFree(main, entries, rateRows) ? nothingTaxed(reasons) : null,
    agree: facts.agree,
    lines_agree: facts.linesAgree,
    lines_are_net: facts.linesAreNet,
  };
}

/** The rate that every line names. */
function onlyRateOf(lines: FoundLines['lines']): Decimal | null {
  const rates = new Set(lines.map(({ vat_rate }) => vat_rate?.value ?? null));
  const [only] = rates;
  return rates.size === 1 && only ? new Decimal(only) : null;
}

/** VAT of one rate among several that make the total together is no sum of the invoice. */
function withoutVatOfPart(main: MainSums, rateRows: readonly RateRow[]): MainSums {
  const isPart = ({ value }: Entry): boolean => rateRows.some(({ amount }) => amount.value.eq(value));
  return main.vat && !main.net && isPart(main.vat) && makeTotal(rateRows, main.total) ? { ...main, vat: null } : main;
}

/** "Sum  48.30" over rows of VAT by rate that make it is said with the VAT, wherever it stands twice. */
function withoutGrossAsNet(main: MainSums, rateRows: readonly RateRow[]): MainSums {
  const { net, total } = main;
  const isTaxed = rateRows.some(({ amount }) => !amount.value.isZero());
  return net && total && isTaxed && net.value.eq(total.value) && makeTotal(rateRows, total)
    ? { ...main, net: null }
    : main;
}

/** A till's "Subtotal" is what its goods cost with their VAT, before what is taken off: no net sum. */
function withoutGoodsOfTill(main: MainSums, layout: Layout): MainSums {
  const { net, vat, total } = main;
  const isGross = net && vat && total && vat.value.gt(0) && net.value.gte(total.value);
  return isGross && isTillReceipt(layout) ? { ...main, net: null } : main;
}

/** What the VAT of all rates comes to, where they make the total with what they are counted on; its sum is printed nowhere. */
function vatOfRows({ net, vat, total }: MainSums, rateRows: readonly RateRow[]): Found<number> | null {
  if (vat || !makeTotal(rateRows, total)) return null;
  const sum = rateRows.reduce((all, { amount }) => all.add(amount.value), new Decimal(0));
  if (net && !net.value.add(sum).eq(total!.value)) return null;
  return found(sum.toNumber(), [], total!.page, ['sums_agree']);
}

/** Rows that bear no VAT may be off by what was rounded. */
const offByRounding = '0.05';

const makeTotal = (rateRows: readonly RateRow[], total: Entry | null): boolean =>
  rateRows.length > 1 &&
  total !== null &&
  rateRows
    .reduce((all, { base, amount }) => all.add(base.value).add(amount.value), new Decimal(0))
    .sub(total.value)
    .abs()
    .lte(offByRounding);

/** What the VAT of several rates comes to that net sum and total differ by; its sum is printed nowhere. */
function vatOfRates({ net, vat, total }: MainSums, entries: readonly Entry[]): Found<number> | null {
  const vats = net && !vat && total ? vatsOfRates(net, total, entries) : [];
  return vats.length > 0 ? found(totalOf(vats).toNumber(), [], vats[0]!.page, ['sums_agree']) : null;
}

const totalOf = (entries: readonly Entry[]): Decimal =>
  entries.reduce((sum, entry) => sum.add(entry.value), new Decimal(0));

/** What the VAT of several rates comes to in a list that makes the total; its sum is printed nowhere. */
function vatOfList({ net, vat, total }: MainSums, entries: readonly Entry[], sums: LineSums): Found<number> | null {
  const vats = net || vat || !total ? [] : listedVats(total, entries, sums);
  return total && vats.length > 0 ? found(totalOf(vats).toNumber(), [], total.page, ['guessed']) : null;
}

/** Whether all words of a label beside or over the amount say that it is meant; without lines only that tells. */
const hasWholeLabel = ({ explained, from }: Entry): boolean => explained && from !== 'column';

/** decisions.md: discounts and prepaid amounts are given as positive amounts. A form that prints 0.00 for one has none. */
const positive = (amount: Found<number> | null): Found<number> | null =>
  amount && amount.value !== 0 ? { ...amount, value: Math.abs(amount.value) } : null;

const label = (entry: Entry | null): Evidence[] => (entry && entry.kinds.length > 0 ? ['labelled'] : ['guessed']);

/** Without a label of its own it was told by its rate, the net sum and the total together, which is no guess. */
const vatLabel = (vat: Entry | null): Evidence[] => (vat && vat.kinds.length > 0 ? ['labelled'] : []);

/**
 * Without a label the VAT of a named rate and the total say together which amount it is, so it is no guess. What is
 * called the total with VAT has no label of a net sum.
 */
const netLabel = ({ net, vat }: MainSums): Evidence[] =>
  net && (net.kinds[0] === 'gross' || (vat && net.kinds.length === 0 && rateNamed(net, vat))) ? [] : label(net);

/** The same amount in words, or under another label of its kind ("Total", then "Amount due"). */
function repeated(entry: Entry | null, entries: readonly Entry[]): Evidence[] {
  const again =
    entry?.inWords === true ||
    entries.some(
      (other) =>
        other !== entry &&
        other.row !== entry?.row &&
        entry?.value.eq(other.value) &&
        other.kinds.some((kind) => kind === 'due' || kind === 'gross' || kind === 'total'),
    );
  return again ? ['seen_twice'] : [];
}

/** Whether no VAT at all is printed, and the sums leave none. */
const isFree = ({ net, vat, total }: MainSums, entries: readonly Entry[], rateRows: readonly RateRow[]): boolean =>
  total !== null &&
  (vat === null || vat.value.isZero()) &&
  (net === null || net.value.eq(total.value)) &&
  rateRows.every(({ amount }) => amount.value.isZero()) &&
  entries.every(({ kinds, rates, value }) => value.isZero() || (!kinds.includes('vat') && rates.length === 0));

/** The only kind of reason that is printed, where it is known what it says. */
function nothingTaxed({ untaxed }: Reasons): Found<string> | null {
  const kinds = new Set(untaxed.map(({ category }) => category?.value ?? null));
  return kinds.size === 1 && !kinds.has(null) ? untaxed[0]!.said : null;
}

/** Gives each rate the reason that is printed for its kind. */
function withReasons(
  reasons: Reasons,
  layout: Layout,
  rates: FoundBreakdown[],
  rateRows: readonly RateRow[],
): FoundBreakdown[] {
  const zeros = [...rates.keys()].filter((at) => rates[at]!.rate?.value === 0);
  const own = reasonsOfZeros(
    layout,
    zeros.map((at) => rateRows[at]?.row ?? null),
    reasons,
  );
  return rates.map((rate, at) => {
    const zero = zeros.indexOf(at);
    if (zero < 0) return { ...rate, reason: reasons.cash };
    const untaxed = own[zero];
    return { ...rate, reason: untaxed?.said ?? null, category: untaxed?.category ?? null };
  });
}

/**
 * VAT by rate as printed; where no summary is printed, the rate that the VAT's own label names, or that is named apart from it and
 * makes the VAT of the net sum.
 */
function breakdown(
  rateRows: readonly RateRow[],
  { net, vat, total }: MainSums,
  named: NamedRate | null,
): FoundBreakdown[] {
  const part = (row: RateRow, key: 'rate' | 'base' | 'amount') =>
    found(row[key].value.toNumber(), [row[key].item], row.page, ['sums_agree']);
  if (rateRows.length > 0) {
    return rateRows.map((row) => ({
      rate: part(row, 'rate'),
      base: part(row, 'base'),
      amount: part(row, 'amount'),
      reason: null,
      category: null,
    }));
  }
  const rate = vat?.rates[0];
  if (net && vat && rate === undefined && named && !vat.value.isZero()) {
    if (!isToTheCent(vatOn(net.value, named.value), vat.value)) return [];
    const part = ({ value, item, page }: NamedRate) => found(value.toNumber(), [item], page, ['sums_agree']);
    return [{ rate: part(named), base: part(net), amount: part(vat), reason: null, category: null }];
  }
  if (!vat || rate === undefined || vat.rates.length > 1) return [];
  // Without any VAT the only rate is that of all that is charged.
  const isAll = rate.isZero() && vat.value.isZero() && net !== null && total?.value.eq(net.value) === true;
  const agrees: Evidence[] = net && (isAll || rateNamed(net, vat)) ? ['sums_agree'] : [];
  return [
    {
      rate: found(rate.toNumber(), [vat.item], vat.page, ['labelled', ...agrees]),
      base: net && agrees.length > 0 ? found(net.value.toNumber(), [net.item], net.page, agrees) : null,
      amount: found(vat.value.toNumber(), [vat.item], vat.page, ['labelled', ...agrees]),
      reason: null,
      category: null,
    },
  ];
}
