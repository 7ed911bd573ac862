import type { Clock } from './clock.ts';
import type { Logger } from './log.ts';
import { type Loop, startLoop } from './loop.ts';
import { type Db, scrub } from './store/db.ts';
import type { Files } from './store/files.ts';
import * as retention from './store/retention.ts';

const pollMs = 60_000;

/**
 * Erases what its time has come for, and then what erased pages left in the write-ahead log. Whoever erases something
 * elsewhere (a DELETE, the GET of a zero-retention document) wakes it for the second part.
 */
export function startRetentionLoop(parts: { db: Db; files: Files; clock: Clock; log: Logger }): Loop {
  const { db, files, clock, log } = parts;
  return startLoop('retention', pollMs, log, async () => {
    const erased = await retention.eraseDue(db, files, clock.now());
    if (erased.files + erased.extractions > 0) log.info(erased, 'Erased what was due');
    // A reader beside the server (a backup) can hold this back for as long as it reads; the next pass tries again.
    if (!(await scrub(db))) log.info('The write-ahead log is in use and will be emptied later');
    return erased.more;
  });
}
