import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json: the checkout, or the installed package when this file runs from `dist`. */
export const packageRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The program's version, which is not the contract's. */
export const { version: programVersion } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  version: string;
};

/** Absolute path of something under `resources/`. */
export function resource(...parts: string[]): string {
  return join(packageRoot, 'resources', ...parts);
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'resources')) && existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The folder resources/ is missing; the installation is incomplete.');
  return findRoot(parent);
}
