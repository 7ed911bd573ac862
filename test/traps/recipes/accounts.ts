import { addDays, type Draft, note, otherIban, otherParty, printDay, row } from '../draft.ts';
import type { Place, Unseen } from '../sheet.ts';
import { fill } from '../words.ts';
import { type Cause, type Recipe, setTrue } from './recipe.ts';

/** Fills one of the half's sentences about accounts; what it leaves out is not computed in vain. */
function sentence(draft: Draft, name: string): string {
  return fill(draft.words.accounts[name] as string, {
    iban: otherIban(draft),
    name: otherParty(draft, name === 'assigned' ? 5 : 6).name,
    date: printDay(draft.country, addDays(draft.date, 18)),
  });
}

const said =
  (name: string, places: readonly Place[]) =>
  (draft: Draft): void =>
    note(draft, places, sentence(draft, name));

/** Takes the vendor's own bank details off the page, and out of the truth. */
function withoutAccount(draft: Draft): void {
  draft.sheet.payment = [];
  setTrue(draft, { 'bank_details.iban': null, 'bank_details.bic': null, 'bank_details.bank_name': null });
}

function terms(draft: Draft): void {
  const { accounts } = draft.words;
  const texts = [...accounts.terms, sentence(draft, 'example')];
  draft.sheet.pages.push(`<h3>${accounts.termsTitle}</h3>${texts.map((text) => `<p>${text}</p>`).join('')}`);
}

/** The vendor's own account stands on the page, and the claim is another's. */
function assigned(draft: Draft): void {
  const { accounts, labels } = draft.words;
  const factor = otherParty(draft, 5);
  const iban = otherIban(draft);
  const own = draft.sheet.payment.find(({ label }) => label === labels.iban)!.value;
  draft.sheet.payment = [];
  draft.sheet.notes.foot.push(`${draft.sheet.vendor.name} · ${labels.iban} ${own}`);
  note(draft, ['underSums', 'payment'], fill(accounts.assigned as string, { name: factor.name, iban }));
  setTrue(draft, {
    'bank_details.iban': iban.replaceAll(' ', ''),
    'bank_details.bic': null,
    'bank_details.bank_name': null,
  });
}

function debit(draft: Draft): void {
  withoutAccount(draft);
  note(draft, ['underSums', 'payment'], sentence(draft, 'debit'));
  draft.truth.unknown.push('due_date');
}

/** Only the customer's own account is printed. */
function customersOnly(draft: Draft): void {
  withoutAccount(draft);
  draft.sheet.notes.customer.push(sentence(draft, 'customerAccount'));
}

/** Ways to have a text in the file that nobody sees. */
const invisible: Record<string, (text: string) => string> = {
  white: (text) => `<div style="color:#fff">${text}</div>`,
  tiny: (text) => `<div style="font-size:.4px;line-height:1px">${text}</div>`,
  covered: (text) =>
    `<div class="clear">${text}<div style="position:absolute;inset:-1px -9px;background:#fff">&nbsp;</div></div>`,
};

/** Another account, number and total beside the visible ones. */
function hidden(way: string): (draft: Draft) => void {
  return (draft) => {
    const { labels } = draft.words;
    const text = [
      row(labels.number!, `H${draft.chance.digits(7)}`),
      row(labels.total!, draft.sheet.sums[0]!.value),
      row(labels.iban!, otherIban(draft)),
    ]
      .map(({ label, value }) => `<div>${label}: ${value}</div>`)
      .join('');
    note(draft, ['head', 'underSums'], invisible[way]!(text));
  };
}

/** Another account where the page's edge or a clipping path keeps it from being seen. */
function unseen(way: Unseen['way']): (draft: Draft) => void {
  return (draft) => {
    draft.sheet.unseen = { way, text: `IBAN: ${otherIban(draft)}` };
  };
}

const cause: Cause = 'accounts';

/** Accounts that are not the one to pay this invoice to. */
export const accounts: readonly Recipe[] = [
  { name: 'example in terms', cause, apply: terms },
  { name: 'claim assigned', cause, apply: assigned },
  { name: 'guarantee account', cause, apply: said('guarantee', ['underSums', 'payment', 'foot']) },
  { name: 'donation account', cause, apply: said('donation', ['underSums', 'foot']) },
  { name: 'refund account', cause, apply: said('refund', ['underSums', 'payment']) },
  { name: 'direct debit', cause, apply: debit },
  { name: 'customer account', cause, apply: said('customerAccount', ['customer', 'underSums']) },
  { name: 'only customer account', cause, apply: customersOnly },
  { name: 'another company account', cause, apply: said('otherCompany', ['head', 'foot']) },
  { name: 'closed account', cause, apply: said('oldAccount', ['head', 'payment', 'underSums']) },
  { name: 'tax account', cause, apply: said('vatAccount', ['payment', 'underSums']) },
  ...Object.keys(invisible).map((way) => ({ name: `hidden, ${way}`, cause, apply: hidden(way) })),
];

/** Accounts that only the file holds. */
export const unseenAccounts: readonly Recipe[] = [
  { name: 'hidden, off the page', cause, apply: unseen('off the page') },
  { name: 'hidden, clipped', cause, apply: unseen('clipped') },
];
