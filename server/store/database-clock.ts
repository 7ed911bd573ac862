import { sql } from 'kysely';
import type { Db } from './db.ts';

/** A clock that is set right so often does not drift far from another one. */
const lookEveryMs = 10_000;

/** The clock of a database that several appliances share, whose own clocks may differ, jump or sleep. */
export interface DatabaseClock {
  /** How far it is ahead of this machine's clock, in milliseconds. */
  aheadMs(): number;
  stop(): void;
}

/** Looks at the database's clock now and every ten seconds; in between, time since then is counted here. */
export async function followClock(db: Db): Promise<DatabaseClock> {
  const look = async (): Promise<{ time: number; at: number }> => {
    const asked = performance.now();
    const time = await timeOf(db);
    return { time, at: (asked + performance.now()) / 2 };
  };
  let last = await look();
  const timer = setInterval(() => {
    look()
      .then((seen) => {
        last = seen;
      })
      // While the database is away nothing is written that needs its time.
      .catch(() => undefined);
  }, lookEveryMs).unref();
  return {
    aheadMs: () => Math.round(last.time + (performance.now() - last.at) - Date.now()),
    stop: () => clearInterval(timer),
  };
}

/** @returns milliseconds since 1970 */
async function timeOf(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database does not know what time it is.');
  return row.now;
}
