import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { currentVersion } from '../../../server/contract/versions.ts';
import { resource } from '../../../server/resources.ts';
import { openStore } from '../../../server/store/data-folder.ts';
import * as keys from '../../../server/store/keys.ts';
import * as tenants from '../../../server/store/tenants.ts';
import { type Appliance, startAppliance, temporaryFolder } from '../../helpers/appliance.ts';
import { type Measured, measure, multipart, multipartType, type Target } from '../load.ts';

/** A key may submit 20 at once and 2 a second; so many together outlast the measurement. */
const manyKeys = 250;
const rounds = 2;

interface Server {
  appliance: Appliance;
  targets: Record<string, Target>;
  remove(): Promise<void>;
}

/** By request: SQLite's and PostgreSQL's measurements, of rounds in turns. */
export async function measureApi(database: string, seconds: number): Promise<Map<string, [Measured, Measured][]>> {
  const servers = [await startServer(null), await startServer(database)] as const;
  const [own, shared] = servers;
  const results = new Map<string, [Measured, Measured][]>();
  try {
    for (const name of Object.keys(own.targets)) {
      const measured: [Measured, Measured][] = [];
      for (let round = 0; round < rounds; round++) {
        const on = ({ appliance, targets }: Server) => measure(appliance.url, targets[name]!, seconds);
        measured.push([await on(own), await on(shared)]);
      }
      results.set(name, measured);
    }
  } finally {
    for (const server of servers) await server.remove();
  }
  return results;
}

async function startServer(database: string | null): Promise<Server> {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const env = { FACTURIER_LOG_LEVEL: 'warn', ...(database !== null && { FACTURIER_DATABASE: database }) };
  const appliance = await startAppliance(data, { env, within: 60_000 });
  const store = await openStore({ data, masterKey: null, database });
  const [tenant] = await tenants.list(store.db);
  const more = { tenantId: tenant!.id, mode: 'test', label: null, expiresAt: null } as const;
  const made: string[] = [];
  for (let index = 0; index < manyKeys; index++) {
    made.push((await keys.create(store.db, { ...more, version: currentVersion, now: Date.now() })).key);
  }
  await store.close();

  const headers = made.map((key) => ({ Authorization: `Bearer ${key}` }));
  // A key's first use in a while is written down; that is not what is measured here.
  for (const each of headers) await fetch(`${appliance.url}/v1/whoami`, { headers: each });
  const invoice = await readFile(resource('samples', 'invoice.pdf'));
  const file = Buffer.concat([invoice, Buffer.alloc(Math.max(0, 100 * 1024 - invoice.length), ' ')]);
  const body = multipart(file);
  let id = '';
  for (const each of headers.slice(0, 60)) {
    const sent = { method: 'POST', headers: { ...multipartType, ...each }, body: new Uint8Array(body) };
    const response = await fetch(`${appliance.url}/v1/documents`, sent);
    if (response.status !== 202) throw new Error(`A submission was answered ${response.status}`);
    id = ((await response.json()) as { id: string }).id;
  }
  const first = headers[0]!;
  for (let status = ''; status !== 'succeeded'; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const response = await fetch(`${appliance.url}/v1/documents/${id}`, { headers: first });
    status = ((await response.json()) as { status: string }).status;
  }
  return {
    appliance,
    targets: {
      'GET one document': { path: `/v1/documents/${id}`, headers: [first] },
      'GET list of 50': { path: '/v1/documents?limit=50', headers: [first] },
      'POST 100 KB, sandbox': {
        ...{ path: '/v1/documents', method: 'POST', body },
        headers: headers.map((each) => ({ ...multipartType, ...each })),
      },
    },
    async remove() {
      await appliance.stop();
      await folder.remove();
    },
  };
}
