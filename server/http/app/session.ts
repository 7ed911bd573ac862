import { timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { personSchema, type SignedIn } from '../../contract/window.ts';
import type { Scope } from '../../store/documents.ts';
import * as people from '../../store/people.ts';
import {
  signOut as end,
  pageSecretOf,
  signIn as redeem,
  type Session,
  sessionKeptMs,
  sessionOf,
  handOver as takeOver,
} from '../../store/sessions.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';

/** What the page got when it signed in, and keeps for its own origin; before that anything. */
const pageHeader = 'X-Facturier';
const sessions = new WeakMap<Response, Session>();

/**
 * Refuses what our own page did not send. A page from elsewhere can make a browser send the cookie's owner here, but it
 * can neither set our header (that needs a permission that this server never gives) nor hide where it comes from.
 */
export function ownPage(): RequestHandler {
  return (req, _res, next) => {
    const site = req.get('Sec-Fetch-Site');
    const origin = req.get('Origin');
    const elsewhere = (site !== undefined && site !== 'same-origin') || (origin !== undefined && !isOwn(req, origin));
    const changes = req.method !== 'GET' && req.method !== 'HEAD';
    if (elsewhere || (changes && req.get(pageHeader) === undefined)) throw signedOut();
    next();
  };
}

/** Lets a request with a session of the window pass; an API key counts for nothing here. */
export function withSession(ctx: Context): RequestHandler {
  return async (req, res, next) => {
    sessions.set(res, await sessionNow(ctx, req));
    next();
  };
}

/** The session that a request came with, as of now. @throws ApiError unauthorized */
export async function sessionNow(ctx: Context, req: Request): Promise<Session> {
  const session = await sessionBehind(ctx, req);
  if (!session) throw signedOut();
  return session;
}

/**
 * The session that a request came with, if it came from the page that was signed in: by its cookie, and by the secret that
 * no page of another origin, on another port of this machine either, can know. An answer that never ends asks again
 * whether there still is one.
 */
export async function sessionBehind(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  req: Request,
): Promise<Session | null> {
  const token = tokenOf(req);
  if (token === null || !same(req.get(pageHeader) ?? '', pageSecretOf(store.vault, token))) return null;
  return sessionOf(store.db, token, clock.now());
}

/** What the window sees: the live documents of its tenant. Only behind `withSession`. */
export function scopeOf(res: Response): Scope {
  return { tenantId: signedIn(res).tenantId, mode: 'live' };
}

/** Who sits at the window. Only behind `withSession`. */
export function personOf(res: Response): string | null {
  return signedIn(res).person;
}

function signedIn(res: Response): Session {
  const session = sessions.get(res);
  if (!session) throw new Error('The route is not behind withSession.');
  return session;
}

/** POST /app/session: a one-time token becomes a session. */
export function signIn({ store, clock }: Context): RequestHandler {
  return async (req, res) => {
    const { token } = validate(z.object({ token: z.string().max(100) }), 'body', req.body);
    const session = await redeem(store.db, token, clock.now());
    if (!session) throw signedOut();
    res.cookie(cookieName(req), session, {
      httpOnly: true,
      sameSite: 'strict',
      secure: req.secure,
      path: '/app',
      maxAge: sessionKeptMs,
    });
    res.json({ page: pageSecretOf(store.vault, session) } satisfies SignedIn);
  };
}

/** DELETE /app/session */
export function signOut({ store }: Context): RequestHandler {
  return async (req, res) => {
    const token = tokenOf(req);
    if (token) await end(store.db, token);
    res.clearCookie(cookieName(req), { httpOnly: true, sameSite: 'strict', path: '/app' });
    res.status(204).end();
  };
}

/** PUT /app/session/person: somebody who shares the window takes it over, with the PIN that they may have. */
export function handOver({ store, clock }: Context): RequestHandler {
  return async (req, res) => {
    const said = validate(personSchema, 'body', req.body);
    const { tenantId } = scopeOf(res);
    const answer = await people.identify(store.db, store.vault, tenantId, said, clock.now());
    if (answer === 'unknown') throw new ApiError('not_found', 'Nobody of that name shares this window.');
    if (answer === 'waits') {
      throw new ApiError('rate_limited', 'Too many wrong PINs; try again in a minute.', { 'Retry-After': '60' });
    }
    if (answer === 'wrong') throw new ApiError('invalid_request', 'The PIN is not right.');
    await takeOver(store.db, tokenOf(req)!, said.name);
    res.status(204).end();
  };
}

/** By the port that the page is at: a second appliance on this machine has a cookie of its own. */
function cookieName(req: Request): string {
  const port = /:(\d+)$/.exec(req.get('Host') ?? '')?.[1];
  return port === undefined ? 'facturier_session' : `facturier_session_${port}`;
}

function tokenOf(req: Request): string | null {
  const name = cookieName(req);
  const cookies = (req.get('Cookie') ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

function isOwn(req: Request, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === req.get('Host')?.toLowerCase();
}

function same(sent: string, secret: string): boolean {
  return sent.length === secret.length && timingSafeEqual(Buffer.from(sent, 'latin1'), Buffer.from(secret, 'latin1'));
}

/** One answer for every way of not being signed in. */
function signedOut(): ApiError {
  return new ApiError('unauthorized', 'The window is not signed in.');
}
