import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of Electron's binary in a checkout, or null where it was not fetched. @param root the checkout */
export function electronBinary(root: string): string | null {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const binary = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name);
  return existsSync(binary) ? binary : null;
}
