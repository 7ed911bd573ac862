import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server of this machine that can be held up and cut. */
export interface Detour {
  /** Its own port, on 127.0.0.1. */
  port: number;
  /** Passes nothing on, in either direction, until released; nobody is told. */
  hold(): void;
  release(): void;
  /** Ends every connection, and new ones at once, until restored. */
  cut(): void;
  restore(): void;
  stop(): Promise<void>;
}

export async function startDetour(target: number): Promise<Detour> {
  const sockets = new Set<Socket>();
  let held = false;
  let away = false;
  const server = createServer((client) => {
    const inner = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, inner],
      [inner, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (held) from.pause();
      if (away) from.destroy();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hold() {
      held = true;
      for (const socket of sockets) socket.pause();
    },
    release() {
      held = false;
      for (const socket of sockets) socket.resume();
    },
    cut() {
      away = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      away = false;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
