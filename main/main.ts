import { join } from 'node:path';
import { app, dialog, Notification, powerMonitor, session, shell } from 'electron';
import type { MessageFromServer } from '../server/parent-messages.ts';
import { answerCalls } from './ipc.ts';
import { askAboutKeychain } from './keychain-choice.ts';
import { keepCrashes, logFolder } from './log-file.ts';
import { hiddenFlag, setStartsAtLogin, startsAtLogin } from './login-item.ts';
import { type Actions, setMenu } from './menu.ts';
import { filesIn, handOver, takeFile } from './opened-files.ts';
import { KeychainProblem, type ServerProcess, startServerProcess } from './server-process.ts';
import { createTray, type TrayState } from './tray.ts';
import { denyPermissions, openOutside, trustOwnCertificate } from './window.ts';
import { createWindowKeeper } from './window-keeper.ts';
import { type Words, wordsFor } from './words.ts';

/** Files on their way from the window to the server have this long once the program is to end. */
const SENDING_DEADLINE_MS = 60_000;

/** Installed, the server lies beside the archive, where the command line's own Node runs the same files. */
const serverRoot = app.isPackaged ? join(process.resourcesPath, 'server') : join(import.meta.dirname, '..', '..');
/** Run from a checkout, the first argument is the program's folder. */
const firstArgument = app.isPackaged ? 1 : 2;

/** Two appliances on one data folder would fight over it, so a second start only brings the first to the front. */
if (app.requestSingleInstanceLock()) start().catch(fail);
else app.quit();

async function start(): Promise<void> {
  let server: ServerProcess | null = null;
  const window = createWindowKeeper(() => server);
  const sending = quitWhenSent(() => server, window);

  // Handlers stand before anything is awaited: a quit, a file or a second start may come at any time.
  const openFiles = (paths: string[]): void => {
    handOver(paths);
    window.tellOfFiles();
    window.show();
  };
  app.on('second-instance', (_event, argv, folder) => openFiles(filesIn(argv.slice(firstArgument), folder)));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openFiles([path]);
  });
  app.on('activate', () => window.show());
  // Without a listener Electron would quit; an ERP may be sending documents while no window is open.
  app.on('window-all-closed', () => undefined);
  handOver(filesIn(process.argv.slice(firstArgument), process.cwd()));

  await app.whenReady();
  keepCrashes();
  denyPermissions(session.defaultSession);
  trustOwnCertificate(session.defaultSession, () => server?.running()?.fingerprint ?? null);
  const words = wordsFor(app.getPreferredSystemLanguages()[0] ?? app.getLocale());

  const state: TrayState = { running: false, paused: false, waiting: 0, startsAtLogin: startsAtLogin() };
  const address = (): string => server?.running()?.address ?? '';
  const actions: Actions = {
    show: window.show,
    setPaused(paused) {
      server?.setPaused(paused);
      showTray({ paused });
    },
    setStartsAtLogin(yes) {
      setStartsAtLogin(yes);
      showTray({ startsAtLogin: startsAtLogin() });
    },
    showDataFolder: () => void openFolder(server?.running()?.dataFolder ?? ''),
    showLogs: () => void openFolder(logFolder()),
    showContract: () => openOutside(`${address()}/v1/openapi.json`, address()),
    quit: () => app.quit(),
  };
  setMenu(words, actions);
  const drawTray = createTray(join(serverRoot, 'resources', 'icons'), words, actions);
  const showTray = (change: Partial<TrayState>): void => drawTray(Object.assign(state, change));
  showTray({});

  const onMessage = (message: MessageFromServer): void => {
    if (message.type === 'activity') showTray({ waiting: message.waiting });
    if (message.type === 'batch-ready' && !window.isSeen()) notify(words, message, window.show);
  };
  server = await startOrAsk(words, {
    onUp(running) {
      showTray({ running: true });
      window.follow(running.address);
    },
    onDown: () => showTray({ running: false, waiting: 0 }),
    onMessage,
  });
  if (!server) return app.quit();

  const updates = server.running()?.updates;
  // The updater comes along only where an operator set an address: nothing else of the desktop opens a connection.
  if (updates && app.isPackaged) (await import('./updates.ts')).lookForUpdates(updates);
  powerMonitor.on('resume', () => server?.wake());
  answerCalls(
    {
      signIn: async () => (await server?.signInToken()) ?? '',
      showDataFolder: () => openFolder(server?.running()?.dataFolder ?? ''),
      takeFile,
      setSending: async (files) => sending.set(files),
    },
    () => server?.running()?.address ?? null,
  );
  if (!process.argv.includes(hiddenFlag)) window.show();
}

/** Starts the server, and asks as often as the keychain stands in its way. @returns null when the person gives up */
async function startOrAsk(words: Words, told: Parameters<typeof startServerProcess>[2]): Promise<ServerProcess | null> {
  for (let newKeyIn: 'keychain' | 'file' = 'keychain'; ; ) {
    try {
      return await startServerProcess(join(serverRoot, 'dist', 'server', 'main.js'), newKeyIn, told);
    } catch (error) {
      if (!(error instanceof KeychainProblem)) throw error;
      const choice = await askAboutKeychain(error, words);
      if (choice === 'quit') return null;
      newKeyIn = choice === 'file' ? 'file' : 'keychain';
    }
  }
}

/** A quit hides the window, lets what it is sending arrive, ends the server in good order, and only then is one. */
function quitWhenSent(
  server: () => ServerProcess | null,
  window: ReturnType<typeof createWindowKeeper>,
): { set(files: number): void } {
  let files = 0;
  let quitting = false;
  let sent = (): void => undefined;
  app.on('before-quit', (event) => {
    const running = server();
    if (quitting || !running) return;
    event.preventDefault();
    quitting = true;
    window.hide();
    const allSent = new Promise<void>((resolve) => {
      sent = resolve;
      if (files === 0) resolve();
      setTimeout(resolve, SENDING_DEADLINE_MS);
    });
    allSent
      .then(() => running.stop())
      .then(() => {
        window.letGo();
        app.quit();
      })
      .catch(fail);
  });
  return {
    set(now) {
      files = now;
      if (files === 0) sent();
    },
  };
}

function notify(words: Words, batch: { documents: number; toCheck: number }, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({
    title: words.batchReady(batch.documents),
    body: words.toCheck(batch.toCheck),
  });
  notification.on('click', onClick);
  notification.show();
}

async function openFolder(path: string): Promise<void> {
  const problem = await shell.openPath(path);
  if (problem) throw new Error(problem);
}

function fail(error: Error): void {
  dialog.showErrorBox('Facturier', error.message);
  app.exit(1);
}
