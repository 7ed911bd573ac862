import type { z } from 'zod';
import { isPaid } from '../checks/payments.ts';
import { type Clock, startOfDay, timestamp } from '../clock.ts';
import {
  type DocumentRows,
  type InboxChoices,
  type inboxQuerySchema,
  rowsAtOnce,
  type WindowCounts,
  windowStates,
} from '../contract/window.ts';
import type { PayableRow } from '../contract/window-due.ts';
import type { Db } from './db.ts';
import type { Outline } from './inbox.ts';
import { choicesOf, comparerOf, filterOf } from './inbox-search.ts';
import { openDocuments, type Remembered } from './opened-documents.ts';
import { createToExport, type Waiting } from './to-export.ts';
import type { Vault } from './vault.ts';

type Query = z.output<typeof inboxQuerySchema>;

/**
 * The inbox of each tenant as one list that can be searched and ordered. What describes a document is sealed by a key
 * of its own, so the database can do neither: it is done with what is opened (`opened-documents.ts`).
 */
export interface DocumentList {
  find(tenantId: string, query: Query, page: { offset: number; limit: number }): Promise<DocumentRows>;
  /** Opens every document ahead of who will ask, and remembers them for as long as this is asked again and again. */
  keep(tenantId: string): Promise<void>;
  /** Of all that a query finds, in its order. */
  ids(tenantId: string, query: Query): Promise<string[]>;
  /** Every document of a company, or of all, the newest first. */
  all(tenantId: string, company: string | undefined): Promise<PayableRow[]>;
  /** What the documents of a company, or of all, can be narrowed down to. */
  choices(tenantId: string, company: string | undefined): Promise<InboxChoices>;
}

export function createDocumentList({ db, vault }: { db: Db; vault: Vault }, clock: Clock): DocumentList {
  const toExportOf = createToExport({ db, vault });
  const { present, known, open, openSoon } = openDocuments(db, vault);

  /**
   * All that a query finds, in its order, how many there are in each state whatever state it names, and what waits
   * for the program that it names.
   */
  const findAll = async (
    tenantId: string,
    query: Query,
    soon: boolean,
  ): Promise<{
    found: Outline[];
    counts: WindowCounts;
    waiting: ReadonlyMap<string, Waiting> | null;
    isWhole: boolean;
  }> => {
    const { state, origin, toExport, sort, order } = query;
    const waiting = toExport === undefined ? null : await toExportOf(tenantId, toExport);
    const all = (await present(tenantId)).filter((one) => origin === undefined || one.origin === origin);
    const isWanted = filterOf({ ...query, addedFrom: query.added && timestamp(startOfDay(clock.now())) });
    const wanted = isWanted || sort !== 'added' ? all : [];
    // The newest are opened first, so that what comes later goes on from the end of a list in that order alone.
    const mayWait = !soon || wanted.length <= rowsAtOnce || sort !== 'added' || order !== 'down';
    const isWhole = mayWait || (await openSoon(tenantId, wanted));
    const opened = isWhole ? await open(tenantId, wanted) : known(tenantId);
    const candidates = isWanted
      ? all.filter(({ id }) => {
          const one = opened.get(id);
          return one !== undefined && isWanted(one);
        })
      : all;
    const counts = countsOf(candidates);
    const found = candidates.filter(
      (one) => (state === undefined || one.state === state) && waiting?.has(one.id) !== false,
    );
    if (sort === 'added') return { found: order === 'up' ? found.reverse() : found, counts, waiting, isWhole };
    const compare = comparerOf(sort, order === 'up');
    const rows = found.flatMap((outline) => {
      const row = opened.get(outline.id)?.row;
      return row ? [{ outline, row }] : [];
    });
    rows.sort((a, b) => compare(a.row, b.row));
    return { found: rows.map(({ outline }) => outline), counts, waiting, isWhole };
  };

  const ofCompany = async (tenantId: string, company: string | undefined): Promise<Remembered[]> => {
    const all = await present(tenantId);
    const opened = await open(tenantId, all);
    const isWanted = filterOf({ company });
    const each = all.flatMap(({ id }) => opened.get(id) ?? []);
    return isWanted ? each.filter(isWanted) : each;
  };

  return {
    async find(tenantId, query, { offset, limit }) {
      const { found, counts, waiting, isWhole } = await findAll(tenantId, query, true);
      const shown = found.slice(offset, offset + limit);
      const opened = await open(tenantId, shown);
      const each = shown.flatMap(({ id }) => opened.get(id) ?? []);
      const changed = waiting && Object.fromEntries(shown.map(({ id }) => [id, waiting.get(id)?.changed ?? []]));
      const more = { ...(!isWhole && { unfinished: true as const }), ...(changed && { changed }) };
      return { rows: each.map(({ row }) => row), total: found.length, counts, paid: paidOf(each), ...more };
    },
    async keep(tenantId) {
      await open(tenantId, await present(tenantId));
    },
    async all(tenantId, company) {
      return (await ofCompany(tenantId, company)).map(({ row, payments }) => ({ ...row, payments }));
    },
    async choices(tenantId, company) {
      return choicesOf(await ofCompany(tenantId, company));
    },
    async ids(tenantId, query) {
      return (await findAll(tenantId, query, false)).found.map(({ id }) => id);
    },
  };
}

function paidOf(shown: Remembered[]): DocumentRows['paid'] {
  const noted = shown.filter(({ payments }) => payments.length > 0);
  return Object.fromEntries(
    noted.map(({ row, payments }) => [row.id, isPaid(row.amountDue, payments) ? 'all' : 'part']),
  );
}

function countsOf(found: Outline[]): WindowCounts {
  const counts = Object.fromEntries(windowStates.map((state) => [state, 0])) as WindowCounts;
  for (const { state } of found) counts[state] += 1;
  return counts;
}
