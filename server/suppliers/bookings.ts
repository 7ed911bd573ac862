import { createHash } from 'node:crypto';
import { commonBooking } from '../checks/bookings.ts';
import { fold } from '../checks/fold.ts';
import { monthNamed } from '../checks/month-names.ts';
import { type Booking, type Bookings, bookingParts, saysAnything } from '../contract/booking.ts';

/** Where a line of a confirmed invoice went in the books, and by what a line of a later one is known to be the same. */
export interface LearntBooking {
  /** Digest of its description. */
  exact: string;
  /** The same without what is another thing each month: numbers, days, months. */
  alike: string;
  booking: Booking;
}

/** What a confirmed invoice taught of bookings. */
export interface TaughtBookings {
  documentId: string;
  bookings: readonly LearntBooking[];
}

/** A booking, and the documents that taught it, the newest first. */
interface Offered {
  booking: Booking;
  because: string[];
}

/** More lines than that, each booked by itself, tell nothing of the next invoice. */
const mostLearnt = 200;
/** By so many of its first words a description is known where numbers and months are left out. */
const mostWords = 12;

/**
 * What the lines of a confirmed invoice teach; those of which nobody said anything teach nothing.
 * @param descriptions of its lines, or of its VAT rates where it has none
 */
export function learntBookings(descriptions: readonly (string | null)[], bookings: Bookings): LearntBooking[] {
  return descriptions
    .flatMap((description, index) => {
      const booking = bookings[index];
      return saysAnything(booking) ? [{ description, booking }] : [];
    })
    .slice(0, mostLearnt)
    .map(({ description, booking }) => ({ ...digestsOf(description), booking }));
}

/**
 * Where a line may go in the books: as the newest invoice has it that has a line of this description, else one that only
 * numbers and months tell apart from it, which may be another article. What lines of the same invoice differ in is not offered.
 * @param known what invoices of the supplier taught, the newest first
 * @returns looks one description up
 */
export function offersFrom(known: readonly TaughtBookings[]): (description: string | null) => Offered | null {
  const all = known.flatMap(({ documentId, bookings }) => bookings.map((learnt) => ({ ...learnt, documentId })));
  const exact = Map.groupBy(all, (learnt) => learnt.exact);
  const alike = Map.groupBy(
    all.map(({ booking, ...learnt }) => ({ ...learnt, booking: { ...booking, article: null } })),
    (learnt) => learnt.alike,
  );
  return (description) => {
    const digests = digestsOf(description);
    return offerOf(exact.get(digests.exact) ?? []) ?? offerOf(alike.get(digests.alike) ?? []);
  };
}

/** Where a line of any other description may go: as all lines of all invoices of the supplier, where they are charged to one account. */
export function offerForOthers(known: readonly TaughtBookings[]): Offered | null {
  const all = known.flatMap(({ bookings }) => bookings.map(({ booking }) => booking));
  const booking = { ...commonBooking(all).booking, article: null };
  return booking.account !== null ? { booking, because: known.map(({ documentId }) => documentId) } : null;
}

/** @param learnt of lines that are the same, those of the newest invoice first */
function offerOf(learnt: readonly { documentId: string; booking: Booking }[]): Offered | null {
  const said = [...Map.groupBy(learnt, ({ documentId }) => documentId)].flatMap(([documentId, own]) => {
    const { booking } = commonBooking(own.map((each) => each.booking));
    return saysAnything(booking) ? [{ documentId, booking }] : [];
  });
  const [newest] = said;
  if (!newest) return null;
  const same = said.filter(({ booking }) => bookingParts.every((part) => booking[part] === newest.booking[part]));
  return { booking: newest.booking, because: same.map(({ documentId }) => documentId) };
}

function digestsOf(description: string | null): Pick<LearntBooking, 'exact' | 'alike'> {
  const text = description ?? '';
  const words = text.split(/[^\p{L}\p{N}]+/u, mostWords).map(fold);
  const staying = words.filter((word) => !/\p{N}/u.test(word) && monthNamed(word) === null);
  const folded = fold(text);
  return { exact: digest(folded), alike: digest(staying.join('') || folded) };
}

/** Half of SHA-256: no two descriptions share it by chance. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
