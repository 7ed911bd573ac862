import { hostname } from 'node:os';
import { type Db, isShared } from './db.ts';

/** The name of a setting that each machine has for itself, where several share a database. */
export function ofThisMachine(db: Db, name: string): string {
  return isShared(db) ? `${name} of ${hostname()}` : name;
}
