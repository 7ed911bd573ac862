import { join } from 'node:path';
import { app, type BrowserWindow, dialog, session, shell } from 'electron';
import { answerCalls } from './ipc.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { denyPermissions, openWindow } from './window.ts';

const serverModule = join(import.meta.dirname, '..', 'server', 'main.js');

/** Two appliances on one data folder would fight over it, so a second start only brings the first to the front. */
if (app.requestSingleInstanceLock()) start().catch(fail);
else app.quit();

async function start(): Promise<void> {
  let window: BrowserWindow | null = null;
  let server: ServerProcess | null = null;
  let quitting = false;

  // Handlers stand before anything is awaited: a quit or a second start may come at any time.
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('window-all-closed', () => app.quit());
  app.on('before-quit', (event) => {
    if (quitting || !server) return;
    event.preventDefault();
    quitting = true;
    server.stop().then(() => app.quit(), fail);
  });

  const show = async (address: string, token: string): Promise<void> => {
    const before = window;
    window = await openWindow(address, token);
    before?.destroy();
  };

  await app.whenReady();
  denyPermissions(session.defaultSession);
  const started = await startServerProcess(serverModule, ({ address }) => {
    // The page itself notices that the server is back; only another address needs another page.
    if (window && new URL(window.webContents.getURL()).origin === address) return;
    started
      .signInToken()
      .then((token) => show(address, token))
      .catch(fail);
  });
  server = started;
  answerCalls(
    {
      signIn: () => started.signInToken(),
      async showDataFolder() {
        const problem = await shell.openPath(started.running()?.dataFolder ?? '');
        if (problem) throw new Error(problem);
      },
    },
    () => started.running()?.address ?? null,
  );
  const running = started.running();
  if (!running) throw new Error('The server ended right after its start.');
  await show(running.address, await started.signInToken());
}

function fail(error: Error): void {
  dialog.showErrorBox('Facturier', error.message);
  app.exit(1);
}
