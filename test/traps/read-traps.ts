import { basename, join } from 'node:path';
import { packageRoot } from '../../server/resources.ts';
import { readCorpus } from '../score/read-corpus.ts';
import { judge, type Verdict } from './judge.ts';
import { printTraps } from './print-traps.ts';
import type { Trap } from './suite.ts';
import type { Half } from './words.ts';

/**
 * Prints the traps of a half, reads them with the engine as it stands, in two threads, and judges what was read.
 * @param buyerVat for which company all of it is read; null for the one that each trap is made for
 */
export async function readTraps(
  half: Half,
  traps: readonly Trap[],
  buyerVat: string | null = null,
): Promise<Verdict[]> {
  const folder = join(packageRoot, 'score', 'traps', half);
  const rows = await printTraps(folder, traps);
  const predictions = join(folder, 'predictions');
  await readCorpus(folder, rows, predictions, 2, { buyerVat });
  return traps.map((trap, at) => judge(trap, join(predictions, `${basename(rows[at]!.file)}.json`)));
}
