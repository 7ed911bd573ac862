import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether an update's signature is held against this installation's own. macOS does so itself; on Windows the build writes
 * down who signed it, and without that the updater would take anything; on Linux the updater looks at no signature, and
 * the package manager brings updates.
 */
export function checksSignatures(platform: NodeJS.Platform, resources: string): boolean {
  if (platform === 'darwin') return true;
  const settings = join(resources, 'app-update.yml');
  return platform === 'win32' && existsSync(settings) && /^publisherName:/m.test(readFileSync(settings, 'utf8'));
}
