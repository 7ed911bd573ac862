import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resource } from '../../server/resources.ts';
import { type Appliance, createKey, facturier, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { signedInBy } from '../helpers/session.ts';
import { signInLink } from '../helpers/window.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

// The real server goes through everything a client can make it do; then its whole log is searched.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Appliance;
let receiver: Receiver;
let log: string;
const hidden: Record<string, string> = {};
const ids: string[] = [];

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape.
  json: any;
}

const ask = async (method: string, path: string, key: string, init: RequestInit = {}): Promise<Answer> => {
  const headers = { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) };
  const response = await fetch(server.url + path, { ...init, method, headers });
  return { status: response.status, headers: response.headers, json: await response.json().catch(() => null) };
};

const submit = async (key: string, fields: Record<string, string>, file: Uint8Array): Promise<Answer> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(file)]), hidden.filename);
  const headers = { 'Idempotency-Key': `${hidden.idempotencyKey}-${Math.random()}` };
  const answer = await ask('POST', '/v1/documents', key, { headers, body: form });
  if (answer.json?.id) ids.push(answer.json.id);
  return answer;
};

/** Goes through the window's own API, with what a person types and drops there. */
const useWindow = async (): Promise<void> => {
  const page = { 'X-Facturier': 'window', 'Content-Type': 'application/json' };
  const signIn = new URL(await signInLink(folder.path)).hash.replace('#sign-in=', '');
  const request = { method: 'POST', headers: page, body: JSON.stringify({ token: signIn }) };
  const signedIn = await signedInBy(await fetch(`${server.url}/app/session`, request));
  const [session, pageSecret] = [signedIn.Cookie.split('=')[1]!, signedIn['X-Facturier']];
  Object.assign(hidden, { signIn, session, pageSecret, typed: 'typed-2f9c', sought: 'sought-e180' });
  const headers = { ...page, ...signedIn };
  const app = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${server.url}/app${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const vat = `RO${hidden.buyerVat}`;
  await app('PUT', '/company', { vat, name: hidden.typed });
  const upload = `/documents?filename=${hidden.filename}&buyer_vat=${vat}&upload=1`;
  const dropped = await fetch(`${server.url}/app${upload}`, { method: 'POST', headers, body: 'no invoice' });
  expect(dropped.status).toBe(415);
  hidden.madeKey = (
    (await (await app('POST', '/keys', { mode: 'live', label: hidden.typed })).json()) as { key: string }
  ).key;
  hidden.newSecret = ((await (await app('POST', '/webhook/secret')).json()) as { secret: string }).secret;
  const { rows } = (await (await app('GET', `/documents?search=${hidden.sought}`)).json()) as { rows: unknown[] };
  expect(rows).toEqual([]);
  await app('PUT', '/webhook', { url: `http://example.com/${hidden.typed}` });
  await app('POST', '/webhook/test');
  await app('POST', `/documents/${hidden.typed}/note`, { text: hidden.typed });
  await app('GET', '/documents', undefined);
  await fetch(`${server.url}/app/documents?offset=${hidden.sought}`, { headers });
  await fetch(`${server.url}/app/settings`, { headers: { Cookie: `facturier_session=${hidden.typed}` } });
};

beforeAll(async () => {
  folder = await temporaryFolder();
  receiver = await startReceiver((response) => response.writeHead(500).end('answer-4d1c'));
  server = await startAppliance(folder.path, { env: { FACTURIER_LOG_LEVEL: 'trace' } });
  const { url } = server;
  const invoice = await readFile(resource('samples', 'invoice.pdf'));
  const live = await createKey(folder.path, 'live');
  const sandbox = await createKey(folder.path, 'test');
  const revoked = await createKey(folder.path, 'live');
  const { key_id: revokedId } = (await ask('GET', '/v1/whoami', revoked)).json as { key_id: string };
  await facturier(folder.path, 'keys', 'revoke', revokedId);
  Object.assign(hidden, {
    live,
    sandbox,
    revoked,
    secret: (await facturier(folder.path, 'tenants', 'secret')).stdout,
    masterKey: (await readFile(`${folder.path}/master.key`, 'utf8')).trim(),
    filename: 'filename-8c41.pdf',
    idempotencyKey: 'idempotency-77ab',
    externalId: 'external-5b20',
    metadata: 'metadata-9f63',
    buyerName: 'buyer-e2d8',
    buyerVat: '9900816346',
    urlToken: 'token-31aa',
    answer: 'answer-4d1c',
    badField: 'bad-field-6e07',
    fileText: invoice.toString('latin1').slice(20, 60),
  });
  await facturier(folder.path, 'tenants', 'set', '--webhook-url', `${receiver.url}hook?t=${hidden.urlToken}`);
  const fields = {
    buyer_vat: `RO${hidden.buyerVat}`,
    buyer_name: hidden.buyerName!,
    external_id: hidden.externalId!,
    metadata: JSON.stringify({ note: hidden.metadata }),
  };

  for (const key of [live, sandbox]) {
    const read = await submit(key, { ...fields, mode: 'sync' }, invoice);
    expect(read.status).toBe(200);
    expect(read.json.status).toBe('succeeded');
    const { vendor, invoice_number, total_amount, bank_details } = read.json.document;
    Object.assign(hidden, {
      [`vendor of ${read.json.mode}`]: vendor.name,
      [`vendor's number of ${read.json.mode}`]: vendor.vat_number,
      [`number of ${read.json.mode}`]: invoice_number,
      [`total of ${read.json.mode}`]: String(total_amount),
      [`IBAN of ${read.json.mode}`]: bank_details.iban,
    });
    await ask('GET', `/v1/documents/${read.json.id}`, key);
    await ask('GET', `/v1/documents?external_id=${hidden.externalId}`, key);
    await ask('POST', `/v1/documents/${read.json.id}/webhook`, key);
    await ask('GET', '/v1/usage', key);
    await ask('DELETE', `/v1/documents/${read.json.id}`, key);
    await ask('GET', `/v1/documents/${read.json.id}`, key);

    const zero = await submit(key, { ...fields, retention: 'zero', mode: 'sync' }, invoice);
    await ask('GET', `/v1/documents/${zero.json.id}`, key);
    // What is refused, and what cannot be read.
    await submit(key, { ...fields, buyer_vat: hidden.badField! }, invoice);
    await submit(key, { ...fields, external_id: hidden.externalId!.repeat(20) }, invoice);
    await submit(key, { ...fields, metadata: `{"${hidden.metadata}` }, invoice);
    await submit(key, { ...fields, webhook_url: `http://example.com/${hidden.urlToken}` }, invoice);
    await submit(key, fields, Buffer.from('no invoice'));
    await submit(key, { ...fields, mode: 'sync' }, invoice.subarray(0, 500));
  }
  await useWindow();
  await ask('GET', `/v1/whoami?key=${hidden.badField}`, revoked);
  await ask('GET', '/v1/whoami', `${live}x`);
  await ask('GET', `/v1/${hidden.badField}`, live);
  await fetch(`${url}/v1/documents`, { method: 'POST', headers: { 'X-API-Key': live }, body: `{"${hidden.badField}"` });
  await fetch(`${url}/v1/documents/${hidden.badField}`, { headers: { Cookie: `session=${hidden.badField}` } });
  await receiver.waitFor(4);
  await server.stop();
  log = server.log();
}, 120_000);

afterAll(async () => {
  await receiver.stop();
  await folder.remove();
});

test('issue "The whole contract", operators: every line of the log is JSON', () => {
  const lines = log.trim().split('\n');
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});

test('the log names documents, events and requests by their ids', () => {
  for (const id of [ids[0]!, 'evt_', 'req_']) expect(log).toContain(id);
});

test('the log holds no key, no secret and nothing of an invoice or of what came with it', () => {
  expect(Object.keys(hidden).length).toBeGreaterThan(20);
  const found = Object.entries(hidden).filter(([, text]) => {
    if (typeof text !== 'string' || text.length < 4) throw new Error('There is nothing to look for.');
    return log.includes(text);
  });
  expect(found).toEqual([]);
});
