import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, type BrowserWindow, type Rectangle, screen } from 'electron';

interface WindowState {
  bounds: Rectangle;
  maximised: boolean;
}

/** How much of a window's head has to be on a screen so that a person can take hold of it. */
const reachable = 80;

/** Where the window stood last; null the first time, and when that place is on no screen any more. */
export function lastWindowState(): WindowState | null {
  const state = read();
  if (!state) return null;
  const { x, y, width } = state.bounds;
  const visible = screen.getAllDisplays().some(({ workArea }) => {
    const across = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x);
    return across >= reachable && y >= workArea.y && y <= workArea.y + workArea.height - reachable;
  });
  return visible ? state : null;
}

export function keepWindowState(window: BrowserWindow): void {
  const state: WindowState = { bounds: window.getNormalBounds(), maximised: window.isMaximized() };
  writeFileSync(file(), JSON.stringify(state));
}

function file(): string {
  return join(app.getPath('userData'), 'window.json');
}

function read(): WindowState | null {
  try {
    const { bounds, maximised } = JSON.parse(readFileSync(file(), 'utf8')) as WindowState;
    return [bounds.x, bounds.y, bounds.width, bounds.height].every(Number.isInteger) ? { bounds, maximised } : null;
  } catch {
    // Not there yet, or cut off by a power failure: the window simply opens where it did the first time.
    return null;
  }
}
