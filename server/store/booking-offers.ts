import type { BookingOffers } from '../contract/window-review.ts';
import { offerForOthers, offersFrom } from '../suppliers/bookings.ts';
import type { Db } from './db.ts';
import { taughtBy } from './supplier-list.ts';
import { type Named, newest, supplierOf } from './suppliers.ts';
import type { Vault } from './vault.ts';

/** So many descriptions are looked up: requests of others wait for it. */
const mostLookedUp = 200;

/**
 * Where lines may go in the books, by what was confirmed of their supplier's earlier invoices; null where nothing is known of that.
 * @param descriptions of the lines
 */
export async function bookingOffers(
  db: Db,
  vault: Vault,
  named: Named,
  descriptions: readonly (string | null)[],
): Promise<BookingOffers | null> {
  const supplier = await supplierOf(db, vault, named);
  if (supplier === null) return null;
  const known = (await newest(db, vault, supplier, named.documentId)).flatMap(({ documentId, contribution }) =>
    contribution.bookings ? [{ documentId, bookings: contribution.bookings }] : [],
  );
  if (known.length === 0) return null;
  const invoices = await taughtBy(
    db,
    vault,
    named.tenantId,
    supplier,
    known.map(({ documentId }) => documentId),
  );
  const places = new Map(invoices.map(({ documentId }, index) => [documentId, index]));
  const told = <Offer extends { because: string[] }>(offer: Offer) => ({
    ...offer,
    because: offer.because.flatMap((documentId) => places.get(documentId) ?? []),
  });
  const offerFor = offersFrom(known);
  const others = offerForOthers(known);
  return {
    invoices: invoices.map(({ documentId, number, at }) => ({ documentId, number, at })),
    lines: [...new Set(descriptions)].slice(0, mostLookedUp).flatMap((description) => {
      const offer = offerFor(description);
      return offer ? [{ ...told(offer), description }] : [];
    }),
    others: others && told(others),
  };
}
