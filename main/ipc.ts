import { ipcMain, type WebContents } from 'electron';
import type { DesktopCalls, DesktopEvents } from './ipc-map.ts';

/**
 * Answers the calls of the window's own page and of nothing else: a frame inside it, or a page from elsewhere, is
 * refused.
 * @param ownOrigin origin of the server at this moment; null while it is not running
 */
export function answerCalls(calls: DesktopCalls, ownOrigin: () => string | null): void {
  for (const channel of Object.keys(calls) as (keyof DesktopCalls)[]) {
    ipcMain.handle(channel, async (event, value: unknown) => {
      const frame = event.senderFrame;
      const origin = ownOrigin();
      if (!frame || frame.parent || origin === null || new URL(frame.url).origin !== origin) {
        throw new Error(`A page that is not Facturier's own asked for ${channel}.`);
      }
      if (channel !== 'setSending') return await calls[channel]();
      if (!Number.isInteger(value)) throw new Error('A number of files is a whole number.');
      return await calls.setSending(value as number);
    });
  }
}

export function tell<Name extends keyof DesktopEvents>(page: WebContents, name: Name, ...values: DesktopEvents[Name]) {
  page.send(name, ...values);
}
