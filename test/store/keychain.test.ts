import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Appliance, facturierWith, startAppliance, temporaryFolder } from '../helpers/appliance.ts';
import { type Keyring, startKeyring } from '../helpers/keyring.ts';
import { haveKeyring } from '../helpers/prerequisites.ts';

/** The master key in a real GNOME keyring, used by the real server and the real command line. */
describe.skipIf(!haveKeyring())('the master key in the keychain', () => {
  let keyring: Keyring;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let running: Appliance | null = null;

  beforeAll(async () => {
    keyring = await startKeyring();
  });
  afterAll(() => keyring.stop());
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(async () => {
    await running?.stop();
    running = null;
    await folder.remove();
  });

  const start = async (env: NodeJS.ProcessEnv = keyring.env): Promise<Appliance> => {
    running = await startAppliance(folder.path, { env: { ...env, FACTURIER_NEW_KEY_IN: 'keychain' } });
    return running;
  };
  const stop = async (): Promise<void> => {
    await running?.stop();
    running = null;
  };
  const run = (...args: string[]) => facturierWith(keyring.env, folder.path, ...args);
  const keyFile = (): string => readFileSync(join(folder.path, 'master.key'), 'utf8').trim();

  it('is made there and never touches the folder or the environment', async () => {
    const server = await start();
    expect(keyFile()).toMatch(/^keychain [0-9a-f-]{36}$/);
    // The one other place where a key would show to other programs of this user.
    const environment = readFileSync(`/proc/${server.process.pid}/environ`, 'utf8');
    expect(environment).not.toMatch(/[A-Za-z0-9+/]{43}=/);
    const created = await run('keys', 'create', '--mode', 'test');
    expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^fct_test_/) });
    await stop();

    await start();
    const answer = await fetch(`${running?.url}/v1/whoami`, { headers: { 'X-API-Key': created.stdout } });
    expect(answer.status).toBe(200);
    expect((await run('master-key')).stdout).toBe('keychain');
  });

  it('is asked for in one sentence while the keychain is locked, and nothing else is made in its place', async () => {
    await start();
    await stop();
    const before = keyFile();
    await keyring.lock();
    try {
      await expect(start()).rejects.toThrow(/The system's keychain cannot be used: .*unlock/);
      expect(keyFile()).toBe(before);
    } finally {
      await keyring.unlock();
    }
    await start();
  });

  it('is not made at all without a keychain', async () => {
    await expect(start({ ...keyring.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' })).rejects.toThrow(
      /The system's keychain cannot be used/,
    );
    expect(existsSync(join(folder.path, 'master.key'))).toBe(false);
    expect(readdirSync(folder.path)).not.toContain('facturier.db');
  });

  it('moves into a file of its owner alone, and back, beside a running server', async () => {
    await start();
    const { stdout: secret } = await run('tenants', 'secret');
    expect((await run('master-key', '--move-to', 'file')).stdout).toBe('file');
    expect(keyFile()).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(statSync(join(folder.path, 'master.key')).mode & 0o777).toBe(0o600);
    expect((await run('tenants', 'secret')).stdout).toBe(secret);
    expect((await run('master-key', '--move-to', 'keychain')).stdout).toBe('keychain');
    expect((await run('tenants', 'secret')).stdout).toBe(secret);
  });

  it('stays out of a backup unless it is asked for', async () => {
    await start();
    const { stdout: secret } = await run('tenants', 'secret');
    const other = await temporaryFolder();
    const without = join(other.path, 'without');
    const withKey = join(other.path, 'with');
    expect((await run('backup', without, '--json')).stdout).toContain('"master_key":"separate"');
    expect((await run('backup', withKey, '--with-key', '--json')).stdout).toContain('"master_key":"included"');
    await stop();

    // On the machine it came from its key is still there.
    expect(await run('restore', without)).toMatchObject({ code: 0 });
    expect((await run('tenants', 'secret')).stdout).toBe(secret);
    // Elsewhere only the one with the key is worth something.
    const elsewhere = join(other.path, 'elsewhere');
    expect((await facturierWith({}, elsewhere, 'restore', without)).stderr).toContain('FACTURIER_MASTER_KEY');
    expect(await facturierWith({}, elsewhere, 'restore', withKey)).toMatchObject({ code: 0 });
    expect((await facturierWith({}, elsewhere, 'tenants', 'secret')).stdout).toBe(secret);
    await other.remove();
  });
});
