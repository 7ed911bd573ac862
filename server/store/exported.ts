import { sameBookings } from '../checks/bookings.ts';
import { differingPaths } from '../checks/field-paths.ts';
import type { Booked } from '../contract/booked.ts';
import type { Bookings } from '../contract/booking.ts';
import type { Act } from '../contract/window-review.ts';
import * as acts from './acts.ts';
import { bookingsOf } from './bookings.ts';
import type { Db } from './db.ts';
import { openText } from './document-keys.ts';
import { type DocumentRow, extractionOf, get, getHeld, type Scope, withKeys } from './documents.ts';
import { serially } from './transactions.ts';
import type { Vault } from './vault.ts';

/** A query names no more documents than this. */
const askedAtOnce = 100;
/** Acts that change nothing of what goes to a program. */
const leavesAsItIs: readonly Act['kind'][] = ['exported', 'noted', 'paid', 'payment_undone'];
/** So many are written down in one transaction. */
const writtenAtOnce = 100;

/** When a document went to a program for the last time, and what of it is otherwise now than it was then, by paths. */
export interface ExportedBefore {
  at: string;
  changed: string[];
}

/** Which of these documents went to a program before. It is written down among what people did with them. */
export async function exportedBefore(
  db: Db,
  vault: Vault,
  scope: Scope,
  ids: readonly string[],
  target: string,
): Promise<Map<string, ExportedBefore>> {
  const before = new Map<string, ExportedBefore>();
  for (let at = 0; at < ids.length; at += askedAtOnce) {
    const some = ids.slice(at, at + askedAtOnce);
    const rows = new Map((await rowsOf(db, scope, some)).map((row) => [row.id, row]));
    const bookings = await bookingsOf(db, vault, [...rows.values()]);
    const kept = await db
      .selectFrom('acts')
      .select(['document_id', 'act', 'invoice'])
      .where('document_id', 'in', some)
      .orderBy('id')
      .execute();
    for (const [id, own] of Map.groupBy(kept, ({ document_id }) => document_id)) {
      const row = rows.get(id);
      if (!row) continue;
      const done = own.map(({ act, invoice }) => ({
        act: JSON.parse(openText(vault, row.about_key, act)) as Act,
        invoice,
      }));
      const last = done.findLastIndex(({ act }) => act.kind === 'exported' && act.target === target);
      if (last < 0) continue;
      const changes = done.slice(last + 1).some(({ act }) => !leavesAsItIs.includes(act.kind));
      const { act, invoice } = done[last]!;
      before.set(id, {
        at: act.at,
        changed: changes && invoice ? changedSince(vault, row, invoice, bookings.get(id) ?? []) : [],
      });
    }
    await new Promise(setImmediate);
  }
  return before;
}

/** By paths; `bookings` stands for all of them. */
function changedSince(vault: Vault, row: DocumentRow, sealed: Buffer, now: Bookings): string[] {
  const extraction = extractionOf(vault, row);
  if (!extraction) return [];
  const { bookings, ...invoice } = JSON.parse(openText(vault, row.result_key, sealed)) as acts.WentOut;
  const isBookedAlike = bookings === undefined || sameBookings(bookings, now);
  return [...differingPaths(invoice, extraction.invoice), ...(isBookedAlike ? [] : ['bookings'])];
}

/** What is kept of an invoice that goes to a program. @param takesBookings as `Target` says it */
const wentOut = ({ extraction, bookings }: Booked, takesBookings: boolean): acts.WentOut => ({
  ...extraction.invoice,
  ...(takesBookings && { bookings }),
});

/**
 * Writes down that documents went to a program.
 * @param noted.takesBookings the program takes where each line goes in the books
 * @param noted.invoices all that were to be written
 * @param noted.digests of those that were: the SHA-256 of the file that each is in, in hexadecimal
 */
export async function noteExported(
  db: Db,
  vault: Vault,
  scope: Scope,
  noted: {
    target: string;
    takesBookings: boolean;
    invoices: readonly Booked[];
    digests: ReadonlyMap<string, string>;
    by: string | null;
    now: number;
  },
): Promise<void> {
  const { target, takesBookings, digests, by, now } = noted;
  const invoices = new Map(noted.invoices.map((booked) => [booked.id, wentOut(booked, takesBookings)]));
  const ids = [...digests.keys()];
  for (let at = 0; at < ids.length; at += writtenAtOnce) {
    const some = ids.slice(at, at + writtenAtOnce);
    await serially(db, async (trx) => {
      const each = (await rowsOf(trx, scope, some)).map((row) => {
        const what = { kind: 'exported', target, digest: digests.get(row.id)! } as const;
        return { row, by, now, what, invoice: invoices.get(row.id)! };
      });
      await acts.addEach(trx, vault, each);
    });
  }
}

/**
 * Writes down that documents are in files that are about to appear together where a program takes them from; none of them, where
 * one went there before, is confirmed no more, or says something else by now.
 * @param noted.digests of each the SHA-256 of its file, in hexadecimal
 * @returns whether the files may appear
 */
export async function noteFirstExport(
  db: Db,
  vault: Vault,
  scope: Scope,
  invoices: readonly Booked[],
  noted: { target: string; takesBookings: boolean; digests: ReadonlyMap<string, string>; now: number },
): Promise<boolean> {
  const { target, takesBookings, digests, now } = noted;
  return serially(db, async (trx) => {
    const rows: DocumentRow[] = [];
    for (const booked of invoices) {
      const row = await getHeld(trx, scope, booked.id);
      if (!row || !(await isAsGathered(trx, vault, row, booked, takesBookings))) return false;
      const done = await acts.of(trx, vault, row);
      if (done.some((act) => act.kind === 'exported' && act.target === target)) return false;
      rows.push(row);
    }
    const each = rows.map((row, index) => {
      const what = { kind: 'exported', target, digest: digests.get(row.id)!, automatic: true } as const;
      return { row, by: null, now, what, invoice: wentOut(invoices[index]!, takesBookings) };
    });
    await acts.addEach(trx, vault, each);
    return true;
  });
}

/** Whether a document is still confirmed as it was when it was gathered. */
async function isAsGathered(
  trx: Db,
  vault: Vault,
  row: DocumentRow,
  booked: Booked,
  takesBookings: boolean,
): Promise<boolean> {
  const extraction = extractionOf(vault, row);
  if (!extraction || row.reviewed_at === null) return false;
  if (differingPaths(booked.extraction.invoice, extraction.invoice).length > 0) return false;
  if (!takesBookings) return true;
  return sameBookings(booked.bookings, (await bookingsOf(trx, vault, [row])).get(row.id) ?? []);
}

/** Whether it is written down that a document is in this file. @param digest SHA-256 in hexadecimal */
export async function isExportedAs(db: Db, vault: Vault, scope: Scope, id: string, digest: string): Promise<boolean> {
  const row = await get(db, scope, id);
  return (
    row !== null && (await acts.of(db, vault, row)).some((act) => act.kind === 'exported' && act.digest === digest)
  );
}

function rowsOf(db: Db, { tenantId, mode }: Scope, ids: readonly string[]) {
  return withKeys(db)
    .where('id', 'in', ids)
    .where('tenant_id', '=', tenantId)
    .where('mode', '=', mode)
    .where('deleted_at', 'is', null)
    .execute();
}
