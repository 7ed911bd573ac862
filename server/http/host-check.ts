import { isIP } from 'node:net';
import type { RequestHandler } from 'express';
import type { BareContext } from '../context.ts';
import { ApiError } from './errors.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses requests whose Host is not this appliance: a web page whose name was made to point here (DNS rebinding)
 * carries its own name. An address cannot be made to point elsewhere, so where the appliance listens on all of them,
 * every address will do. A port that is named is the one listened on: another one is another service's. A configured name
 * may come with any, for what stands before the appliance under that name has a port of its own.
 */
export function hostCheck({ config }: BareContext): RequestHandler {
  const { host, hostNames } = config;
  const everywhere = host === '0.0.0.0' || host === '::';
  const own = isIP(host) === 6 ? `[${host}]` : host.toLowerCase();
  const named = new Set(hostNames);
  const listened = new Set([own, ...(everywhere || loopbackNames.includes(own) ? loopbackNames : [])]);
  const isServed = (host: string, localPort: number | undefined): boolean => {
    const name = host.toLowerCase().replace(/:\d*$/, '');
    const port = host.slice(name.length + 1);
    if (named.has(name)) return true;
    const isOwn = listened.has(name) || (everywhere && isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0);
    return isOwn && (port === '' || Number(port) === localPort);
  };
  return (req, _res, next) => {
    // RFC 9112, 3.2: one Host, and a target that names a host itself stands before it.
    const sent = req.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
    if (sent > 1 || (sent === 0 && req.httpVersion === '1.1')) {
      throw new ApiError('invalid_request', 'A request has one Host header.');
    }
    const inTarget = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(req.originalUrl)?.[1];
    // HTTP/1.0 knows no Host. Monitoring asks so; browsers, whom this is about, do not.
    const inHeader = req.get('Host') ?? (req.httpVersion === '1.0' ? undefined : '');
    for (const host of [inHeader, inTarget].filter((each) => each !== undefined)) {
      if (!isServed(host, req.socket.localPort)) {
        throw new ApiError('misdirected_request', 'This host name is not served here.');
      }
    }
    next();
  };
}
