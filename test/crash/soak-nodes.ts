import { parseArgs } from 'node:util';
import { countsOf } from './clients.ts';
import { nodeRun } from './node-run.ts';

/**
 * npm run soak:nodes -- [--kills 100] [--sandbox 500] [--live 100] [--long-losses 3] [--s3]
 * Three appliances on one PostgreSQL that are killed, lose it and find it again while documents are submitted. Ends with
 * 1 when anything was lost or doubled. With --s3 their files lie in an S3 store, which they lose as well.
 */
const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    sandbox: { type: 'string', default: '500' },
    live: { type: 'string', default: '100' },
    'long-losses': { type: 'string', default: '3' },
    s3: { type: 'boolean', default: false },
  },
});
const started = Date.now();
const run = await nodeRun({
  kills: Number(options.kills),
  sandbox: Number(options.sandbox),
  live: Number(options.live),
  longLosses: Number(options['long-losses']),
  s3: options.s3,
  log: (line) => console.error(line),
});
const { counts, faults } = countsOf(run);
const { kills, restarts, cuts, holds, longLosses, failedStarts, endedAlone, rows, objects } = run;
for (const log of endedAlone) console.error(`A node ended by itself:\n${log}`);
const about = {
  kills,
  minutes: Math.round((Date.now() - started) / 6_000) / 10,
  database_restarts: restarts,
  connections_cut: cuts,
  connections_held_up: holds,
  database_lost_for_longer_than_a_lease: longLosses,
  starts_without_database: failedStarts,
  nodes_that_ended_by_themselves: endedAlone.length,
};
console.log(JSON.stringify({ ...about, ...counts, rows, objects }, null, 2));
const unheard = Math.abs(rows.documents - counts.accepted) + Math.abs(rows.events - counts.events);
process.exitCode = faults + endedAlone.length + unheard + (objects?.missing ?? 0) === 0 ? 0 : 1;
