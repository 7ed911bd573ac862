import { type BrowserWindow, dialog } from 'electron';
import { tell } from './ipc.ts';
import { log } from './log-file.ts';
import type { ServerProcess } from './server-process.ts';
import { openWindow } from './window.ts';
import { keepWindowState } from './window-state.ts';

export interface WindowKeeper {
  /** Brings the window to the front, and opens it where there is none yet. Without a server there is nothing to show. */
  show(): void;
  hide(): void;
  /** Whether a person sees it at this moment. */
  isSeen(): boolean;
  /** Says that there are files to take; a page that is opened later asks by itself. */
  tellOfFiles(): void;
  /** The server answers again: the page notices that by itself, only another address needs another page. */
  follow(address: string): void;
  /** From now on closing the window closes it. */
  letGo(): void;
}

/** @param server null before its first start */
export function createWindowKeeper(server: () => ServerProcess | null): WindowKeeper {
  let window: BrowserWindow | null = null;
  let opening = false;
  let wanted = false;
  let kept = true;

  const open = async (): Promise<void> => {
    const running = server()?.running();
    if (!running) return;
    const before = window;
    const opened = await openWindow(running.address, (await server()?.signInToken()) ?? '');
    window = opened;
    // Closed, it goes on out of sight, with what is being sent and typed in it.
    opened.on('close', (event) => {
      keepWindowState(opened);
      if (!kept) return;
      event.preventDefault();
      opened.hide();
    });
    opened.on('closed', () => {
      if (window === opened) window = null;
    });
    before?.destroy();
  };

  const openOnce = (): void => {
    if (opening) return;
    opening = true;
    open()
      .catch((error: Error) => {
        log(`The window could not be opened: ${error.message}`);
        // While the server is down its return is waited for; anything else a person has to know of.
        if (server()?.running()) dialog.showErrorBox('Facturier', error.message);
      })
      .finally(() => {
        opening = false;
      });
  };

  return {
    show() {
      if (window) {
        if (window.isMinimized()) window.restore();
        window.show();
        window.focus();
        return;
      }
      wanted = true;
      openOnce();
    },
    hide: () => window?.hide(),
    isSeen: () => window?.isVisible() === true && window.isFocused(),
    tellOfFiles() {
      if (window) tell(window.webContents, 'files');
    },
    follow(address) {
      if (window ? new URL(window.webContents.getURL()).origin !== address : wanted) openOnce();
    },
    letGo() {
      kept = false;
    },
  };
}
