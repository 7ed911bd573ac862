import type { z } from 'zod';
import {
  type DocumentRows,
  type inboxQuerySchema,
  unknownCompany,
  type WindowCounts,
  windowStates,
} from '../contract/window.ts';
import type { Db } from './db.ts';
import { documentsOf, inboxRow, type Outline, outlines } from './inbox.ts';
import { comparerOf, matcherOf, type Searchable, searchable } from './inbox-search.ts';
import type { Vault } from './vault.ts';

type Query = z.output<typeof inboxQuerySchema>;

/**
 * The inbox of each tenant as one list that can be searched and ordered. What describes a document is sealed by a key
 * of its own, so the database can do neither: documents are opened as they are first needed and remembered here, in
 * memory alone. Every question asks the database what has changed, so that nothing erased is found again.
 */
export interface DocumentList {
  find(tenantId: string, query: Query, page: { offset: number; limit: number }): Promise<DocumentRows>;
  /** Of all that a query finds, in its order. */
  ids(tenantId: string, query: Query): Promise<string[]>;
}

/** Few enough that a request never waits long for its turn. */
const openedAtOnce = 40;
/** What nobody has asked for so long is forgotten: an erased document must not live on in memory. */
const rememberedMs = 5 * 60 * 1000;

interface Remembered extends Searchable {
  mark: string;
}

export function createDocumentList({ db, vault }: { db: Db; vault: Vault }): DocumentList {
  const tenants = new Map<string, Map<string, Remembered>>();
  let forgetting: ReturnType<typeof setTimeout> | undefined;

  const remembered = (tenantId: string): Map<string, Remembered> => {
    clearTimeout(forgetting);
    forgetting = setTimeout(() => tenants.clear(), rememberedMs).unref();
    const known = tenants.get(tenantId) ?? new Map<string, Remembered>();
    tenants.set(tenantId, known);
    return known;
  };

  /** Opens what is not remembered as it is now. */
  const open = async (tenantId: string, wanted: Outline[]): Promise<Map<string, Remembered>> => {
    const known = remembered(tenantId);
    const missing = wanted.filter(({ id, mark }) => known.get(id)?.mark !== mark);
    for (let at = 0; at < missing.length; at += openedAtOnce) {
      const marks = new Map(missing.slice(at, at + openedAtOnce).map(({ id, mark }) => [id, mark]));
      for (const row of await documentsOf(db, tenantId, [...marks.keys()])) {
        known.set(row.id, { ...searchable(inboxRow(vault, row)), mark: marks.get(row.id) ?? '' });
      }
      // Requests of others come in between.
      if (missing.length > openedAtOnce) await new Promise(setImmediate);
    }
    return known;
  };

  const present = async (tenantId: string): Promise<Outline[]> => {
    const all = await outlines(db, tenantId);
    const known = remembered(tenantId);
    const ids = new Set(all.map(({ id }) => id));
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    return all;
  };

  /** All that a query finds, in its order, and how many there are in each state whatever state it names. */
  const findAll = async (tenantId: string, query: Query): Promise<{ found: Outline[]; counts: WindowCounts }> => {
    const { search = '', state, company, origin, sort, order } = query;
    const all = (await present(tenantId)).filter((one) => origin === undefined || one.origin === origin);
    const narrowed = search.trim() !== '' || company !== undefined;
    const known = await open(tenantId, narrowed || sort !== 'added' ? all : []);
    const matches = matcherOf(search);
    const candidates = narrowed
      ? all.filter(({ id }) => {
          const one = known.get(id);
          return one && (company === undefined || (one.row.buyerVat ?? unknownCompany) === company) && matches(one);
        })
      : all;
    const counts = countsOf(candidates);
    const found = candidates.filter((one) => state === undefined || one.state === state);
    if (sort === 'added') return { found: order === 'up' ? found.reverse() : found, counts };
    const compare = comparerOf(sort, order === 'up');
    const rows = found.flatMap((outline) => {
      const row = known.get(outline.id)?.row;
      return row ? [{ outline, row }] : [];
    });
    return { found: rows.sort((a, b) => compare(a.row, b.row)).map(({ outline }) => outline), counts };
  };

  return {
    async find(tenantId, query, { offset, limit }) {
      const { found, counts } = await findAll(tenantId, query);
      const shown = found.slice(offset, offset + limit);
      const known = await open(tenantId, shown);
      return { rows: shown.flatMap(({ id }) => known.get(id)?.row ?? []), total: found.length, counts };
    },
    async ids(tenantId, query) {
      return (await findAll(tenantId, query)).found.map(({ id }) => id);
    },
  };
}

function countsOf(found: Outline[]): WindowCounts {
  const counts = Object.fromEntries(windowStates.map((state) => [state, 0])) as WindowCounts;
  for (const { state } of found) counts[state] += 1;
  return counts;
}
