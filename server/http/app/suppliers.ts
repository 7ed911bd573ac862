import type { RequestHandler } from 'express';
import type { Context } from '../../context.ts';
import type { Supplier, Taught } from '../../contract/window.ts';
import { scrub } from '../../store/db.ts';
import { evenWhenFull } from '../../store/disk-full.ts';
import { get } from '../../store/documents.ts';
import * as supplierList from '../../store/supplier-list.ts';
import * as suppliers from '../../store/suppliers.ts';
import { ApiError } from '../errors.ts';
import { scopeOf } from './session.ts';

/** GET /app/suppliers: what is known of whom. */
export function listSuppliers({ store }: Context): RequestHandler {
  return async (_req, res) => {
    res.json((await supplierList.list(store.db, store.vault, scopeOf(res).tenantId)) satisfies Supplier[]);
  };
}

/** GET /app/suppliers/{id}: the documents that it is known from. */
export function taughtBySupplier({ store }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const taught = await supplierList.taughtBy(store.db, store.vault, scopeOf(res).tenantId, req.params.id);
    if (taught.length === 0) throw new ApiError('not_found', 'There is no such supplier.');
    res.json(taught satisfies Taught[]);
  };
}

/** DELETE /app/suppliers/{id}: what is known of it is erased; its documents stay. */
export function forgetSupplier({ store }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const { tenantId } = scopeOf(res);
    const found = await evenWhenFull(store.db, () => suppliers.forget(store.db, tenantId, req.params.id));
    if (!found) throw new ApiError('not_found', 'There is no such supplier.');
    await evenWhenFull(store.db, () => scrub(store.db));
    res.status(204).end();
  };
}

/** DELETE /app/documents/{id}/taught: what its confirmation taught is erased; the document stays. */
export function forgetTaught({ store }: Context): RequestHandler<{ id: string }> {
  return async (req, res) => {
    const row = await get(store.db, scopeOf(res), req.params.id);
    if (!row) throw new ApiError('not_found', 'There is no such document.');
    await evenWhenFull(store.db, () => suppliers.forgetWhatTaught(store.db, row.id));
    await evenWhenFull(store.db, () => scrub(store.db));
    res.status(204).end();
  };
}
