import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../helpers/appliance.ts';
import { databaseFaults } from './database-faults.ts';
import { type WindowRun, windowRun } from './window-run.ts';

// `npm run soak -- window 100` is the long form.
describe('mails, TIFF and the parts of files in the window, while the appliance is killed seven times', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let run: WindowRun;
  beforeAll(async () => {
    folder = await temporaryFolder();
    run = await windowRun(folder.path, { kills: 7 });
  }, 300_000);
  afterAll(() => folder.remove());

  test('each is there once, with its pages', () => {
    expect(run.kills).toBe(7);
    expect(run.listed.toSorted()).toEqual(run.expected.toSorted());
  });

  test('no file is left of what is not there', () => {
    expect(run.files).toBe(run.listed.length + run.replaced);
  });

  test('the database opens clean', () => {
    expect(databaseFaults(folder.path)).toEqual([]);
  });
});
