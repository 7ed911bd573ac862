import { describe, expect, it } from 'vitest';
import type { Found } from '../../server/engine/found.ts';
import { boxAround } from '../../server/engine/layout/rows.ts';
import type { FoundLine } from '../../server/engine/lines/found-line.ts';
import type { Word } from '../../server/engine/page.ts';
import { checkProduct, checkReading } from '../../server/engine/second-reading.ts';
import { page, run } from '../helpers/printed-page.ts';

/** The evidence of a value that stands in these words, of each of which a second reader saw something: `seen`, word by word. */
function evidenceOf(path: string, text: string, seen: Pick<Word, 'other' | 'alike'>[] = []): string[] {
  const words = run(text, 60, 100).map((word, index): Word => {
    return { ...word, source: 'ocr', confidence: 0.9, ...seen[index] };
  });
  const found: Found<unknown> = { value: text, place: { page: 1, box: boxAround(words) }, source: 'ocr', evidence: [] };
  const beside = run('otherwise', 60, 140).map((word): Word => ({ ...word, other: '7' }));
  return checkReading([page([...words, ...beside])])(path, found)!.evidence;
}

describe('a second reader', () => {
  it('speaks against a value in which it saw other characters, wherever, and not against one beside', () => {
    expect(evidenceOf('invoice_date', '9 Feb 2026', [{}, {}, { other: '7' }])).toEqual(['read_otherwise']);
    expect(evidenceOf('total_amount', '1.234,50', [{ other: '7' }])).toEqual(['read_otherwise']);
    expect(evidenceOf('invoice_date', '9 Feb 2026')).toEqual([]);
  });

  it('vouches for a value of which it saw every word alike, and not for one whose words were changed since', () => {
    const alike = [{ alike: '9' }, { alike: 'Feb' }, { alike: '2026' }];
    expect(evidenceOf('invoice_date', '9 Feb 2026', alike)).toEqual(['read_twice']);
    expect(evidenceOf('invoice_date', '9 Feb 2026', alike.slice(0, 2))).toEqual([]);
    expect(evidenceOf('invoice_date', '9 Feb 2025', alike)).toEqual([]);
    expect(evidenceOf('invoice_date', '9 Feb 2026', [...alike.slice(0, 2), { ...alike[2], other: '2020' }])).toEqual([
      'read_otherwise',
    ]);
  });

  it('vouches for no letters by themselves, which both misread alike more often', () => {
    expect(evidenceOf('invoice_number', 'MT 1204', [{ alike: 'MT' }, { alike: '1204' }])).toEqual([]);
    expect(evidenceOf('invoice_number', 'MT-1204', [{ alike: 'MT-1204' }])).toEqual(['read_twice']);
    expect(evidenceOf('customer.country', 'RO', [{ alike: 'RO' }])).toEqual([]);
  });

  it('leaves all figures of a line in doubt where it saw another one of them', () => {
    const figures = (['12.000', '45.310', '543.720'] as const).map((text, at) => {
      const words = run(text, 60 + 80 * at, 100).map((word): Word => ({ ...word, source: 'ocr', confidence: 0.9 }));
      return {
        words,
        found: { value: at, place: { page: 1, box: boxAround(words) }, source: 'ocr', evidence: [] } as Found<number>,
      };
    });
    const [quantity, unit_price, total] = figures.map(({ found }) => found);
    const line = {
      quantity: quantity!,
      unit_price: unit_price!,
      total: total!,
      vat_rate: null,
    } as unknown as FoundLine;
    const words = figures.flatMap((figure) => figure.words);
    expect(checkProduct([page(words)], line)).toEqual(line);
    const differing = checkProduct(
      [page(words.map((word, at) => (at === 0 ? { ...word, other: '12,000' } : word)))],
      line,
    );
    for (const found of [differing.quantity, differing.unit_price, differing.total])
      expect(found!.evidence).toEqual(['read_otherwise']);
  });

  it('says nothing of names, whose letters two readers may misread alike', () => {
    expect(evidenceOf('vendor.name', 'Alfa 2000', [{}, { other: '7' }])).toEqual([]);
    expect(evidenceOf('vendor.name', 'Alfa 2000', [{ alike: 'Alfa' }, { alike: '2000' }])).toEqual([]);
  });
});
