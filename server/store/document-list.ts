import type { z } from 'zod';
import { isPaid, paymentsOf } from '../checks/payments.ts';
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
import * as acts from './acts.ts';
import { type Db, writtenSoFar } from './db.ts';
import { aboutOf } from './document-keys.ts';
import { saidOf } from './documents.ts';
import { documentsOf, inboxRowOf, type Outline, outlines } from './inbox.ts';
import { choicesOf, comparerOf, filterOf, type Searchable, searchable } from './inbox-search.ts';
import { createToExport, type Waiting } from './to-export.ts';
import type { Vault } from './vault.ts';

type Query = z.output<typeof inboxQuerySchema>;

/**
 * The inbox of each tenant as one list that can be searched and ordered. What describes a document is sealed by a key
 * of its own, so the database can do neither: documents are opened as they are first needed and remembered here, in
 * memory alone. Every question asks the database whether anything was written, and then what has changed, so that nothing
 * erased is found again.
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

/** Few enough that a request never waits long for its turn. */
const openedAtOnce = 40;
/** So long a list waits for documents that are still being opened; it is answered with what is found in the others then. */
const answeredAfterMs = 60;
/** What nobody has asked for so long is forgotten: an erased document must not live on in memory. */
const rememberedMs = 5 * 60 * 1000;

interface Remembered extends Searchable {
  mark: string;
}

export function createDocumentList({ db, vault }: { db: Db; vault: Vault }, clock: Clock): DocumentList {
  const tenants = new Map<string, Map<string, Remembered>>();
  /** What there was in each tenant when the database said this of all that was written. */
  const outlined = new Map<string, { written: string | null; all: readonly Outline[]; ids: ReadonlySet<string> }>();
  const toExportOf = createToExport({ db, vault });
  const opening = new Map<string, Promise<void>>();
  let forgetting: ReturnType<typeof setTimeout> | undefined;

  const remembered = (tenantId: string): Map<string, Remembered> => {
    clearTimeout(forgetting);
    forgetting = setTimeout(() => [tenants.clear(), outlined.clear()], rememberedMs).unref();
    const known = tenants.get(tenantId) ?? new Map<string, Remembered>();
    tenants.set(tenantId, known);
    return known;
  };

  const openEach = async (tenantId: string, known: Map<string, Remembered>, missing: Outline[]): Promise<void> => {
    for (let at = 0; at < missing.length; at += openedAtOnce) {
      const marks = new Map(missing.slice(at, at + openedAtOnce).map(({ id, mark }) => [id, mark]));
      const rows = await documentsOf(db, tenantId, [...marks.keys()]);
      const done = await acts.ofEach(db, vault, rows);
      for (const row of rows) {
        const about = aboutOf(vault, row);
        const said = saidOf(vault, row);
        const own = done.get(row.id) ?? [];
        const beside = [about.buyerName, ...own.flatMap((act) => (act.kind === 'noted' ? [act.text] : []))];
        const payments = paymentsOf(own);
        const one = searchable(inboxRowOf(row, about, said), { invoice: said?.invoice ?? null, beside, payments });
        known.set(row.id, { ...one, mark: marks.get(row.id) ?? '' });
      }
      // Requests of others come in between.
      if (missing.length > openedAtOnce) await new Promise(setImmediate);
    }
  };

  /** Opens what is not remembered as it is now. Whoever needs many waits for whoever opens many already: they are the same. */
  const open = async (tenantId: string, wanted: readonly Outline[]): Promise<Map<string, Remembered>> => {
    const known = remembered(tenantId);
    const missing = (): Outline[] => wanted.filter(({ id, mark }) => known.get(id)?.mark !== mark);
    const isMany = (): boolean => missing().length > rowsAtOnce;
    while (isMany() && opening.has(tenantId)) await opening.get(tenantId);
    if (isMany()) {
      const work = openEach(tenantId, known, missing()).finally(() => opening.delete(tenantId));
      opening.set(tenantId, work);
      await work;
    } else await openEach(tenantId, known, missing());
    return known;
  };

  /** @returns whether all that is wanted is open: there is an answer soon, however many have to be opened */
  const openSoon = async (tenantId: string, wanted: readonly Outline[]): Promise<boolean> => {
    const opened = open(tenantId, wanted).then(() => true);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, answeredAfterMs, false);
    });
    // What fails later than this answer fails again for the next one.
    opened.catch(() => undefined);
    return Promise.race([opened, late]).finally(() => clearTimeout(timer));
  };

  const present = async (tenantId: string): Promise<readonly Outline[]> => {
    const written = await writtenSoFar(db);
    let now = outlined.get(tenantId);
    if (!now || written === null || now.written !== written) {
      const all = await outlines(db, tenantId);
      now = { written, all, ids: new Set(all.map(({ id }) => id)) };
      outlined.set(tenantId, now);
    }
    const known = remembered(tenantId);
    for (const id of known.keys()) if (!now.ids.has(id)) known.delete(id);
    return now.all;
  };

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
    const known = isWhole ? await open(tenantId, wanted) : remembered(tenantId);
    const candidates = isWanted
      ? all.filter(({ id }) => {
          const one = known.get(id);
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
      const row = known.get(outline.id)?.row;
      return row ? [{ outline, row }] : [];
    });
    rows.sort((a, b) => compare(a.row, b.row));
    return { found: rows.map(({ outline }) => outline), counts, waiting, isWhole };
  };

  const ofCompany = async (tenantId: string, company: string | undefined): Promise<Remembered[]> => {
    const all = await present(tenantId);
    const known = await open(tenantId, all);
    const isWanted = filterOf({ company });
    const opened = all.flatMap(({ id }) => known.get(id) ?? []);
    return isWanted ? opened.filter(isWanted) : opened;
  };

  return {
    async find(tenantId, query, { offset, limit }) {
      const { found, counts, waiting, isWhole } = await findAll(tenantId, query, true);
      const shown = found.slice(offset, offset + limit);
      const known = await open(tenantId, shown);
      const each = shown.flatMap(({ id }) => known.get(id) ?? []);
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
