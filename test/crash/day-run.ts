import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Appliance, createKey, facturier, startAppliance } from '../helpers/appliance.ts';
import { type Seen, startClients } from './clients.ts';
import { databaseFaults } from './database-faults.ts';

const hour = 3_600_000;
const diskMb = 96;
/** Every write that must reach the disk takes so much longer, in microseconds. */
const slowMicroseconds = 50_000;

export interface DayRun extends Seen {
  faults: Record<string, number>;
  hours: number;
  /** Of a request beside all this that was answered, in milliseconds. */
  p50: number;
  p99: number;
  unanswered: number;
  /** What the process grew by in the last part, in which it was not killed: MiB a minute. */
  growth: number;
  damage: string[];
}

/**
 * A day of the appliance in some minutes, by a clock that runs ahead: clients submit, documents are read and events are
 * delivered while it is killed, its disk fills up or is slow, receivers are dead and its clock is set. Linux, and root.
 */
export async function dayRun(at: string, minutes: number, log: (line: string) => void): Promise<DayRun> {
  const folder = join(at, 'data');
  execFileSync('mkdir', ['-p', folder]);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]);
  try {
    return { ...(await day(at, folder, minutes, log)), damage: databaseFaults(folder) };
  } finally {
    execFileSync('umount', [folder]);
  }
}

async function day(
  at: string,
  folder: string,
  minutes: number,
  log: (line: string) => void,
): Promise<Omit<DayRun, 'damage'>> {
  const clockPath = join(at, 'clock');
  let ahead = 0;
  const setClock = (to: number): void => {
    ahead = to;
    writeFileSync(`${clockPath}.next`, String(ahead));
    renameSync(`${clockPath}.next`, clockPath);
  };
  setClock(1);
  const preload = fileURLToPath(new URL('shifted-clock.ts', import.meta.url));
  const env = { SHIFTED_CLOCK: clockPath, NODE_OPTIONS: `--import ${preload}` };
  const slow = ['-e', 'trace=fsync,fdatasync', '-e', `inject=fsync,fdatasync:delay_exit=${slowMicroseconds}`];
  const start = (command: string[] = []): Promise<Appliance> =>
    startAppliance(folder, { env, command, within: 120_000 });
  let server = await start();
  let receiverIs: 'well' | 'dead' = 'well';
  const clients = await startClients({ address: () => server.url, mayFail: true, receiverIs: () => receiverIs });
  await facturier(folder, 'tenants', 'set', '--webhook-url', clients.webhookUrl);
  const keys = [await createKey(folder, 'test'), await createKey(folder, 'live'), await createKey(folder, 'live')];

  let submitting = true;
  let watching = true;
  const failures: unknown[] = [];
  const client = async (key: string): Promise<void> => {
    while (submitting) {
      await clients.submit(key);
      await delay(3_000 * (0.5 + Math.random()));
    }
  };
  const working = keys.map((key) => client(key).catch((error: unknown) => failures.push(error)));
  const times: number[] = [];
  let unanswered = 0;
  const asking = (async () => {
    while (watching) {
      const since = performance.now();
      const headers = { Authorization: `Bearer ${keys[0]}` };
      await fetch(`${server.url}/v1/whoami`, { headers, signal: AbortSignal.timeout(10_000) })
        .then((response) => response.text())
        .then(() => times.push(performance.now() - since))
        .catch(() => unanswered++);
      await delay(200);
    }
  })();
  const speed = (24 * 60) / minutes;
  let simulatedMs = 0;
  const running = (async () => {
    while (watching) {
      await delay(500);
      simulatedMs += 500 * speed;
      setClock(ahead + 500 * (speed - 1));
    }
  })();

  const faults: Record<string, number> = { kill: 0, full_disk: 0, slow_disk: 0, dead_receiver: 0, clock_set: 0 };
  const ballast = join(folder, 'ballast');
  const kinds: Record<string, () => Promise<void>> = {
    async kill() {
      await server.stop('SIGKILL');
      server = await start();
    },
    async full_disk() {
      await writeFile(ballast, Buffer.alloc(diskMb * 1_048_576)).catch(() => undefined);
      await delay(4_000);
      if (Math.random() < 0.5) await server.stop('SIGKILL');
      await rm(ballast);
      if (server.process.signalCode !== null) server = await start();
    },
    async slow_disk() {
      await server.stop();
      server = await start(['strace', '-D', '-f', '--seccomp-bpf', '-qq', ...slow, '-o', '/dev/null']);
      await delay(5_000);
      await server.stop('SIGKILL');
      server = await start();
    },
    async dead_receiver() {
      receiverIs = 'dead';
      await delay(4_000);
      receiverIs = 'well';
    },
    async clock_set() {
      const by = (Math.random() < 0.5 ? -1 : 1) * hour * Math.random();
      setClock(ahead + by);
      await delay(2_000);
      setClock(ahead - by);
    },
  };
  const until = Date.now() + minutes * 60_000 * 0.85;
  for (let index = 0; Date.now() < until; index++) {
    const name = Object.keys(kinds)[index % 5]!;
    await delay(Math.random() * 2_000);
    await kinds[name]!();
    faults[name] = faults[name]! + 1;
    if (failures.length > 0) throw failures[0];
    log(`${JSON.stringify(faults)}, ${clients.seen.accepted.size} accepted, ${clients.seen.repeated} asked again`);
  }

  // Undisturbed, and still at work: what it holds must not grow.
  const rss = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]) / 1024;
  await delay(minutes * 60_000 * 0.05);
  const [from, before] = [Date.now(), rss()];
  await delay(minutes * 60_000 * 0.1);
  const growth = (rss() - before) / ((Date.now() - from) / 60_000);
  const hours = simulatedMs / hour;
  submitting = false;
  await Promise.all(working);
  if (failures.length > 0) throw failures[0];
  await clients.comeToRest();
  watching = false;
  await Promise.all([asking, running]);
  await server.stop();
  await clients.stop();
  times.sort((a, b) => a - b);
  const part = (of: number): number => Math.round(times[Math.floor(of * (times.length - 1))] ?? Number.NaN);
  return { ...clients.seen, faults, hours, p50: part(0.5), p99: part(0.99), unanswered, growth };
}
