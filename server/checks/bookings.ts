import { type Booking, type Bookings, bookingParts, emptyBooking } from '../contract/booking.ts';

/** What several lines have alike of where they go in the books. */
export function commonBooking(bookings: Bookings): { booking: Booking; differs: boolean } {
  const all = bookings.map((one) => one ?? emptyBooking);
  const alike = bookingParts.filter((part) => all.every((one) => one[part] === all[0]?.[part]));
  const parts = alike.map((part) => [part, all[0]?.[part] ?? null]);
  return { booking: { ...emptyBooking, ...Object.fromEntries(parts) }, differs: alike.length < bookingParts.length };
}

/** Whether as much is said of each line in both. */
export function sameBookings(one: Bookings, other: Bookings): boolean {
  return Array.from({ length: Math.max(one.length, other.length) }).every((_line, index) =>
    bookingParts.every((part) => (one[index]?.[part] ?? null) === (other[index]?.[part] ?? null)),
  );
}
