import type { RequestHandler } from 'express';
import type { BareContext } from '../context.ts';
import { ApiError } from './errors.ts';
import { isLoopback } from './tls.ts';

/** GET /metrics for Prometheus, to this machine only; to others there is nothing at this path. */
export function metrics({ metrics }: BareContext): RequestHandler {
  return async (req, res) => {
    if (!isLoopback(req.socket.remoteAddress ?? '')) {
      throw new ApiError('not_found', 'There is nothing at this path.');
    }
    res
      .set('Cache-Control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  };
}
