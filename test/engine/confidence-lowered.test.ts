import { describe, expect, it } from 'vitest';
import type { Confidence, Evidence } from '../../server/contract/invoice.ts';
import { doubts, reservations } from '../../server/engine/confidence.ts';
import type { OpenedFile } from '../../server/engine/page.ts';
import { signatureOver } from '../helpers/e-invoices.ts';
import { column, opened, page } from '../helpers/printed-page.ts';
import { alone, closing, customer, file, foot, head, level, paid, read, scanned, vendor } from './proven-pages.ts';
import { sample } from './witnesses/hybrid.ts';

/** The same with a signature over another one. */
const resigned = (of: OpenedFile): OpenedFile => ({
  ...of,
  attachments: [of.attachments[0]!, { name: '', bytes: Buffer.from(signatureOver('another')) }],
});
/** The same, where a second reader saw other characters in words that begin so. */
const readOtherwise = (text: OpenedFile, begin: string): OpenedFile => ({
  ...text,
  pages: text.pages.map((each) => ({
    ...each,
    words: each.words.map((word) => (word.text.startsWith(begin) ? { ...word, other: '7' } : word)),
  })),
});

/** What takes `high` from a value that is proven twice: the page without it, the one with it, and the level that is left. */
interface Lowering {
  path: string;
  high: OpenedFile;
  lowered: OpenedFile;
  level: Confidence;
}

const plain = file(head('Factura nr. MT-1204', 'Data facturii: 09.02.2026'), vendor(), customer());
const lowering: Partial<Record<Evidence, Lowering>> = {
  contradicted: {
    path: 'invoice_number',
    high: plain,
    lowered: file(head('Factura nr. MT-1204'), foot('Factura anterioară: MT-1204')),
    level: 'low',
  },
  altered: {
    path: 'total_amount',
    high: alone(sample, true),
    lowered: resigned(alone(sample, true)),
    level: 'low',
  },
  guessed: {
    path: 'invoice_number',
    high: plain,
    lowered: file(head('Referință: MT-1204', 'Data facturii: 09.02.2026'), vendor(), customer()),
    level: 'low',
  },
  weak_print: {
    path: 'bank_details.iban',
    high: scanned(file(...paid())),
    lowered: scanned(file(...paid()), 0.5),
    level: 'medium',
  },
  read_otherwise: {
    path: 'bank_details.iban',
    high: scanned(file(...paid())),
    lowered: readOtherwise(scanned(file(...paid())), 'RO45'),
    level: 'medium',
  },
  rival: {
    path: 'bank_details.iban',
    high: file(...paid()),
    lowered: file(...paid(), column(60, 740, ['Blorba', 'IBAN: DE89370400440532013000'])),
    level: 'medium',
  },
  no_invoice: {
    path: 'total_amount',
    high: file(closing('363,00')),
    lowered: opened(page(closing('363,00'))),
    level: 'medium',
  },
  incomplete_page: {
    path: 'invoice_number',
    high: plain,
    lowered: { ...plain, pages: plain.pages.map((each) => ({ ...each, trouble: 'broken' as const })) },
    level: 'medium',
  },
};

describe('what speaks against a value that is proven twice', () => {
  it('has a pair of pages for each fact, and no other', () => {
    expect(Object.keys(lowering).sort()).toEqual([...doubts, ...reservations, 'weak_print'].sort());
  });

  it.each(Object.entries(lowering))('%s', (fact, { path, high, lowered, level: left }) => {
    expect(level(read(high), path)).toBe('high');
    const found = read(lowered);
    expect(found.fields[path]?.evidence).toContain(fact);
    expect(level(found, path)).toBe(left);
  });
});
