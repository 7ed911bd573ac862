import { bookedDescriptions } from '../../server/checks/bookings.ts';
import {
  type Booking,
  type Bookings,
  bookingParts,
  emptyBooking,
  saysAnything,
} from '../../server/contract/booking.ts';
import type { BookingOffers, ReviewDraft } from '../../server/contract/window-review.ts';

export type Offer = NonNullable<BookingOffers['others']>;

/** Where each line of a draft goes in the books so far, or each VAT rate of one without lines. */
export function bookingsIn({ invoice, bookings }: ReviewDraft): Booking[] {
  return bookedDescriptions(invoice).map((_line, index) => bookings[index] ?? emptyBooking);
}

/** Where a line goes that was made of others: as these do. What they say differently is left to a person. */
export function joinedBooking(bookings: Bookings): Booking | null {
  const parts = bookingParts.map((part) => {
    const said = new Set(bookings.flatMap((one) => one?.[part] ?? []));
    return [part, said.size === 1 ? [...said][0] : null];
  });
  const joined: Booking = { ...emptyBooking, ...Object.fromEntries(parts) };
  return saysAnything(joined) ? joined : null;
}

/** The draft with some lines booked otherwise, by their index. */
export function withBookings(draft: ReviewDraft, changes: ReadonlyMap<number, Partial<Booking>>): ReviewDraft {
  return {
    ...draft,
    bookings: bookingsIn(draft).map((booking, index) => {
      const next = { ...booking, ...changes.get(index) };
      return saysAnything(next) ? next : null;
    }),
  };
}

/**
 * What is offered for each line: one booking as a whole, so nothing where a part of the line is booked otherwise, or all of the
 * offer is taken.
 */
export function offersFor(draft: ReviewDraft, offers: BookingOffers | null): (Offer | null)[] {
  const byDescription = new Map(offers?.lines.map((offer) => [offer.description, offer]));
  const descriptions = bookedDescriptions(draft.invoice);
  return bookingsIn(draft).map((booking, index) => {
    const offer = byDescription.get(descriptions[index] ?? null) ?? offers?.others ?? null;
    if (!offer || bookingParts.some((part) => booking[part] !== null && booking[part] !== offer.booking[part])) {
      return null;
    }
    return bookingParts.some((part) => booking[part] !== offer.booking[part]) ? offer : null;
  });
}

/** The draft with all that is offered. */
export function withOffersTaken(draft: ReviewDraft, offers: BookingOffers | null): ReviewDraft {
  const taken = offersFor(draft, offers).flatMap((offer, index) => (offer ? [[index, offer.booking] as const] : []));
  return taken.length === 0 ? draft : withBookings(draft, new Map(taken));
}
