import { systemClock } from '../../../server/clock.ts';
import { createLog } from '../../../server/log.ts';
import { startReader } from '../../../server/reader.ts';
import type { Store } from '../../../server/store/data-folder.ts';
import { databaseCpuMs } from './database-cpu.ts';

export interface Read {
  perMinute: number;
  /** Milliseconds from a claim to its result being kept, one for each document. */
  each: number[];
  /** Processor time of a document in milliseconds, on the node and in the database. */
  nodeCpuMsEach: number;
  databaseCpuMsEach: number;
}

/** The first readings compile the code and load fonts; they are not what a running appliance does. */
const warmUp = 12;
const log = createLog('warn');

/**
 * Lets readers read from the queue. What one has read before it is warm does not count.
 * @param work.readers how many in each store
 */
export async function measureReading(stores: Store[], work: { readers: number; seconds: number }): Promise<Read> {
  const { readers, seconds } = work;
  const [first] = stores as [Store];
  const each: number[] = [];
  let finished = 0;
  let warm = (): void => undefined;
  const isWarm = new Promise<void>((resolve) => {
    warm = resolve;
  });
  const started = stores.map((store, index) =>
    startReader({
      ...{ store, clock: systemClock, log, signers: [], owner: `node-${index + 1}`, readers },
      onFinished(code, durationMs) {
        if (code !== null) throw new Error(`The sample could not be read: ${code}`);
        each.push(durationMs);
        if (++finished === warmUp * readers * stores.length) warm();
      },
    }),
  );
  await isWarm;
  const [before, at, node, database] = [finished, performance.now(), process.cpuUsage(), await databaseCpuMs(first.db)];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  const [count, ms, cpu] = [finished - before, performance.now() - at, process.cpuUsage(node)];
  const databaseMs = (await databaseCpuMs(first.db)) - database;
  for (const reader of started) await reader.stop();
  const left = await first.db.selectFrom('documents').select('id').where('status', '=', 'queued').executeTakeFirst();
  if (!left) throw new Error('The queue ran dry; it must be longer.');
  return {
    perMinute: (count / ms) * 60_000,
    each: each.slice(before, before + count),
    nodeCpuMsEach: (cpu.user + cpu.system) / 1_000 / count,
    databaseCpuMsEach: databaseMs / count,
  };
}
