import { readdirSync, readFileSync } from 'node:fs';
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

/** The desktop itself talks to nobody but its own server, and, where an operator names a place, to that through the updater. */
it('opens no connection of its own', () => {
  const folder = join(packageRoot, 'main');
  const talking = readdirSync(folder).filter((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const talks =
      /from 'node:(http|https|http2|net|tls|dgram|dns)|\bfetch\(|\bnet\b.*from 'electron'|electron-updater'/.test(text);
    return talks && text.includes('import');
  });
  expect(talking).toEqual(['update-share.ts', 'updates.ts']);
  expect(readFileSync(join(folder, 'main.ts'), 'utf8')).toMatch(
    /if \(updates && app\.isPackaged\) .*import\('\.\/updates\.ts'\)/,
  );
});
