import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import { type SavedView, savedViewSchema } from '../../contract/window.ts';
import * as savedViews from '../../store/saved-views.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { scopeOf } from './session.ts';

/** GET /app/views: the questions to the list that have a name. */
export function listViews({ store }: Context): RequestHandler {
  return async (_req, res) => {
    const views = await savedViews.list(store.db, store.vault, scopeOf(res).tenantId);
    res.json(views satisfies SavedView[]);
  };
}

/** PUT /app/views: keeps one, in place of another of its name. */
export function saveView({ store }: Context): RequestHandler {
  return async (req, res) => {
    const view = validate(savedViewSchema, 'body', req.body);
    const { tenantId } = scopeOf(res);
    if (!(await savedViews.save(store.db, store.vault, tenantId, view))) {
      throw new ApiError('invalid_request', `There are ${savedViews.mostViews} views already.`);
    }
    res.json((await savedViews.list(store.db, store.vault, tenantId)) satisfies SavedView[]);
  };
}

/** DELETE /app/views/{name} */
export function removeView({ store }: Context): RequestHandler<{ name: string }> {
  return async (req, res) => {
    const { tenantId } = scopeOf(res);
    await savedViews.remove(store.db, store.vault, tenantId, req.params.name);
    res.json((await savedViews.list(store.db, store.vault, tenantId)) satisfies SavedView[]);
  };
}
