import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { atWork } from './appliances.ts';
import type { Store } from './data-folder.ts';
import { DataFolderError } from './data-folder-error.ts';
import { type Db, isShared } from './db.ts';
import { newerMigrations } from './migrate.ts';
import { beginMoveInto, endMoveInto, holdStill, isBeingMovedInto } from './moving.ts';
import type { Tables } from './schema.ts';

/** What was moved. */
export interface Moved {
  rows: number;
  files: number;
}

type Row = Record<string, unknown>;

/** Few enough that a batch with its extractions is no burden for memory. */
const atOnce = 100;

/** Every table that is moved, after those that it refers to, with what tells its rows apart. */
const tables: [keyof Tables, ...string[]][] = [
  ['settings', 'name'],
  ['tenants', 'id'],
  ['keys', 'id'],
  ['document_keys', 'number'],
  ['documents', 'id'],
  ['idempotency', 'tenant_id', 'mode', 'key'],
  ['events', 'id'],
  ['deliveries', 'id'],
  ['attempts', 'delivery_id', 'number'],
  ['reviews', 'document_id'],
  ['page_texts', 'document_id'],
  ['acts', 'id'],
  ['companies', 'tenant_id', 'vat'],
  ['contribution_keys', 'number'],
  ['contributions', 'number'],
  ['supplier_identifiers', 'identifier', 'contribution'],
  ['sign_ins', 'hash'],
  ['sessions', 'hash'],
];

/** Each place has settings of its own: the check of its master key, where its files lie, and where its machines answer. */
const moves = (table: string): RawBuilder<unknown> =>
  table === 'settings'
    ? sql`name not in ('master_key_check', 'moving', 'files') and name not like 'address%'`
    : sql`true`;

/**
 * Copies everything from one store to another that has the same master key, and compares row by row and file by file
 * what came of it. Nothing of the first changes, and nobody writes there meanwhile. What a move that was cut off has
 * copied is not copied again; until one has ended, no appliance starts on the second.
 * @param onTable told which table is gone through
 * @throws DataFolderError when an appliance works on one of them, the second store has data of its own, or is not the
 *   same in the end
 */
export async function move(from: Store, to: Store, onTable: (table: string) => void): Promise<Moved> {
  for (const { db } of [from, to]) {
    await checkNobodyWorks(db);
    if ((await newerMigrations(db)).length > 0) {
      throw new DataFolderError('A newer version of Facturier was at work here; move with that one.');
    }
  }
  const used = await to.db.selectFrom('tenants').select('id').limit(1).executeTakeFirst();
  if (used && !(await isBeingMovedInto(to.db))) {
    throw new DataFolderError('There is data already where this is to be moved to; move to an empty place.');
  }
  await from.files.check();
  await to.files.check();
  await beginMoveInto(to.db);
  const moved = await from.db.transaction().execute(async (trx) => {
    const read = tables.map(([table]) => table);
    await holdStill(trx, [...read, 'files']);
    // One that was about to start would not have been seen before.
    for (const db of [trx, to.db]) await checkNobodyWorks(db);
    return copy({ ...from, db: trx }, to, onTable);
  });
  await endMoveInto(to.db);
  return moved;
}

async function checkNobodyWorks(db: Db): Promise<void> {
  if (isShared(db) && (await atWork(db)).length > 0) {
    throw new DataFolderError('An appliance works on that database; stop it first.');
  }
}

async function copy(from: Store, to: Store, onTable: (table: string) => void): Promise<Moved> {
  const moved = { rows: 0, files: 0 };
  for (const [table, ...key] of tables) {
    onTable(table);
    await batches(from.db, table, key, async (rows, after) => {
      const there = await batch(to.db, table, key, after);
      const missing = rows.filter((row) => !there.some((other) => isDeepStrictEqual(row, other)));
      if (missing.length > 0) await put(to.db, table, key, missing);
    });
  }
  onTable('files');
  await withFiles(from.db, async (id) => {
    const bytes = await from.files.sealed(id);
    const there = await to.files.sealed(id).catch(() => null);
    if (!there?.equals(bytes)) await to.files.keepSealed(id, bytes);
  });
  if (isShared(to.db)) await countOn(to.db);

  for (const [table, ...key] of tables) {
    onTable(`${table}, compared`);
    let count = 0;
    await batches(from.db, table, key, async (rows, after) => {
      count += rows.length;
      if (!isDeepStrictEqual(await batch(to.db, table, key, after), rows)) throw differs(table);
    });
    let there = 0;
    await batches(to.db, table, key, async (rows) => {
      there += rows.length;
    });
    if (there !== count) throw differs(table);
    moved.rows += count;
  }
  onTable('files, compared');
  await withFiles(from.db, async (id) => {
    if (!(await to.files.sealed(id)).equals(await from.files.sealed(id))) throw differs('files');
    moved.files += 1;
  });
  return moved;
}

function differs(table: string): DataFolderError {
  return new DataFolderError(
    `After the move ${table} differs from what was moved; empty the new place and begin again.`,
  );
}

/** Goes through a table in the order of its key. */
async function batches(
  db: Db,
  table: string,
  key: string[],
  work: (rows: Row[], after: Row | null) => Promise<void>,
): Promise<void> {
  let after: Row | null = null;
  for (;;) {
    const rows: Row[] = await batch(db, table, key, after);
    if (rows.length === 0) return;
    await work(rows, after);
    after = rows.at(-1) ?? null;
  }
}

/** The next rows after one, or the first. */
async function batch(db: Db, table: string, key: string[], after: Row | null): Promise<Row[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const beyond = after ? sql`(${columns}) > (${sql.join(key.map((name) => after[name]))})` : sql`true`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)} where ${moves(table)} and ${beyond}
    order by ${columns} limit ${sql.lit(atOnce)}`.execute(db);
  return rows;
}

async function put(db: Db, table: keyof Tables, key: string[], rows: Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
  const others = names.filter((name) => !key.includes(name));
  const changes = others.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  const list = (of: string[]) => sql.join(of.map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${list(names)}) values ${sql.join(values)}
    on conflict (${list(key)}) do update set ${sql.join(changes)}`.execute(db);
}

/** New rows go on counting where those that were moved end. */
async function countOn(db: Db): Promise<void> {
  for (const table of ['document_keys', 'contribution_keys'] as const) {
    await sql`
      select setval(pg_get_serial_sequence(${sql.lit(table)}, 'number'),
        coalesce((select max(number) from ${sql.table(table)}), 0) + 1, false)`.execute(db);
  }
}

/** One after the other, each looked for anew: a transaction in which nothing is done for long would be ended. */
async function withFiles(db: Db, work: (documentId: string) => Promise<void>): Promise<void> {
  const next = (after: string) =>
    db
      .selectFrom('documents')
      .select('id')
      .where('has_file', '=', 1)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  for (let row = await next(''); row; row = await next(row.id)) await work(row.id);
}
