import { temporaryFolder } from '../helpers/appliance.ts';
import { countsOf } from './clients.ts';
import { databaseFaults } from './database-faults.ts';
import { killRun } from './kill-run.ts';

// `npm run soak [-- KILLS]`: the long form of kill.test.ts. Ends with 1 when anything was lost, doubled or damaged.

const kills = Number(process.argv[2] ?? 200);
const folder = await temporaryFolder();
const started = Date.now();
try {
  const run = await killRun(folder.path, { kills, pause: 5_000, log: (line) => console.error(line) });
  const damage = databaseFaults(folder.path);
  const { counts, faults } = countsOf(run);
  const minutes = Math.round((Date.now() - started) / 6_000) / 10;
  const about = { kills: run.kills, minutes, slowest_start_ms: Math.round(run.slowestStart) };
  console.log(JSON.stringify({ ...about, ...counts, database_faults: damage }, null, 2));
  process.exitCode = faults + damage.length === 0 ? 0 : 1;
} finally {
  await folder.remove();
}
