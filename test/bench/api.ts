import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createInterface } from 'node:readline';
import { currentVersion } from '../../server/contract/versions.ts';
import { packageRoot, resource } from '../../server/resources.ts';
import { openStore } from '../../server/store/data-folder.ts';
import * as keys from '../../server/store/keys.ts';
import * as tenants from '../../server/store/tenants.ts';
import { startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import {
  connections,
  type Measured,
  measure,
  measureEvenly,
  median,
  multipart,
  multipartType,
  type Target,
} from './load.ts';

// `npm run bench:api [-- SECONDS]`: the real server beside a bare one, measured in turns, several rounds each, so that
// whatever else the machine does falls on both. It prints; it never fails for being slow.

const seconds = Number(process.argv[2] ?? 5);
const rounds = 3;
/** A key may submit 20 at once and 2 a second; so many together outlast the measurement. */
const manyKeys = 600;

interface Answer {
  status: number;
  text: string;
}

async function compare(name: string, wanted: number, ours: [string, Target], bare: [string, Target]): Promise<void> {
  const measured: [Measured, Measured][] = [];
  for (let round = 0; round < rounds; round++)
    measured.push([await measure(...ours, seconds), await measure(...bare, seconds)]);
  const of = (side: 0 | 1, what: keyof Measured): number => median(measured.map((pair) => pair[side][what]));
  const share = median(measured.map(([a, b]) => a.perSecond / b.perSecond));
  const errors = measured.flat().reduce((sum, each) => sum + each.errors, 0);
  const cell = (side: 0 | 1): string =>
    `${of(side, 'perSecond').toFixed(0).padStart(6)}/s  p50 ${String(of(side, 'p50')).padStart(3)} ms  p99 ${String(of(side, 'p99')).padStart(3)} ms`;
  const verdict = `${(share * 100).toFixed(0)} % (wanted ${wanted} %)`;
  console.log(`${name.padEnd(28)}| ${cell(0)} | ${cell(1)} | ${verdict}${errors ? `, ${errors} errors` : ''}`);
}

const folder = await temporaryFolder();
const server = await startAppliance(folder.path, { env: { FACTURIER_LOG_LEVEL: 'warn' }, within: 60_000 });
try {
  const store = await openStore({ data: folder.path, masterKey: null });
  const [tenant] = await tenants.list(store.db);
  const newKey = async (mode: 'live' | 'test'): Promise<string> => {
    const more = { label: null, expiresAt: null, version: currentVersion, now: Date.now() };
    return (await keys.create(store.db, { tenantId: tenant!.id, mode, ...more })).key;
  };
  const sandbox = await Promise.all(Array.from({ length: manyKeys }, () => newKey('test')));
  const live = await newKey('live');
  await store.close();

  const invoice = await readFile(resource('samples', 'invoice.pdf'));
  const file = Buffer.concat([invoice, Buffer.alloc(Math.max(0, 100 * 1024 - invoice.length), ' ')]);
  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  // On a connection of its own: one that lay idle while the processor was busy may be closing by now.
  const ask = (method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(server.url + path, { method, headers, agent: false }, async (response) => {
        const text = Buffer.concat(await Array.fromAsync(response)).toString('utf8');
        resolve({ status: response.statusCode ?? 0, text });
      });
      request.once('error', reject).end(body);
    });
  const submit = async (key: string, content: Buffer): Promise<Answer & { id: string }> => {
    const body = multipart(content);
    const length = { 'Content-Length': String(body.byteLength) };
    const { status, text } = await ask('POST', '/v1/documents', { ...multipartType, ...length, ...bearer(key) }, body);
    if (status !== 202) throw new Error(`${status} ${text}`);
    return { status, text, id: (JSON.parse(text) as { id: string }).id };
  };
  const statusOf = async (key: string, id: string): Promise<string> =>
    (JSON.parse((await ask('GET', `/v1/documents/${id}`, bearer(key))).text) as { status: string }).status;

  // A key's first use in a while is written down; that is not what is measured here.
  for (const key of sandbox) await ask('GET', '/v1/whoami', bearer(key));
  let { id, text: accepted } = await submit(sandbox[0]!, file);
  for (let index = 1; index < 200; index++) ({ id, text: accepted } = await submit(sandbox[index % manyKeys]!, file));
  while ((await statusOf(sandbox[0]!, id)) !== 'succeeded') await new Promise((resolve) => setTimeout(resolve, 100));
  const one = (await ask('GET', `/v1/documents/${id}`, bearer(sandbox[0]!))).text;

  const bareServer = spawn(process.execPath, [`${packageRoot}/test/bench/bare-server.ts`, folder.path, one, accepted], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const bare = await new Promise<string>((resolve) =>
    createInterface({ input: bareServer.stdout }).once('line', resolve),
  );
  const read = [bearer(sandbox[0]!)];
  console.log(`${connections} connections, median of ${rounds} rounds of ${seconds} s each, in turns\n`);
  console.log(`${''.padEnd(28)}| Facturier${' '.repeat(27)}| bare Express 5${' '.repeat(22)}| share`);
  await compare(
    'GET one document',
    60,
    [server.url, { path: `/v1/documents/${id}`, headers: read }],
    [bare, { path: `/documents/doc_${'100'.padStart(26, '0')}` }],
  );
  await compare(
    'GET list of 50',
    60,
    [server.url, { path: '/v1/documents?limit=50', headers: read }],
    [bare, { path: '/documents' }],
  );
  const post = { method: 'POST', body: multipart(file) } as const;
  await compare(
    'POST 100 KB, sandbox',
    50,
    [
      server.url,
      { ...post, path: '/v1/documents', headers: sandbox.map((key) => ({ ...multipartType, ...bearer(key) })) },
    ],
    [bare, { ...post, path: '/documents', headers: [multipartType] }],
  );
  bareServer.kill();
  // What was just sent is still being ended; readings and requests alone are measured next.
  const ended = await submit(sandbox[0]!, file);
  while ((await statusOf(sandbox[0]!, ended.id)) !== 'succeeded')
    await new Promise((resolve) => setTimeout(resolve, 100));

  const scan = await readFile(resource('samples', 'scan.jpg'));
  const scans: string[] = [];
  for (let index = 0; index < 12; index++) scans.push((await submit(live, scan)).id);
  const statuses = async (): Promise<string[]> => Promise.all(scans.map((each) => statusOf(live, each)));
  while (!(await statuses()).includes('processing')) await new Promise((resolve) => setTimeout(resolve, 100));
  const rate = 100;
  const busy = await measureEvenly(server.url, { path: `/v1/documents/${id}`, headers: read }, seconds, rate);
  const reading = (await statuses()).filter((status) => status === 'processing').length;
  console.log(
    `\nGET one document, ${rate} a second, while ${reading} documents are read by OCR: ` +
      `p50 ${busy.p50} ms, p99 ${busy.p99} ms (wanted under 25)`,
  );
} finally {
  await server.stop();
  await folder.remove();
}
