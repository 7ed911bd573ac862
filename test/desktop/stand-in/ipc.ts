import type * as Electron from 'electron';
import type { Frame } from 'playwright-core';
import type { OpenedFile } from '../../../main/ipc-map.ts';
import type { Calls } from './machine.ts';

const handlers = new Map<string, (event: Electron.IpcMainInvokeEvent, ...values: unknown[]) => unknown>();

export const ipcMain = {
  handle: (channel: string, listener: (event: Electron.IpcMainInvokeEvent, ...values: unknown[]) => unknown) =>
    void handlers.set(channel, listener),
} satisfies Calls<Electron.IpcMain, 'handle'>;

/** A page's call, with the frame that it came from. */
export async function invoke(frame: Frame, channel: string, value: unknown): Promise<unknown> {
  const senderFrame = { url: frame.url(), parent: frame.parentFrame() };
  const handler = handlers.get(channel);
  if (!handler) throw new Error(`Nobody answers ${channel}.`);
  const answer = await handler({ senderFrame } as unknown as Electron.IpcMainInvokeEvent, value);
  // Electron hands bytes over as they are; this line between the processes takes text only.
  const file = answer as OpenedFile | null;
  if (!(file?.bytes instanceof Uint8Array)) return answer;
  return { name: file.name, base64: Buffer.from(file.bytes).toString('base64') };
}
