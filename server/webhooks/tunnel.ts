import { request } from 'node:http';
import { request as requestOverTls } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { Config } from '../config.ts';

type Proxy = NonNullable<Config['webhookProxy']>;

/** Whether a host is reached without the proxy: this machine, a host that is named, or one under a named `.domain`. */
export function isDirect(host: string, { direct }: Proxy): boolean {
  const own = ['localhost', '127.0.0.1', '::1'];
  const lower = host.toLowerCase();
  return [...own, ...direct].some((each) => {
    const name = each.toLowerCase();
    return lower === name || (name.startsWith('.') && lower.endsWith(name));
  });
}

/**
 * A line to a receiver through a proxy (CONNECT, RFC 9110 section 9.3.6), still in the clear. Not Node's own proxy support:
 * that does not end with the signal while it waits for the proxy.
 * @throws Error when the proxy refuses, cannot be reached, or the signal aborts
 */
export function tunnel(
  host: string,
  port: number,
  { address }: Proxy,
  connection: { lookup: LookupFunction; signal: AbortSignal },
): Promise<Socket> {
  const proxy = new URL(address);
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const credentials = [proxy.username, proxy.password].map(decodeURIComponent).join(':');
  const options = {
    method: 'CONNECT',
    host: proxy.hostname,
    port: proxy.port || undefined,
    path: authority,
    agent: false as const,
    ...connection,
    headers: {
      Host: authority,
      ...(proxy.username && { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
  };
  return new Promise((resolve, reject) => {
    const asked = proxy.protocol === 'https:' ? requestOverTls(options) : request(options);
    asked.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      reject(new Error(`The proxy answered ${statusCode}`));
    });
    // Some proxies refuse with an ordinary answer.
    asked.once('response', ({ statusCode }) => {
      asked.destroy();
      reject(new Error(`The proxy answered ${statusCode}`));
    });
    asked.on('error', reject);
    asked.end();
  });
}
