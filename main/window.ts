import { join } from 'node:path';
import { BrowserWindow, type Session, shell } from 'electron';
import { lastWindowState } from './window-state.ts';

/** The smallest window in which a page and its fields stand side by side. */
const SMALLEST = { width: 1024, height: 700 };
const FIRST = { width: 1400, height: 900 };
const RELOAD_PAUSE_MS = 10_000;

/**
 * Opens the window on the server's own page. The page is treated like any web page: sandboxed, without Node, and unable
 * to go anywhere else or to open another window.
 * @param token one-time sign-in token; it travels in the fragment, which is never sent or logged
 */
export async function openWindow(address: string, token: string): Promise<BrowserWindow> {
  const last = lastWindowState();
  const window = new BrowserWindow({
    ...(last?.bounds ?? FIRST),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    title: 'Facturier',
    autoHideMenuBar: true,
    webPreferences: {
      preload: join(import.meta.dirname, 'preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  if (last?.maximised) window.maximize();
  const page = window.webContents;
  // A reload is a navigation too, and the page may reload itself.
  const stay = (event: { url: string; preventDefault(): void }): void => {
    if (new URL(event.url).origin !== address) event.preventDefault();
  };
  page.on('will-navigate', stay);
  page.on('will-redirect', stay);
  page.setWindowOpenHandler(({ url }) => {
    openOutside(url, address);
    return { action: 'deny' };
  });
  let reloadedAt = Number.NEGATIVE_INFINITY;
  page.on('render-process-gone', () => {
    // What was typed is kept on the server. A page that ends again at once is left alone.
    if (performance.now() - reloadedAt > RELOAD_PAUSE_MS) page.reload();
    reloadedAt = performance.now();
  });
  await window.loadURL(`${address}/#sign-in=${token}`);
  return window;
}

/**
 * Opens an address in the system's browser where it is one of those that our own page links to: the description of the
 * API, which this machine serves. Everything else is left alone.
 */
export function openOutside(url: string, address: string): void {
  if (url === `${address}/v1/openapi.json`) void shell.openExternal(url);
}

/** Writing to the clipboard, which "copy" buttons need, and into a folder that a person picked for an export. */
const granted: readonly string[] = ['clipboard-sanitized-write', 'fileSystem'];

/** Denies every other permission that a page could ask for. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_page, permission, answer) => answer(granted.includes(permission)));
  session.setPermissionCheckHandler((_page, permission) => granted.includes(permission));
  session.setDevicePermissionHandler(() => false);
}

/**
 * Accepts the server's own certificate, which nobody else vouches for, and else what Chromium accepts.
 * @param fingerprint SHA-256 in pairs of hexadecimal digits; null while the server answers in the clear
 */
export function trustOwnCertificate(session: Session, fingerprint: () => string | null): void {
  const ACCEPT = 0;
  const AS_CHROMIUM_SAYS = -3;
  session.setCertificateVerifyProc(({ certificate }, answer) => {
    const own = fingerprint()?.replaceAll(':', '');
    // Chromium writes it as `sha256/` and base64.
    const shown = certificate.fingerprint.replace(/^sha256\//, '');
    answer(own && Buffer.from(own, 'hex').toString('base64') === shown ? ACCEPT : AS_CHROMIUM_SAYS);
  });
}
