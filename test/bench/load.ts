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

/** @param rate requests per second in all; as many as possible without */
export async function measure(url: string, target: Target, seconds: number, rate?: number): Promise<Measured> {
  const headers = target.headers ?? [{}];
  let next = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
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
