import { type Bookings, saysAnything } from '../contract/booking.ts';
import type { Db } from './db.ts';
import { nameOf, openText, sealJson } from './document-keys.ts';
import type { DocumentRow } from './documents.ts';

/** What is sealed of them. */
interface Kept {
  /** The extraction whose lines they are of: a version that knows nothing of bookings may put another one in its place. */
  of: string | null;
  lines: Bookings;
}

/** The bookings of a confirmed extraction as they are kept beside it; null where nothing is said of any line. */
export function sealedBookings(key: Buffer, result: Buffer, lines: Bookings): Buffer | null {
  return lines.some(saysAnything) ? sealJson(key, { of: nameOf(result), lines } satisfies Kept) : null;
}

/** Where the lines of confirmed documents go in the books, by the documents' ids; those of which nothing is said are left out. */
export async function bookingsOf(
  db: Db,
  vault: Parameters<typeof openText>[0],
  rows: readonly Pick<DocumentRow, 'id' | 'result' | 'result_key'>[],
): Promise<Map<string, Bookings>> {
  const found = new Map<string, Bookings>();
  const read = new Map(rows.filter(({ result }) => result !== null).map((row) => [row.id, row]));
  if (read.size === 0) return found;
  const kept = await db
    .selectFrom('reviews')
    .select(['document_id', 'bookings'])
    .where('document_id', 'in', [...read.keys()])
    .where('bookings', 'is not', null)
    .execute();
  for (const { document_id, bookings } of kept) {
    const row = read.get(document_id)!;
    const { of, lines } = JSON.parse(openText(vault, row.result_key, bookings!)) as Kept;
    if (of === nameOf(row.result)) found.set(document_id, lines);
  }
  return found;
}
