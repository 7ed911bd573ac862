import { Worker } from 'node:worker_threads';
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import { type Expression, expressionsIn } from './expressions.ts';

/** For one expression over all texts; one whose time grows with the text needs some tenths of a second. */
const deadlineMs = 20_000;
const length = 1024 * 1024;

const filled = (piece: string, end = ''): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length) + end;

/** Texts on which expressions that try again and again do so for ever: one thing repeated, and an end that fits nothing. */
const texts = [
  filled(' ', '\u0000'),
  filled('0', '!'),
  filled('a', '!'),
  filled('A', '\u0000'),
  filled('1.', 'x'),
  filled('1 000 ', 'x'),
  filled('RO1 ', '!'),
  filled('.a', '0'),
  filled('(a', '!'),
  filled('BIC:', '\u0000'),
  filled(':', '\u0000'),
  filled('A=aa. ', '!'),
  filled('abc. ', '\u0000'),
  filled('total', 'x1'),
  filled('\n', 'x'),
  filled('é', '!'),
];

/**
 * What the analysis does not understand, look-around mostly, with the reason for which it takes no more time than the
 * text is long. Each is run over the texts above besides.
 */
const undecided: Record<string, string> = {
  'server/engine/fields/currency.ts ^[(\\s]*': 'begins once, and its parts begin with different letters',
  'server/engine/fields/payment-terms.ts (?<=(?:\\p{Ll}{3}': 'begins once for each run of spaces',
  'server/engine/fields/payment-terms.ts (?<=,)': 'begins once for each run of spaces',
  'server/engine/candidates/labels.ts ^[°º':
    'begins once, and every part after the first may be missing, so that it never goes back',
  'server/engine/candidates/vat-numbers.ts ^[\\d. ]+': 'begins once, and has one repetition in each alternative',
  'server/engine/lexicon/tokens.ts (?<![\\p{L}': 'a letter and a point follow each other in one way only',
  'server/engine/lexicon/tokens.ts (?<![a-z\\d': 'so do thirty of them at most',
  'server/engine/renderings/label-values.ts \\s(?=': 'looks ahead over one run of letters from the space before it',
  'server/engine/lines/rate-legend.ts (?<![\\p{L}': 'a word begins once, and two words at most are tried',
};

/**
 * Expressions that are put together when they run: from lists of the code itself, or from a row's own text with every
 * letter escaped, or from the lexicon's words and the contract's paths. What repeats in them is one letter, or a bounded number of them.
 */
const builtAtRunTime = [
  'server/engine/candidates/vat-numbers.ts',
  'server/engine/open/fill-gaps.ts',
  'renderer/review/edit-draft.ts',
];

/** @returns whether its time grows with the length of a text alone, proven on its automaton; null where that is undecided */
function isLinear({ source, flags }: Pick<Expression, 'source' | 'flags'>): boolean | null {
  const { status } = checkSync(source, flags, { checker: 'automaton', timeout: 20_000, maxRecallStringSize: 0 });
  return status === 'unknown' ? null : status === 'safe';
}

/** @returns the expression that did not end in time, or null */
async function slowest(expressions: Expression[]): Promise<Expression | null> {
  const worker = new Worker(new URL('./expression-thread.ts', import.meta.url), { workerData: { expressions, texts } });
  let at = 0;
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      worker.on('error', reject);
      worker.on('message', (index: number | null) => {
        clearTimeout(late);
        if (index === null) return resolve(null);
        at = index;
        late = setTimeout(() => resolve(expressions[at] ?? null), deadlineMs);
      });
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}

const named = ({ at, source }: Expression): string | undefined =>
  Object.keys(undecided).find((name) => `${at.split(':')[0]} ${source}`.startsWith(name));

describe('regular expressions over what pages, clients and people write (ReDoS)', () => {
  const known = new Map<string, boolean | null>();
  const open: Expression[] = [];

  it.each(['server', 'renderer', 'main'])(
    'of %s take time that grows with a text, never with its square',
    (folder) => {
      const { written } = expressionsIn(folder);
      expect(written.length).toBeGreaterThan(0);
      const slow: Expression[] = [];
      for (const each of written) {
        const same = `/${each.source}/${each.flags}`;
        if (!known.has(same)) known.set(same, isLinear(each));
        const linear = known.get(same);
        if (linear === null) open.push(each);
        if (linear === false || (linear === null && named(each) === undefined)) slow.push(each);
      }
      expect(slow).toEqual([]);
    },
    300_000,
  );

  it('that the analysis does not understand end in time on a megabyte of hostile text', async () => {
    expect(new Set(open.map(named))).toEqual(new Set(Object.keys(undecided)));
    expect(await slowest(open)).toBeNull();
  }, 300_000);

  it('are put together in places that are known only', () => {
    expect(['server', 'renderer', 'main'].flatMap((folder) => expressionsIn(folder).builtIn)).toEqual(builtAtRunTime);
  });

  it('would be noticed if they took the square of the time, or for ever', async () => {
    expect(isLinear({ source: '[,;]+$', flags: 'u' })).toBe(false);
    const hopeless = { at: 'here', source: '(a+)+$', flags: '' };
    expect(isLinear(hopeless)).toBe(false);
  });
});
