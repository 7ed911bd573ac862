import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { multipartType } from './load.ts';

/** What a flood asks for, again and again. */
export interface Asked {
  method: 'GET' | 'POST';
  path: string;
  body?: Uint8Array;
}

/** What the process that floods is told first; whatever it is told then ends it. */
export interface Flood extends Asked {
  url: string;
  keys: string[];
  /** Connections, each of which asks again as soon as it is answered. */
  connections: number;
}

/** Asks once, on a connection of its own. @returns the status of the answer, when all of it is here */
export function ask(url: string, { method, path, body }: Asked, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${key}`,
      ...(body && { ...multipartType, 'Content-Length': String(body.byteLength) }),
    };
    const request = httpRequest(url + path, { method, headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject).end(body);
  });
}

async function flood({ url, keys, connections, ...asked }: Flood): Promise<void> {
  let sent = 0;
  let over = false;
  process.once('message', () => {
    over = true;
  });
  const one = async (first: number): Promise<void> => {
    for (let next = first; !over; next += connections) {
      const status = await ask(url, asked, keys[next % keys.length]!).catch(() => 0);
      sent += 1;
      // Who is told to wait comes back at once, but not in a loop that does nothing else.
      if (status >= 400 || status === 0) await delay(50);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => one(number)));
  process.send?.(sent);
  process.disconnect();
}

// Forked by the benchmark: the flood's own work is not to hold up the clock of who measures.
if (import.meta.main) process.once('message', (told: Flood) => void flood(told));
