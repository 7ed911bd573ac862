import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../server/resources.ts';
import { corpusRows } from './corpus-index.ts';
import { fallen, type Marks, score } from './marks.ts';
import { readCorpus } from './read-corpus.ts';
import { readRecorded } from './recorded.ts';

const corpus = resolve(packageRoot, '../shared/corpus');
const present = existsSync(join(corpus, 'index.csv'));
if (!present) console.log('The marks of reading are not compared: there is no corpus at ../shared/corpus.');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier-marks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the marks of reading', () => {
  test.skipIf(!present)('are no more than half a point below the recorded ones', { timeout: 300_000 }, async () => {
    const rows = corpusRows(corpus).filter((row) => row.kind === 'digital');
    await readCorpus(corpus, rows, folder, 2);
    const { marks } = score(corpus, folder, ['--kind', 'digital']);
    expect(fallen(marks, readRecorded()!.marks)).toEqual([]);
    // What `high` promises: wrong at most once in 500.
    expect(marks['all high right']?.mark).toBeGreaterThanOrEqual(99.8);
  });

  test('fall when a mark of many values is lower by more than half a point', () => {
    const recorded: Marks = { 'fields a': { mark: 95, values: 200 }, 'fields b': { mark: 95, values: 199 } };
    const now = (mark: number): Marks => ({ 'fields a': { mark, values: 210 }, 'fields b': { mark: 10, values: 199 } });
    expect(fallen(now(94.5), recorded)).toEqual([]);
    expect(fallen(now(94.4), recorded)).toEqual([{ name: 'fields a', was: 95, is: 94.4 }]);
    expect(fallen({}, recorded)).toEqual([{ name: 'fields a', was: 95, is: 0 }]);
  });
});
