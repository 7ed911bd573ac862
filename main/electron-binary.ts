import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of Electron's binary in a checkout, or null where it was not fetched whole. @param root the checkout */
export function electronBinary(root: string): string | null {
  const folder = join(root, 'node_modules', 'electron');
  const elsewhere = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  // Electron's own script writes this file last: without it unpacking was cut off.
  const pathFile = join(folder, 'path.txt');
  if (!elsewhere && !existsSync(pathFile)) return null;
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const binary = join(elsewhere ?? join(folder, 'dist'), name);
  return existsSync(binary) ? binary : null;
}

/** Whether a window could be seen here. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
