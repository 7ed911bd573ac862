import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import express from 'express';

// The yardstick of `npm run bench:api`: a bare Express 5 application that keeps the same row in a database of the same
// settings, and does nothing else: no keys, no checks, no look into the body, no encryption, no index, no event.
// Arguments: the folder with the appliance's database, whose table and newest row it takes; the appliance's answers to a
// GET and to a POST as JSON.

const [folder, ...texts] = process.argv.slice(2) as [string, string, string];
const [got, accepted] = texts.map((text) => JSON.parse(text) as Record<string, unknown>);

const source = new SQLite(join(folder, 'facturier.db'), { readonly: true });
const createTable = source.prepare("select sql from sqlite_master where name = 'documents'").pluck().get() as string;
const row = source.prepare("select * from documents where status = 'succeeded' order by id desc").get() as Record<
  string,
  unknown
>;
source.close();

const database = new SQLite(join(folder, 'bare.db'));
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'secure_delete = ON', 'foreign_keys = OFF'])
  database.pragma(pragma);
database.exec(createTable);
const columns = Object.keys(row);
const insert = database.prepare(`insert into documents values (${columns.map((name) => `@${name}`).join(', ')})`);
const byId = database.prepare('select * from documents where id = ?');
const newest = database.prepare('select * from documents order by id desc limit 50');

let count = 0;
const keep = (): string => {
  const id = `doc_${String(count++).padStart(26, '0')}`;
  insert.run({ ...row, id });
  return id;
};
for (let filled = 0; filled < 200; filled++) keep();

// What is sealed in the row stands for what the answer says in the clear.
const json = (answer: unknown, kept: unknown) => {
  const { id, created_at } = kept as Record<string, unknown>;
  return { ...(answer as object), id, created_at };
};

const app = express();
app.get('/documents/:id', (req, res) => {
  res.json(json(got, byId.get(req.params.id)));
});
app.get('/documents', (_req, res) => {
  res.json({ object: 'list', data: newest.all().map((kept) => json(got, kept)) });
});
const body = express.raw({ type: () => true, limit: '20mb' });
app.post('/documents', body, (_req, res) => {
  const id = keep();
  res.status(202).json(json(accepted, byId.get(id)));
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
});
