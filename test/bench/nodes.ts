import { readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { resource } from '../../server/resources.ts';
import { createDatabase, startCluster } from '../helpers/postgres.ts';
import { type Measured, median } from './load.ts';
import { measureApi } from './nodes/measure-api.ts';
import { type Claims, measureClaims } from './nodes/measure-claims.ts';
import { measureReading, type Read } from './nodes/measure-reading.ts';
import { openQueue } from './nodes/queue.ts';
import { type ServiceTimes, simulate } from './nodes/simulate.ts';

/**
 * npm run bench:nodes -- [SECONDS]
 * SQLite and PostgreSQL side by side, in turns: documents a minute with one and two readers, claims from a long queue,
 * the API; and what many readers would do, simulated from the service times of one. SECONDS is how long each
 * measurement of a rate lasts. It prints; it never fails for being slow.
 */
const seconds = Number(process.argv[2] ?? 8);
const longQueue = 100_000;
const shortQueue = 1_000;
const claimsCounted = 400;
const claimersAtOnce = 8;
const databaseCores = 2;

const row = (what: string, ...cells: string[]): void =>
  console.log(`${what.padEnd(44)}${cells.map((cell) => `| ${cell.padEnd(30)}`).join('')}`);
const fixed = (value: number, digits = 0): string => value.toFixed(digits);
const load = (): string => fixed(loadavg()[0]!, 1);

const cluster = await startCluster({ durable: true });
try {
  console.log(`${availableParallelism()} cores, load ${load()} before\n`);
  row('', 'SQLite', 'PostgreSQL');

  const invoice = await readFile(resource('samples', 'invoice.pdf'));
  // Readers of one appliance share its database; on PostgreSQL each is an appliance of its own.
  const read = async (on: string | null, readers: number): Promise<Read> => {
    const nodes = on === null ? 1 : readers;
    const queue = await openQueue({ cluster: on, nodes, documents: 40 * seconds * readers, file: invoice });
    return measureReading(queue.stores, { readers: readers / nodes, seconds }).finally(queue.remove);
  };
  const shownReading = ({ perMinute, nodeCpuMsEach, databaseCpuMsEach }: Read): string =>
    `${fixed(perMinute)}/min, CPU ${fixed(nodeCpuMsEach)} + ${fixed(databaseCpuMsEach, 1)} ms`;
  const readings: [Read, Read][] = [];
  for (const readers of [1, 2]) {
    const pair: [Read, Read] = [await read(null, readers), await read(cluster.url, readers)];
    readings.push(pair);
    row(`digital invoices, ${readers} reader${readers > 1 ? 's' : ''}`, ...pair.map(shownReading));
  }

  const claimed = async (on: string | null, documents: number): Promise<[Claims, Claims]> => {
    const queue = await openQueue({ cluster: on, nodes: 1, documents, file: null });
    const [store] = queue.stores;
    const of = (atOnce: number) => measureClaims(store!, { count: claimsCounted, atOnce });
    const alone = await of(1);
    const together = await of(claimersAtOnce);
    await queue.remove();
    return [alone, together];
  };
  const shownClaims = ({ claims }: Claims): string => `p50 ${at(claims, 0.5)}  p95 ${at(claims, 0.95)} ms`;
  const shownEnds = ({ perMinute, databaseCpuMsEach }: Claims): string =>
    `${fixed(perMinute)}/min, database ${fixed(databaseCpuMsEach, 2)} ms`;
  for (const documents of [shortQueue, longQueue]) {
    const pair = [await claimed(null, documents), await claimed(cluster.url, documents)] as const;
    for (const index of [0, 1] as const) {
      const who = `${documents} queued, ${index === 0 ? 1 : claimersAtOnce} at once`;
      row(`claim, ${who}`, ...pair.map((each) => shownClaims(each[index])));
      row(`claim and end without reading, ${who}`, ...pair.map((each) => shownEnds(each[index])));
    }
  }

  const api = await measureApi(await createDatabase(cluster.url), seconds / 2);
  const shownApi = (each: Measured[]): string =>
    `${fixed(median(each.map(({ perSecond }) => perSecond)))}/s  p50 ${median(each.map(({ p50 }) => p50))}  p99 ${median(each.map(({ p99 }) => p99))} ms`;
  for (const [name, measured] of api) {
    const errors = measured.flat().reduce((sum, each) => sum + each.errors, 0);
    const [own, shared] = ([0, 1] as const).map((side) => shownApi(measured.map((pair) => pair[side])));
    row(name + (errors > 0 ? `, ${errors} errors` : ''), own!, shared!);
  }

  const one = readings[0]![1];
  const times: ServiceTimes = {
    reading: one.each,
    claiming: [Math.max(0, 60_000 / one.perMinute - mean(one.each))],
    database: one.databaseCpuMsEach,
  };
  console.log(
    `\nsimulated on PostgreSQL: ${fixed(mean(times.reading))} ms from claim to end, ${fixed(times.claiming[0]!, 1)} ms to the next claim, ` +
      `${fixed(times.database, 1)} ms of them on one of ${databaseCores} cores of the database`,
  );
  for (const readers of [1, 2, 4, 8, 16, 32, 64]) {
    const { perMinute, databaseBusy } = simulate(times, { readers, databaseCores, random: Math.random });
    const real = readings[readers - 1]?.[1].perMinute;
    const checked = real === undefined ? '' : `really ${fixed(real)}, ${fixed((perMinute / real - 1) * 100)} % off`;
    row(
      `${readers} reader${readers > 1 ? 's' : ''}`,
      `${fixed(perMinute)}/min`,
      `database ${fixed(databaseBusy * 100)} % busy`,
      checked,
    );
  }
  console.log(`the database's limit: ${fixed((databaseCores * 60_000) / times.database)} documents a minute`);
  console.log(`\nload ${load()} after, ${fixed(performance.now() / 1_000)} s`);
} finally {
  await cluster.stop();
}

function at(sorted: number[], share: number): string {
  return sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1);
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
