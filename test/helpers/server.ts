import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, inject } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import type { Config } from '../../server/config.ts';
import type { DocumentJson, KeyMode } from '../../server/contract/document.ts';
import { type ContractVersion, currentVersion } from '../../server/contract/versions.ts';
import { createLog } from '../../server/log.ts';
import { sandboxExtraction } from '../../server/reading/sandbox-loop.ts';
import { startServer } from '../../server/server.ts';
import { claimNext } from '../../server/store/claims.ts';
import type { Store } from '../../server/store/data-folder.ts';
import { finish } from '../../server/store/endings.ts';
import * as keys from '../../server/store/keys.ts';
import * as tenants from '../../server/store/tenants.ts';
import { type Contract, contractOf } from './contract.ts';
import { testDatabase, testFiles } from './store.ts';

/** An answer, taken in whole and checked against the published contract. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  json: any;
}

interface Request {
  key?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | FormData;
}

/**
 * The real server in this process, on a temporary folder and a free port, with a clock that tests can move; or several on
 * one database, which are asked in turn.
 */
export interface TestServer {
  url: string;
  folder: string;
  store: Store;
  tenantId: string;
  /** Everything that was logged so far. */
  log(): string;
  /** Lets time pass. */
  advance(milliseconds: number): void;
  /** Sets the clock ahead, or back by less than nothing; no time passes. */
  setClock(milliseconds: number): void;
  /** From now on only `advance` moves the clock. */
  stopClock(): void;
  /** Has everything that comes due looked for at once. */
  wake(): void;
  now(): number;
  createKey(
    mode: KeyMode,
    more?: { tenantId?: string; expiresAt?: string; version?: string; label?: string },
  ): Promise<string>;
  createTenant(name: string): Promise<string>;
  request(method: string, path: string, request?: Request): Promise<Answer>;
  /** Ends waiting live documents as a reading would, oldest first, up to this one, and this one as said. */
  finish(id: string, ending?: 'succeeded' | 'failed'): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestServer(
  settings: {
    versions?: readonly ContractVersion[];
    syncWaitMs?: number;
    hostNames?: string[];
    readers?: number;
    policy?: Config['policy'];
    watchedFolder?: string;
    exportFolder?: Config['exportFolder'];
    host?: string;
    /** Port of a detour to the S3 store, where files lie there. */
    filesBy?: number;
  } = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier-http-'));
  let offset = 0;
  let stoppedAt: number | null = null;
  let set = 0;
  const passed = (): number => (stoppedAt ?? systemClock.now()) + offset;
  const clock = { now: () => passed() + set, elapsed: passed };
  let logged = '';
  const log = createLog(
    'debug',
    new Writable({
      write(chunk, _encoding, done) {
        logged += chunk;
        done();
      },
    }),
  );
  const database = await testDatabase();
  const {
    hostNames = [],
    readers = 0,
    policy = {},
    host = '127.0.0.1',
    filesBy,
    watchedFolder = null,
    exportFolder = null,
    ...rest
  } = settings;
  const files = testFiles(database, filesBy);
  const start = (data: string, masterKey: string | null): ReturnType<typeof startServer> =>
    startServer({
      config: {
        data,
        database,
        files,
        host,
        port: 0,
        hostNames,
        masterKey,
        newKeyIn: 'file',
        logLevel: 'debug',
        einvoiceSignersFile: null,
        webhookCaFile: null,
        webhookProxy: null,
        tls: null,
        updates: null,
        watchedFolder,
        exportFolder,
        byNpm: false,
        policy,
      },
      clock,
      log,
      readers,
      ...rest,
    });
  const server = await start(folder, null);
  const nodes = [server];
  for (let number = 2; number <= (inject('nodes') ?? 1); number++) {
    nodes.push(await start(join(folder, `node-${number}`), await readFile(join(folder, 'master.key'), 'utf8')));
  }
  let asked = 0;
  const { db, vault } = server.store;
  const tenantId = (await tenants.list(db))[0]!.id;
  const contract: Contract = contractOf(await (await fetch(`${server.url}/v1/openapi.json`)).json());

  return {
    url: server.url,
    folder,
    store: server.store,
    tenantId,
    log: () => logged,
    now: clock.now,
    advance(milliseconds) {
      offset += milliseconds;
    },
    setClock(milliseconds) {
      set += milliseconds;
    },
    stopClock() {
      stoppedAt = systemClock.now();
    },
    wake() {
      for (const node of nodes) node.wake();
    },
    async createKey(mode, more = {}) {
      const { tenantId: of = tenantId, expiresAt = null, version = currentVersion, label = null } = more;
      return (await keys.create(db, { tenantId: of, mode, label, expiresAt, version, now: clock.now() })).key;
    },
    createTenant: async (name) => (await tenants.create(db, vault, { name, now: clock.now() })).id,
    async request(method, path, { key, headers = {}, body } = {}) {
      asked += 1;
      const response = await fetch(nodes[asked % nodes.length]!.url + path, {
        method,
        headers: { ...(key !== undefined && { Authorization: `Bearer ${key}` }), ...headers },
        ...(body !== undefined && { body: body as NonNullable<RequestInit['body']> }),
      });
      const text = await response.text();
      const answer = { status: response.status, headers: response.headers, text, json: parsed(text) };
      // Answers in an older, made-up version are not what the contract describes.
      if (settings.versions === undefined) contract.check(method, path, answer);
      return answer;
    },
    async finish(id, status = 'succeeded') {
      const failed = { status: 'failed', code: 'unreadable_file', message: 'The file is damaged.' } as const;
      for (;;) {
        const now = clock.now();
        const claimed = await claimNext(db, vault, { now, leaseMs: 60_000, owner: 'test' });
        if (!claimed) throw new Error(`The document ${id} does not wait to be read`);
        const succeeded = { status: 'succeeded', extraction: sandboxExtraction(), pages: claimed.pages ?? 1 } as const;
        const ending = claimed.id === id && status === 'failed' ? failed : succeeded;
        await finish(db, vault, server.store.files, { id: claimed.id, token: claimed.token, now, ending });
        if (claimed.id === id) return;
      }
    },
    async stop() {
      for (const node of nodes.toReversed()) await node.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A multipart submission. @param fields `file` may be left out by giving null */
export function form(
  fields: Record<string, string | undefined>,
  file: { bytes: Uint8Array | string; name?: string } | null,
): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.set(name, value);
  if (file) body.set('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name ?? 'invoice.pdf');
  return body;
}

/** The smallest PDF with so many empty pages. @param said how many it says it has */
export function pdf(pages = 1, said = pages): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${said} /Kids [${kids}] >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>'),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** A buyer number that is valid. */
export const buyer = 'RO18547290';

/** Submits a small PDF as multipart. */
export function submit(
  server: TestServer,
  key: string,
  fields: Record<string, string | undefined> = {},
  more: { headers?: Record<string, string>; bytes?: Uint8Array | string; name?: string } = {},
): Promise<Answer> {
  const { headers = {}, bytes = pdf(), name } = more;
  const file = name === undefined ? { bytes } : { bytes, name };
  const body = form({ buyer_vat: buyer, ...fields }, file);
  return server.request('POST', '/v1/documents', { key, headers, body });
}

/** Submits a small PDF as JSON. */
export function submitJson(
  server: TestServer,
  key: string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = JSON.stringify({ file_base64: pdf().toString('base64'), buyer_vat: buyer, ...fields });
  return server.request('POST', '/v1/documents', {
    key,
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
}

/** Asks until the document is finished. */
export async function finished(server: TestServer, key: string, id: string): Promise<DocumentJson> {
  for (let tries = 0; tries < 800; tries++) {
    const { json } = await server.request('GET', `/v1/documents/${id}`, { key });
    if (json.finished_at !== null) return json;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`The document ${id} did not finish`);
}

/** The one problem of a 422 answer (interface.md 8.3), as `expect` compares it. */
export const detail = (loc: (string | number)[], type?: string) => ({
  detail: [expect.objectContaining({ loc, ...(type && { type }), msg: expect.any(String) })],
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
