import { z } from 'zod';
import { upTo } from './text.ts';

/** How much of a line's VAT may be deducted, where that is not all of it. */
export const deductibilities = ['half', 'none'] as const;
export type Deductibility = (typeof deductibilities)[number];

/** Longer codes no program of accounts has. */
export const mostBookingCode = 60;

/** A code as a program of accounts knows it. */
const code = upTo(mostBookingCode)
  .nullable()
  .transform((text) => text?.replace(/[\p{C}\s]+/gu, ' ').trim() || null);

/**
 * Where a line of an invoice goes in a company's books, as a person says: no invoice states it. Null is what nobody said,
 * which is left to the program.
 */
export const bookingSchema = z.object({
  /** That the line is charged to. */
  account: code,
  /** What the company's own program calls the article. */
  article: code,
  deductibility: z.enum(deductibilities).nullable(),
  /** Where goods are taken in. */
  warehouse: code,
});
export type Booking = z.infer<typeof bookingSchema>;
export type BookingPart = keyof Booking;

export const bookingParts = Object.keys(bookingSchema.shape) as BookingPart[];
export const emptyBooking: Booking = { account: null, article: null, deductibility: null, warehouse: null };

/**
 * Bookings line by line, or rate by rate of an invoice without lines; null for one of which nothing is said, as for those that a
 * shorter list does not reach.
 */
export type Bookings = (Booking | null)[];

/** Whether anything is said of a line. */
export const saysAnything = (booking: Booking | null | undefined): booking is Booking =>
  booking != null && bookingParts.some((part) => booking[part] !== null);
