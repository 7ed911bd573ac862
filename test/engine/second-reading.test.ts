import { describe, expect, it } from 'vitest';
import type { Found } from '../../server/engine/found.ts';
import { boxAround } from '../../server/engine/layout/rows.ts';
import type { Word } from '../../server/engine/page.ts';
import { checkReading } from '../../server/engine/second-reading.ts';
import { page, run } from '../helpers/printed-page.ts';

/** The evidence of a value that stands in these words, of which a second reader saw one otherwise, counted from 0. */
function evidenceOf(path: string, text: string, differs?: number): string[] {
  const words = run(text, 60, 100).map((word, index): Word => {
    return { ...word, source: 'ocr', confidence: 0.9, ...(index === differs && { other: '7' }) };
  });
  const found: Found<unknown> = { value: text, place: { page: 1, box: boxAround(words) }, source: 'ocr', evidence: [] };
  const beside = run('otherwise', 60, 140).map((word): Word => ({ ...word, other: '7' }));
  return checkReading([page([...words, ...beside])])(path, found)!.evidence;
}

describe('a second reader', () => {
  it('speaks against a value in which it saw other characters, wherever, and not against one beside', () => {
    expect(evidenceOf('invoice_date', '9 Feb 2026', 2)).toEqual(['read_otherwise']);
    expect(evidenceOf('total_amount', '1.234,50', 0)).toEqual(['read_otherwise']);
    expect(evidenceOf('invoice_date', '9 Feb 2026')).toEqual([]);
  });

  it('says nothing of names, whose letters it does not all know', () => {
    expect(evidenceOf('vendor.name', 'Alfa 2000', 1)).toEqual([]);
  });
});
