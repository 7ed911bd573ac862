import type { Compilable } from 'kysely';
import { asShared, type Db, isShared } from './db.ts';

/** Stands in a statement for the argument of that name. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is put together and written out once for each kind of database, for where that would cost more than
 * to run it.
 * @param build must give a statement of one form, whatever its arguments are: it sees none of them, only their places
 */
export function prepared<Args extends object, Row>(
  build: (db: Db, args: Args) => Compilable<Row>,
): (db: Db, args: Args) => Promise<Row[]> {
  const places = new Proxy({}, { get: (_target, name) => new Place(String(name)) }) as Args;
  type Written = ReturnType<Compilable<Row>['compile']>;
  const written = new Map<boolean, Written>();
  return async (db, args) => {
    const shared = isShared(db);
    const query = written.get(shared) ?? build(db, places).compile();
    written.set(shared, query);
    const parameters = query.parameters.map((parameter) => {
      if (!(parameter instanceof Place)) return parameter;
      const value = (args as Record<string, unknown>)[parameter.name];
      return shared ? asShared(value) : value;
    });
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
