import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../server/resources.ts';
import { corpusRows } from '../score/corpus-index.ts';
import { type Marks, score } from '../score/marks.ts';
import { readCorpus } from '../score/read-corpus.ts';
import { printLayouts } from './print-layouts.ts';

/** Our own invented invoices in many layouts; the scorer is the corpus's. */
const present = existsSync(resolve(packageRoot, '../shared/corpus/score.mjs'));
if (!present) console.log('The printed layouts are not scored: there is no scorer at ../shared/corpus.');

let folder: string;
let marks: Marks;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier-layouts-'));
  if (!present) return;
  await printLayouts(folder);
  const predictions = join(folder, 'predictions');
  await readCorpus(folder, corpusRows(folder), predictions, 2);
  marks = score(folder, predictions).marks;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(!present)('layouts that no corpus has are read as well as they once were', () => {
  const floors = { 'all header': 98, 'all core': 98.5 };
  for (const [name, floor] of Object.entries(floors)) expect(marks[name]!.mark, name).toBeGreaterThanOrEqual(floor);
});
