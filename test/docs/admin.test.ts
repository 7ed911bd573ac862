import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { policyNames } from '../../server/policy.ts';
import { packageRoot } from '../../server/resources.ts';

/** docs/admin.md names the command that shows each claim: the commands have to be there. */
const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const guide = read('docs/admin.md');
const named = (pattern: RegExp): string[] => [...guide.matchAll(pattern)].map(([, name]) => name!);

it('names tests and scripts that there are', () => {
  const tests = named(/npx vitest run (\S+?)`/g);
  expect(tests.length).toBeGreaterThan(6);
  expect(tests.filter((path) => !existsSync(join(packageRoot, path)))).toEqual([]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(named(/npm run ([\w:-]+)/g).filter((name) => scripts[name] === undefined)).toEqual([]);
});

it('explains every setting of the policy, and the window has words for each', () => {
  const explained = named(/^\| ((?:`\w+`(?:, )?)+) \|/gm).flatMap((cell) => cell.replaceAll('`', '').split(', '));
  expect(explained).toEqual(expect.arrayContaining(policyNames));
  for (const language of ['ro', 'en']) {
    const { policy } = JSON.parse(read(`resources/words/${language}.json`)) as { policy: Record<string, string> };
    expect(Object.keys(policy)).toEqual(expect.arrayContaining(policyNames));
  }
});
