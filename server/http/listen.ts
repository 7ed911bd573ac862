import { createServer, STATUS_CODES } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import type { Express } from 'express';
import type { BareContext } from '../context.ts';
import { mostHandles } from '../handles.ts';
import { newId } from '../store/ids.ts';
import { fingerprintOf } from './certificate.ts';
import { tlsFor } from './tls.ts';

/** What is still being answered at a stop has this long; then its connection is cut. */
const closeWithinMs = 3_000;
/** Longer than the pause between two requests of a client that polls. */
const keepAliveMs = 30_000;
/** The head of a request is here by then, however slow its client. */
const headWithinMs = 15_000;
const lookForLateEveryMs = 5_000;
/** So long a client that was refused may take its answer; then nothing is left of the connection. */
const refusedForMs = 1_000;

export interface Listening {
  /** Origin, without a slash at its end. */
  url: string;
  /** Of the certificate, by which people recognise it; null where there is none. */
  fingerprint: string | null;
  close(): Promise<void>;
}

/**
 * Answers requests on the configured address: in the clear on loopback, and only over TLS to other machines.
 * @throws when the address is in use or may not be taken, or the operator's certificate cannot be used
 */
export async function listen(app: Express, ctx: BareContext): Promise<Listening> {
  const { host, port } = ctx.config;
  const tls = await tlsFor(ctx.config, ctx.store, ctx.clock);
  const options = {
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headWithinMs,
    connectionsCheckingInterval: lookForLateEveryMs,
    requireHostHeader: false,
  };
  const server = tls
    ? createSecureServer({ ...options, ...tls, handshakeTimeout: headWithinMs }, app)
    : createServer(options, app);
  // What answers need has to find room beside them: files, threads, the database.
  server.maxConnections = Math.floor(mostHandles() / 2);
  // Who has not shaken hands cannot be answered: an answer would wait for that, and keep the connection for ever.
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  // Some clients close their side once they have asked, and still wait for the answer. Node has a switch for it that its
  // types do not know.
  Object.assign(server, { httpAllowHalfOpen: true });
  // A missing Host and any Expect would be answered by Node, without our headers and checks; here Express answers.
  server.on('checkExpectation', app);
  server.on('checkContinue', app);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuse(ctx, error, socket as Socket));
  await new Promise<void>((resolve, reject) => {
    // Once it listens an error no longer rejects anything, and is only worth a line in the log.
    server.on('error', (error: NodeJS.ErrnoException) => {
      ctx.log.error({ err: error }, 'The listening socket failed');
      reject(explained(error, host, port));
    });
    server.listen(port, host, resolve);
  });
  const taken = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://${isIP(host) === 6 ? `[${host}]` : host}:${taken.port}`,
    fingerprint: tls && fingerprintOf(tls.cert),
    async close() {
      const cut = setTimeout(() => server.closeAllConnections(), closeWithinMs);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      clearTimeout(cut);
    },
  };
}

/** In one sentence for the operator, where the reason is a usual one. */
function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} of ${host} is taken; stop what listens there, or choose another with --port.`,
    EACCES: `This user may not listen on port ${port} of ${host}; choose another with --port.`,
    EADDRNOTAVAIL: `${host} is no address of this machine; choose another with --host.`,
    ENOTFOUND: `${host} is no address of this machine; choose another with --host.`,
  };
  const reason = reasons[error.code ?? ''];
  return reason === undefined ? error : new Error(reason, { cause: error });
}

/**
 * What Node cannot read as a request never reaches Express; it gets an answer in the same form from here. The connection
 * may be half open by the server's own wish, so to end this side of it is not enough: a client that never closes its own
 * would keep it for ever.
 */
function refuse(ctx: BareContext, error: NodeJS.ErrnoException, socket: Socket): void {
  // Clients open connections that they then have no use for, for a request that was taken back, say, and send a later
  // request through one of them: an answer that lies there already would be taken for the answer to that request.
  const unused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
  if (unused || error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify({ error: { code: 'invalid_request', message: 'This is not a valid HTTP request.' } });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `Service-Version: ${ctx.versions.at(-1)?.version}`,
      `Request-Id: ${newId('req', ctx.clock.now())}`,
      '',
      body,
    ].join('\r\n'),
  );
  const cut = setTimeout(() => socket.destroy(), refusedForMs);
  socket.once('close', () => clearTimeout(cut));
  // What still comes in is thrown away: unread, it would make the system take the answer back.
  socket.resume();
}
