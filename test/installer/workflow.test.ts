import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../server/resources.ts';

/** The file that builds the installers on each system, which cannot run here: what it names has to be there. */
const ofUpdater = createRequire(createRequire(import.meta.url).resolve('electron-updater'));
const { load } = ofUpdater('js-yaml') as { load(text: string): Workflow };

interface Workflow {
  jobs: Record<string, { strategy: { matrix: { os: string[] } }; steps: Step[] }>;
}
interface Step {
  uses?: string;
  run?: string;
  shell?: string;
  if?: string;
}

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const { jobs } = load(read('.github/workflows/installers.yml'));
const { strategy, steps } = jobs.build!;
const scripts = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
const named = (pattern: RegExp): string[] =>
  scripts.flatMap((run) => [...run.matchAll(pattern)].map(([, name]) => name!));

it('runs on the three systems', () => {
  expect(strategy.matrix.os.map((each) => each.replace(/-.*/, ''))).toEqual(['ubuntu', 'windows', 'macos']);
});

it('has steps that either use an action of a version or run something', () => {
  for (const { uses, run } of steps) {
    expect([uses, run].filter((each) => each !== undefined)).toHaveLength(1);
    if (uses) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
  }
});

it('calls scripts and programs that there are', () => {
  const { scripts: known } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const called = named(/npm run ([\w:-]+)/g);
  expect(called).toEqual(expect.arrayContaining(['test:desktop', 'installers', 'server-deb', 'desktop-deb']));
  for (const name of called) expect(known).toHaveProperty([name]);
  for (const name of named(/npx ([\w-]+)/g))
    expect(existsSync(join(packageRoot, 'node_modules', '.bin', name))).toBe(true);
});

it('looks for what the builds write under the names that they give', () => {
  const builder = read('electron-builder.yml');
  const workflow = read('.github/workflows/installers.yml');
  expect(builder).toContain('output: build/installers');
  for (const pattern of workflow.matchAll(/build\/installers\/([\w*.-]+)/g)) {
    expect(['*Setup*.exe', '*.msi', '*.dmg', '*.*']).toContain(pattern[1]);
  }
  expect(builder).toContain('-Setup-');
  expect(read('installer/stage.ts')).toContain("'sbom.cdx.json'");
  expect(read('installer/deb.ts')).toMatch(/'build', `.*_.*_.*\.deb`/);
});

it('has no mistake in what the shell reads', () => {
  for (const { run, shell, if: only } of steps) {
    if (run === undefined || shell === 'pwsh' || only === "runner.os == 'Windows'") continue;
    const { stderr } = spawnSync('bash', ['-n'], { input: run.replace(/\$\{\{.*?\}\}/g, 'value'), encoding: 'utf8' });
    expect(stderr).toBe('');
  }
});
