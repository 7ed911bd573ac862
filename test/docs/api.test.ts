import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../server/resources.ts';
import { freePort } from '../helpers/free-port.ts';

/** docs/api.md says that everything in it runs as it stands; here it does, in one shell, on other ports. */

let folder: string;
let output: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facturier-docs-'));
  const [port, receiverPort] = [await freePort(), await freePort()];
  const guide = await readFile(join(packageRoot, 'docs', 'api.md'), 'utf8');
  const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(8);
  const commands = blocks
    .join('\n')
    .replaceAll('http://127.0.0.1:4870', `http://127.0.0.1:${port}`)
    .replace('facturier serve &', `facturier serve --port ${port} > "$HOME/served" &\n${untilItListens}`)
    .replaceAll('8080', String(receiverPort))
    // People see the receiver start before they go on; a script has to wait for it.
    .replace('receiver.mjs &', 'receiver.mjs > "$HOME/received" &\nsleep 2');
  // `npx facturier` of an installed package is its built command; the tests run from source.
  await writeFile(join(folder, 'npx'), `#!/bin/sh\nshift\nexec node ${join(packageRoot, 'server', 'cli.ts')} "$@"\n`);
  await chmod(join(folder, 'npx'), 0o755);
  output = await shell(`${commands}\n${untilReceived}\necho RECEIVED\ncat "$HOME/received"\nkill $(jobs -p)\nwait\n`, {
    ...process.env,
    HOME: folder,
    FACTURIER_DATA: join(folder, 'data'),
    PATH: [folder, dirname(process.execPath), process.env.PATH].join(delimiter),
  });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('docs/api.md', () => {
  test('a key is checked', () => {
    expect(output).toMatch(/\{"tenant_id":"ten_\w+","key_id":"key_\w+","mode":"test"/);
  });

  test('a document is submitted in both forms, listed, and read', () => {
    expect(output).toContain('"external_id":"PO-1187","metadata":{"branch":"Cluj"}');
    expect(output).toContain('"object":"list"');
    expect(output).toContain('"invoice_number":"PRB 2026-0042"');
    expect(output).not.toContain('"detail"');
    expect(output).not.toContain('"error":{');
  });

  test('the second of two equal submissions is a replay', () => {
    expect(output.match(/Idempotent-Replayed: true/g)).toHaveLength(1);
  });

  test('the receiver verified the event and printed it', () => {
    expect(output.split('RECEIVED')[1]).toMatch(/document\.succeeded/);
    expect(output).toMatch(/\{"id":"evt_\w+","object":"event","type":"document\.succeeded"\}/);
  });

  test('the document is deleted', () => {
    expect(output).toMatch(/\{"id":"doc_\w+","object":"document","deleted":true\}/);
  });
});

const untilItListens = 'for i in $(seq 100); do grep -q listening "$HOME/served" && break; sleep 0.2; done';
const untilReceived = 'for i in $(seq 50); do grep -q succeeded "$HOME/received" && break; sleep 0.2; done';

function shell(commands: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('/bin/bash', ['-c', commands], { cwd: packageRoot, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let all = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => {
        all += data;
      });
    }
    child.on('close', () => resolve(all));
  });
}
