import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { type Expression, expressionsIn } from './expressions.ts';

/** For one expression over all texts; an honest one needs some milliseconds a text, a hopeless one years. */
const deadlineMs = 4_000;
/** Far over any word or line that is printed, and short enough that what grows with its square still ends. */
const length = 8_000;

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
  filled('1,1', '\n!'),
  filled('a b ', '\u0000'),
  filled('RO1 ', '!'),
  filled('-', 'x'),
  filled('./-', '\u0000'),
  filled('a@', '!'),
  filled('a.a@a.', ' '),
  filled('\n', 'x'),
  filled('<a ', '\u0000'),
  filled('((', '!'),
  filled('12.12.', 'x'),
  filled('é', '!'),
];

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

/** What a page says goes through these. */
it.each(['server/engine', 'server/checks'])(
  'every regular expression of %s ends in time on hostile text',
  async (folder) => {
    const expressions = expressionsIn(folder);
    expect(expressions.length).toBeGreaterThan(20);
    const left = [...expressions];
    const endless: Expression[] = [];
    for (let one = await slowest(left); one !== null; one = await slowest(left)) {
      endless.push(one);
      left.splice(0, left.indexOf(one) + 1);
    }
    expect(endless).toEqual([]);
  },
  600_000,
);

it('would notice one that does not', async () => {
  const hopeless = { at: 'here', source: '(a+)+$', flags: '' };
  expect(await slowest([hopeless])).toEqual(hopeless);
});
