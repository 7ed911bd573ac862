import { type Booking, type BookingPart, emptyBooking } from '../contract/booking.ts';
import type { Say, Whole } from './book.ts';
import { type BookLine, rateOfLine } from './book-lines.ts';

/**
 * Where a line goes in the books. One of ours, which stands for all lines of a rate, takes what was confirmed alike for each of
 * them, and says where that differs; it is no article of anybody's.
 */
export function bookingOf(line: BookLine, { booked, invoice, lines }: Whole, say: Say): Booking {
  const { bookings } = booked;
  const all = invoice.line_items.map((one, index) => ({ one, booking: bookings[index] ?? emptyBooking }));
  if (line.line) return all.find(({ one }) => one === line.line)?.booking ?? emptyBooking;
  // A line of which nobody knows the rate may be one of them.
  const own = all.filter(({ one }) => (rateOfLine(one, lines.rates) ?? line.of) === line.of);
  const common = <Part extends BookingPart>(part: Part): Booking[Part] | null => {
    const [first = null, ...others] = new Set(own.map(({ booking }) => booking[part]));
    if (others.length > 0) say('bookings_differ', 'bookings');
    return others.length > 0 ? null : first;
  };
  return {
    account: common('account'),
    article: null,
    deductibility: common('deductibility'),
    warehouse: common('warehouse'),
  };
}
