import { paymentsOf } from '../checks/payments.ts';
import { rowsAtOnce } from '../contract/window.ts';
import * as acts from './acts.ts';
import { type Db, writtenSoFar } from './db.ts';
import { aboutOf } from './document-keys.ts';
import { saidOf } from './documents.ts';
import { documentsOf, inboxRowOf, type Outline, outlines } from './inbox.ts';
import { type Searchable, searchable } from './inbox-search.ts';
import type { Vault } from './vault.ts';

/** Few enough that a request never waits long for its turn. */
const openedAtOnce = 40;
/** So long a list waits for documents that are still being opened; it is answered with what is found in the others then. */
const answeredAfterMs = 60;
/** What nobody has asked for so long is forgotten: an erased document must not live on in memory. */
const rememberedMs = 5 * 60 * 1000;

/** What a document is found by, as it was when its mark was this. */
export interface Remembered extends Searchable {
  mark: string;
}

/** What each tenant's documents are found by, opened as it is first needed. */
export interface OpenedDocuments {
  /** Every document that there is now, the newest first; what is no longer there is forgotten. */
  present(tenantId: string): Promise<readonly Outline[]>;
  /** What is remembered, by document, as far as it was opened. */
  known(tenantId: string): ReadonlyMap<string, Remembered>;
  /** Opens what is not remembered as it is now. @returns as {@link known} */
  open(tenantId: string, wanted: readonly Outline[]): Promise<ReadonlyMap<string, Remembered>>;
  /** @returns whether all that is wanted is open: there is an answer soon, however many have to be opened */
  openSoon(tenantId: string, wanted: readonly Outline[]): Promise<boolean>;
}

/**
 * Opens documents and remembers them in memory alone. Every question asks the database whether anything was written, and then
 * what has changed, so that nothing erased is found again.
 */
export function openDocuments(db: Db, vault: Vault): OpenedDocuments {
  const tenants = new Map<string, Map<string, Remembered>>();
  /** What there was in each tenant when the database said this of all that was written. */
  const outlined = new Map<string, { written: string | null; all: readonly Outline[]; ids: ReadonlySet<string> }>();
  const opening = new Map<string, Promise<void>>();
  let forgetting: ReturnType<typeof setTimeout> | undefined;

  const known = (tenantId: string): Map<string, Remembered> => {
    clearTimeout(forgetting);
    forgetting = setTimeout(() => [tenants.clear(), outlined.clear()], rememberedMs).unref();
    const own = tenants.get(tenantId) ?? new Map<string, Remembered>();
    tenants.set(tenantId, own);
    return own;
  };

  const openEach = async (tenantId: string, own: Map<string, Remembered>, missing: Outline[]): Promise<void> => {
    for (let at = 0; at < missing.length; at += openedAtOnce) {
      const marks = new Map(missing.slice(at, at + openedAtOnce).map(({ id, mark }) => [id, mark]));
      const rows = await documentsOf(db, tenantId, [...marks.keys()]);
      const actsOf = await acts.ofEach(db, vault, rows);
      for (const row of rows) {
        const about = aboutOf(vault, row);
        const said = saidOf(vault, row);
        const done = actsOf.get(row.id) ?? [];
        const beside = [about.buyerName, ...done.flatMap((act) => (act.kind === 'noted' ? [act.text] : []))];
        const payments = paymentsOf(done);
        const one = searchable(inboxRowOf(row, about, said), { invoice: said?.invoice ?? null, beside, payments });
        own.set(row.id, { ...one, mark: marks.get(row.id) ?? '' });
      }
      // Requests of others come in between.
      if (missing.length > openedAtOnce) await new Promise(setImmediate);
    }
  };

  // Whoever needs many waits for whoever opens many already: they are the same.
  const open = async (tenantId: string, wanted: readonly Outline[]): Promise<Map<string, Remembered>> => {
    const own = known(tenantId);
    const missing = (): Outline[] => wanted.filter(({ id, mark }) => own.get(id)?.mark !== mark);
    const isMany = (): boolean => missing().length > rowsAtOnce;
    while (isMany() && opening.has(tenantId)) await opening.get(tenantId);
    if (isMany()) {
      const work = openEach(tenantId, own, missing()).finally(() => opening.delete(tenantId));
      opening.set(tenantId, work);
      await work;
    } else await openEach(tenantId, own, missing());
    return own;
  };

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
    const own = known(tenantId);
    for (const id of own.keys()) if (!now.ids.has(id)) own.delete(id);
    return now.all;
  };

  return { present, known, open, openSoon };
}
