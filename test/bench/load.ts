import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';

export const connections = 8;

export interface Target {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>[];
  body?: Buffer;
}

export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  errors: number;
}

/** As many requests as the server answers, over {@link connections}. */
export async function measure(url: string, target: Target, seconds: number): Promise<Measured> {
  const headers = target.headers ?? [{}];
  let next = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        path: target.path,
        method: target.method ?? 'GET',
        ...(target.body && { body: target.body }),
        // Keys take turns, because each has a rate of its own.
        setupRequest: (request) => ({ ...request, headers: headers[next++ % headers.length]! }),
      },
    ],
  });
  return {
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
  };
}

/**
 * So many requests a second, each sent at its own moment whether or not those before it are answered: a rate that is sent
 * in bursts would measure how long the last of a burst waits for the others.
 */
export async function measureEvenly(
  url: string,
  { path, method, headers, body }: Target,
  seconds: number,
  perSecond: number,
): Promise<Measured> {
  const took: number[] = [];
  let errors = 0;
  const startedAt = performance.now();
  const request = async (index: number): Promise<void> => {
    const sentAt = startedAt + (index * 1000) / perSecond;
    await delay(Math.max(0, sentAt - performance.now()));
    try {
      const response = await fetch(url + path, {
        ...(method && { method }),
        ...(headers && { headers: headers[index % headers.length]! }),
        ...(body && { body: new Uint8Array(body) }),
      });
      await response.arrayBuffer();
      if (!response.ok) errors += 1;
    } catch {
      errors += 1;
    }
    took.push(performance.now() - sentAt);
  };
  await Promise.all(Array.from({ length: seconds * perSecond }, (_, index) => request(index)));
  const answeredIn = (performance.now() - startedAt) / 1000;
  took.sort((a, b) => a - b);
  const at = (part: number): number => Math.round(took[Math.floor(part * took.length)]!);
  return { perSecond: (took.length - errors) / answeredIn, p50: at(0.5), p99: at(0.99), errors };
}

const boundary = 'facturier-bench';
export const multipartType = { 'Content-Type': `multipart/form-data; boundary=${boundary}` };

/** A submission's body, of `multipartType`. */
export function multipart(content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="buyer_vat"\r\n\r\nRO9900816346\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="invoice.pdf"\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

export function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
