import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run as runHere } from '../../server/cli/program.ts';
import { nodeProblem } from '../../server/node-version.ts';
import { resource } from '../../server/resources.ts';
import { type Appliance, type Ended, facturier, startAppliance } from '../helpers/appliance.ts';
import { buyer, form, pdf } from '../helpers/server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]): Promise<Ended> => facturier(folder, ...args);
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);

describe('facturier keys', () => {
  test('create prints the new key and nothing else', async () => {
    const { code, stdout, stderr } = await run('keys', 'create', '--mode', 'live', '--label', 'ERP');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^fct_live_[0-9A-Za-z]{40}$/);
  });

  test('create --json prints key, id, mode, tenant and version', async () => {
    expect(await json('keys', 'create', '--mode', 'test')).toEqual({
      key: expect.stringMatching(/^fct_test_[0-9A-Za-z]{40}$/),
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      mode: 'test',
      tenant_id: expect.stringMatching(/^ten_[0-9a-z]{26}$/),
      version: '2026-10-19',
    });
  });

  test('list shows hints, never a key; revoke marks it', async () => {
    const made = await json('keys', 'create', '--mode', 'test', '--expires', '2030-01-31');
    expect((await run('keys', 'revoke', made.id)).code).toBe(0);
    const rows = await json('keys', 'list');
    const row = rows.find(({ id }: { id: string }) => id === made.id);
    expect(row).toMatchObject({ expires_at: '2030-01-31T00:00:00.000Z', revoked_at: expect.any(String) });
    const plain = await run('keys', 'list');
    expect(plain.stdout).toContain(`fct_test_…${made.key.slice(-4)}`);
    for (const text of [plain.stdout, JSON.stringify(rows)]) expect(text).not.toContain(made.key.slice(10, -4));
  });

  test('what does not exist fails with 1 and a sentence', async () => {
    const { code, stdout, stderr } = await run('keys', 'revoke', 'key_x');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('There is no key key_x.\n');
    expect((await run('keys', 'create', '--mode', 'test', '--tenant', 'ten_x')).code).toBe(1);
  });
});

describe('wrong usage is exit code 2, with nothing on stdout', () => {
  test.each([
    [['keys', 'create']],
    [['keys', 'create', '--mode', 'both']],
    [['keys', 'create', '--mode', 'live', '--expires', 'soon']],
    [['keys', 'create', '--mode', 'live', '--expires', '2030-02-30']],
    [['keys', 'revoke']],
    [['keys', 'nothing']],
    [['nothing']],
    [['tenants', 'set']],
    [['tenants', 'set', '--monthly-quota', '-1']],
    [['tenants', 'set', '--webhook-url', 'http://erp.example/']],
    [['tenants', 'create']],
    [['tenants', 'create', ' ']],
    [['tenants', 'create', 'x'.repeat(201)]],
    [['tenants', 'set', '--webhook-url', `https://erp.example/${'x'.repeat(2048)}`]],
    [['keys', 'create', '--mode', 'live', '--label', 'x'.repeat(101)]],
    [['serve', '--port', '70000']],
    [['serve', '--port', 'x']],
    [['keys', 'list', '--nothing']],
    [['keys', 'list', '--database', 'mysql://here/facturier']],
    [['keys', 'list', '--database', 'postgres://db/facturier', '--files', 'http://store/bucket']],
  ])('%j', async (args) => {
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await runHere(['node', 'facturier', ...args, '--data', folder])).toBe(2);
      expect(stdout).not.toHaveBeenCalled();
      expect(stderr).toHaveBeenCalled();
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('the process ends with it', async () => {
    expect(await run('nothing')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nothing') });
  });

  test('help is no error and goes to stdout', async () => {
    const { code, stdout, stderr } = await run('keys', 'create', '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('--mode');
  });
});

describe('facturier tenants', () => {
  test('the first start makes the tenant default, and its id may be left out', async () => {
    const [first, ...others] = await json('tenants', 'list');
    expect(first).toMatchObject({ name: 'default', webhook_url: null, monthly_quota: null });
    expect(others).toEqual([]);
    const set = await json('tenants', 'set', '--webhook-url', 'http://127.0.0.1:9/hook', '--monthly-quota', '100');
    expect(set).toMatchObject({ id: first.id, webhook_url: 'http://127.0.0.1:9/hook', monthly_quota: 100 });
    const unset = await json('tenants', 'set', first.id, '--webhook-url', 'none', '--monthly-quota', 'none');
    expect(unset).toMatchObject({ webhook_url: null, monthly_quota: null });
  });

  test('secret prints the signing secret, and another after --rotate', async () => {
    const { code, stdout } = await run('tenants', 'secret');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect((await run('tenants', 'secret')).stdout).toBe(stdout);
    const rotated = await run('tenants', 'secret', '--rotate');
    expect(rotated.stdout).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    expect(rotated.stdout).not.toBe(stdout);
    expect((await run('tenants', 'secret')).stdout).toBe(rotated.stdout);
  });

  test('with a second tenant an id must be given', async () => {
    const created = await run('tenants', 'create', 'Firma a doua');
    expect(created.stdout).toMatch(/^ten_[0-9a-z]{26}$/);
    const { code, stderr } = await run('keys', 'create', '--mode', 'live');
    expect(code).toBe(2);
    expect(stderr).toContain('several tenants');
    expect((await run('keys', 'create', '--mode', 'live', '--tenant', created.stdout)).code).toBe(0);
  });
});

describe('facturier --version', () => {
  test('prints what package.json says, and nothing else', async () => {
    const { version } = JSON.parse(await readFile(resource('..', 'package.json'), 'utf8'));
    const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      expect(await runHere(['node', 'facturier', '--version'])).toBe(0);
      expect(stdout.mock.calls).toEqual([[`${version}\n`]]);
    } finally {
      vi.restoreAllMocks();
    }
  });
});

describe('facturier serve', () => {
  let appliance: Appliance;

  test('prints one line, and other commands work beside it', async () => {
    appliance = await startAppliance(folder);
    expect(appliance.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const [tenant] = await json('tenants', 'list');
    const { key, id } = await json('keys', 'create', '--mode', 'test', '--tenant', tenant.id);
    const whoami = () => fetch(`${appliance.url}/v1/whoami`, { headers: { 'X-API-Key': key } });
    expect((await whoami()).status).toBe(200);
    await run('keys', 'revoke', id);
    expect((await whoami()).status).toBe(401);
  });

  test('a second server on the folder refuses in one sentence', async () => {
    const { code, stdout, stderr } = await run('serve', '--port', '0');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`The data folder ${folder} is in use by another Facturier; stop it first.\n`);
  });

  test('a port that is taken is said in one sentence', async () => {
    const other = await mkdtemp(join(tmpdir(), 'facturier-cli-'));
    const { port } = new URL(appliance.url);
    const { code, stderr } = await facturier(other, 'serve', '--port', port);
    expect(code).toBe(1);
    expect(stderr.trim().split('\n').at(-1)).toContain(`Port ${port} of 127.0.0.1 is taken`);
    await rm(other, { recursive: true, force: true });
  });

  test('SIGTERM: the answers in flight end, what is being read is queued again, and it exits with 0', async () => {
    const [tenant] = await json('tenants', 'list');
    const { key } = await json('keys', 'create', '--mode', 'live', '--tenant', tenant.id);
    const headers = { 'X-API-Key': key };
    const scan = await readFile(join(import.meta.dirname, '..', '..', 'resources', 'samples', 'invoice.pdf'));
    const submit = (mode: string) =>
      fetch(`${appliance.url}/v1/documents`, {
        method: 'POST',
        headers,
        body: form({ buyer_vat: buyer, mode }, { bytes: scan }),
      });
    const waiting = Promise.all(Array.from({ length: 6 }, () => submit('sync')));
    const listed = async (): Promise<{ status: string }[]> => {
      const answer = await fetch(`${appliance.url}/v1/documents`, { headers });
      return ((await answer.json()) as { data: { status: string }[] }).data;
    };
    await expect.poll(listed, { timeout: 10_000, interval: 20 }).toHaveLength(6);
    expect(await appliance.stop('SIGTERM')).toBe(0);
    for (const answer of await waiting) expect([200, 202]).toContain(answer.status);

    appliance = await startAppliance(folder);
    expect(await listed()).toHaveLength(6);
    expect(await appliance.stop('SIGINT')).toBe(0);
  });

  test('the log is on stderr and structured, without the key', () => {
    const lines = appliance.log().trim().split('\n');
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow();
    expect(appliance.log()).not.toMatch(/fct_(live|test)_\w/);
  });
});

describe('the data folder', () => {
  test('the master key is readable by its owner alone, and the folder too', async () => {
    expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600);
  });

  test('another master key is refused before anything is done', async () => {
    const env = { ...process.env, FACTURIER_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
    const cli = join(import.meta.dirname, '..', '..', 'server', 'cli.ts');
    const ended = await new Promise<Ended>((resolve) => {
      execFile(process.execPath, [cli, 'keys', 'list', '--data', folder], { env }, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not the one that this data folder was made with'),
    });
  });
});

test.runIf(process.platform === 'linux')(
  'memory is kept as reading needs it, however the program is started',
  async () => {
    const appliance = await startAppliance(folder);
    const environment = await readFile(`/proc/${appliance.process.pid}/environ`, 'latin1');
    await appliance.stop();
    expect(environment.split('\0')).toEqual(expect.arrayContaining(['MALLOC_ARENA_MAX=1']));
  },
);

describe('an older Node', () => {
  test.each(['20.20.0', '18.0.0', '22.12.0'])('%s is told what to do in one sentence', (version) => {
    expect(nodeProblem(version)).toContain('Facturier needs Node 22.13 or newer');
  });
  test.each(['22.13.0', '23.0.0', '24.21.0'])('%s will do', (version) => {
    expect(nodeProblem(version)).toBeNull();
  });
  test('the sample is a PDF, so that the tests above read something', () => {
    expect(pdf().subarray(0, 5).toString()).toBe('%PDF-');
  });
});
