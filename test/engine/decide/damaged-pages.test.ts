import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decide } from '../../../server/engine/decide/decide.ts';
import type { Word } from '../../../server/engine/page.ts';
import { opened, page, run } from '../../helpers/printed-page.ts';
import { printedTitles } from './printed-titles.ts';
import { standardSentences } from './standard-sentences.ts';
import { body, buyer } from './titled-pages.ts';

/** A whole invoice of each language, with sentences at its foot. */
const invoices: readonly Word[][] = Object.entries(printedTitles).map(([language, titles]) => [
  ...run(`${titles.invoice} 2026-1204`, 60, 60, 18),
  ...body(titles),
  ...standardSentences[language]!.slice(0, 4).flatMap((sentence, i) => run(sentence, 60, 700 + 15 * i, 8)),
]);

type Damage = (words: Word[]) => Word[];
const damageBy = <T>(by: fc.Arbitrary<T>, change: (drawn: T, words: Word[]) => Word[]): fc.Arbitrary<Damage> =>
  by.map((drawn) => (words) => change(drawn, words));
const next = <T>(stream: fc.Stream<T>): T => stream.next().value as T;

/** What may happen to a page before anybody reads it: print is lost, moved, misread, cut off, or another page's as well. */
const damage: fc.Arbitrary<Damage> = fc.oneof(
  damageBy(fc.infiniteStream(fc.integer({ min: 0, max: 99 })), (chance, words) =>
    words.filter(() => next(chance) > 10),
  ),
  damageBy(fc.infiniteStream(fc.integer({ min: -8, max: 8 })), (by, words) =>
    words.map((each) => ({ ...each, x: each.x + next(by), y: each.y + next(by) / 2 })),
  ),
  damageBy(fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (digit, words) =>
    words.map((each) =>
      next(digit) < 2 ? { ...each, text: each.text.replace(/\d/g, () => String(next(digit))) } : each,
    ),
  ),
  damageBy(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (sureness, words) =>
    words.map((each) => ({ ...each, source: 'ocr', confidence: next(sureness) })),
  ),
  damageBy(fc.integer({ min: 0, max: 800 }), (from, words) => words.filter(({ y }) => y > from)),
  damageBy(fc.integer({ min: 0, max: 800 }), (to, words) => words.filter(({ y }) => y < to)),
  damageBy(fc.constantFrom(...invoices), (other, words) => [...words, ...other]),
  damageBy(fc.constantFrom('Blorba', 'Blorbed by the zgrunt.', 'STORNO', 'Blorba 4.471,20'), (mark, words) => [
    ...words,
    ...run(mark, 60, 400, 14),
  ]),
);

const damaged = fc
  .tuple(fc.constantFrom(...invoices), fc.array(damage, { minLength: 1, maxLength: 3 }))
  .map(([words, damages]) => damages.reduce((left, change) => change(left), words));

it('some decision comes of every page, whatever became of its print, and of copies of it', () => {
  const pages = fc.oneof(
    fc.array(damaged, { minLength: 1, maxLength: 3 }),
    // The same lines twice, as on a second copy.
    fc.tuple(fc.constantFrom(...invoices), damage).map(([words, change]): Word[][] => [change(words), words]),
  );
  fc.assert(
    fc.property(pages, (all) => {
      const { invoice } = decide(opened(...all.map((words) => page(words))), buyer, '2026-11-21');
      expect(invoice.quality_flags).toBeDefined();
    }),
    { numRuns: 200 },
  );
});
