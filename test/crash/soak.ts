import { temporaryFolder } from '../helpers/appliance.ts';
import { databaseFaults } from './database-faults.ts';
import { killRun } from './kill-run.ts';

// `npm run soak [-- KILLS]`: the long form of kill.test.ts. Ends with 1 when anything was lost, doubled or damaged.

const kills = Number(process.argv[2] ?? 200);
const folder = await temporaryFolder();
const started = Date.now();
try {
  const run = await killRun(folder.path, { kills, pause: 5_000, log: (line) => console.error(line) });
  const faults = databaseFaults(folder.path);
  const ids = [...run.accepted.values()].flatMap((of) => [...of]);
  const ends = [...run.documents.values()].flat();
  const counts = {
    kills: run.kills,
    minutes: Math.round((Date.now() - started) / 6_000) / 10,
    slowest_start_ms: Math.round(run.slowestStart),
    submissions_asked_again: run.repeated,
    accepted: run.accepted.size,
    succeeded: ends.filter(({ status }) => status === 'succeeded').length,
    cut_off_ten_times: ends.filter(({ error }) => error?.includes('ten times')).length,
    failed_otherwise: ends
      .filter(({ error }) => error !== null && !error.includes('ten times'))
      .map(({ error }) => error),
    unfinished: ends.filter(({ finished_at }) => finished_at === null).length,
    lost: [...run.documents.values()].filter((listed) => listed.length === 0).length,
    doubled: [...run.documents.values()].filter((listed) => listed.length > 1).length,
    ends_that_changed: run.changedEnds.length,
    events: run.events.size,
    events_sent_more_than_once: [...run.events.values()].filter((of) => [...of.values()].some((n) => n > 1)).length,
    without_event: ids.filter((id) => !run.events.has(id)).length,
    with_two_event_ids: [...run.events.values()].filter((of) => of.size > 1).length,
    database_faults: faults,
  };
  console.log(JSON.stringify(counts, null, 2));
  // Ten readings that were cut off end a document, and so many kills can do that to one.
  const { unfinished, lost, doubled, ends_that_changed, without_event, with_two_event_ids } = counts;
  const bad = unfinished + lost + doubled + ends_that_changed + without_event + with_two_event_ids;
  process.exitCode = bad + counts.failed_otherwise.length + faults.length === 0 ? 0 : 1;
} finally {
  await folder.remove();
}
