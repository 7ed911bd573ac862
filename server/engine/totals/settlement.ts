import { isToTheCent } from '../../checks/cents.ts';
import type { Evidence } from '../../contract/invoice.ts';
import type { Entry } from './entry.ts';
import { adjustments, type LineSums } from './equations.ts';
import type { MainSums } from './main-sums.ts';
import type { TotalKind } from './total-words.ts';

/** A chosen amount and what speaks for it. */
export interface Chosen {
  entry: Entry;
  evidence: Evidence[];
}

/** What was taken off before and after the total, and what is still to pay. */
export interface Settlement {
  discount: Chosen | null;
  prepaid: Chosen | null;
  due: Chosen | null;
}

/** What is called a sum of these less clearly is none, and more clearly it is one by its label alone; in clarity, of 1. */
const [leastClear, clearly] = [0.3, 0.5];

/** Reads discount, prepaid amount and amount due, judged by what they do to the sums already chosen. */
export function readSettlement(
  main: MainSums,
  entries: readonly Entry[],
  sums: LineSums,
  currency: string | null,
): Settlement {
  const own = entries.filter((entry) => currency === null || entry.currency === null || entry.currency === currency);
  const of = (kind: TotalKind) =>
    own
      .filter(
        (entry) => entry.kinds[0] === kind && entry.from !== 'column' && entry.clarity >= leastClear && isMoney(entry),
      )
      .sort((a, b) => b.clarity - a.clarity);
  const taken = [main.net, main.vat, main.total];
  const prepaids = of('prepaid').filter((entry) => !taken.includes(entry) && !settlesEarlier(entry, own));
  const dues = of('due');
  const reckoned = dueByReckoning(main, own, dues);
  if (reckoned) {
    return { discount: chooseDiscount(main, own, of('discount'), sums), prepaid: null, due: reckoned };
  }
  // VAT that the customer pays itself is left out of what it pays the vendor, and was not paid before.
  const isOwnVat = ({ kinds, value }: Entry): boolean =>
    kinds.includes('vat') &&
    !kinds.includes('prepaid') &&
    main.vat !== null &&
    !value.isZero() &&
    value.abs().eq(main.vat.value.abs());
  const { prepaid, due } = settle(
    main.total,
    prepaids,
    dues,
    of('rounding'),
    of('withheld'),
    own.filter((entry) => !taken.includes(entry) && !isOwnVat(entry)),
  );
  const discount = chooseDiscount(main, own, of('discount'), sums);
  // On a credit note it is not certain what sign they are meant with.
  const sure = main.total === null || !main.total.value.isNegative();
  return sure
    ? { discount, prepaid: doubtedIfZero(prepaid), due }
    : { discount: doubted(discount), prepaid: doubted(prepaid), due };
}

/** In clarity, of 1: a label that is as clear stands in no sentence. */
const noSentence = 0.7;

/** A bare whole number in a sentence ("within 30 days") is no sum. */
const isMoney = (entry: Entry) =>
  entry.currency !== null || (entry.item.number?.decimals ?? 2) === 2 || entry.clarity >= noSentence;

/** Nothing taken off leaves every sum as it is: no arithmetic proves it. */
const doubtedIfZero = (chosen: Chosen | null): Chosen | null =>
  chosen?.entry.value.isZero() ? doubted(chosen) : chosen;

const doubted = (chosen: Chosen | null): Chosen | null =>
  chosen && { ...chosen, evidence: chosen.evidence.filter((fact) => fact !== 'sums_agree') };

function chooseDiscount(
  main: MainSums,
  entries: readonly Entry[],
  discounts: readonly Entry[],
  sums: LineSums,
): Chosen | null {
  // What the lines already leave out is no discount of the whole, and one that the sums know nothing of may be an offer for
  // early payment.
  if (sums.total && main.net && sums.total.eq(main.net.value)) return null;
  const free = discounts.filter((entry) => entry !== main.net && entry !== main.total);
  // What the discount is taken off: the lines' sum, or a printed sum before it.
  const before = entries.filter((entry) => ['lines_sum', 'net', 'total'].includes(entry.kinds[0] ?? ''));
  const wholes = [sums.total, ...before.map((entry) => entry.value)];
  const left = main.net ?? (main.vat ? null : main.total);
  const closing = wholes.flatMap((whole) => (left && whole ? adjustments(whole, left, entries) : []));
  const proven = closing.flat().filter((entry) => entry.kinds[0] === 'discount');
  if (proven[0]) {
    // Another one is printed: sums may close with the wrong one by accident.
    const others = [...free, ...proven].some(({ value }) => !value.isZero() && !value.abs().eq(proven[0]!.value.abs()));
    return { entry: proven[0], evidence: ['labelled', 'sums_agree', ...(others ? (['rival'] as const) : [])] };
  }
  const least = main.net ?? main.total;
  const clear = free.filter((entry) => entry.clarity >= clearly && (!least || entry.value.abs().lt(least.value.abs())));
  const [first = clear[0], ...others] = clear.filter((entry) => !entry.value.isZero());
  // Several of them, none of which the sums know, are rows of what is charged.
  if (others.some(({ value }) => !value.abs().eq(first!.value.abs()))) return null;
  return first ? { entry: first, evidence: ['labelled'] } : null;
}

/** Rows right below each other begin no farther apart, in heights. */
const rightBelow = 2.5;

/** "Balance 80.00" and right below it "Payments -80.00": what was paid is an earlier invoice. */
const settlesEarlier = (paid: Entry, entries: readonly Entry[]): boolean =>
  paid.value.isNegative() &&
  entries.some(
    (entry) =>
      entry.page === paid.page &&
      entry.value.add(paid.value).isZero() &&
      !entry.kinds.some((kind) => sumsToPay.has(kind)) &&
      entry.row.y < paid.row.y &&
      paid.row.y - entry.row.y < rightBelow * paid.row.height,
  );

const sumsToPay = new Set<TotalKind>(['due', 'gross', 'total']);

/** Still to pay is the total with a printed earlier balance added, or a printed tax withheld taken off. */
function dueByReckoning(
  { net, vat, total }: MainSums,
  entries: readonly Entry[],
  dues: readonly Entry[],
): Chosen | null {
  const gross = total?.value ?? (net && vat ? net.value.add(vat.value) : null);
  if (!gross) return null;
  const offsets = entries
    .filter((entry) => !entry.value.isZero() && (entry.kinds[0] === 'previous' || entry.kinds[0] === 'withheld'))
    .map((entry) => (entry.kinds[0] === 'previous' ? entry.value : entry.value.abs().neg()));
  // "Total due with the earlier balance" names both.
  const named = [...dues, ...entries.filter(({ kinds }) => kinds.some((kind) => sumsToPay.has(kind)))];
  const due = named.find((entry) => entry !== total && offsets.some((offset) => gross.add(offset).eq(entry.value)));
  return due ? { entry: due, evidence: ['labelled', 'sums_agree'] } : null;
}

/** A tax that the customer pays in the vendor's place is called so, or has a rate where no payment is named. */
const isTaxOff = ({ kinds, rates }: Entry): boolean =>
  kinds.includes('withheld') || (rates.length > 0 && !kinds.includes('prepaid'));

/** What stands between total and amount due and is exactly their difference was paid, however it is called. */
function paidByDifference(
  total: Entry,
  dues: readonly Entry[],
  others: readonly Entry[],
): { prepaid: Chosen; due: Chosen } | null {
  for (const due of dues) {
    const paid = total.value.sub(due.value);
    if (due === total || paid.isZero() || paid.isNegative() !== total.value.isNegative()) continue;
    const named = others.find(
      (entry) =>
        entry !== due &&
        entry.value.abs().eq(paid.abs()) &&
        entry.kinds[0] !== 'rounding' &&
        entry.page === total.page &&
        entry.row.y >= total.row.y - 1 &&
        entry.row.y <= due.row.y + 1 &&
        !isTaxOff(entry) &&
        !entry.kinds.some(
          (kind) =>
            entry.from === 'left' &&
            ['previous', 'withheld', 'vat', 'net', 'gross'].includes(kind) &&
            entry.clarity > clearly,
        ),
    );
    if (named) {
      return {
        prepaid: { entry: named, evidence: asPaid(named) },
        due: { entry: due, evidence: asDue(due) },
      };
    }
  }
  return null;
}

/** In heights of the upper row, from its top. */
const fewLines = 6;

/** With cents, a few lines under the other: where the label of a narrow column took lines of its own. */
const isRightBelow = (entry: Entry, upper: Entry): boolean =>
  entry.item.number?.decimals === 2 && entry.row.y - upper.row.y < fewLines * upper.row.height;

/** Several prepayments that together leave the amount due: none of them is the prepaid amount, and no sum of them is printed. */
function dueAfterSeveral(
  total: Entry,
  prepaids: readonly Entry[],
  dues: readonly Entry[],
): { prepaid: null; due: Chosen } | null {
  const below = prepaids.filter(
    (entry) => !entry.value.isZero() && entry.row.y >= total.row.y && entry.page === total.page,
  );
  if (below.length < 2) return null;
  const left = below.reduce((rest, entry) => rest.sub(entry.value.abs()), total.value.abs());
  const due = dues.find((entry) => entry !== total && entry.value.abs().eq(left.abs()));
  return due ? { prepaid: null, due: { entry: due, evidence: ['labelled', 'sums_agree'] } } : null;
}

/** What stands below a labelled prepayment and is exactly what it leaves of the total is still due. */
function dueByDifference(
  total: Entry,
  prepaids: readonly Entry[],
  others: readonly Entry[],
): { prepaid: Chosen; due: Chosen } | null {
  for (const prepaid of prepaids) {
    const left = total.value.abs().sub(prepaid.value.abs());
    const due = others.find(
      (entry) =>
        entry !== prepaid &&
        entry.value.abs().eq(left) &&
        entry.page === prepaid.page &&
        entry.row.y >= prepaid.row.y &&
        (entry.kinds.length > 0 || isRightBelow(entry, prepaid)) &&
        !left.isZero(),
    );
    if (due) {
      return {
        prepaid: { entry: prepaid, evidence: ['labelled', 'sums_agree'] },
        due: { entry: due, evidence: ['sums_agree'] },
      };
    }
  }
  return null;
}

/** Rows of such a chain begin no farther apart, in heights. */
const chainStep = 3;

/** A negative amount right below the total, and under it exactly what it leaves: paid and still due, whatever they are called. */
function chainBelow(total: Entry, others: readonly Entry[]): { prepaid: Chosen; due: Chosen } | null {
  const below = others
    .filter((entry) => entry.page === total.page && entry.row.y > total.row.y && entry.from !== 'above')
    .sort((a, b) => a.row.y - b.row.y);
  const [paid, due] = below;
  if (!paid || !due || total.value.isNegative() || !paid.value.isNegative() || paid.row === due.row) return null;
  const tight = (upper: Entry, lower: Entry) => lower.row.y - upper.row.y < chainStep * upper.row.height;
  const isTax = ['withheld', 'rounding', 'vat'].includes(paid.kinds[0] ?? '');
  if (isTax || !tight(total, paid) || !tight(paid, due) || !total.value.add(paid.value).eq(due.value)) return null;
  return {
    prepaid: { entry: paid, evidence: asPaid(paid) },
    due: { entry: due, evidence: asDue(due) },
  };
}

/** What is kept back as a security leaves the same amount due as what was paid: only a label tells the two apart. */
const asPaid = (entry: Entry): Evidence[] =>
  entry.kinds.includes('prepaid') ? ['labelled', 'sums_agree'] : ['sums_agree'];

/** Among open items under one head some differ from the total by another of them: only a label beside it tells. */
const asDue = (entry: Entry): Evidence[] =>
  entry.from === 'left' && entry.kinds.some((kind) => sumsToPay.has(kind))
    ? ['labelled', 'sums_agree']
    : ['sums_agree'];

function settle(
  total: Entry | null,
  prepaids: readonly Entry[],
  dues: readonly Entry[],
  roundings: readonly Entry[],
  withheld: readonly Entry[],
  others: readonly Entry[],
): { prepaid: Chosen | null; due: Chosen | null } {
  if (total) {
    // "Paid now 0.00", and below it what was paid before: nothing paid leaves every sum as it is.
    const payments = [...prepaids].sort((a, b) => Number(a.value.isZero()) - Number(b.value.isZero()));
    const offsets = [...roundings.map((entry) => entry.value), ...withheld.map((entry) => entry.value.abs().neg())];
    for (const prepaid of payments) {
      for (const due of dues) {
        const left = total.value.abs().sub(prepaid.value.abs());
        const close =
          isToTheCent(left, due.value.abs()) ||
          offsets.some((offset) => isToTheCent(left.add(offset), due.value.abs()));
        if (close && due !== total && !(prepaid.value.isZero() && !due.value.eq(total.value))) {
          return {
            prepaid: { entry: prepaid, evidence: ['labelled', 'sums_agree'] },
            due: { entry: due, evidence: ['labelled', 'sums_agree'] },
          };
        }
      }
    }
  }
  const unnamed =
    total &&
    (dueAfterSeveral(total, prepaids, dues) ??
      paidByDifference(total, dues, others) ??
      dueByDifference(total, prepaids, others) ??
      chainBelow(total, others));
  if (unnamed) return unnamed;
  const free = dues.filter((entry) => entry !== total);
  const same = total && free.find((entry) => entry.value.eq(total.value));
  const due = same ?? free[0] ?? dues[0] ?? null;
  const paid = prepaids.find(
    (entry) => entry.clarity >= clearly && (!total || entry.value.abs().lte(total.value.abs())),
  );
  return {
    prepaid: paid ? { entry: paid, evidence: ['labelled'] } : null,
    due: due && { entry: due, evidence: same ? ['labelled', 'seen_twice'] : ['labelled'] },
  };
}
