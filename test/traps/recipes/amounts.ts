import { Decimal } from 'decimal.js';
import { type Draft, money, row, sumUp } from '../draft.ts';
import { type Cause, type Recipe, setTrue } from './recipe.ts';

/** Deposits on packaging, which bear no VAT, between the VAT and the total that includes them. */
function deposit(interim: boolean): (draft: Draft) => void {
  return (draft) => {
    const { sheet, words, chance } = draft;
    const { deposits, labels } = words;
    const each = draft.country.decimals === 0 ? new Decimal(50) : new Decimal(chance.one(['0.25', '0.50', '1.00']));
    const amount = each.times(chance.whole(6, 48));
    const total = draft.gross.plus(amount);
    sheet.sums = [
      ...sheet.sums.slice(0, -1),
      ...(interim ? [row(deposits.gross, money(draft, draft.gross))] : []),
      row(deposits.deposit, money(draft, amount)),
      { ...row(labels.total!, money(draft, total)), strong: true },
    ];
    setTrue(draft, { total_amount: total.toNumber() });
  };
}

/** Deposits as a line of their own, which no VAT is on. */
function depositLine(draft: Draft): void {
  const { country, words, chance } = draft;
  const price = country.decimals === 0 ? new Decimal(50) : new Decimal('0.25');
  const quantity = new Decimal(chance.whole(6, 48));
  const total = quantity.times(price);
  const base = draft.net;
  draft.items.push({ name: words.deposits.deposit, quantity, unit: words.labels.piece!, price, rate: 0, total });
  sumUp(draft);
  draft.sheet.sums = [
    row(words.labels.subtotal!, money(draft, base)),
    draft.sheet.sums[1]!,
    row(words.deposits.deposit, money(draft, total)),
    draft.sheet.sums.at(-1)!,
  ];
  // Whether the deposit's base is of the net sum is a matter of opinion; the total is not.
  draft.truth.unknown.push('subtotal');
}

/** Thousands with a point, in a currency that has no minor units. */
function noMinorUnits(currency: string, sign: string, signBefore: boolean): (draft: Draft) => void {
  return (draft) => {
    draft.country = { ...draft.country, currency, sign, signBefore, thousands: '.', point: ',', decimals: 0 };
    for (const item of draft.items) {
      item.price = new Decimal(draft.chance.whole(12_000, 480_000));
      item.quantity = new Decimal(draft.chance.whole(1, 3));
      item.total = item.price.times(item.quantity);
    }
    draft.items = draft.items.slice(0, draft.chance.whole(1, 2));
    sumUp(draft);
    draft.vat = draft.net.times(draft.country.rates[0]).div(100).toDecimalPlaces(0);
    setTrue(draft, { currency });
  };
}

/** Quantities with three places behind the decimal point, and one of thousands beside them. */
function threePlaces(draft: Draft): void {
  const { country, chance } = draft;
  for (const [at, item] of draft.items.entries()) {
    if (at === 0) item.quantity = new Decimal(chance.whole(1, 9));
    else {
      item.quantity = new Decimal(chance.whole(1, 9) * 1000);
      item.price =
        country.decimals === 0 ? new Decimal(chance.whole(2, 30)) : new Decimal(chance.whole(2, 30)).div(100);
    }
    item.total = item.quantity.times(item.price);
  }
  sumUp(draft);
  const [first] = draft.sheet.table.rows;
  if (first && !('across' in first))
    draft.sheet.table.rows[0] = first.with(1, `${draft.items[0]!.quantity}${country.point}000`);
}

const deposits: Cause = 'deposits';
const habits: Cause = 'habits';

/** Sums that hold more than net and VAT, and marks in numbers that mean one thing here and another there. */
export const amounts: readonly Recipe[] = [
  { name: 'deposit in total', cause: deposits, apply: deposit(false) },
  { name: 'deposit after gross', cause: deposits, apply: deposit(true) },
  { name: 'deposit as line', cause: deposits, apply: depositLine },
  { name: 'pesos', cause: habits, apply: noMinorUnits('CLP', '$', true) },
  { name: 'yen', cause: habits, apply: noMinorUnits('JPY', 'JPY', false) },
  { name: 'crowns of Iceland', cause: habits, apply: noMinorUnits('ISK', 'ISK', false) },
  { name: 'quantities with three places', cause: habits, apply: threePlaces },
];
