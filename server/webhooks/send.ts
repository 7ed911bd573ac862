import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectOverTls, createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { Config } from '../config.ts';
import { isOutOfHandles } from '../handles.ts';
import { hostOf, isRefusedAddress } from './destination.ts';
import { type FindAddresses, findAddresses, NameNotFound } from './names.ts';
import { signature } from './signature.ts';
import { isDirect, tunnel } from './tunnel.ts';

/** The receiver has this long to be found, connected to and to answer (interface.md 6.2). */
const answerWithinMs = 10_000;
/** An answer's body is read so that a receiver can end its write, and thrown away; beyond this the line is cut. */
const mostAnswerBytes = 64 * 1024;

interface Message {
  url: string;
  eventId: string;
  /** The event's stored text. */
  body: string;
  /** The tenant's signing secret. */
  secret: string;
}

/** Why an attempt got no HTTP status. */
type SendProblem = 'timeout' | 'address_refused' | 'name_not_found' | 'tls_failed' | 'connection_failed';

/** All that is kept of an answer. Exactly one of `status` and `problem` is set. */
export interface Attempt {
  status: number | null;
  problem: SendProblem | null;
  durationMs: number;
}

export interface Sender {
  /**
   * Makes one attempt. Resolves for every outcome that counts, failures included; rejects only when `signal` aborts, and
   * then nothing is known about the attempt, or when no file handle was left for one.
   * @param milliseconds the moment that is signed
   */
  send(message: Message, milliseconds: number, signal: AbortSignal): Promise<Attempt>;
}

/**
 * @param options.ca PEM of an operator's own authorities, trusted beside the public ones
 * @param options.find how a name becomes addresses; by the hosts file and DNS by default
 * @param options.proxy what https goes through, but to this machine and to the hosts that are reached directly; it is the
 * proxy then that finds the name's address
 */
export function createSender(
  options: { ca?: string | undefined; find?: FindAddresses | undefined; proxy?: Config['webhookProxy'] } = {},
): Sender {
  const { proxy = null, find = findAddresses } = options;
  const trust = options.ca ? createSecureContext({ ca: [...rootCertificates, options.ca] }) : undefined;

  return {
    async send(message, milliseconds, signal) {
      const url = new URL(message.url);
      const host = hostOf(url);
      const started = performance.now();
      const ended = (status: number | null, problem: SendProblem | null): Attempt => ({
        status,
        problem,
        durationMs: Math.round(performance.now() - started),
      });

      // A literal address is connected to without a lookup.
      if (isIP(host) && isRefusedAddress(host)) return ended(null, 'address_refused');

      const deadline = AbortSignal.timeout(answerWithinMs);
      const both = AbortSignal.any([signal, deadline]);
      let request: ClientRequest | null = null;
      try {
        const line =
          proxy === null || url.protocol !== 'https:' || isDirect(host, proxy)
            ? null
            : await tunnel(host, Number(url.port || 443), proxy, { lookup: lookupBy(find, both), signal: both });
        request = post(url, message, signature(message.secret, milliseconds, message.body), {
          lookup: lookupBy(checked(find), both),
          secureContext: trust,
          line,
          signal: both,
        });
        const response = await answer(request, message.body);
        const attempt = ended(response.statusCode ?? 0, null);
        await discard(response);
        return attempt;
      } catch (error) {
        signal.throwIfAborted();
        // Nobody was asked anything, so it is no attempt.
        if (isOutOfHandles(error)) throw error;
        return ended(null, deadline.aborted ? 'timeout' : problemOf(error));
      } finally {
        request?.destroy();
      }
    },
  };
}

function post(
  url: URL,
  message: Message,
  signed: string,
  connection: {
    lookup: LookupFunction;
    secureContext: SecureContext | undefined;
    /** Through the proxy; null where the receiver is reached without one. */
    line: Socket | null;
    signal: AbortSignal;
  },
): ClientRequest {
  const { line, ...rest } = connection;
  const options = {
    ...rest,
    method: 'POST',
    // A connection of its own: no pool, no proxy from the environment.
    agent: false as const,
    // Said aloud, so that an environment variable cannot turn it off.
    rejectUnauthorized: true,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(message.body),
      'User-Agent': 'Facturier',
      'Service-Signature': signed,
      'Service-Event-Id': message.eventId,
    },
  };
  if (url.protocol !== 'https:') return httpRequest(url, options);
  if (line === null) return httpsRequest(url, options);
  const host = hostOf(url);
  const name = isIP(host) ? {} : { servername: host };
  const secured = { socket: line, host, ...name, secureContext: rest.secureContext, rejectUnauthorized: true };
  return httpsRequest(url, { ...options, agent: undefined, createConnection: () => connectOverTls(secured) });
}

function answer(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays: a destroyed request can fail once more after the answer.
    request.on('error', reject);
    request.once('close', () => reject(new Error('The connection ended without an answer')));
    request.end(body);
  });
}

/** Reads an answer's body away within its bounds. How it ends no longer matters: the status is what counts. */
function discard(response: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let received = 0;
    response.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > mostAnswerBytes) response.destroy();
    });
    response.once('close', resolve);
    response.once('error', () => resolve());
  });
}

/**
 * Leaves out refused addresses. The connection is made to the very addresses that this returns, so a name that points
 * elsewhere a moment later (DNS rebinding) gains nothing.
 */
function checked(find: FindAddresses): FindAddresses {
  return async (name, signal) => {
    const addresses = (await find(name, signal)).filter(({ address }) => !isRefusedAddress(address));
    if (addresses.length === 0) throw new RefusedAddress('Every address of the name is refused.');
    return addresses;
  };
}

/** In the form that a connection wants it. */
function lookupBy(find: FindAddresses, signal: AbortSignal): LookupFunction {
  return (name, { all }, callback) => {
    find(name, signal).then(
      (addresses) => {
        const [first] = addresses;
        if (all || !first) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

class RefusedAddress extends Error {}

function problemOf(error: unknown): SendProblem {
  if (error instanceof RefusedAddress) return 'address_refused';
  if (error instanceof NameNotFound) return 'name_not_found';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^ERR_(TLS|SSL)|CERT|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return 'tls_failed';
  return 'connection_failed';
}
