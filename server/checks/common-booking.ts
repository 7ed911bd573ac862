import { type Booking, bookingParts, emptyBooking } from '../contract/booking.ts';

/** What several lines have alike of where they go in the books. */
export function commonBooking(bookings: readonly (Booking | null)[]): { booking: Booking; differs: boolean } {
  const all = bookings.map((one) => one ?? emptyBooking);
  const alike = bookingParts.filter((part) => all.every((one) => one[part] === all[0]?.[part]));
  const parts = alike.map((part) => [part, all[0]?.[part] ?? null]);
  return { booking: { ...emptyBooking, ...Object.fromEntries(parts) }, differs: alike.length < bookingParts.length };
}
