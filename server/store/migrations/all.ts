import type { Kysely } from 'kysely';
import { up as first } from './0001-first.ts';
import { up as window } from './0002-window.ts';
import { up as review } from './0003-review.ts';
import { up as inbox } from './0004-inbox.ts';
import { up as likeness } from './0005-likeness.ts';
import { up as shared } from './0006-shared.ts';
import { up as queue } from './0007-queue.ts';
import { up as opened } from './0008-opened.ts';
import { up as suppliers } from './0009-suppliers.ts';
import { up as exported } from './0010-exported.ts';
import { up as replaced } from './0011-replaced.ts';
import { up as bookings } from './0012-bookings.ts';

/** A step of the schema. */
export interface Migration {
  up(db: Kysely<unknown>): Promise<void>;
  /** The migration that a version has to know to work on once this one was made; any version may where it is left out. */
  needs?: string;
}

/** In order, for ever. Add at the end; never edit one that was released. */
export const migrations: Record<string, Migration> = {
  '0001-first': { up: first },
  '0002-window': { up: window },
  '0003-review': { up: review },
  '0004-inbox': { up: inbox },
  '0005-likeness': { up: likeness },
  '0006-shared': { up: shared },
  '0007-queue': { up: queue },
  '0008-opened': { up: opened },
  '0009-suppliers': { up: suppliers },
  '0010-exported': { up: exported },
  '0011-replaced': { up: replaced },
  '0012-bookings': { up: bookings },
};
