import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { systemClock } from '../../server/clock.ts';
import { readConfig } from '../../server/config.ts';
import { resource } from '../../server/resources.ts';
import { startServer } from '../../server/server.ts';
import * as documents from '../../server/store/documents.ts';
import { createKey, startAppliance } from '../helpers/appliance.ts';
import { databaseFaults } from './database-faults.ts';
import { afterPowerCut, recording, type Step, stepsOf } from './recorded-writes.ts';

/** A recorded run, and what its client sent. */
export interface Recorded {
  steps: Step[];
  folder: string;
  /** A copy of the folder as it was before. */
  before: string;
  /** SHA-256 of each submitted file, by external id. */
  sent: Map<string, string>;
  /** Documents that were asked to be deleted. */
  toDelete: Set<string>;
}

/** Records a first start. @param at a folder for it all */
export async function recordFirstStart(at: string): Promise<Recorded> {
  return record(at, 'first', async () => undefined);
}

/** Records an appliance at work: small and large files, read and of the sandbox, deleted in every state. */
export async function recordWork(at: string): Promise<Recorded> {
  const folder = join(at, 'work');
  await (await startAppliance(folder)).stop();
  const live = await createKey(folder, 'live');
  const test = await createKey(folder, 'test');
  const invoice = await readFile(resource('samples', 'invoice.pdf'));
  // Received on the disk, and not in memory.
  const large = Buffer.concat([invoice, Buffer.alloc(1_200_000, ' ')]);
  return record(at, 'work', async (url, { sent, toDelete }) => {
    const submit = async (key: string, bytes: Buffer, retention = 'standard'): Promise<string> => {
      const externalId = `sent-${sent.size}`;
      sent.set(externalId, sha256(bytes));
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), 'invoice.pdf');
      for (const [name, value] of Object.entries({ buyer_vat: 'RO9900816346', external_id: externalId, retention }))
        form.set(name, value);
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await fetch(`${url}/v1/documents`, { method: 'POST', headers, body: form });
      if (answer.status !== 202) throw new Error(`A submission was answered ${answer.status}`);
      return ((await answer.json()) as { id: string }).id;
    };
    const remove = async (key: string, id: string): Promise<void> => {
      toDelete.add(id);
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await fetch(`${url}/v1/documents/${id}`, { method: 'DELETE', headers });
      if (answer.status !== 200) throw new Error(`A deletion was answered ${answer.status}`);
    };
    const ended = async (key: string, id: string): Promise<void> => {
      const headers = { Authorization: `Bearer ${key}` };
      for (let status = ''; status !== 'succeeded'; ) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        ({ status } = (await (await fetch(`${url}/v1/documents/${id}`, { headers })).json()) as { status: string });
      }
    };
    const first = [await submit(live, invoice), await submit(live, large), await submit(test, invoice)];
    await remove(live, await submit(live, invoice));
    for (const [index, id] of first.entries()) await ended(index === 2 ? test : live, id);
    await Promise.all([submit(live, invoice), submit(test, invoice), submit(live, invoice, 'zero')]);
    await remove(live, first[0]!);
    await remove(test, first[2]!);
    await submit(live, large);
  });
}

async function record(
  at: string,
  name: string,
  work: (url: string, told: Pick<Recorded, 'sent' | 'toDelete'>) => Promise<void>,
): Promise<Recorded> {
  const [folder, before, trace] = [join(at, name), join(at, `${name}-before`), join(at, `${name}.trace`)];
  await mkdir(folder, { recursive: true });
  await cp(folder, before, { recursive: true });
  const told = { sent: new Map<string, string>(), toDelete: new Set<string>() };
  const server = await startAppliance(folder, { command: recording(trace), within: 120_000 });
  try {
    await work(server.url, told);
  } finally {
    await server.stop();
  }
  // The recorder is no child of ours, and writes on for a moment.
  while (!hasEnded(await readFile(trace, 'latin1'))) await delay(100);
  const steps = stepsOf(trace, folder);
  await rm(trace);
  return { steps, folder, before, ...told };
}

/** The thread that a process began with ends last. */
function hasEnded(trace: string): boolean {
  const last = trace.trimEnd().split('\n').at(-1) ?? '';
  return / \+\+\+ exited with \d+ \+\+\+$/.test(last) && Number.parseInt(last, 10) === Number.parseInt(trace, 10);
}

/** What was wrong after a power cut; all empty when nothing was. */
export interface AfterCut {
  notStarted: string[];
  lost: string[];
  doubled: string[];
  back: string[];
  damaged: string[];
}

/** Cuts the power after so many steps, and starts the appliance on what is left. @param into a folder that is made for it */
export async function cutAndStart(
  recorded: Recorded,
  count: number,
  into: string,
  random: () => number,
): Promise<AfterCut> {
  const steps = recorded.steps.slice(0, count);
  const found: AfterCut = { notStarted: [], lost: [], doubled: [], back: [], damaged: [] };
  await rm(into, { recursive: true, force: true });
  afterPowerCut(steps, { ...recorded, into }, random);
  const log = pino({ level: 'silent' });
  const config = { ...readConfig({ FACTURIER_DATA: into }), port: 0 };
  const server = await startServer({ config, clock: systemClock, log, readers: 0 }).catch((error: Error) => {
    found.notStarted.push(
      `after ${count} steps: ${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`,
    );
    return null;
  });
  if (!server) return found;
  try {
    const { db, vault, files } = server.store;
    const { accepted, deleted } = answersIn(steps);
    for (const id of accepted) {
      if (recorded.toDelete.has(id)) continue;
      const row = await documents.find(db, id);
      if (!row) found.lost.push(id);
      else if (row.has_file === 1) {
        const bytes = await files.read(id, row.file_key).catch(() => null);
        if (!bytes || ![...recorded.sent.values()].includes(sha256(bytes))) found.lost.push(id);
      } else if (row.status === 'queued' && row.mode === 'live') found.lost.push(id);
    }
    const kept = await readdir(join(into, 'files'));
    for (const id of deleted) {
      const { rows } = await sql<{ file: Buffer; result: Buffer; about: Buffer }>`
        select k.* from documents d join document_keys k on k.number = d.keys where d.id = ${id}`.execute(db);
      const keys = rows.flatMap((row) => [row.file, row.result, row.about]);
      const isBack = (await documents.find(db, id)) !== null || keys.some((key) => key.some((byte) => byte !== 0));
      if (isBack || kept.includes(id)) found.back.push(id);
    }
    for (const externalId of recorded.sent.keys()) {
      const scope = { tenantId: (await db.selectFrom('tenants').select('id').executeTakeFirstOrThrow()).id };
      const reference = documents.referenceOf(vault, { ...scope, mode: 'live' }, externalId);
      const same = await db.selectFrom('documents').select('id').where('reference', '=', reference).execute();
      if (same.length > 1) found.doubled.push(externalId);
    }
  } finally {
    await server.stop();
  }
  found.damaged.push(...databaseFaults(into));
  return found;
}

/** Which documents a client knew to be accepted and to be deleted. */
function answersIn(steps: Step[]): { accepted: Set<string>; deleted: Set<string> } {
  const accepted = new Set<string>();
  const deleted = new Set<string>();
  for (const step of steps) {
    if (step.kind !== 'said') continue;
    const id = /"id":"(doc_\w+)"/.exec(step.text)?.[1];
    if (id === undefined) continue;
    if (step.text.startsWith('HTTP/1.1 202')) accepted.add(id);
    if (step.text.startsWith('HTTP/1.1 200') && step.text.includes('"deleted":true')) deleted.add(id);
  }
  return { accepted, deleted };
}

/** Always the same numbers for the same seed, from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many answers a client had by the end of a run: what a test is about must have happened. */
export function answered(recorded: Recorded): { accepted: number; deleted: number } {
  const { accepted, deleted } = answersIn(recorded.steps);
  return { accepted: accepted.size, deleted: deleted.size };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
