import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Both generations of Linux' control groups: where the one for memory lies, and what its bound is called. */
const kinds = [
  { root: '/sys/fs/cgroup/memory', bound: 'memory.limit_in_bytes', events: 'memory.oom_control' },
  { root: '/sys/fs/cgroup', bound: 'memory.max', events: 'memory.events' },
];

/** A control group, as containers and services are bounded by. */
export interface MemoryGroup {
  /** Runs a program in it, for `startAppliance`. */
  command: string[];
  /** How many processes the system ended because the memory was used up. */
  killed(): number;
  remove(): void;
}

/** A group of so much memory; null where this machine lets nobody make one. */
export function memoryGroup(bytes: number): MemoryGroup | null {
  for (const { root, bound, events } of kinds) {
    const path = join(root, `facturier-test-${process.pid}`);
    try {
      mkdirSync(path);
      if (!existsSync(join(path, bound))) {
        rmdirSync(path);
        continue;
      }
      writeFileSync(join(path, bound), String(bytes));
    } catch {
      // Not root, or no such groups here.
      continue;
    }
    return {
      command: ['sh', '-c', `echo $$ > ${join(path, 'cgroup.procs')} && exec "$@"`, 'sh'],
      killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(join(path, events), 'utf8'))?.[1] ?? 0),
      remove: () => rmdirSync(path),
    };
  }
  return null;
}
