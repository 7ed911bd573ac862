import type { Facts } from '../candidates/facts.ts';
import { type Place, placeOf, type TextLine } from '../candidates/text-lines.ts';
import { rankAccounts } from '../fields/bank.ts';
import { chooseCurrency, rankCurrencies } from '../fields/currency.ts';
import { dateClaims } from '../fields/labelled-dates.ts';
import { referenceClaims } from '../fields/labelled-references.ts';
import { chooseReferences } from '../fields/references.ts';
import type { Layout } from '../layout/layout.ts';
import { addressText } from '../parties/address-lines.ts';
import { rankCustomers } from '../parties/choose-customer.ts';
import { chooseParties, findOtherParties } from '../parties/choose-parties.ts';
import { rankVendors } from '../parties/choose-vendor.ts';
import { nameKey } from '../parties/company-name.ts';
import type { Draft } from '../parties/draft.ts';
import { rankContacts } from '../parties/give-party.ts';
import { rankVats } from '../parties/vendor-vat.ts';
import { assignments } from '../totals/choose.ts';
import type { Entry } from '../totals/entry.ts';
import { readEntries } from '../totals/read-entries.ts';
import type { TotalKind } from '../totals/total-words.ts';
import { added, type Choice, type Features } from '../weights.ts';

/** A value that was seen as one of a field's type. */
export interface Candidate {
  /** Its printings; the first is the one that would be given. */
  values: readonly (string | number)[];
  /** Whether a label names the field beside it, or the place does where no label is needed. */
  labelled: boolean;
  /** What was weighed when it was chosen among; null where it was not. */
  features: Features | null;
  place: Place | null;
}

/** The choice by weighed features that gives a field its value; other fields are chosen without. */
export const choiceOf: Readonly<Record<string, Choice>> = {
  'vendor.name': 'vendor',
  'vendor.vat_number': 'vendor_vat',
  'customer.name': 'customer',
  'vendor.email': 'contact',
  'vendor.phone': 'contact',
  'bank_details.iban': 'account',
  invoice_number: 'reference',
  po_reference: 'reference',
  delivery_note_number: 'reference',
  invoice_date: 'date',
  due_date: 'date',
  currency: 'currency',
  subtotal: 'sums',
  vat_amount: 'sums',
  total_amount: 'sums',
};

/** What labels call the sums that stand outside the lines. */
const sumKinds: Readonly<Record<string, readonly TotalKind[]>> = {
  subtotal: ['net', 'lines_sum', 'total', 'base'],
  vat_amount: ['vat'],
  total_amount: ['gross', 'due', 'total', 'lines_sum'],
  discount_amount: ['discount'],
  prepaid_amount: ['prepaid'],
  amount_due: ['due'],
};

/** All that was seen for each field whose values are gathered before one is chosen. */
export function candidatesOf(layout: Layout, facts: Facts): Map<string, Candidate[]> {
  return new Map([
    ...partyCandidates(facts),
    ...referenceCandidates(facts),
    ...dateCandidates(facts),
    ...accountCandidates(facts),
    ...contactCandidates(facts),
    ...currencyCandidates(facts),
    ...sumCandidates(layout, facts),
  ]);
}

type Entries = [field: string, candidates: Candidate[]][];

const placed = ({ line, start, end }: { line: TextLine; start: number; end: number }) => placeOf(line, start, end);

function partyCandidates(facts: Facts): Entries {
  const { labelled, vendorBlocks, customer, customerKey, notVendor } = findOtherParties(facts);
  const vendors = rankVendors(facts, vendorBlocks, customerKey, notVendor);
  const customers = rankCustomers(facts, labelled);
  const vats = new Map(
    rankVats(facts, vendors[0]?.group ?? [], customer, notVendor).map(({ vat, features }) => [vat, features]),
  );
  const addresses = (drafts: readonly Draft[]): Candidate[] =>
    drafts
      .filter(({ address }) => address.length > 0)
      .map(({ address }) => ({
        values: [addressText(address)],
        labelled: true,
        features: null,
        place: placed(address[0]!),
      }));
  const numbers = (isOwn: boolean): Candidate[] =>
    facts.vatNumbers.map((vat) => ({
      values: [vat.value],
      labelled: vat.label !== null || vat.isBuyer,
      features: isOwn ? (vats.get(vat) ?? null) : null,
      place: placed(vat),
    }));
  return [
    [
      'vendor.name',
      vendors.map(({ group, features }) => ({
        values: group.map(({ name }) => name.text),
        labelled: true,
        features,
        place: placed(group[0]!.name),
      })),
    ],
    [
      'customer.name',
      customers.map(({ name, features }) => ({
        values: name ? [name.text] : [],
        labelled: true,
        features,
        place: name && placed(name),
      })),
    ],
    ['vendor.address', addresses(vendors.flatMap(({ group }) => group))],
    ['customer.address', addresses(customers)],
    ['vendor.vat_number', numbers(true)],
    ['customer.vat_number', numbers(false)],
  ];
}

function referenceCandidates(facts: Facts): Entries {
  const claims = referenceClaims(facts);
  return (['invoice_number', 'po_reference', 'delivery_note_number'] as const).map((field) => [
    field,
    claims.map((claim) => ({
      values: [claim.value],
      labelled: claim.kind === field,
      features: claim.kind === field ? claim.features : null,
      place: placed(claim),
    })),
  ]);
}

function dateCandidates(facts: Facts): Entries {
  const claims = dateClaims(facts, chooseReferences(facts).numberClaim);
  return (['invoice_date', 'due_date'] as const).map((field) => {
    const named = claims.filter(({ kind }) => kind === field);
    const unnamed = facts.dates.all.filter((date) => !named.some((claim) => claim.date === date));
    return [
      field,
      [
        ...named.map(({ date, features }) => ({
          values: [date.iso],
          labelled: true,
          features,
          place: placed(date),
        })),
        ...unnamed.map((date) => ({ values: [date.iso], labelled: false, features: null, place: placed(date) })),
      ],
    ];
  });
}

function accountCandidates(facts: Facts): Entries {
  const parties = chooseParties(facts);
  const { ranked } = rankAccounts(facts, parties, chooseCurrency(facts, parties)?.value ?? null);
  const features = new Map(ranked.map((one) => [one.account.start + one.account.iban, one.features]));
  return [
    [
      'bank_details.iban',
      facts.accounts.ibans.map((iban) => ({
        values: [iban.iban],
        labelled: true,
        features: features.get(iban.start + iban.iban) ?? null,
        place: placed(iban),
      })),
    ],
    [
      'bank_details.bic',
      facts.accounts.bics.map((bic) => ({ values: [bic.bic], labelled: true, features: null, place: placed(bic) })),
    ],
  ];
}

function contactCandidates(facts: Facts): Entries {
  const { contacts } = facts;
  const { vendor, customer, vendorLines: lines, notVendor } = chooseParties(facts);
  const customerKey = customer.name && nameKey(customer.name.value);
  const all = [...contacts.emails, ...contacts.phones];
  const features = new Map(
    rankContacts(all, { name: vendor.name?.value, lines }, notVendor, customerKey).map((one) => [
      one.contact,
      one.features,
    ]),
  );
  return (['emails', 'phones'] as const).map((kind) => [
    kind === 'emails' ? 'vendor.email' : 'vendor.phone',
    contacts[kind].map((contact) => ({
      values: [contact.value],
      labelled: true,
      features: features.get(contact) ?? null,
      place: placed(contact),
    })),
  ]);
}

function currencyCandidates(facts: Facts): Entries {
  return [
    [
      'currency',
      rankCurrencies(facts).map(({ code, mentions, features }) => ({
        values: [code],
        labelled: true,
        features,
        place: placed(mentions[0]!),
      })),
    ],
  ];
}

/** Of the ways to assign the three main sums, the likeliest that gives an amount a role speaks for the amount. */
function sumCandidates(layout: Layout, facts: Facts): Entries {
  const { entries, rateRows, sums } = readEntries(layout, facts.read);
  const best = new Map<string, { weight: number; features: Features }>();
  const roles = { net: 'subtotal', vat: 'vat_amount', total: 'total_amount' } as const;
  const currency = chooseCurrency(facts, chooseParties(facts))?.value ?? null;
  for (const assignment of assignments(entries, rateRows, sums, currency))
    for (const [role, field] of Object.entries(roles)) {
      const entry = assignment.sums[role as keyof typeof roles];
      const key = `${field} ${entry ? entries.indexOf(entry) : ''}`;
      if (assignment.weight > (best.get(key)?.weight ?? -Infinity))
        best.set(key, { weight: assignment.weight, features: added(assignment.features) });
    }
  return Object.entries(sumKinds).map(([field, kinds]) => [
    field,
    entries.map((entry: Entry, at) => ({
      values: [entry.value.abs().toNumber()],
      labelled: entry.kinds.some((kind) => kinds.includes(kind)),
      features: best.get(`${field} ${at}`)?.features ?? null,
      place: { page: entry.page, box: entry.item },
    })),
  ]);
}
