import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOut } from '../../../server/engine/layout/layout.ts';
import { readLines } from '../../../server/engine/lines/read-lines.ts';
import { reconcileWithTotals } from '../../../server/engine/lines/reconcile-with-totals.ts';
import type { Word } from '../../../server/engine/page.ts';
import { readTotals } from '../../../server/engine/totals/read-totals.ts';
import { opened, page, word } from '../../helpers/printed-page.ts';

const labels =
  'Total Subtotal TVA VAT Qty Price Amount Description Cant. Preț Valoare Discount Rest de plată Menge Netto'.split(
    ' ',
  );
const amount = fc
  .tuple(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom('', '.', ','), fc.integer({ min: 10, max: 99 }))
  .map(([whole, separator, cents]) => (separator === '' ? `${whole}` : `${whole}${separator}${cents}`));
const text = fc.oneof(
  fc.constantFrom(...labels),
  amount,
  fc.constantFrom('19%', '21 %', '5', '1', '2,5', '-3,00', '€', 'lei', '12.05.2025'),
  fc.string({ minLength: 1, maxLength: 9 }).filter((each) => each.trim() !== ''),
);
/** Words on a coarse grid, so that rows, columns and labels come about by chance. */
const cloud: fc.Arbitrary<Word[]> = fc.array(
  fc
    .record({ text, column: fc.nat(9), row: fc.nat(14), ocr: fc.boolean() })
    .map(({ text: printed, column, row, ocr }) => {
      const made = word(printed, 30 + column * 55, 60 + row * 16);
      return ocr ? { ...made, source: 'ocr' as const, confidence: 0.5 } : made;
    }),
  { maxLength: 140 },
);

/** Everything a printed number can be read as: its digits, with a decimal separator anywhere or nowhere. */
function printedDigits(words: readonly Word[]): string {
  return words.map((each) => each.text.replace(/[OolI|SB]/g, '#').replace(/[^\p{Nd}#]/gu, '')).join(' ');
}

it('reads lines and totals from any cloud of words without throwing, and gives only numbers that are printed', () => {
  fc.assert(
    fc.property(fc.array(cloud, { minLength: 1, maxLength: 2 }), (clouds) => {
      const layout = layOut(opened(...clouds.map((words) => page(words))));
      const read = readLines(layout);
      const totals = readTotals(layout, read, null);
      const digits = printedDigits(clouds.flat());
      const isPrinted = (value: number) => {
        const wanted = String(Math.abs(value)).replace('.', '').replace(/^0+/, '');
        // Zeros at the end may be printed or not, and letters taken for digits are left to OCR.
        return wanted === '' || digits.includes('#') || digits.replaceAll(' ', '').includes(wanted.replace(/0+$/, ''));
      };
      const { vat_breakdown, untaxed, agree, lines_agree, lines_are_net, ...sums } = totals;
      for (const found of Object.values(sums)) if (found) expect(isPrinted(found.value)).toBe(true);
      for (const row of vat_breakdown) {
        for (const found of [row.rate, row.base, row.amount]) if (found) expect(isPrinted(found.value)).toBe(true);
      }
      for (const line of reconcileWithTotals(read.lines, totals)) {
        for (const found of [line.quantity, line.total, line.vat_rate]) {
          if (found) expect(isPrinted(found.value)).toBe(true);
        }
        if (line.description) {
          const printed = new Set(clouds.flat().flatMap((each) => each.text.split(/\s+/u)));
          for (const part of line.description.value.split(/\s+/u)) if (part !== '') expect(printed).toContain(part);
        }
      }
    }),
    { numRuns: 400 },
  );
}, 60_000);

it('gives the same for the same page every time', () => {
  fc.assert(
    fc.property(cloud, (words) => {
      const once = () => {
        const layout = layOut(opened(page(words)));
        const read = readLines(layout);
        return JSON.stringify([read.lines, readTotals(layout, read, 'EUR')]);
      };
      expect(once()).toBe(once());
    }),
    { numRuns: 50 },
  );
});
