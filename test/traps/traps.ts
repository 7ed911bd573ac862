import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../server/resources.ts';
import type { Verdict } from './judge.ts';
import { readTraps } from './read-traps.ts';
import { causes } from './recipes/recipe.ts';
import { trapsOf } from './suite.ts';
import { halves } from './words.ts';

/**
 * npm run traps -- [--half open|held] [--cause NAME] [--show] [--save DIR] [--buyer VAT]
 * Reads the traps with the engine as it stands and prints by cause how many values are `high` and how many of those are
 * wrong; each wrong one of the open half, and with --show of the held one. --save puts the printed files into DIR.
 * --buyer reads all for that company, whoever received it.
 */
const { values: options } = parseArgs({
  options: {
    half: { type: 'string' },
    cause: { type: 'string' },
    show: { type: 'boolean', default: false },
    save: { type: 'string' },
    buyer: { type: 'string' },
  },
});

const share = (verdicts: readonly Verdict[]): string => {
  const [right, high] = [sum(verdicts, ({ core }) => core.right), sum(verdicts, ({ core }) => core.high)];
  return `${high} of ${right} right core values are high (${right === 0 ? '–' : ((100 * high) / right).toFixed(1)} %)`;
};

function sum(verdicts: readonly Verdict[], of: (verdict: Verdict) => number): number {
  return verdicts.reduce((all, verdict) => all + of(verdict), 0);
}

for (const half of halves) {
  if (options.half && options.half !== half) continue;
  const traps = trapsOf(half).filter(({ cause }) => !options.cause || cause === options.cause);
  const verdicts = await readTraps(half, traps, options.buyer);
  if (options.save)
    cpSync(join(packageRoot, 'score', 'traps', half, 'files'), join(options.save, half), { recursive: true });
  console.log(`${half}: ${'cause'.padEnd(12)} documents   high  wrong`);
  for (const cause of [...causes, null]) {
    const own = verdicts.filter(({ trap }) => cause === null || trap.cause === cause);
    if (own.length === 0) continue;
    const cells = [own.length, sum(own, ({ high }) => high), sum(own, ({ wrong }) => wrong.length)];
    console.log(
      `      ${(cause ?? 'all').padEnd(12)} ${cells.map((cell) => String(cell).padStart(7)).join('')}   ${share(own)}`,
    );
  }

  if (half === 'held' && !options.show) continue;
  for (const { trap, wrong } of verdicts)
    for (const { path, value, truth, evidence } of wrong)
      console.log(
        `- ${trap.cause}: ${trap.name} ${path} ${JSON.stringify(value)}, truth ${JSON.stringify(truth)} [${evidence.join(' ')}]`,
      );
}
