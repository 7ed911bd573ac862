import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import { type Accounts, accountsSchema } from '../../contract/accounts.ts';
import * as accounts from '../../store/accounts.ts';
import * as companies from '../../store/companies.ts';
import { ApiError } from '../errors.ts';
import { validate } from '../validation.ts';
import { scopeOf } from './session.ts';

/** GET /app/companies/{vat}/accounts: those that its books have; none where nobody has given any. */
export function listAccounts({ store }: Context): RequestHandler<{ vat: string }> {
  return async (req, res) => {
    const known = await accounts.list(store.db, store.vault, scopeOf(res).tenantId, req.params.vat);
    res.json({ accounts: known } satisfies Accounts);
  };
}

/** PUT /app/companies/{vat}/accounts: these and no others from now on. */
export function keepAccounts({ store }: Context): RequestHandler<{ vat: string }> {
  const { db, vault } = store;
  return async (req, res) => {
    const { accounts: given } = validate(accountsSchema, 'body', req.body);
    const { tenantId } = scopeOf(res);
    const { vat } = req.params;
    if (!(await companies.list(db, tenantId)).some((company) => company.vat === vat)) {
      throw new ApiError('not_found', 'There is no such company.');
    }
    await accounts.keep(db, vault, tenantId, vat, given);
    res.json({ accounts: given } satisfies Accounts);
  };
}
