import express, { type Express, type RequestHandler } from 'express';
import type { BareContext, Context } from '../context.ts';
import { isShared } from '../store/db.ts';
import { page } from './app/page.ts';
import { windowRoutes } from './app/routes.ts';
import { authenticate, inTurn } from './authenticate.ts';
import { createBodyBudget } from './body-budget.ts';
import { ApiError, errorHandler } from './errors.ts';
import { securityHeaders } from './headers.ts';
import { health } from './health.ts';
import { hostCheck } from './host-check.ts';
import { metrics } from './metrics.ts';
import { createRateLimiter, createSharedRateLimiter, rateLimit } from './rate-limit.ts';
import { requestId } from './request-id.ts';
import { createTenantTurns } from './tenant-turns.ts';
import { unreadBody } from './unread-body.ts';
import { createDocument } from './v1/create-document.ts';
import { deleteDocument } from './v1/delete-document.ts';
import { exportDocument } from './v1/export-document.ts';
import { getDocument } from './v1/get-document.ts';
import { listDocuments } from './v1/list-documents.ts';
import { openapi } from './v1/openapi.ts';
import { resendEvent } from './v1/resend-event.ts';
import { usage } from './v1/usage.ts';
import { whoami } from './v1/whoami.ts';
import { newestVersion, version } from './version.ts';

/** Everything the server answers, as a table of contents. */
export function createApp(ctx: Context): Express {
  const app = bare(ctx);

  const takeTurn = createTenantTurns();
  const withKey = [authenticate(ctx), inTurn(takeTurn), version(ctx)];
  const { db } = ctx.store;
  const limiter = isShared(db) ? createSharedRateLimiter(ctx.clock, db) : createRateLimiter(ctx.clock);
  const limited = rateLimit(limiter);
  const budget = createBodyBudget();
  at(app, '/v1/whoami', { GET: [...withKey, whoami(ctx)] });
  at(app, '/v1/documents', {
    GET: [...withKey, listDocuments(ctx, takeTurn)],
    POST: [...withKey, limited, createDocument(ctx, budget, takeTurn)],
  });
  at(app, '/v1/documents/:document_id', {
    GET: [...withKey, getDocument(ctx)],
    DELETE: [...withKey, deleteDocument(ctx)],
  });
  at(app, '/v1/documents/:document_id/webhook', { POST: [...withKey, resendEvent(ctx)] });
  at(app, '/v1/documents/:document_id/export/:target', { GET: [...withKey, exportDocument(ctx)] });
  at(app, '/v1/usage', { GET: [...withKey, usage(ctx)] });
  at(app, '/v1/openapi.json', { GET: [openapi()] });

  app.use('/app', endWithClient, windowRoutes(ctx, budget));
  app.use(page());
  return monitored(app, ctx);
}

/** What one that only reads answers. */
export function createReaderApp(ctx: BareContext): Express {
  return monitored(bare(ctx), ctx);
}

function bare(ctx: BareContext): Express {
  const app = express();
  app.disable('x-powered-by');
  // A 304 would stand for an extraction that is given only once: there is no ETag, and `If-None-Match: *` changes nothing.
  app.disable('etag');
  Object.defineProperty(app.request, 'fresh', { value: false });
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.use(requestId(ctx), newestVersion(ctx), unreadBody(), securityHeaders());
  app.use('/v1', noStore);
  app.use(hostCheck(ctx));
  return app;
}

/** Adds what monitoring asks for, and that there is nothing else. */
function monitored(app: Express, ctx: BareContext): Express {
  at(app, '/healthz', { GET: [health(ctx)] });
  at(app, '/metrics', { GET: [metrics(ctx)] });
  app.use(() => {
    throw new ApiError('not_found', 'There is nothing at this path.');
  });
  app.use(errorHandler(ctx));
  return app;
}

/** A path with its methods; any other method gets 405 (RFC 9110, 15.5.6: with `Allow`). */
// biome-ignore lint/suspicious/noExplicitAny: Express types a handler by the parameters of its path.
function at(app: Express, path: string, methods: Record<string, RequestHandler<any>[]>): void {
  const route = app.route(path);
  if (methods.GET) route.get(...methods.GET);
  if (methods.POST) route.post(...methods.POST);
  if (methods.DELETE) route.delete(...methods.DELETE);
  const allowed = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  route.all((req) => {
    throw new ApiError('method_not_allowed', `${req.method} is not possible here.`, { Allow: allowed.join(', ') });
  });
}

/** A browser that closes its side has left: what it asked for is work for nobody. Other clients may still listen. */
const endWithClient: RequestHandler = (req, res, next) => {
  const { socket } = req;
  const leave = (): void => void socket.destroy();
  socket.once('end', leave);
  res.once('close', () => socket.off('end', leave));
  next();
};

const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
