import { Decimal } from 'decimal.js';
import { addDays, type Draft, inventNumber, money, printDay, rounded, row, startDraft } from '../draft.ts';
import { fill } from '../words.ts';
import type { Cause, Recipe } from './recipe.ts';

const cause: Cause = 'no-invoice';

/** Another kind of document with the same parties, and lines with prices and sums. */
function priced(kind: string): (draft: Draft) => void {
  return (draft) => {
    const { sheet, words, country, truth, date } = draft;
    const [title, number, text] = words.documents[kind]!;
    truth.invoice = false;
    // Its own number may name the field of its kind.
    truth.unknown.push('delivery_note_number', 'po_reference');
    sheet.title = title;
    sheet.billTo = '';
    sheet.terms = '';
    sheet.meta[0]!.label = number;
    sheet.meta[1]!.label = words.labels.day!;
    sheet.meta = sheet.meta.filter(({ label }) => label !== words.labels.due);
    sheet.sums.at(-1)!.label = words.labels.sum!;
    sheet.notes.beforeLines.push(fill(text, { date: printDay(country, addDays(date, 14)) }));
  };
}

/** A list of invoices with their days and amounts, and what they come to. */
function listed(kind: string): (draft: Draft) => void {
  return (draft) => {
    priced(kind)(draft);
    const { sheet, words, country, chance, date } = draft;
    const { labels } = words;
    const items = Array.from({ length: chance.whole(2, 4) }, () => {
      const day = addDays(date, -chance.whole(40, 120));
      const amount = rounded(draft.gross.times(chance.whole(20, 90)).div(100), country);
      return { number: inventNumber(chance, day), day, amount };
    });
    sheet.table = {
      heads: [labels.number!, labels.date!, labels.due!, labels.amount!],
      right: [false, false, false, true],
      rows: items.map(({ number, day, amount }) => [
        number,
        printDay(country, day),
        printDay(country, addDays(day, 30)),
        money(draft, amount),
      ]),
    };
    const sum = items.reduce((all, { amount }) => all.plus(amount), new Decimal(0));
    sheet.sums = [{ ...row(kind === 'remittance' ? labels.sum! : labels.toPay!, money(draft, sum)), strong: true }];
  };
}

/** Written by who pays: it is no vendor's. */
function remittance(draft: Draft): void {
  listed('remittance')(draft);
  draft.truth.unknown.push('vendor', 'customer', 'bank_details');
}

function paymentReceipt(draft: Draft): void {
  priced('paymentReceipt')(draft);
  const { sheet, words, country, date } = draft;
  const paid = inventNumber(draft.chance, date);
  sheet.table = {
    heads: [words.labels.number!, words.labels.date!, words.labels.amount!],
    right: [false, false, true],
    rows: [[paid, printDay(country, addDays(date, -20)), money(draft, draft.gross)]],
  };
  sheet.sums = [{ ...row(words.labels.sum!, money(draft, draft.gross)), strong: true }];
}

function priceList(draft: Draft): void {
  priced('priceList')(draft);
  draft.sheet.sums = [];
  draft.sheet.table.rows = draft.sheet.table.rows.map((cells) => ('across' in cells ? cells : cells.with(1, '1')));
}

/** What is not sent yet, or only shows how one would look; it has all that an invoice has. */
function draftOfInvoice(draft: Draft): void {
  const { sheet, words, truth } = draft;
  truth.invoice = false;
  sheet.title = words.documents.draft![0];
}

/** The second invoice in the file is by the same vendor; what is asked for are the first one's values. */
function secondInvoice(draft: Draft): void {
  const { sheet, words, country, chance, date } = draft;
  const { labels } = words;
  const other = startDraft(draft.half, draft.language, `second ${date}`);
  const day = addDays(date, 9);
  const list = [
    row(labels.number!, inventNumber(chance, day)),
    row(labels.date!, printDay(country, day)),
    ...sheet.meta.slice(4),
    row(labels.subtotal!, money(draft, other.net)),
    row(fill(labels.vatSum!, { rate: `${country.rates[0]} %` }), money(draft, other.vat)),
    row(labels.total!, money(draft, other.gross)),
  ];
  sheet.pages.push(
    `<h2>${sheet.title}</h2><p>${sheet.vendor.name}<br>${sheet.vendor.street}<br>${sheet.vendor.city}</p>${list.map(({ label, value }) => `<p>${label}: ${value}</p>`).join('')}`,
  );
  draft.truth.unknown.push('line_items');
}

/** Names of what is no invoice that hold the word for one. */
export const almostInvoices: readonly Recipe[] = [{ name: 'draft of an invoice', cause, apply: draftOfInvoice }];

/** What is no invoice, and a file with two of them. */
export const noInvoices: readonly Recipe[] = [
  ...['quotation', 'orderConfirmation', 'deliveryNote', 'contract'].map((kind) => ({
    name: kind,
    cause,
    apply: priced(kind),
  })),
  ...['statement', 'reminder'].map((kind) => ({ name: kind, cause, apply: listed(kind) })),
  { name: 'remittance advice', cause, apply: remittance },
  { name: 'payment receipt', cause, apply: paymentReceipt },
  { name: 'price list', cause, apply: priceList },
  { name: 'second invoice', cause, apply: secondInvoice },
];
