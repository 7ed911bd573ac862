import { Decimal } from 'decimal.js';
import { type Draft, money, rounded, row } from '../draft.ts';
import { type Cause, type Recipe, setTrue } from './recipe.ts';

const cause: Cause = 'control';

/** Part of the total was paid before. */
function prepaid(draft: Draft): void {
  const { sheet, words, country } = draft;
  const paid = rounded(draft.gross.times(new Decimal('0.3')), country);
  const due = draft.gross.minus(paid);
  sheet.sums.push(row(words.labels.prepaid!, `-${money(draft, paid)}`), {
    ...row(words.labels.toPay!, money(draft, due)),
    strong: true,
  });
  setTrue(draft, { prepaid_amount: paid.toNumber(), amount_due: due.toNumber() });
}

/** Invoices without any trap. */
export const controls: readonly Recipe[] = [
  ...[1, 2, 3, 4, 5, 6, 7].map((at) => ({ name: `plain ${at}`, cause, apply: () => {} })),
  { name: 'prepaid', cause, apply: prepaid },
];
