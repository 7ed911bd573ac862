import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageText, PageWord } from '../../server/contract/window-review.ts';
import { occurrences, placeOf, printsOf, valuesAt } from '../../server/suppliers/printed.ts';

/** A run of words, each as wide as its letters, from a place on. */
function run(x: number, y: number, text: string): PageWord[] {
  let left = x;
  return text.split(' ').map((word) => {
    const width = word.length * 5;
    const placed: PageWord = [word, left, y, width, 10];
    left += width + 3;
    return placed;
  });
}

const learn = (page: PageText, kind: 'identifier' | 'date' | 'amount', value: string | number) => {
  const prints = printsOf([page]);
  return placeOf(prints, kind, value, occurrences(prints, kind, value));
};
const find = (page: PageText, kind: 'identifier' | 'date' | 'amount', place: ReturnType<typeof learn>) =>
  place === null ? null : valuesAt(printsOf([page]), kind, place).map(({ value }) => value);

describe('where a value stands', () => {
  it('is learnt behind its label, right of it, or below it, and finds the next one there', () => {
    const pages = [
      (number: string) => [run(60, 100, `Zorbin nr. ${number}`)],
      (number: string) => [run(60, 100, 'Zorbin nr.'), run(180, 100, number)],
      (number: string) => [run(60, 100, 'Zorbin nr.'), run(60, 114, number)],
    ];
    for (const page of pages) {
      expect(
        find(page('FC-2026/0118'), 'identifier', learn(page('FC-2026/0117'), 'identifier', 'FC-2026/0117')),
      ).toEqual(['FC-2026/0118']);
    }
  });

  it('is not learnt where its label leads to something else as well', () => {
    const page = [run(60, 100, 'Cod: AB-12'), run(60, 200, 'Cod: AB-13')];
    expect(learn(page, 'identifier', 'AB-12')).toBeNull();
  });

  it('does not find what has another shape, or stands elsewhere', () => {
    const place = learn([run(60, 100, 'Zorbin nr.'), run(180, 100, 'FC-117')], 'identifier', 'FC-117');
    expect(find([run(60, 100, 'Zorbin nr.'), run(180, 100, '118')], 'identifier', place)).toEqual([]);
    expect(find([run(60, 100, 'Zorbin nr.'), run(180, 300, 'FC-118')], 'identifier', place)).toEqual([]);
  });

  it('finds on any page what it was learnt from there, and nothing else', () => {
    const word = fc.constantFrom('Nr.', 'Data', 'Total', 'AB-1', '12,50', '7', '01.02.2026', 'Comanda', 'X9/2');
    const pages = fc.array(fc.tuple(fc.nat(400), fc.nat(40), fc.array(word, { minLength: 1, maxLength: 5 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pages, (drawn) => {
        const page = drawn.map(([x, row, words]) => run(x, row * 14, words.join(' ')));
        for (const [kind, value] of [
          ['identifier', 'AB-1'],
          ['amount', 12.5],
          ['date', '2026-02-01'],
        ] as const) {
          const place = learn(page, kind, value);
          if (place) expect(new Set(find(page, kind, place))).toEqual(new Set([value]));
        }
      }),
    );
  });
});
