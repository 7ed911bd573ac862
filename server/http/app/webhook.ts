import type { RequestHandler } from 'express';
import { z } from 'zod';
import { timestamp } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { testEventBody } from '../../contract/event.ts';
import type { TestedWebhook, WindowDelivery } from '../../contract/window.ts';
import * as deliveries from '../../store/deliveries.ts';
import { newId } from '../../store/ids.ts';
import * as tenants from '../../store/tenants.ts';
import { urlProblem } from '../../webhooks/destination.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { accessOf } from './access.ts';
import { scopeOf } from './session.ts';

const webhook = z.object({ url: z.string().nullable() });
const shownDeliveries = 100;

/** PUT /app/webhook: where events go that name no URL of their own; null for nowhere. */
export function setWebhook(ctx: Context): RequestHandler {
  return async (req, res) => {
    const { url } = validate(webhook, 'body', req.body);
    if (url !== null && urlProblem(url, 'account')) throw new ApiError('invalid_request', 'The URL is not right.');
    const { tenantId } = scopeOf(res);
    await tenants.update(ctx.store.db, tenantId, { webhook_url: url });
    res.json(await accessOf(ctx, tenantId));
  };
}

/** POST /app/webhook/test: one event of a type that means nothing, sent at once and signed like any other. */
export function testWebhook({ store, clock, sendEvent, stopping }: Context): RequestHandler {
  const { db, vault } = store;
  return async (_req, res) => {
    const { tenantId } = scopeOf(res);
    const url = (await tenants.get(db, tenantId))?.webhook_url;
    if (!url) throw new ApiError('no_webhook_url', 'There is no webhook URL.');
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const now = clock.now();
    const secret = await tenants.signingSecret(db, vault, tenantId);
    const message = { url, eventId: newId('evt', now), body: testEventBody(timestamp(now)), secret };
    const signal = AbortSignal.any([gone.signal, stopping]);
    res.json((await sendEvent(message, now, signal)) satisfies TestedWebhook);
  };
}

/** GET /app/webhook/secret: what receivers check signatures with. */
export function signingSecret({ store }: Context): RequestHandler {
  return async (_req, res) => {
    res.json({ secret: await tenants.signingSecret(store.db, store.vault, scopeOf(res).tenantId) });
  };
}

/** POST /app/webhook/secret: a new one from now on. */
export function rotateSecret({ store }: Context): RequestHandler {
  return async (_req, res) => {
    res.json({ secret: await tenants.rotateSecret(store.db, store.vault, scopeOf(res).tenantId) });
  };
}

/** GET /app/deliveries */
export function listDeliveries({ store }: Context): RequestHandler {
  return async (_req, res) => {
    const found = await deliveries.recent(store.db, store.vault, scopeOf(res).tenantId, shownDeliveries);
    res.json(found satisfies WindowDelivery[]);
  };
}

/** POST /app/events/{id} */
export function sendAgain({ store, clock, wakeDelivery }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const request = { tenantId: scopeOf(res).tenantId, eventId: req.params.id, now: clock.now() };
    if (!(await deliveries.sendAgain(store.db, store.vault, request))) {
      throw new ApiError('no_webhook_url', 'There is no such event, or nowhere to send it.');
    }
    wakeDelivery();
    res.status(202).end();
  };
}
