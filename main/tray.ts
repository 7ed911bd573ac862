import { join } from 'node:path';
import { Menu, Tray } from 'electron';
import type { Actions } from './menu.ts';
import type { Words } from './words.ts';

export interface TrayState {
  /** Whether the server answers. */
  running: boolean;
  paused: boolean;
  /** Documents that wait or are being read. */
  waiting: number;
  startsAtLogin: boolean;
}

/**
 * The program beside the clock: it works on while no window is open, so this is where it says what it does.
 * @returns shows another state
 */
export function createTray(iconFolder: string, words: Words, actions: Actions): (state: TrayState) => void {
  const tray = new Tray(join(iconFolder, 'tray.png'));
  tray.on('click', actions.show);
  return (state) => {
    const says = inWords(words, state);
    tray.setToolTip(`Facturier: ${says}`);
    // Linux shows a menu as it was handed over, so each change needs a new one.
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: says, enabled: false },
        { type: 'separator' },
        { label: words.show, click: actions.show },
        { label: state.paused ? words.resume : words.pause, click: () => actions.setPaused(!state.paused) },
        {
          label: words.startAtLogin,
          type: 'checkbox',
          checked: state.startsAtLogin,
          click: () => actions.setStartsAtLogin(!state.startsAtLogin),
        },
        { type: 'separator' },
        { label: words.quit, click: actions.quit },
      ]),
    );
  };
}

function inWords(words: Words, { running, paused, waiting }: TrayState): string {
  if (!running) return words.down;
  if (paused) return words.paused;
  return waiting === 0 ? words.idle : words.waiting(waiting);
}
