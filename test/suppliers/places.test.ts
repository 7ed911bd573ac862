import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageText, PageWord } from '../../server/contract/window-review.ts';
import { placeOf, valuesAt } from '../../server/suppliers/places.ts';
import { occurrences, printsOf } from '../../server/suppliers/printed.ts';

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

  it('is found where the numbers of a series begin anew with the year, whatever their length', () => {
    const page = (number: string) => [run(60, 100, 'Zorbin nr.'), run(180, 100, number), run(60, 140, 'Cod 7')];
    const place = learn(page('FC-2026/0117'), 'identifier', 'FC-2026/0117');
    for (const number of ['FC-2027/1', 'FC-27/1', 'FC-2027/00000001']) {
      expect(find(page(number), 'identifier', place)).toEqual([number]);
    }
  });

  it('is learnt by the print around it where it has no label, which keeps none of its words', () => {
    const page = (number: string, x: number, note: string) => [
      run(60, 100, 'Olar Ambar SRL'),
      run(x, 160, number),
      run(60, 200, note),
      run(60, 240, 'Total 12,50'),
    ];
    // The same right edge, as numbers of other lengths have it.
    const place = learn(page('MG-117', 400, 'Zorbin Quando'), 'identifier', 'MG-117');
    expect(JSON.stringify(place)).not.toMatch(/zorbin|olar/i);
    expect(find(page('MG-1204', 395, 'Altceva Acum'), 'identifier', place)).toEqual(['MG-1204']);
    expect(find(page('MG-1204', 300, 'Altceva Acum'), 'identifier', place)).toEqual([]);
    expect(find(page('1204', 400, 'Altceva Acum'), 'identifier', place)).toEqual([]);
  });

  it('of a text goes on below at its left edge, at its right one, or in its middle', () => {
    const [first, second] = ['Strada Cireșului nr. 12', '400100 Zorbinești'];
    const wide = first.length * 5;
    for (const x of [60, 60 + wide - second.length * 5, 60 + (wide - second.length * 5) / 2]) {
      const prints = printsOf([[run(60, 100, first), run(300, 114, 'Total'), run(x, 114, second)]]);
      expect(occurrences(prints, 'prose', `${first}, ${second}`)).toHaveLength(1);
    }
    const apart = printsOf([[run(60, 100, first), run(300, 114, second)]]);
    expect(occurrences(apart, 'prose', `${first}, ${second}`)).toEqual([]);
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
