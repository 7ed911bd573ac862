import type { Bookings } from './booking.ts';
import type { Extraction } from './invoice.ts';
import type { WindowState } from './window.ts';

/** A document with what was read of it, as it goes to the books. */
export interface Booked {
  id: string;
  externalId: string | null;
  filename: string | null;
  createdAt: string;
  state: WindowState;
  /** Normalised VAT number of the company that it is filed under; null where nobody knows it. */
  buyerVat: string | null;
  extraction: Extraction;
  /** Where its lines go in the books, or its VAT rates where it has no lines. */
  bookings: Bookings;
}
