/** What a document takes, in milliseconds; each list is drawn from at random. */
export interface ServiceTimes {
  /** From a claim to its result being kept, with the database as good as idle. */
  reading: number[];
  /** Until a free reader has its next document, with the database as good as idle. */
  claiming: number[];
  /** How much of all that is the work of one of the database's cores. */
  database: number;
}

/**
 * Readers that share a database, event by event: each claims, reads and ends one document after the other, on a core of
 * its own; what the database does for a document waits until one of its cores is free, half of it with the claim and
 * half with the end.
 * @returns documents a minute, and how busy the database's cores are, from 0 to 1
 */
export function simulate(
  times: ServiceTimes,
  settings: { readers: number; databaseCores: number; random: () => number },
): { perMinute: number; databaseBusy: number } {
  const { readers, databaseCores, random } = settings;
  const documents = 400 * readers;
  const settling = 50 * readers;
  const draw = (from: number[]): number => from[Math.floor(random() * from.length)]!;
  const share = times.database / 2;
  const freeAt = Array<number>(databaseCores).fill(0);
  /** What each reader does next, and when. */
  const next = Array.from({ length: readers }, () => ({ at: random() * 100, ends: false }));
  let ended = 0;
  let from = 0;
  let now = 0;
  while (ended < documents) {
    const reader = next.reduce((soonest, each) => (each.at < soonest.at ? each : soonest));
    now = reader.at;
    const core = freeAt.indexOf(Math.min(...freeAt));
    const served = Math.max(now, freeAt[core]!) + share;
    freeAt[core] = served;
    // What is not the database's work goes on beside other readers.
    reader.at = served + Math.max(0, draw(reader.ends ? times.claiming : times.reading) - share);
    if (reader.ends && ++ended === settling) from = now;
    reader.ends = !reader.ends;
  }
  const counted = documents - settling;
  const perMs = counted / (now - from);
  return { perMinute: perMs * 60_000, databaseBusy: (perMs * times.database) / databaseCores };
}
