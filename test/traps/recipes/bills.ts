import { Decimal } from 'decimal.js';
import {
  addDays,
  type Draft,
  money,
  note,
  percent,
  printAmount,
  printDay,
  printNumber,
  rounded,
  row,
  sumUp,
} from '../draft.ts';
import type { TableRow } from '../sheet.ts';
import { fill } from '../words.ts';
import { type Cause, type Recipe, setTrue } from './recipe.ts';

const cause: Cause = 'bills';

/** What was owed before is added under the invoice's own total. */
function oldBalance(draft: Draft): void {
  const { sheet, words, country, chance } = draft;
  const before = rounded(draft.gross.times(chance.whole(15, 180)).div(100), country);
  const due = draft.gross.plus(before);
  sheet.sums.push(row(words.bills.oldBalance!, money(draft, before)), {
    ...row(words.labels.toPay!, money(draft, due)),
    strong: true,
  });
  setTrue(draft, { amount_due: due.toNumber() });
}

/** A box with what was used, before the net sum, and last year's total. */
function consumption(draft: Draft): void {
  const { words, items } = draft;
  const part = items[0]!.total;
  note(draft, ['head'], `<b>${words.bills.consumption}: ${money(draft, part)}</b>`);
  lastYear(draft);
}

function lastYear(draft: Draft): void {
  const amount = money(draft, rounded(draft.gross.times('0.91'), draft.country));
  note(draft, ['head', 'beforeLines', 'underSums'], fill(draft.words.bills.lastYear!, { amount }));
}

/** Two rates in a table of their own; the whole VAT is in none of its rows. */
function twoRates(draft: Draft): void {
  const { sheet, words, country } = draft;
  draft.items[0]!.rate = country.rates[1];
  sumUp(draft);
  const { bills, labels } = words;
  const perRate = [...Map.groupBy(draft.items, ({ rate }) => rate)].map(([rate, own]) => {
    const base = own.reduce((sum, { total }) => sum.plus(total), new Decimal(0));
    const vat = rounded(base.times(rate).div(100), country);
    return `<tr><td>${percent(country, rate)}<td class="r">${printAmount(country, base)}<td class="r">${printAmount(country, vat)}</tr>`;
  });
  sheet.notes.underSums.push(
    `<table><tr><th>${labels.rate}<th class="r">${bills.base}<th class="r">${bills.vatWord}</tr>${perRate.join('')}</table>`,
  );
}

/** The price of one with VAT beside the price without. */
function grossPrice(draft: Draft): void {
  const { table, words } = { ...draft.sheet, words: draft.words };
  const at = draft.chance.next() < 0.5 ? 3 : 4;
  table.heads.splice(at, 0, words.labels.grossPrice!);
  table.right.splice(at, 0, true);
  table.rows = draft.items.map((item, index) => {
    const cells = table.rows[index]!;
    const gross = rounded(item.price.times(100 + item.rate).div(100), draft.country);
    return 'across' in cells ? cells : cells.toSpliced(at, 0, printAmount(draft.country, gross));
  });
}

/** Days that are not the day of payment, where none is printed. */
function otherDays(draft: Draft): void {
  const { sheet, words, country, date, truth } = draft;
  const { bills, labels } = words;
  sheet.meta = sheet.meta.filter(({ label }) => label !== labels.due);
  truth.header.due_date = null;
  const from = addDays(date, -31);
  sheet.meta.push(
    row(bills.delivered!, printDay(country, addDays(date, 4))),
    row(bills.period!, `${printDay(country, from)} – ${printDay(country, addDays(date, 9))}`),
  );
}

/** Two payments instead of one day for all. */
function instalments(draft: Draft): void {
  const { sheet, words, country, date, truth } = draft;
  sheet.meta = sheet.meta.filter(({ label }) => label !== words.labels.due);
  truth.header.due_date = null;
  sheet.terms = '';
  const first = rounded(draft.gross.div(2), country);
  for (const [at, amount] of [first, draft.gross.minus(first)].entries()) {
    const day = printDay(country, addDays(date, 30 * (at + 1)));
    sheet.notes.underSums.push(
      fill(words.bills.instalment!, { n: String(at + 1), amount: money(draft, amount), date: day }),
    );
  }
}

/** The day of the document is written behind its place, and the day of the work has the words. */
function placeAndDay(draft: Draft): void {
  const { sheet, words, country, date, language } = draft;
  sheet.meta = sheet.meta.filter(({ label }) => label !== words.labels.date && label !== words.labels.due);
  draft.truth.header.due_date = null;
  const place = sheet.vendor.city.replace(/^[\d\s-]+(?:[A-Z]{2} )?/, '').replace(/ [A-Z]{1,2}\d+ \d[A-Z]{2}$/, '');
  const written = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
  sheet.notes.head.push(`${place}, ${written}`);
  sheet.notes.beforeLines.push(fill(words.bills.done!, { date: printDay(country, addDays(date, -6)) }));
}

/** Two discounts off the sum, of which neither is the discount. */
function twoDiscounts(draft: Draft): void {
  const { sheet, words, country, chance } = draft;
  const { labels, bills } = words;
  const before = draft.net;
  const [first, second] = [chance.whole(2, 6), chance.whole(2, 6)].map((share) =>
    rounded(before.times(share).div(100), country),
  );
  const net = before.minus(first!).minus(second!);
  const vat = rounded(net.times(country.rates[0]).div(100), country);
  sheet.sums = [
    row(labels.sum!, money(draft, before)),
    row(labels.discount!, `-${money(draft, first!)}`),
    row(bills.loyalty!, `-${money(draft, second!)}`),
    row(labels.subtotal!, money(draft, net)),
    { ...sheet.sums[1]!, value: money(draft, vat) },
    { ...row(labels.total!, money(draft, net.plus(vat))), strong: true },
  ];
  setTrue(draft, {
    subtotal: net.toNumber(),
    vat_amount: vat.toNumber(),
    total_amount: net.plus(vat).toNumber(),
    discount_amount: first!.plus(second!).toNumber(),
  });
}

/** Sums of parts among the lines. */
function parts(draft: Draft): void {
  const { sheet, words } = draft;
  sheet.table.rows = sheet.table.rows.flatMap((cells, at) => [
    cells,
    {
      across: `<b>${fill(words.bills.part!, { part: 'ABCD'[at]! })}</b>`,
      value: printAmount(draft.country, draft.items[at]!.total),
    },
  ]);
}

/** What the lines so far come to, carried to the next rows. */
function carried(draft: Draft): void {
  const { sheet, words, items } = draft;
  sheet.table.rows.splice(1, 0, { across: words.bills.carried!, value: money(draft, items[0]!.total) });
}

/** The sums once more in another currency. */
function otherCurrency(draft: Draft): void {
  const { words, country, truth } = draft;
  const [currency, rate] = country.currency === 'EUR' ? ['USD', new Decimal('1.0842')] : ['EUR', new Decimal('0.2014')];
  const amount = `${printNumber(country, draft.gross.times(rate), 2)} ${currency}`;
  note(
    draft,
    ['underSums', 'beforeLines'],
    fill(words.bills.equivalent!, { amount, rate: printNumber(country, rate, 4) }),
  );
  truth.unknown.push('exchange_rate', 'exchange_rate_currency');
}

/** The column with the label of goods holds their codes; what they are stands below. */
function codesAsGoods(draft: Draft): void {
  const { sheet, words, chance } = draft;
  sheet.table.heads[0] = words.labels.article!;
  sheet.table.rows = sheet.table.rows.flatMap<TableRow>((cells) =>
    'across' in cells
      ? [cells]
      : [cells.with(0, `${chance.letters(3)}-${chance.digits(4)}`), [cells[0]!, '', '', '', '', '']],
  );
}

/** Days, sums and prices that stand beside the right ones. */
export const bills: readonly Recipe[] = [
  { name: 'older balance', cause, apply: oldBalance },
  { name: 'consumption and last year', cause, apply: consumption },
  { name: 'last year', cause, apply: lastYear },
  { name: 'two rates', cause, apply: twoRates },
  { name: 'price with VAT', cause, apply: grossPrice },
  { name: 'days of delivery and period', cause, apply: otherDays },
  { name: 'instalments', cause, apply: instalments },
  { name: 'place and day', cause, apply: placeAndDay },
  { name: 'two discounts', cause, apply: twoDiscounts },
  { name: 'sums of parts', cause, apply: parts },
  { name: 'carried forward', cause, apply: carried },
  { name: 'another currency', cause, apply: otherCurrency },
  { name: 'codes as goods', cause, apply: codesAsGoods },
];
