import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { type Db, isShared } from '../../../server/store/db.ts';

/** What the kernel counts processor time in (`getconf CLK_TCK`); 100 on every Linux of today. */
const ticksPerSecond = 100;

/** Milliseconds of processor time that all processes of the PostgreSQL server took so far; 0 for SQLite, which has none. */
export async function databaseCpuMs(db: Db): Promise<number> {
  if (!isShared(db)) return 0;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const server = statOf(String(rows[0]?.pid)).parent;
  const own = statOf(server);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter(({ parent }) => parent === server);
  const ticks = own.ticks + own.endedChildren + children.reduce((sum, child) => sum + child.ticks, 0);
  return (ticks * 1000) / ticksPerSecond;
}

function statOf(pid: string): { parent: string; ticks: number; endedChildren: number } {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // Ended since it was listed.
    return { parent: '', ticks: 0, endedChildren: 0 };
  }
  // The name, in brackets, may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number): number => Number(fields[index]);
  return { parent: fields[1] ?? '', ticks: at(11) + at(12), endedChildren: at(13) + at(14) };
}
