import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import { personSchema } from '../../contract/window.ts';
import * as people from '../../store/people.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { personOf, scopeOf } from './session.ts';
import { settingsOf } from './settings.ts';

/** PUT /app/people: somebody who shares the window from now on, or has another PIN. */
export function savePerson(ctx: Context): RequestHandler {
  const { store } = ctx;
  return async (req, res) => {
    const person = validate(personSchema, 'body', req.body);
    if (!(await people.save(store.db, store.vault, scopeOf(res).tenantId, person, personOf(res)))) throw notTheirs();
    res.json(await settingsOf(ctx, req, res));
  };
}

/** DELETE /app/people/{name}: what they did stays theirs in the history. */
export function removePerson(ctx: Context): RequestHandler<{ name: string }> {
  const { store } = ctx;
  return async (req, res) => {
    const { tenantId } = scopeOf(res);
    if (!(await people.remove(store.db, store.vault, tenantId, req.params.name, personOf(res)))) throw notTheirs();
    res.json(await settingsOf(ctx, req, res));
  };
}

const notTheirs = (): ApiError =>
  new ApiError(
    'invalid_request',
    `Only who has a PIN changes it, and there are at most ${people.mostPeople} people; \`facturier open --as\` signs in without one.`,
  );
