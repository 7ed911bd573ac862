import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { packageRoot } from '../../server/resources.ts';

/** Starts a group of two, as the servers of an object store are, and tells their ids. */
const script = `
import { spawn } from 'node:child_process';
import { guarded } from ${JSON.stringify(pathToFileURL(join(packageRoot, 'test', 'helpers', 'guardian.ts')).href)};
guarded(spawn('sh', ['-c', 'sleep 600 & echo $$; echo $!; wait'], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] }));
console.log('guarded');
setInterval(() => {}, 1_000);
`;

const isAlive = (id: number): boolean => {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
};

it.skipIf(process.platform === 'win32')('what a test started ends with it, also when the test is killed', async () => {
  const test = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  await new Promise<void>((resolve) => {
    createInterface({ input: test.stdout }).on('line', (line) => {
      if (lines.push(line) === 3) resolve();
    });
  });
  const started = lines.filter((line) => line !== 'guarded').map(Number);
  expect(started.filter(isAlive)).toHaveLength(2);
  test.kill('SIGKILL');
  await expect.poll(() => started.filter(isAlive), { timeout: 20_000 }).toEqual([]);
});
