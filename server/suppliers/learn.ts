import { bookedDescriptions } from '../checks/bookings.ts';
import { fieldValues } from '../checks/field-paths.ts';
import type { Bookings } from '../contract/booking.ts';
import { fields } from '../contract/fields.ts';
import type { Extraction } from '../contract/invoice.ts';
import type { PageText } from '../contract/window-review.ts';
import { learntBookings } from './bookings.ts';
import { type Contribution, isFixed } from './contribution.ts';
import { placeOf } from './places.ts';
import { nearly, occurrences, printsOf } from './printed.ts';
import { contradictedBy } from './said.ts';

/** What stays and where the rest stands, the first pages show; the others hold lines. */
const pagesLearntFrom = 10;

/** What is another on each. What stands in lines is found by its table. */
const isVarying = ({ group, kind }: (typeof fields)[number]): boolean =>
  (group === 'invoice' || group === 'amounts') && ['identifier', 'date', 'amount'].includes(kind);

/**
 * What a confirmed invoice teaches. Only what is printed on its pages counts: what a person knows beside them does not
 * help to read the next one.
 * @param how.looked the paths that a person accepted or changed; others count half
 * @param how.known what was known of its supplier
 * @param how.bookings where its lines go in the books, as a person said
 */
export function contributionOf(
  { invoice, fields: assessed }: Extraction,
  texts: readonly PageText[],
  how: {
    looked: ReadonlySet<string>;
    day: string;
    accountIsKnown: boolean;
    known: readonly Contribution[];
    bookings?: Bookings;
  },
): Contribution {
  const { looked, day, accountIsKnown, known, bookings = [] } = how;
  const values = fieldValues(invoice);
  const prints = printsOf(texts.slice(0, pagesLearntFrom), assessed);
  const account = accountIsKnown ? invoice.bank_details.iban : null;
  const contradicted: Record<string, string[]> = {};
  const booked = learntBookings(bookedDescriptions(invoice), bookings);
  const contribution: Contribution = {
    ...{ day, fixed: {}, places: {}, account, contradicted },
    ...(booked.length > 0 && { bookings: booked }),
  };
  for (const field of fields) {
    const value = values.get(field.path);
    if (field.path !== 'bank_details.iban' && value !== undefined) {
      const wrong = contradictedBy(field, value, known, prints);
      if (wrong.length > 0) contradicted[field.path] = wrong;
    }
    if (value === undefined || value === null) continue;
    const printed = occurrences(prints, field.kind, value);
    if (field.path === 'bank_details.iban' && !accountIsKnown) continue;
    if (isFixed(field)) {
      if (printed.length > 0 || nearly(prints, field.kind, value).length > 0)
        contribution.fixed[field.path] = { value, looked: looked.has(field.path) };
    } else if (isVarying(field)) {
      const place = placeOf(prints, field.kind, value, printed);
      if (place) contribution.places[field.path] = { ...place, looked: looked.has(field.path) };
    }
  }
  return contribution;
}
