import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { type Calls, record } from './machine.ts';

const children = new Set<ChildProcess>();

/** A test that ends early leaves nothing behind. */
process.on('disconnect', () => {
  for (const child of children) child.kill('SIGKILL');
  process.exit(1);
});

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(modulePath: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    super();
    const shim = new URL('./parent-port.ts', import.meta.url).href;
    this.#child = fork(modulePath, args, {
      execArgv: ['--import', shim],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      env,
    });
    children.add(this.#child);
    record('server', this.#child.pid);
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
  }

  postMessage(message: object): void {
    record('to server', message);
    this.#child.send(message);
  }

  get stderr(): NodeJS.ReadableStream | null {
    return this.#child.stderr;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}) =>
    new UtilityProcess(modulePath, args, { ...options.env }) satisfies Calls<
      Electron.UtilityProcess,
      'postMessage' | 'kill' | 'pid' | 'stderr'
    > as unknown as Electron.UtilityProcess,
} satisfies Calls<typeof Electron.utilityProcess, 'fork'>;
