import { execFileSync } from 'node:child_process';

const mount = (size: string, path: string): void =>
  void execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' });
const unmount = (path: string): void => void execFileSync('umount', [path]);

/** Whether a small file system of its own can be had, in memory: on Linux, as root or with the right to mount. */
export const canMount = ((): boolean => {
  try {
    mount('1m', '/mnt');
    unmount('/mnt');
    return true;
  } catch {
    return false;
  }
})();

/** A disk of that size in place of the folder, which can be made full or read-only. @param size as "64k", "12m" */
export function mountDisk(path: string, size: string): { allow: (mode: 'ro' | 'rw') => void; unmount: () => void } {
  mount(size, path);
  return {
    allow: (mode) => void execFileSync('mount', ['-o', `remount,${mode}`, path]),
    unmount: () => unmount(path),
  };
}
