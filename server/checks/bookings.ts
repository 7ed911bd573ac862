import { type Booking, type Bookings, bookingParts, emptyBooking } from '../contract/booking.ts';
import type { Invoice } from '../contract/invoice.ts';

type Lists = Pick<Invoice, 'line_items' | 'vat_breakdown'>;

/** What of an invoice is booked one by one: its lines, or where it has none, its VAT rates. */
export const bookedList = ({ line_items }: Lists): keyof Lists =>
  line_items.length > 0 ? 'line_items' : 'vat_breakdown';

/** By what each of them is known again on the next invoice. A rate is so by itself and the reason printed beside it. */
export function bookedDescriptions({ line_items, vat_breakdown }: Lists): (string | null)[] {
  if (line_items.length > 0) return line_items.map(({ description }) => description);
  return vat_breakdown.map(
    ({ rate, reason }) => [rate === null ? '' : `${rate}%`, reason ?? ''].filter(Boolean).join(' ') || null,
  );
}

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
