import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxCutOffs } from '../../server/contract/limits.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { databaseFaults } from './database-faults.ts';
import { type KillRun, killRun } from './kill-run.ts';

describe('issue "The whole contract", crash safety: nine kills at random moments', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let run: KillRun;
  beforeAll(async () => {
    folder = await temporaryFolder();
    // A tenth could end a document that each of them cuts off, as it may on a slow machine.
    run = await killRun(folder.path, { kills: maxCutOffs - 1, pause: 500 });
  }, 300_000);
  afterAll(() => folder.remove());

  test('each accepted document exists once and has reached its end', () => {
    expect(run.accepted.size).toBeGreaterThan(10);
    for (const [externalId, ids] of run.accepted) {
      const listed = run.documents.get(externalId)!;
      expect(listed.map(({ id }) => id)).toEqual([...ids]);
      expect(listed[0]).toMatchObject({ status: 'succeeded', error: null });
    }
  });

  test('no end that a client saw changed afterwards', () => {
    expect(run.changedEnds).toEqual([]);
  });

  test('each event was delivered at least once, under one id', () => {
    const ids = [...run.accepted.values()].map(([id]) => id!);
    expect(ids.filter((id) => run.events.get(id)?.size !== 1)).toEqual([]);
    expect(run.events.size).toBe(ids.length);
  });

  test('the database opens clean', () => {
    expect(databaseFaults(folder.path)).toEqual([]);
  });
});
