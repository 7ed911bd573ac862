import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../server/resources.ts';

const builder = readFileSync(join(packageRoot, 'electron-builder.yml'), 'utf8');

/** What Electron's binary is set to for good when an installer is built. */
it.each([
  ['runAsNode', false],
  ['enableNodeOptionsEnvironmentVariable', false],
  ['enableNodeCliInspectArguments', false],
  ['enableEmbeddedAsarIntegrityValidation', true],
  ['onlyLoadAppFromAsar', true],
  ['grantFileProtocolExtraPrivileges', false],
])('the fuse %s is %s', (name, value) => {
  expect(builder).toMatch(new RegExp(`^  ${name}: ${value}$`, 'm'));
});

it('is built for the Electron that is tested', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(builder).toContain(`electronVersion: ${devDependencies.electron}`);
});
