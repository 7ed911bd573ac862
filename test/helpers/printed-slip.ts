import { layOut } from '../../server/engine/layout/layout.ts';
import { readLines } from '../../server/engine/lines/read-lines.ts';
import { readTotals } from '../../server/engine/totals/read-totals.ts';
import { opened, page, run, runTo } from './printed-page.ts';

/** A slip as wide as forty letters: a text at the left, and at its right edge the amount with what is printed at it. */
export function slip(rows: readonly (string | [left: string, right: string])[]) {
  const words = rows.flatMap((row, i) => {
    const y = 40 + i * 14;
    return typeof row === 'string' ? run(row, 30, y) : [...run(row[0], 20, y), ...runTo(row[1], 250, y)];
  });
  const scanned = words.map((word) => ({ ...word, source: 'ocr' as const, confidence: 0.95 }));
  const layout = layOut(opened({ ...page(scanned), width: 270, source: 'ocr' }));
  const read = readLines(layout);
  const lines = read.lines.map((line) => [
    line.description?.value ?? null,
    line.quantity?.value ?? null,
    line.unit?.value ?? null,
    line.unit_price?.value ?? null,
    line.total?.value ?? null,
  ]);
  const rates = read.lines.map((line) => line.vat_rate?.value ?? null);
  return { lines, rates, sums: readTotals(layout, read, null) };
}
