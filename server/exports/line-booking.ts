import { commonBooking } from '../checks/bookings.ts';
import { type Booking, emptyBooking } from '../contract/booking.ts';
import type { Say, Whole } from './book.ts';
import { type BookLine, rateOfLine } from './book-lines.ts';

/**
 * Where a line goes in the books. One of ours, which stands for all lines of a rate, takes what was confirmed alike for each of
 * them, and says where that differs; it is no article of anybody's. Of an invoice without lines the rate itself was confirmed.
 */
export function bookingOf(line: BookLine, { booked, invoice, lines }: Whole, say: Say): Booking {
  const all = invoice.line_items.map((one, index) => ({ one, booking: booked.bookings[index] ?? emptyBooking }));
  if (line.line) return all.find(({ one }) => one === line.line)?.booking ?? emptyBooking;
  if (all.length === 0)
    return alike(
      line.of.rows.map((row) => booked.bookings[row] ?? emptyBooking),
      say,
    );
  // A line of which nobody knows the rate may be one of them.
  const own = all.filter(({ one }) => (rateOfLine(one, lines.rates) ?? line.of) === line.of);
  return alike(
    own.map((each) => ({ ...each.booking, article: null })),
    say,
  );
}

function alike(bookings: readonly Booking[], say: Say): Booking {
  const { booking, differs } = commonBooking([...bookings]);
  if (differs) say('bookings_differ', 'bookings');
  return booking;
}
