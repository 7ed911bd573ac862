import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../../server/engine/layout/rows.ts';
import type { Word } from '../../../server/engine/page.ts';
import { page, run, word } from '../../helpers/printed-page.ts';

describe('rows', () => {
  it('parts a row into cells at wide gaps', () => {
    const rows = rowsOf(page([...run('Total net', 50, 100), ...run('1 234,56', 300, 100)]));
    expect(rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([['Total net', '1 234,56']]);
  });

  it('parts a row at a drawn vertical line', () => {
    const rule = { x: 97, y: 90, width: 0.5, height: 40, direction: 'vertical' as const };
    const rows = rowsOf(page(run('Total 12,50', 70, 100), [rule]));
    expect(rows[0]!.cells.map((cell) => cell.text)).toEqual(['Total', '12,50']);
  });

  it('keeps the rows of a page that is a little askew apart', () => {
    const askew = (words: Word[]) => words.map((w) => ({ ...w, y: w.y + w.x * 0.02 }));
    const lines = [100, 114, 128].flatMap((y) => [
      ...run(`left ${y}`, 40, y),
      ...run('middle part', 250, y),
      ...run('9,99', 520, y),
    ]);
    const rows = rowsOf(page(askew(lines)));
    expect(rows.map((row) => row.text)).toEqual([
      'left 100  middle part  9,99',
      'left 114  middle part  9,99',
      'left 128  middle part  9,99',
    ]);
  });

  it('aligns a large figure with its small label', () => {
    const rows = rowsOf(page([...run('Amount due', 50, 105, 8), ...run('99,00', 300, 100, 16)]));
    expect(rows).toHaveLength(1);
  });

  it('holds every word exactly once, whatever the cloud of words', () => {
    const cloud = fc.array(
      fc.record({
        text: fc.string({ minLength: 1, maxLength: 8 }),
        x: fc.float({ min: -50, max: 700, noNaN: true }),
        y: fc.float({ min: -50, max: 900, noNaN: true }),
        size: fc.float({ min: Math.fround(0.1), max: 60, noNaN: true }),
      }),
      { maxLength: 120 },
    );
    fc.assert(
      fc.property(cloud, (parts) => {
        const words = parts.map((part) => word(part.text, part.x, part.y, part.size));
        const one = page(words);
        const rows = rowsOf(one);
        expect(new Set(rows.flatMap((row) => row.words))).toEqual(new Set(words));
        expect(rows.flatMap((row) => row.words)).toHaveLength(words.length);
      }),
    );
  });
});
