import { sandboxExtraction } from '../../../server/reading/sandbox-loop.ts';
import { claimNext } from '../../../server/store/claims.ts';
import type { Store } from '../../../server/store/data-folder.ts';
import { finish } from '../../../server/store/endings.ts';
import { databaseCpuMs } from './database-cpu.ts';

export interface Claims {
  /** Milliseconds, in ascending order. */
  claims: number[];
  finishes: number[];
  perMinute: number;
  databaseCpuMsEach: number;
}

/** Claims documents and ends them as read, without reading. @param work.atOnce how many do so at the same time */
export async function measureClaims(store: Store, work: { count: number; atOnce: number }): Promise<Claims> {
  const { db, vault, files } = store;
  const extraction = sandboxExtraction();
  const claims: number[] = [];
  const finishes: number[] = [];
  let left = work.count;
  const one = async (): Promise<void> => {
    while (left-- > 0) {
      const asked = performance.now();
      const claimed = await claimNext(db, vault, { now: Date.now(), leaseMs: 60_000, owner: 'bench' });
      if (!claimed) throw new Error('The queue is empty');
      const has = performance.now();
      const ending = { status: 'succeeded', extraction, pages: 1 } as const;
      const { id, token } = claimed;
      await finish(db, vault, files, { id, token, now: Date.now(), ending });
      claims.push(has - asked);
      finishes.push(performance.now() - has);
    }
  };
  const [cpu, started] = [await databaseCpuMs(db), performance.now()];
  await Promise.all(Array.from({ length: work.atOnce }, one));
  return {
    claims: claims.sort((a, b) => a - b),
    finishes: finishes.sort((a, b) => a - b),
    perMinute: (work.count / (performance.now() - started)) * 60_000,
    databaseCpuMsEach: ((await databaseCpuMs(db)) - cpu) / work.count,
  };
}
