import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normaliseBuyerVat } from '../../server/checks/vat-numbers.ts';
import { type Facts, gatherFacts } from '../../server/engine/candidates/facts.ts';
import { dateClaims } from '../../server/engine/dates.ts';
import { layOut } from '../../server/engine/layout/layout.ts';
import { findOtherParties } from '../../server/engine/parties/choose-parties.ts';
import { rankVats, rankVendors } from '../../server/engine/parties/choose-vendor.ts';
import { saysAll } from '../../server/engine/read-invoice.ts';
import { chooseReferences, referenceClaims } from '../../server/engine/references.ts';
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
  customer?: { vat_number?: string | null };
}

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
    const facts = gatherFacts(layOut(opened), buyer, opened.info);
    for (const { choice, candidates } of choicesOn(facts, truth)) {
      const right = candidates.filter((candidate) => candidate.right).length;
      if (right > 0 && right < candidates.length) examples.push({ choice, family: row.family, candidates });
    }
  }
  return examples;
}

function choicesOn(facts: Facts, truth: Truth): Omit<Example, 'family'>[] {
  const { vendorBlocks, customer, customerKey, notVendor } = findOtherParties(facts);
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
    ...references,
    ...days,
  ];
}

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const withoutCountry = (text: string | null | undefined): string => plain(text).replace(/^[A-Z]{2}/, '');
