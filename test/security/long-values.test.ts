import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldValues } from '../../server/checks/field-paths.ts';
import { type Extraction, invoiceSchema } from '../../server/contract/invoice.ts';
import { maxProse, maxValue } from '../../server/contract/limits.ts';
import { decide } from '../../server/engine/decide/decide.ts';
import { withinWeight } from '../../server/engine/decide/weight.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { cii, hybrid, sample } from '../engine/witnesses/hybrid.ts';

describe('an e-invoice whose values are longer than any invoice has them', () => {
  const long = (most: number) => fc.nat(most).map((length) => 'Beton 12 '.repeat(length / 9 + 1).slice(0, length + 1));

  it('is given with every value within its bound, and what was cut is to be checked', () => {
    fc.assert(
      fc.property(long(9_000), long(9_000), long(9_000), long(9_000), (name, street, number, product) => {
        const seller = { ...sample.seller, name, street };
        const lines = [{ ...sample.lines[0]!, name: product }];
        const file = hybrid([], cii({ ...sample, seller, number, order: number, lines }));
        const { invoice, fields } = decide(file, { vat: 'RO18547290', name: null }, '2026-03-31');
        expect(invoiceSchema.safeParse(invoice).error?.issues ?? []).toEqual([]);
        for (const [path, value] of fieldValues(invoice)) {
          if (String(value).length >= maxProse) expect(fields[path]?.confidence).toBe('low');
        }
        if (product.trim().length > maxProse) expect(invoice.line_items[0]?.description?.length).toBe(maxProse);
        if (name.trim().length > maxValue) expect(invoice.vendor.name).toBeNull();
      }),
      { numRuns: 40 },
    );
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
