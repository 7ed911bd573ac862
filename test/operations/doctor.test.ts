import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Finding, findings as lookedAt } from '../../server/cli/doctor-checks.ts';
import { readConfig } from '../../server/config.ts';
import { facturier, facturierWith, startAppliance, temporaryFolder } from '../helpers/appliance.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const findings = (stdout: string): Finding[] => (JSON.parse(stdout) as { findings: Finding[] }).findings;
const findingsOf = (data: string): Promise<Finding[]> => lookedAt({ ...readConfig({}), data });
const wrong = (stdout: string): string[] =>
  findings(stdout)
    .filter(({ remedy }) => remedy !== null)
    .map(({ what }) => what);

describe('facturier doctor', () => {
  it('finds all good beside a running server', async () => {
    const appliance = await startAppliance(folder.path);
    const { code, stdout } = await facturier(folder.path, 'doctor', '--json');
    await appliance.stop();
    expect(wrong(stdout)).toEqual([]);
    expect(code).toBe(0);
    expect(findings(stdout)).toContainEqual({ what: 'Server', is: `answers at ${appliance.url}`, remedy: null });
    expect(findings(stdout).at(-1)?.is).toBe('the sample invoice is read right');
  });

  it('says what is wrong and what to do', async () => {
    await facturier(folder.path, 'tenants', 'list');
    chmodSync(folder.path, 0o755);
    const blocker = createServer();
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => resolve((blocker.address() as { port: number }).port));
    });
    const env = { FACTURIER_PORT: String(port) };
    const { code, stdout } = await facturierWith(env, folder.path, 'doctor', '--json');
    blocker.close();
    expect(code).toBe(1);
    expect(wrong(stdout)).toEqual(['Permissions', 'Server']);
    expect(findings(stdout).find(({ what }) => what === 'Permissions')?.remedy).toContain('chmod');
  });

  it('says of a folder that is not there whether it can be made', async () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    const [there, not] = [await findingsOf(join(folder.path, 'new', 'data')), await findingsOf(join(file, 'data'))];
    expect(there.find(({ what }) => what === 'Data folder')).toMatchObject({ remedy: null });
    expect(not.find(({ what }) => what === 'Data folder')).toMatchObject({
      is: expect.stringMatching(/cannot be made: ENOTDIR/),
      remedy: expect.any(String),
    });
    expect(readdirSync(folder.path)).toEqual(['file']);
  });

  it('says that the key is not the right one', async () => {
    await facturier(folder.path, 'tenants', 'list');
    const env = { FACTURIER_MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
    const { code, stdout } = await facturierWith(env, folder.path, 'doctor', '--json');
    expect(code).toBe(1);
    expect(findings(stdout).find(({ what }) => what === 'Data folder')?.is).toContain('not the one');
  });
});
