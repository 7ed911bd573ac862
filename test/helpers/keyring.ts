import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { guarded } from './guardian.ts';

/** A D-Bus session of its own with a real GNOME keyring that belongs to nobody else. */
export interface Keyring {
  /** What a process needs in its environment to find it. */
  env: NodeJS.ProcessEnv;
  /** Ends the daemon and starts it again, with its keyring locked as after a login without a password. */
  lock(): Promise<void>;
  unlock(): Promise<void>;
  stop(): Promise<void>;
}

const password = 'a made-up password\n';

export async function startKeyring(): Promise<Keyring> {
  const home = await mkdtemp(join(tmpdir(), 'facturier-keyring-'));
  const runtime = join(home, 'run');
  await mkdir(runtime, { mode: 0o700 });
  const bus = guarded(
    spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: runtime },
    }),
  );
  const [address] = (await once(createInterface({ input: bus.stdout }), 'line')) as [string];
  const env = {
    DBUS_SESSION_BUS_ADDRESS: address,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
  };
  let daemon = await startDaemon(env, true);
  const again = async (unlocked: boolean): Promise<void> => {
    await end(daemon);
    daemon = await startDaemon(env, unlocked);
  };
  return {
    env,
    lock: () => again(false),
    unlock: () => again(true),
    async stop() {
      await end(daemon);
      await end(bus);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function startDaemon(env: NodeJS.ProcessEnv, unlocked: boolean): Promise<ChildProcess> {
  const args = ['--foreground', '--components=secrets', ...(unlocked ? ['--unlock'] : [])];
  const daemon = guarded(
    spawn('gnome-keyring-daemon', args, { stdio: ['pipe', 'pipe', 'ignore'], env: { ...process.env, ...env } }),
  );
  daemon.stdin.end(unlocked ? password : '');
  await owned(env);
  return daemon;
}

/** Waits until somebody on the bus answers for secrets. */
async function owned(env: NodeJS.ProcessEnv): Promise<void> {
  const call = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets',
  ];
  for (let tries = 0; tries < 100; tries++) {
    const asking = spawn('dbus-send', call, { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, ...env } });
    let answer = '';
    asking.stdout.on('data', (text) => {
      answer += text;
    });
    await once(asking, 'close');
    if (answer.includes('boolean true')) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The keyring did not start.');
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
