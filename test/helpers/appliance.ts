import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '../../server/resources.ts';
import { guarded } from './guardian.ts';

const cli = join(packageRoot, 'server', 'cli.ts');

export interface Appliance {
  url: string;
  process: ChildProcess;
  /** Everything it has written to stderr so far: its log. */
  log(): string;
  /** Ends it with a signal; resolves with its exit code, or null when a signal ended it. */
  stop(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<number | null>;
}

/** The real server as a process of its own, `facturier serve`, on a free port. */
export async function startAppliance(
  folder: string,
  settings: { env?: NodeJS.ProcessEnv; args?: string[]; within?: number; command?: string[] } = {},
): Promise<Appliance> {
  // A program that runs it, where one is to watch it.
  const [program = '', ...first] = [...(settings.command ?? []), process.execPath];
  const child = guarded(
    spawn(program, [...first, cli, 'serve', '--data', folder, '--port', '0', ...(settings.args ?? [])], {
      env: { ...process.env, ...settings.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`The server did not start in time\n${log}`)),
      settings.within ?? 20_000,
    );
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /^Facturier listening on (https?:\S+)$/.exec(line)?.[1];
      if (address) resolve(address);
    });
    void ended.then((code) => reject(new Error(`The server ended with ${code} before it listened\n${log}`)));
    child.once('close', () => clearTimeout(late));
  }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url,
    process: child,
    log: () => log,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs one command of the real command line to its end, whatever its exit code. */
export function facturier(folder: string, ...args: string[]): Promise<Ended> {
  return facturierWith({}, folder, ...args);
}

/** The same with more in its environment. */
export function facturierWith(env: NodeJS.ProcessEnv, folder: string, ...args: string[]): Promise<Ended> {
  return run(env, '', [...args, '--data', folder]);
}

/** The same with something to read from its standard input. */
export function facturierTold(input: string, folder: string, ...args: string[]): Promise<Ended> {
  return run({}, input, [...args, '--data', folder]);
}

function run(env: NodeJS.ProcessEnv, input: string, args: string[]): Promise<Ended> {
  const options = { maxBuffer: 1 << 26, env: { ...process.env, ...env } };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [cli, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout: stdout.trim(), stderr });
    });
    // It may end without reading.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/** A new API key. */
export async function createKey(folder: string, mode: 'live' | 'test'): Promise<string> {
  const { code, stdout, stderr } = await facturier(folder, 'keys', 'create', '--mode', mode);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** A folder that is gone when the test is over. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'facturier-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
