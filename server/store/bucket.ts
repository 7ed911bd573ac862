import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { maxFileBytes } from '../contract/limits.ts';
import { DataFolderError } from './data-folder-error.ts';
import { FileStoreError } from './file-store-error.ts';

/** A place in an S3-compatible store, and the key to it. */
export interface BucketAddress {
  /** Origin of the store. */
  endpoint: string;
  region: string;
  bucket: string;
  /** What every name begins with: empty, or with a slash at its end. */
  prefix: string;
  /** PEM file of the authorities that the store's certificate comes from; null for the public ones. */
  caFile: string | null;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Objects under the prefix, by their names without it. Everything throws FileStoreError. */
export interface Bucket {
  /** @returns whether the store keeps what this took the place of, and what will be deleted */
  put(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<{ keepsVersions: boolean }>;
  /** @returns null when there is none */
  get(name: string, signal?: AbortSignal): Promise<Buffer | null>;
  /** Succeeds also when there is none. Gives up soon, because a caller waits whose work is done. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
  /** Up to a thousand names that begin so, in order, after one. */
  list(beginning: string, after: string, signal?: AbortSignal): Promise<string[]>;
  close(): void;
}

/** An upload of the largest file within it needs 4 Mbit/s. */
const answersWithinMs = 30_000;
const removesWithinMs = 3_000;
/** A connection on which nothing moves for so long is given up, and another one tried. */
const silentMs = 8_000;
const retryAfterMs = [100, 400, 1_600];
const mostConnections = 20;
/** A file as it is kept, or a thousand names. */
const mostBytes = maxFileBytes + 1024 * 1024;

interface Call {
  method: 'PUT' | 'GET' | 'DELETE';
  /** Without the prefix; absent for the bucket itself. */
  name?: string;
  query?: Record<string, string>;
  body?: Uint8Array;
  signal?: AbortSignal | undefined;
  withinMs?: number;
}

interface Answer {
  status: number;
  body: Buffer;
  /** The name of the version that was made, where the store keeps versions. */
  version: string | undefined;
}

/**
 * @param now the time that requests are signed with, in milliseconds since 1970
 * @throws DataFolderError when the file of authorities cannot be read
 */
export function openBucket(address: BucketAddress, now: () => number): Bucket {
  const { endpoint, region, bucket, prefix, caFile, accessKeyId, secretAccessKey } = address;
  const options = { keepAlive: true, maxSockets: mostConnections, timeout: silentMs };
  const agent = endpoint.startsWith('https:')
    ? new Agent({ ...options, ...(caFile !== null && { ca: authorities(caFile) }) })
    : new PlainAgent(options);
  const closing = new AbortController();

  const call = async (of: Call): Promise<Answer> => {
    const signals = [closing.signal, AbortSignal.timeout(of.withinMs ?? answersWithinMs), of.signal];
    const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
    for (const waitMs of [...retryAfterMs, null]) {
      const outcome = await once(of, signal).catch((error: Error) => new FileStoreError(of.method, { cause: error }));
      const answered = outcome instanceof FileStoreError ? null : outcome;
      const missing = answered?.status === 404 && codeIn(answered.body) === 'NoSuchKey';
      if (answered && (answered.status < 300 || missing)) return answered;
      const error = answered ? new FileStoreError(of.method, { ...answered, code: codeIn(answered.body) }) : outcome;
      const passing = answered === null || answered.status >= 500 || answered.status === 429;
      if (!passing || waitMs === null || signal.aborted) throw error;
      // Those that failed together do not come back together.
      await delay(waitMs * (0.5 + Math.random()), undefined, { signal }).catch(() => {
        throw error;
      });
    }
    throw new FileStoreError(of.method);
  };

  const once = async ({ method, name, query = {}, body }: Call, signal: AbortSignal): Promise<Answer> => {
    const path = name === undefined ? '' : `/${prefix}${name}`;
    const url = new URL(`${endpoint}/${bucket}${path}`);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, service: 's3', region, accessKeyId, secretAccessKey },
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      datetime: new Date(now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    const headers = {
      ...Object.fromEntries((await signer.sign()).headers),
      ...(body && { 'content-length': body.byteLength }),
    };
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? request : plainRequest;
      const asked = send(url, { method, headers, agent, signal }, (answer) => {
        const pieces: Buffer[] = [];
        let size = 0;
        answer.on('data', (piece: Buffer) => {
          size += piece.length;
          if (size > mostBytes) asked.destroy(new Error('The answer is larger than any file.'));
          pieces.push(piece);
        });
        answer.on('error', reject);
        answer.on('end', () => {
          const version = answer.headers['x-amz-version-id'];
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces), version: String(version ?? '') });
        });
      });
      asked.on('timeout', () => asked.destroy(Object.assign(new Error('Nothing came.'), { code: 'ETIMEDOUT' })));
      asked.on('error', reject);
      asked.end(body);
    });
  };

  return {
    async put(name, body, signal) {
      const { version } = await call({ method: 'PUT', name, body, signal });
      return { keepsVersions: version !== '' && version !== 'null' };
    },
    async get(name, signal) {
      const { status, body } = await call({ method: 'GET', name, signal });
      return status === 404 ? null : body;
    },
    async remove(name, signal) {
      await call({ method: 'DELETE', name, signal, withinMs: removesWithinMs });
    },
    async list(beginning, after, signal) {
      const query = { 'list-type': '2', prefix: prefix + beginning, 'start-after': prefix + after };
      const { body } = await call({ method: 'GET', query, signal });
      return namesIn(body).map((name) => name.slice(prefix.length));
    },
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}

function authorities(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { message } = error as Error;
    throw new DataFolderError(`The authorities of the S3 store cannot be read: ${message}`, { cause: error });
  }
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

function namesIn(listing: Buffer): string[] {
  const said = parser.parse(listing.toString('utf8')) as { ListBucketResult?: { Contents?: { Key: string }[] } };
  return (said.ListBucketResult?.Contents ?? []).map(({ Key }) => Key);
}

/** What the store calls an error; its other words may repeat the access key. */
function codeIn(answer: Buffer): string {
  return /<Code>(\w{1,60})<\/Code>/.exec(answer.toString('latin1', 0, 2_000))?.[1] ?? '';
}
