import fc from 'fast-check';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { type Extraction, invoiceSchema } from '../../server/contract/invoice.ts';
import { withinWeight } from '../../server/engine/decide/weight.ts';
import { createLog } from '../../server/log.ts';
import { createReaderPool, type ReaderPool } from '../../server/reading/reader-pool.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';

describe('a page whose values are longer than any invoice has them', () => {
  let pool: ReaderPool;
  beforeAll(() => {
    pool = createReaderPool({ size: 1, log: createLog('silent') });
  });
  afterAll(() => pool.stop());

  async function read(lines: string[]): Promise<Extraction> {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const page = pdf.addPage([595, 842]);
    lines.forEach((text, index) => {
      page.drawText(text, {
        x: 40,
        y: 800 - index * 20,
        size: text.length > 200 ? 0.01 + 500 / text.length : 11,
        font,
      });
    });
    const job = { bytes: await pdf.save(), buyer: { vat: 'RO1', name: null }, today: '2026-03-31' };
    return (await pool.read(job)).extraction;
  }

  const long = 'abc1 '.repeat(3_000);
  it.each([
    ['a number', [`Invoice number: ${long.replaceAll(' ', '')}`, 'Date: 14.03.2026', 'Total: 119.00 EUR']],
    ['a vendor', [`Vendor: ${long} SRL`, 'VAT: RO18547290', 'Invoice 17 of 14.03.2026', 'Total: 119.00 EUR']],
    ['payment terms', ['Invoice 17 of 14.03.2026', `Payment terms: ${long}`, 'Total: 119.00 EUR']],
    ['notes', ['Invoice 17 of 14.03.2026', 'Total: 119.00 EUR', `Notes: ${long}`]],
    [
      'a line',
      ['Invoice 17 of 14.03.2026', 'Description Quantity Price Value', `${long} 1 100.00 100.00`, 'Total 119.00'],
    ],
  ])('%s: every value is within its bound', async (_name, lines) => {
    const { invoice } = await read(lines);
    expect(invoiceSchema.safeParse(invoice).error?.issues ?? []).toEqual([]);
  });
});

describe('an invoice of more lines than a list can carry', () => {
  function withLines(count: number, rates = 0): Extraction {
    const one = sandboxExtraction();
    const [line] = one.invoice.line_items;
    const [rate] = one.invoice.vat_breakdown;
    if (!line || !rate) throw new Error('The sample has no lines.');
    const assessment = { confidence: 'low' as const, page: 1, box: [1, 2, 3, 4] as [number, number, number, number] };
    const paths = [
      ...Array.from({ length: count }, (_, index) => `line_items.${index}.total`),
      ...Array.from({ length: rates }, (_, index) => `vat_breakdown.${index}.base`),
    ];
    return {
      ...one,
      fields: Object.fromEntries(paths.map((path) => [path, assessment])),
      invoice: {
        ...one.invoice,
        line_items: Array.from({ length: count }, () => line),
        vat_breakdown: Array.from({ length: rates }, () => rate),
        quality_flags: { ...one.invoice.quality_flags, low_confidence_fields: paths, notes: null },
      },
    };
  }

  it('gives the first of them, as many as there is room for, and says so', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.nat(300), fc.integer({ min: 60_000, max: 200_000 }), (count, rates, most) => {
        const whole = withLines(count, rates);
        const kept = withinWeight(whole, most);
        expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(most);
        const { invoice } = kept;
        const lines = invoice.line_items.length;
        expect(invoice.line_items).toEqual(whole.invoice.line_items.slice(0, lines));
        if (lines < count)
          expect(invoice.quality_flags.notes).toBe(`Only the first ${lines} of ${count} lines are given.`);
        else expect(invoice.quality_flags.notes).toBeNull();
        const values = fieldValues(invoice);
        const named = [...Object.keys(kept.fields), ...invoice.quality_flags.low_confidence_fields];
        expect(named.filter((path) => /^(line_items|vat_breakdown)/.test(path) && !values.has(path))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is left alone where it fits: three thousand lines do', () => {
    const whole = withLines(3_000, 5);
    expect(withinWeight(whole)).toBe(whole);
  });
});
