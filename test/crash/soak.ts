import { temporaryFolder } from '../helpers/appliance.ts';
import { countsOf, type Seen } from './clients.ts';
import { databaseFaults } from './database-faults.ts';
import { dayRun } from './day-run.ts';
import { killRun } from './kill-run.ts';

// `npm run soak [-- KILLS]`: the long form of kill.test.ts. `npm run soak -- day [MINUTES]`: a day with all kinds of faults in
// so many minutes. Ends with 1 when anything was lost, doubled or damaged.

const [what = '200', minutes = '20'] = process.argv.slice(2);
const folder = await temporaryFolder();
const log = (line: string): void => console.error(line);

async function kills(): Promise<[Seen, object, string[]]> {
  const started = Date.now();
  const run = await killRun(folder.path, { kills: Number(what), pause: 5_000, log });
  const took = Math.round((Date.now() - started) / 6_000) / 10;
  const about = { kills: run.kills, minutes: took, slowest_start_ms: Math.round(run.slowestStart) };
  return [run, about, databaseFaults(folder.path)];
}

async function day(): Promise<[Seen, object, string[]]> {
  const run = await dayRun(folder.path, Number(minutes), log);
  const { hours, faults, p50, p99, unanswered, growth } = run;
  const request = { p50_ms: p50, p99_ms: p99, unanswered };
  const about = {
    simulated_hours: Math.round(hours * 10) / 10,
    faults,
    request,
    grew_mib_a_minute: Math.round(growth),
  };
  return [run, about, run.damage];
}

try {
  const [seen, about, damage] = await (what === 'day' ? day() : kills());
  const { counts, faults } = countsOf(seen);
  console.log(JSON.stringify({ ...about, ...counts, database_faults: damage }, null, 2));
  process.exitCode = faults + damage.length === 0 ? 0 : 1;
} finally {
  await folder.remove();
}
