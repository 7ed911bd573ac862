import { BlockList, isIP } from 'node:net';
import type { RequestHandler } from 'express';
import type { Context } from '../context.ts';
import { ApiError } from './errors.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/** GET /metrics for Prometheus, to this machine only; to others there is nothing at this path. */
export function metrics({ metrics }: Context): RequestHandler {
  return async (req, res) => {
    const from = req.socket.remoteAddress ?? '';
    if (!loopback.check(from, isIP(from) === 6 ? 'ipv6' : 'ipv4')) {
      throw new ApiError('not_found', 'There is nothing at this path.');
    }
    res
      .set('Cache-Control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  };
}
