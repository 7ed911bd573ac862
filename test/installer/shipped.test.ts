import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closure, desktopPackages, pagePackages, serverPackages } from '../../installer/shipped.ts';
import { packageRoot } from '../../server/resources.ts';

/** Licences under which others' work may be shipped inside a program under MIT, with their texts beside it. */
const permissive = /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|CC0-1\.0|Unlicense)$/;

const own = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const shipped = [...serverPackages(), ...closure(desktopPackages)];
const inPage = pagePackages();

describe('what ships', () => {
  it('is under permissive licences', () => {
    const others = [...shipped, ...inPage].filter(({ licence }) => {
      const choices = licence.replace(/[()]/g, '').split(/ or /i);
      return !choices.some((each) => each.split(/ and /i).every((one) => permissive.test(one.trim())));
    });
    expect(others).toEqual([]);
  });

  it('includes what the page is built of, which is bundled and not installed', () => {
    const names = inPage.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['react', 'react-dom', 'scheduler', '@mantine/core', 'recharts', 'd3-scale']),
    );
    expect(names).not.toContain('vite');
  });

  it('lacks what is named only by parts of others that never run', () => {
    const names = shipped.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['tesseract.js', 'tesseract.js-core', 'wasm-feature-detect']));
    for (const name of ['node-fetch', 'zlibjs', 'node-addon-api', '@types/emscripten'])
      expect(names).not.toContain(name);
  });

  it('is what the server needs, and no tool of its developers', () => {
    const names = new Set(shipped.map(({ name }) => name));
    for (const name of Object.keys(own.dependencies)) expect(names).toContain(name);
    for (const name of Object.keys(own.devDependencies)) expect(names).not.toContain(name);
  });

  it('is pinned to exact versions', () => {
    for (const version of Object.values({ ...own.dependencies, ...own.devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});

describe('the lock file', () => {
  const { packages } = JSON.parse(readFileSync(join(packageRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; resolved?: string; integrity?: string }>;
  };
  const others = Object.entries(packages).filter(([path]) => path !== '');

  it('lets no package run a script at its installation that is not named', () => {
    const scripted = others.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    const names = scripted.map((path) => path.replace(/^.*node_modules\//, ''));
    for (const name of names) expect(own.allowScripts).toHaveProperty([name], false);
  });

  it('has a digest for every package', () => {
    const without = others.filter(([, { integrity }]) => !integrity).map(([path]) => path);
    expect(without).toEqual([]);
  });
});
