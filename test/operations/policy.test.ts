import { chmodSync, chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { createSignIn, pageSecretOf, signIn } from '../../server/store/sessions.ts';
import { temporaryFolder } from '../helpers/appliance.ts';
import { startTestServer, type TestServer } from '../helpers/server.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, 'policy.json');
});
afterEach(() => folder.remove());

const write = (policy: unknown): void => writeFileSync(file, JSON.stringify(policy), { mode: 0o644 });

describe("the machine's policy", () => {
  it('wins over the environment', () => {
    write({ port: 4999, data: '/srv/facturier', hostNames: ['Facturi.Example'], logLevel: 'warn', updates: 'off' });
    const env = { FACTURIER_PORT: '5000', FACTURIER_DATA: '/elsewhere', FACTURIER_UPDATES: 'https://updates.example/' };
    expect(readConfig(env, file)).toMatchObject({
      port: 4999,
      data: '/srv/facturier',
      hostNames: ['facturi.example'],
      logLevel: 'warn',
      updates: null,
    });
    rmSync(file);
    expect(readConfig(env, file)).toMatchObject({ port: 5000, updates: 'https://updates.example/', policy: {} });
  });

  it.each([
    [{ prot: 4870 }, /is not right: .*prot/],
    [{ port: '4870' }, /is not right at port/],
    [{ updates: 'http://updates.example' }, /is not right at updates: must be an https address/],
    [{ updates: 'updates' }, /is not right at updates/],
    [{ webhookProxy: 'proxy:3128' }, /is not right at webhookProxy: must be the http address/],
    [{ retention: 'forever' }, /is not right at retention/],
  ])('that makes no sense is said in one sentence: %j', (policy, sentence) => {
    write(policy);
    expect(() => readConfig({}, file)).toThrow(sentence);
  });

  it('takes a folder of updates, and so does the environment', () => {
    write({ updates: folder.path });
    expect(readConfig({}, file).updates).toBe(folder.path);
    rmSync(file);
    expect(readConfig({ FACTURIER_UPDATES: folder.path }, file).updates).toBe(folder.path);
    expect(() => readConfig({ FACTURIER_UPDATES: 'http://updates.example/' }, file)).toThrow(
      /^FACTURIER_UPDATES must be/,
    );
  });

  it('names the folder and the program of the automatic export, or none, and so does the environment', () => {
    const env = { FACTURIER_EXPORT_FOLDER: folder.path, FACTURIER_EXPORT_TO: 'saga' };
    expect(readConfig(env, file).exportFolder).toEqual({ path: folder.path, target: 'saga' });
    write({ exportTo: 'ubl-ro' });
    expect(readConfig(env, file).exportFolder).toEqual({ path: folder.path, target: 'ubl-ro' });
    write({ exportFolder: 'off' });
    expect(readConfig(env, file).exportFolder).toBe('off');
    write({ exportFolder: folder.path });
    expect(() => readConfig({}, file)).toThrow('Exports need both FACTURIER_EXPORT_FOLDER and FACTURIER_EXPORT_TO.');
    expect(() => readConfig({ ...env, FACTURIER_WATCHED_FOLDER: folder.path }, file)).toThrow(/must be another folder/);
    rmSync(file);
    expect(() => readConfig({ ...env, FACTURIER_EXPORT_FOLDER: 'out' }, file)).toThrow(
      /^FACTURIER_EXPORT_FOLDER must be/,
    );
  });

  it('starts nothing with a program that keeps no books', async () => {
    const started = startTestServer({ exportFolder: { target: 'csv', path: folder.path } });
    await expect(started).rejects.toThrow('FACTURIER_EXPORT_TO must be one of saga, ubl-ro, winmentor.');
  });

  it.skipIf(process.getuid?.() !== 0)("is refused when it is another user's", () => {
    write({ port: 4999 });
    chownSync(file, 12_345, 0);
    expect(() => readConfig({}, file)).toThrow(/belongs to another user/);
  });

  it('is refused when it is no JSON, or when others may write it', () => {
    writeFileSync(file, '{');
    expect(() => readConfig({}, file)).toThrow(/is not JSON/);
    write({});
    chmodSync(file, 0o666);
    expect(() => readConfig({}, file)).toThrow(/may be written by others/);
  });
});

describe('a server under a policy', () => {
  let server: TestServer;
  afterEach(() => server.stop());

  it('tells the window what it cannot change, and keeps what is dropped as the policy says', async () => {
    const policy = { retention: 'zero', language: 'en', webhookProxy: 'http://erp:secret@proxy.test:3128' } as const;
    server = await startTestServer({ policy });
    const { db, vault } = server.store;
    const token = await createSignIn(db, { tenantId: server.tenantId, person: null }, server.now());
    const session = await signIn(db, token, server.now());
    const headers = {
      Cookie: `facturier_session_${new URL(server.url).port}=${session}`,
      'X-Facturier': pageSecretOf(vault, session!),
    };
    const settings = await server.request('GET', '/app/settings', { headers });
    const shown = { ...policy, webhookProxy: 'http://erp:…@proxy.test:3128' };
    expect(settings.json).toMatchObject({ policy: shown, fingerprint: null });
  });
});
