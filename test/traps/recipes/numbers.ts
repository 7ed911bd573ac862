import { addDays, type Draft, inventNumber, money, note, printDay, row } from '../draft.ts';
import { fill } from '../words.ts';
import type { Cause, Recipe } from './recipe.ts';

const cause: Cause = 'numbers';

/** Another document's number, labelled in the head like the invoice's own and said once more in a sentence. */
function labelledTwice(name: string, first: boolean): (draft: Draft) => void {
  return (draft) => {
    const [label, sentence] = draft.words.numbers[name] as [string, string];
    const day = addDays(draft.date, -25);
    const number = inventNumber(draft.chance, day);
    draft.sheet.meta.splice(first ? 0 : draft.sheet.meta.length, 0, row(label, number));
    note(draft, ['head', 'beforeLines', 'underSums'], fill(sentence, { number, date: printDay(draft.country, day) }));
  };
}

/** The invoice's own number stands in its title alone, and another's has a label. */
function ownInTitle(name: string): (draft: Draft) => void {
  return (draft) => {
    labelledTwice(name, true)(draft);
    const { sheet, words, truth } = draft;
    sheet.meta = sheet.meta.filter(({ label }) => label !== words.labels.number);
    sheet.title = `${words.labels.invoice} ${truth.header.invoice_number}`;
  };
}

function paidBefore(draft: Draft): void {
  const day = addDays(draft.date, -34);
  const values = {
    number: inventNumber(draft.chance, day),
    date: printDay(draft.country, day),
    amount: money(draft, draft.net),
  };
  note(draft, ['head', 'beforeLines', 'underSums'], fill(draft.words.numbers.paid as string, values));
}

/** No order is named: what the customer is to quote is the invoice's number. */
function reference(draft: Draft): void {
  const { sheet, words, truth } = draft;
  sheet.meta = sheet.meta.filter(({ label }) => label !== words.labels.order);
  const number = String(truth.header.invoice_number);
  truth.header.po_reference = null;
  sheet.payment.push(row(words.labels.reference!, number));
  note(draft, ['underSums', 'payment'], fill(words.numbers.reference as string, { number }));
}

/** Numbers of other documents. */
export const numbers: readonly Recipe[] = [
  { name: 'pro forma before', cause, apply: labelledTwice('proforma', true) },
  { name: 'pro forma after', cause, apply: labelledTwice('proforma', false) },
  { name: 'contract', cause, apply: labelledTwice('contract', true) },
  { name: 'replaced invoice', cause, apply: labelledTwice('replaces', true) },
  { name: 'till receipt', cause, apply: labelledTwice('till', true) },
  { name: 'own in title, pro forma labelled', cause, apply: ownInTitle('proforma') },
  { name: 'own in title, replaced labelled', cause, apply: ownInTitle('replaces') },
  { name: 'invoice paid before', cause, apply: paidBefore },
  { name: 'number to quote', cause, apply: reference },
];
