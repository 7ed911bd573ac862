import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { filesUrl } from '../../server/files-url.ts';
import { selfSigned } from '../../server/http/certificate.ts';
import type { BucketAddress } from '../../server/store/bucket.ts';
import { openStore } from '../../server/store/data-folder.ts';
import { facturierWith, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { createBucket, objectsIn, placeIn } from '../helpers/buckets.ts';
import { createDatabase } from '../helpers/postgres.ts';

const { env, bucket } = inject('objectStore')!;
const secret = env.AWS_SECRET_ACCESS_KEY;
// Given, because a key in the folder would belong to the first of the many databases here.
const masterKey = randomBytes(32).toString('base64');
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
});
afterAll(() => folder.remove());

const newDatabase = (): Promise<string> => createDatabase(String(inject('cluster')));
const newPlace = (): BucketAddress => placeIn(env, bucket, randomUUID());

/** Checks as a start does. @returns what was wrong, or null */
async function problem(files: BucketAddress | null, database?: string): Promise<string | null> {
  const store = await openStore({ data, masterKey, database: database ?? (await newDatabase()), files });
  try {
    await store.files.check();
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await store.close();
  }
}

describe('at its start', () => {
  test('an appliance tries all that it needs, and leaves but the mark', async () => {
    const place = newPlace();
    expect(await problem(place)).toBeNull();
    expect((await objectsIn(place)).map(([name]) => name)).toEqual(['facturier-mark']);
  });

  test.each<[string, () => Promise<Partial<BucketAddress>>, RegExp]>([
    [
      'a wrong key',
      async () => ({ secretAccessKey: 'Zaharia-8' }),
      /answered 403 SignatureDoesNotMatch when asked to PUT/,
    ],
    ['another region', async () => ({ region: 'mars-1' }), /answered 400 AuthorizationHeaderMalformed/],
    ['no such bucket', async () => ({ bucket: 'nobodys-bucket' }), /answered 404 NoSuchBucket/],
    ['nobody there', async () => ({ endpoint: 'http://127.0.0.1:1' }), /did not answer \(ECONNREFUSED\)/],
    ['a bucket that keeps versions', async () => ({ bucket: await createBucket(env, { versions: true }) }), /versions/],
  ])('it refuses %s in one sentence without the key', async (_name, change, sentence) => {
    const said = await problem({ ...newPlace(), ...(await change()) });
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/Zaharia|testing|tester/);
  });

  test('the first one chooses for all: files elsewhere than where the others keep them are refused', async () => {
    const [inStore, inDatabase] = [await newDatabase(), await newDatabase()];
    const place = newPlace();
    expect(await problem(place, inStore)).toBeNull();
    expect(await problem(place, inStore)).toBeNull();
    expect(await problem(newPlace(), inStore)).toMatch(
      /^The files of this database lie in another place of an S3 store/,
    );
    expect(await problem(null, inStore)).toMatch(/^The files of this database lie in an S3 store; give its address/);
    expect(await problem(null, inDatabase)).toBeNull();
    expect(await problem(newPlace(), inDatabase)).toMatch(/^The files of this database lie in the database itself/);
    expect(await problem(place)).toMatch(/^The files of another database lie in this place/);
  });

  test('a database that holds files already, from before this was written down, keeps them', async () => {
    const database = await newDatabase();
    const store = await openStore({ data, masterKey, database });
    await store.files.keepSealed('doc_one', Buffer.from('sealed'));
    await store.close();
    expect(await problem(newPlace(), database)).toMatch(/lie in the database itself/);
  });

  test('of two that start at once one place is chosen', async () => {
    const database = await newDatabase();
    const outcomes = await Promise.all([newPlace(), newPlace(), null].map((files) => problem(files, database)));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  });

  test('with one desk alone its files stay in its folder', async () => {
    await expect(openStore({ data, masterKey, files: newPlace() })).rejects.toThrow(/set --database too/);
  });
});

test('over TLS the certificate is verified, by an authority of the operator where one is named', async () => {
  const certificate = selfSigned(['localhost'], Date.now());
  const server = createServer(certificate, (outer) => {
    const inner = connect(Number(new URL(env.AWS_ENDPOINT_URL).port), '127.0.0.1');
    outer.pipe(inner).pipe(outer);
    for (const socket of [outer, inner]) socket.on('error', () => outer.destroy());
  }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => undefined);
  await once(server, 'listening');
  const ca = join(folder.path, 'ca.pem');
  await writeFile(ca, certificate.cert);
  const at = (more: string): BucketAddress =>
    filesUrl(
      `s3://${bucket}/${randomUUID()}?endpoint=https://localhost:${(server.address() as AddressInfo).port}${more}`,
      env,
    );
  expect(await problem(at(`&ca=${encodeURIComponent(ca)}`))).toBeNull();
  expect(await problem(at(''))).toMatch(/did not answer \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  await expect(problem(at('&ca=/nowhere.pem'))).rejects.toThrow(/^The authorities of the S3 store cannot be read/);
  server.close();
});

test("requests are signed with the database's time, not the machine's", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * 60 * 1000 });
  try {
    expect(await problem(newPlace())).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('an appliance takes the key from the environment, says nowhere what it is, and one with other files does not start', async () => {
  const database = await newDatabase();
  const files = `s3://${bucket}/${randomUUID()}`;
  const args = ['--database', database, '--files', files];
  const appliance = await startAppliance(data, { args, env: { ...env, FACTURIER_LOG_LEVEL: 'trace' } });
  await appliance.stop();
  expect(appliance.log()).not.toContain(secret);

  const elsewhere = await facturierWith(env, data, 'serve', '--port', '0', '--database', database);
  expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('lie in an S3 store') });
  const checked = await facturierWith({ ...env, AWS_SECRET_ACCESS_KEY: 'Zaharia-8' }, data, 'doctor', ...args);
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain('403 SignatureDoesNotMatch');
  expect(checked.stdout + checked.stderr).not.toContain('Zaharia');
}, 60_000);
