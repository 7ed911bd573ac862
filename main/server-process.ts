import { type UtilityProcess, utilityProcess } from 'electron';
import type { MessageFromServer, MessageToServer } from '../server/parent-messages.ts';
import { keep, log } from './log-file.ts';

/** A start migrates the database and takes up what a crash left; on a slow disk that is seconds, never a minute. */
const START_DEADLINE_MS = 30_000;
const SIGN_IN_DEADLINE_MS = 5_000;
/** The server ends within 5 s (decisions.md "The command line"); what has not ended then is killed. */
const STOP_DEADLINE_MS = 7_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A server that ran this long died of something new, so it is started again without waiting. */
const HEALTHY_AFTER_MS = 60_000;
/** As `server/allocator.ts` has it, which cannot start a utility process anew in its place. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '1048576' };

export interface RunningServer {
  /** Origin, without a slash at its end. */
  address: string;
  dataFolder: string;
  /** SHA-256 of its certificate; null where it answers in the clear. */
  fingerprint: string | null;
  /** Https address, or full path, of the folder that updates are looked for in; null for never. */
  updates: string | null;
}

export interface ServerProcess {
  /** The server as it runs now; null while it is down. */
  running(): RunningServer | null;
  /** @throws Error when the server is down or does not answer within 5 s */
  signInToken(): Promise<string>;
  /** No further document is read until this is called with false, also after the server was started again. */
  setPaused(paused: boolean): void;
  /** The machine slept: what came due meanwhile is looked for now. */
  wake(): void;
  /** Ends the server and keeps it ended. */
  stop(): Promise<void>;
}

/** The server could not start because of the system's keychain, which was to take a new key or has the folder's own. */
export class KeychainProblem extends Error {
  override readonly name = 'KeychainProblem';
  readonly key: 'new' | 'existing';

  constructor(reason: string, key: 'new' | 'existing') {
    super(reason);
    this.key = key;
  }
}

interface Told {
  /** The server answers: for the first time, or again after it died. */
  onUp(server: RunningServer): void;
  onDown(): void;
  onMessage(message: MessageFromServer): void;
}

/**
 * Starts the same server that runs headless as a utility process, and starts it again with growing pauses when it dies.
 * @param modulePath the compiled `server/main.js`
 * @param newKeyIn where the master key of a new data folder goes
 * @throws KeychainProblem when the keychain is the reason that the first start fails
 * @throws Error when the first start fails or takes more than 30 s
 */
export async function startServerProcess(
  modulePath: string,
  newKeyIn: 'keychain' | 'file',
  told: Told,
): Promise<ServerProcess> {
  let child: UtilityProcess;
  let running: RunningServer | null = null;
  let stopping = false;
  let paused = false;
  let pauseMs = FIRST_PAUSE_MS;
  let restart: NodeJS.Timeout | undefined;

  const launch = async (): Promise<void> => {
    child = utilityProcess.fork(modulePath, [], {
      serviceName: 'Facturier server',
      stdio: 'pipe',
      env: { ...ALLOCATOR, ...process.env, FACTURIER_NEW_KEY_IN: newKeyIn },
    });
    const started = child;
    started.stderr?.on('data', (text: Buffer) => keep(text.toString('utf8')));
    started.on('message', told.onMessage);
    const startedAt = performance.now();
    started.once('exit', (code) => {
      const wasRunning = running !== null;
      running = null;
      if (stopping || !wasRunning) return;
      log(`The server ended with code ${code}`);
      told.onDown();
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      launchAgain();
    });
    try {
      const { type: _, ...answering } = await messageFrom(started, 'listening', START_DEADLINE_MS);
      running = answering;
      if (paused) say({ type: 'pause', paused });
      told.onUp(running);
    } catch (error) {
      started.kill();
      throw error;
    }
  };

  const launchAgain = (): void => {
    restart = setTimeout(() => {
      launch().catch((error: Error) => {
        log(`The server could not be started again: ${error.message}`);
        if (!stopping) launchAgain();
      });
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  };

  const say = (message: MessageToServer): void => child.postMessage(message);

  await launch();

  return {
    running: () => running,
    async signInToken() {
      if (!running) throw new Error('The server is not running.');
      const answer = messageFrom(child, 'sign-in', SIGN_IN_DEADLINE_MS);
      say({ type: 'sign-in' });
      return (await answer).token;
    },
    setPaused(yes) {
      paused = yes;
      if (running) say({ type: 'pause', paused });
    },
    wake() {
      if (running) say({ type: 'wake' });
    },
    async stop() {
      stopping = true;
      clearTimeout(restart);
      if (!running) return;
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      // Not child.kill(): the server takes its signal for the same wish, which it has not followed.
      const killer = setTimeout(() => child.pid && process.kill(child.pid, 'SIGKILL'), STOP_DEADLINE_MS);
      say({ type: 'stop' });
      await ended;
      clearTimeout(killer);
    },
  };
}

type Message<T extends MessageFromServer['type']> = Extract<MessageFromServer, { type: T }>;

function messageFrom<T extends MessageFromServer['type']>(
  child: UtilityProcess,
  type: T,
  deadlineMs: number,
): Promise<Message<T>> {
  return new Promise((resolve, reject) => {
    const done = (act: () => void): void => {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', onExit);
      act();
    };
    const onMessage = (message: MessageFromServer): void => {
      if (message.type === type) done(() => resolve(message as Message<T>));
      else if (message.type === 'failed') {
        const { reason, keychain } = message;
        done(() => reject(keychain ? new KeychainProblem(reason, keychain) : new Error(reason)));
      }
    };
    const onExit = (code: number): void => done(() => reject(new Error(`The server ended with code ${code}.`)));
    const timer = setTimeout(
      () => done(() => reject(new Error(`The server did not answer within ${deadlineMs / 1000} s.`))),
      deadlineMs,
    );
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}
