import { connect } from 'node:net';

export const portOf = (url: string): number => Number(new URL(url).port);

/** Sends bytes as they are. @returns what came until the server closed, or until it was silent for a while */
export function raw(url: string, text: string): Promise<{ statuses: number[]; text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(portOf(url), '127.0.0.1');
    let all = '';
    const end = (closed: boolean): void => {
      socket.destroy();
      const statuses = [...all.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
      resolve({ statuses, text: all, closed });
    };
    socket.setTimeout(1_500, () => end(false));
    socket.on('data', (data) => {
      all += data;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => end(true));
    socket.write(text);
  });
}
