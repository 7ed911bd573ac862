import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normaliseBuyerVat } from '../../server/checks/vat-numbers.ts';
import { type Facts, gatherFacts } from '../../server/engine/candidates/facts.ts';
import { rankAccounts } from '../../server/engine/fields/bank.ts';
import { chooseCurrency } from '../../server/engine/fields/currency.ts';
import { dateClaims } from '../../server/engine/fields/dates.ts';
import { chooseReferences, referenceClaims } from '../../server/engine/fields/references.ts';
import { type Layout, layOut } from '../../server/engine/layout/layout.ts';
import { readLines } from '../../server/engine/lines/read-lines.ts';
import { rankCustomers } from '../../server/engine/parties/choose-customer.ts';
import { chooseParties, findOtherParties } from '../../server/engine/parties/choose-parties.ts';
import { rankVats, rankVendors } from '../../server/engine/parties/choose-vendor.ts';
import { saysAll } from '../../server/engine/read-invoice.ts';
import { assignments } from '../../server/engine/totals/choose.ts';
import { readEntries } from '../../server/engine/totals/read-totals.ts';
import type { Choice, Features } from '../../server/engine/weights.ts';
import type { CorpusRow } from './corpus-index.ts';
import { openCached, openingCodeHash } from './open-cached.ts';

/** One choice on one document: what there was to choose from, and which of it was right. */
export interface Example {
  choice: Choice;
  family: string;
  candidates: readonly { features: Features; right: boolean }[];
}

interface Truth {
  invoice_number?: string | null;
  po_reference?: string | null;
  delivery_note_number?: string | null;
  invoice_date?: string | null;
  due_date?: string | null;
  vendor?: { name?: string | null; vat_number?: string | null };
  customer?: { name?: string | null; vat_number?: string | null };
  bank_details?: { iban?: string | null };
  subtotal?: number | null;
  vat_amount?: number | null;
  total_amount?: number | null;
}

/** Ways to assign the sums of one document that are learnt from, the likeliest by the weights as they stand. */
const mostAssignments = 60;

/** Choices of a labelled folder from which something can be learnt: those with a right candidate and a wrong one. */
export async function examplesOf(corpus: string, rows: readonly CorpusRow[]): Promise<Example[]> {
  const hashes = { text: openingCodeHash(false), picture: openingCodeHash(true) };
  const examples: Example[] = [];
  for (const row of rows) {
    const { truth } = JSON.parse(readFileSync(join(corpus, row.truth), 'utf8')) as { truth: Truth };
    const vat = normaliseBuyerVat(truth.customer?.vat_number ?? '') ?? 'RO18547290';
    const bytes = readFileSync(join(corpus, row.file));
    const buyer = { vat, name: null };
    const opened = await openCached(bytes, row.kind === 'digital' ? hashes.text : hashes.picture, (part) =>
      saysAll(part, { buyer, today: '2027-01-01' }),
    ).catch(() => null);
    if (!opened) continue;
    const layout = layOut(opened);
    const facts = gatherFacts(layout, buyer, opened.info);
    for (const { choice, candidates } of [...choicesOn(facts, truth), ...sumsOn(layout, facts, truth)]) {
      const right = candidates.filter((candidate) => candidate.right).length;
      if (right > 0 && right < candidates.length)
        examples.push({ choice, family: `${corpus} ${row.family}`, candidates });
    }
  }
  return examples;
}

function choicesOn(facts: Facts, truth: Truth): Omit<Example, 'family'>[] {
  const { labelled, vendorBlocks, customer, customerKey, notVendor } = findOtherParties(facts);
  const vendors = rankVendors(facts, vendorBlocks, customerKey, notVendor);
  const vats = rankVats(facts, vendors[0]?.group ?? [], customer, notVendor);
  const claims = referenceClaims(facts);
  const dates = dateClaims(facts, chooseReferences(facts).numberClaim);
  const references = (['invoice_number', 'po_reference', 'delivery_note_number'] as const).map((kind) => ({
    choice: 'reference' as const,
    candidates: claims
      .filter((claim) => claim.kind === kind)
      .map(({ features, value }) => ({ features, right: plain(value) === plain(truth[kind]) })),
  }));
  const days = (['invoice_date', 'due_date'] as const).map((kind) => ({
    choice: 'date' as const,
    candidates: dates.flatMap(({ kind: own, features, date }) =>
      own === kind && features ? [{ features, right: date.iso === truth[kind] }] : [],
    ),
  }));
  return [
    {
      choice: 'vendor',
      candidates: vendors.map(({ features, group }) => ({
        features,
        right: group.some((option) => plain(option.name.text) === plain(truth.vendor?.name)),
      })),
    },
    {
      choice: 'vendor_vat',
      candidates: vats.map(({ features, vat }) => ({
        features,
        right: withoutCountry(vat.value) === withoutCountry(truth.vendor?.vat_number),
      })),
    },
    {
      choice: 'customer',
      candidates: rankCustomers(facts, labelled).map(({ features, name }) => ({
        features,
        right: plain(name?.text) === plain(truth.customer?.name),
      })),
    },
    {
      choice: 'account',
      candidates: rankAccounts(facts, chooseParties(facts), chooseCurrency(facts)?.value ?? null).ranked.map(
        ({ account, features }) => ({ features, right: plain(account.iban) === plain(truth.bank_details?.iban) }),
      ),
    },
    ...references,
    ...days,
  ];
}

function sumsOn(layout: Layout, facts: Facts, truth: Truth): Omit<Example, 'family'>[] {
  const { entries, rateRows, sums } = readEntries(layout, readLines(layout));
  const likeliest = [...assignments(entries, rateRows, sums, chooseCurrency(facts)?.value ?? null)]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostAssignments);
  const candidates = likeliest.map(({ features, sums: { net, vat, total } }) => ({
    features: added(features),
    right:
      same(net?.value.toNumber(), truth.subtotal) &&
      same(vat?.value.toNumber(), truth.vat_amount) &&
      same(total?.value.toNumber(), truth.total_amount),
  }));
  return [{ choice: 'sums', candidates }];
}

/** What the truth leaves open is no mistake. */
const same = (read: number | undefined, printed: number | null | undefined): boolean =>
  printed === undefined || (read ?? null) === printed;

function added(all: readonly Features[]): Features {
  const sum: Record<string, number> = {};
  for (const features of all)
    for (const [name, value] of Object.entries(features)) sum[name] = (sum[name] ?? 0) + Number(value);
  return sum;
}

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const withoutCountry = (text: string | null | undefined): string => plain(text).replace(/^[A-Z]{2}/, '');
