import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Extraction } from '../../../server/contract/invoice.ts';
import { fold } from '../../../server/engine/candidates/text-lines.ts';
import { decide } from '../../../server/engine/decide/decide.ts';
import { lexicon } from '../../../server/engine/lexicon.ts';
import type { OpenedFile, Word } from '../../../server/engine/page.ts';
import { page } from '../../helpers/printed-page.ts';

const buyer = { vat: 'RO18547290', name: null };
const labels = lexicon().flatMap((language) => Object.values(language.labels).flat());

/** What invoices are made of, thrown at random: labels, names, numbers of all kinds, and plain noise. */
const text = fc.oneof(
  fc.constantFrom(...labels),
  fc.constantFrom(
    'Alfa Impex SRL',
    'Beispiel GmbH',
    'Str. Lungă nr. 5',
    '400248 Cluj-Napoca',
    'București, Sector 3',
    'lei',
    'EUR',
    '€',
    ':',
    '-',
    '·',
    '1 EUR = 4,9764 lei',
  ),
  fc.constantFrom(
    'RO18547290',
    'RO16702141',
    'DE136695976',
    'RO49 AAAA 1B31 0075 9384 0000',
    'BTRLRO22',
    'a@b.ro',
    '+40 722 123 456',
    'J12/345/2010',
  ),
  fc.constantFrom(
    '24.02.2026',
    '2026-02-24',
    '03/04/2025',
    '12 august 2025',
    'ABC 123',
    'Seria F nr. 25121',
    'FV 259/10/2025',
  ),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => value.toFixed(2).replace('.', ',')),
  fc.integer({ min: 0, max: 9999 }).map(String),
  fc.constantFrom('19%', '21 %', 'buc', 'kg', 'x'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);

const cloud = fc.array(
  fc.record({
    text,
    x: fc.integer({ min: 0, max: 560 }),
    row: fc.integer({ min: 0, max: 55 }),
    ocr: fc.boolean(),
    size: fc.constantFrom(7, 9, 10, 14),
  }),
  { maxLength: 120 },
);

function pageOf(parts: { text: string; x: number; row: number; ocr: boolean; size: number }[]): OpenedFile {
  const words = parts.flatMap(({ text, x, row, size }): Word[] => {
    let at = x;
    return text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => {
        const width = word.length * size * 0.5;
        const made: Word = {
          text: word,
          x: at,
          y: 20 + row * 14,
          width,
          height: size,
          confidence: null,
          source: 'text',
          fontSize: size,
          bold: false,
        };
        at += width + size * 0.25;
        return made;
      });
  });
  return {
    mimeType: 'application/pdf',
    pages: [page(words)],
    attachments: [],
    info: { title: null, author: null, producer: null },
  };
}

/** All numbers that words of the page can spell, as digits without leading and trailing zeros. */
function printedDigits(opened: OpenedFile): string {
  return opened.pages.flatMap(({ words }) => words.map((word) => word.text.replace(/\D/g, ''))).join(' ');
}

const digitsOf = (value: number): string =>
  String(value)
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');

function strings({ invoice }: Extraction): string[] {
  const { vendor, customer, bank_details } = invoice;
  const lines = invoice.line_items.flatMap((line) => [
    line.description,
    line.unit,
    line.lot_number,
    line.origin_country,
  ]);
  return [
    ...Object.values(vendor),
    ...Object.values(customer),
    bank_details.bic,
    bank_details.bank_name,
    invoice.invoice_number,
    invoice.po_reference,
    invoice.delivery_note_number,
    invoice.payment_terms,
    invoice.notes,
    ...lines,
  ].filter((value): value is string => typeof value === 'string');
}

describe('deciding', () => {
  it('never throws on a random cloud of words, and ends soon', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(cloud, (parts) => {
        const started = performance.now();
        decide(pageOf(parts), buyer, '2026-11-21');
        expect(performance.now() - started).toBeLessThan(5000);
      }),
      { numRuns: 150 },
    );
  });

  it('never gives a string that is not printed', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(cloud, (parts) => {
        const opened = pageOf(parts);
        const printed = fold(opened.pages.flatMap(({ words }) => words.map((word) => word.text)).join(''));
        for (const value of strings(decide(opened, buyer, '2026-11-21'))) {
          for (const word of value.split(/[\s,]+/)) expect(printed).toContain(fold(word));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('never gives a number whose digits are not printed, but for the computed unit price', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(cloud, (parts) => {
        const opened = pageOf(parts);
        const printed = printedDigits(opened);
        const joined = printed.replaceAll(' ', '');
        const { invoice } = decide(opened, buyer, '2026-11-21');
        const numbers = [
          invoice.subtotal,
          invoice.vat_amount,
          invoice.total_amount,
          invoice.discount_amount,
          invoice.prepaid_amount,
          invoice.amount_due,
          invoice.exchange_rate,
          ...invoice.line_items.flatMap((line) => [line.quantity, line.total, line.vat_rate]),
        ];
        for (const value of numbers) if (value !== null) expect(joined).toContain(digitsOf(value));
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same bytes for the same pages', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(cloud, (parts) => {
        const once = JSON.stringify(decide(pageOf(parts), buyer, '2026-11-21'));
        expect(JSON.stringify(decide(pageOf(parts), buyer, '2026-11-21'))).toBe(once);
      }),
      { numRuns: 60 },
    );
  });
});
