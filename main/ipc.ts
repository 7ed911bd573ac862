import { ipcMain } from 'electron';
import type { DesktopCalls } from './ipc-map.ts';

/**
 * Answers the calls of the window's own page and of nothing else: a frame inside it, or a page from elsewhere, is
 * refused.
 * @param ownOrigin origin of the server at this moment; null while it is not running
 * @returns a function that takes the handlers away again
 */
export function answerCalls(calls: DesktopCalls, ownOrigin: () => string | null): () => void {
  const channels = Object.keys(calls) as (keyof DesktopCalls)[];
  for (const channel of channels) {
    ipcMain.handle(channel, async (event) => {
      const frame = event.senderFrame;
      const origin = ownOrigin();
      if (!frame || frame.parent || origin === null || new URL(frame.url).origin !== origin) {
        throw new Error(`A page that is not Facturier's own asked for ${channel}.`);
      }
      return await calls[channel]();
    });
  }
  return () => {
    for (const channel of channels) ipcMain.removeHandler(channel);
  };
}
